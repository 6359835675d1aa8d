/** Solutions step by step: the best known one, and those that stand in the file. */
import { counts, moveName } from "../shared/names";
import { pushes, sceneOf, travel, type Scene } from "../shared/scene";
import type { Board } from "../shared/protocol";
import { onClick, part, setText } from "./dom";
import type { Shell, Way } from "./shell";

interface Script {
  title: string;
  moves: string;
  /** Its place among the stored ones; the best known solution has none. */
  stored: number | undefined;
}

export interface Replay extends Way {
  /** The moves that are shown, for an animated picture. */
  moves: () => string;
}

export function createReplay(shell: Shell): Replay {
  const slider = part<HTMLInputElement>("slider");
  const which = part<HTMLSelectElement>("which");
  const speed = part<HTMLSelectElement>("speed");
  let scripts: Script[] = [];
  let chosen = 0;
  let scene: Scene | undefined;
  let at = 0;
  let timer: number | undefined;

  const moves = (): string => scripts[chosen]?.moves ?? "";

  function scriptsOf(board: Board): Script[] {
    const stored = board.stored.map(({ title, moves }, index) => ({ title, moves, stored: index }));
    const all: Script[] = stored.filter((script) => script.moves !== "");
    const slides = board.kind === "numbers";
    if (board.solution) {
      const numbers = counts(board.solution.length, pushes(board.solution), slides);
      all.unshift({ title: `Best: ${numbers}`, moves: board.solution, stored: undefined });
    }
    return all;
  }

  /** A list that stays the same is left alone: somebody may have it open. */
  function listTitles(): void {
    const titles = scripts.map(({ title }) => title);
    if (titles.join("\n") === [...which.options].map(({ textContent }) => textContent).join("\n")) return;
    which.replaceChildren(...titles.map((title, index) => new Option(title, String(index))));
  }

  function goTo(target: number, aloud = true): void {
    if (!scene) return;
    const to = Math.max(0, Math.min(moves().length, target));
    travel(scene, moves(), at, to);
    const steps = Math.abs(to - at);
    at = to;
    if (aloud && steps === 1) shell.say(`${at} of ${moves().length}${at > 0 ? `: ${moveName(moves()[at - 1] ?? "")}` : ""}`);
    else if (aloud && steps > 1) shell.say(`${at} of ${moves().length}`);
    show();
  }

  function choose(index: number, position: number): void {
    const board = shell.board();
    chosen = Math.max(0, Math.min(scripts.length - 1, index));
    at = 0;
    scene = board ? sceneOf(board) : undefined;
    goTo(position, false);
  }

  function show(): void {
    const board = shell.board();
    if (!scene || !board) return;
    const all = moves();
    part("solution-bar").classList.toggle("empty", all === "");
    slider.max = String(all.length);
    slider.value = String(at);
    slider.disabled = all === "";
    const slides = board.kind === "numbers";
    setText(part("count"), all === "" ? "no moves" : `${at} / ${all.length}`);
    part("count").title = all === "" ? "" : counts(at, pushes(all.slice(0, at)), slides);
    slider.setAttribute("aria-valuetext", `${at} of ${all.length} moves`);
    for (const [id, off] of [["start", at === 0], ["back", at === 0], ["step", at === all.length], ["end", at === all.length], ["run", all === ""]] as const) {
      part<HTMLButtonElement>(id).disabled = off;
    }
    shell.draw(scene, at === 0);
  }

  function running(on: boolean): void {
    window.clearInterval(timer);
    timer = undefined;
    part("run").classList.toggle("running", on);
    const title = on ? "Pause (Space)" : "Play (Space)";
    part("run").title = title;
    part("run").setAttribute("aria-label", title);
    if (!on) return;
    timer = window.setInterval(() => {
      goTo(at + 1, false);
      if (at === moves().length) {
        running(false);
        shell.say("The end");
      }
    }, 1000 / shell.kept.speed);
  }

  function toggle(): void {
    if (timer !== undefined) return running(false);
    if (moves() === "") return;
    if (at === moves().length) goTo(0, false);
    running(true);
  }

  const stepBy = (by: number) => (): void => {
    running(false);
    goTo(at + by);
  };
  onClick("start", stepBy(-Infinity));
  onClick("back", stepBy(-1));
  onClick("run", toggle);
  onClick("step", stepBy(1));
  onClick("end", stepBy(Infinity));
  slider.addEventListener("input", () => {
    running(false);
    goTo(Number(slider.value));
  });
  which.addEventListener("change", () => choose(Number(which.value), 0));
  speed.addEventListener("change", () => {
    shell.kept.speed = Number(speed.value);
    shell.save();
    if (timer !== undefined) running(true);
  });

  return {
    help: "Space plays, arrows step, Home and End jump. A click finds the square in the text.",
    moves,
    update(board, another) {
      const [before, wasAt] = [moves(), at];
      scripts = scriptsOf(board);
      listTitles();
      speed.value = String(shell.kept.speed);
      const { caret } = board;
      const inText = caret && "stored" in caret ? caret : undefined;
      if (inText && timer === undefined) {
        choose(scripts.findIndex((script) => script.stored === inText.stored), inText.count);
      } else {
        const same = another ? -1 : scripts.findIndex(({ moves }) => moves === before);
        if (same < 0) running(false);
        choose(Math.max(0, same), same < 0 ? 0 : wasAt);
      }
      which.value = String(chosen);
    },
    show,
    key(event) {
      if (event.ctrlKey || event.metaKey || event.altKey) return false;
      const act = { " ": toggle, ArrowRight: stepBy(1), ArrowLeft: stepBy(-1), ArrowDown: stepBy(1), ArrowUp: stepBy(-1), Home: stepBy(-Infinity), End: stepBy(Infinity) }[event.key];
      act?.();
      return act !== undefined;
    },
    leave: () => running(false),
  };
}
