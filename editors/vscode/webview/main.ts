/** The board view's script: joins its parts, and speaks with the extension. */
import { MODES, type Format, type Kept, type Mode, type ToHost, type ToView } from "../shared/messages";
import { cellName, contentName } from "../shared/names";
import type { Board, Mark } from "../shared/protocol";
import { sceneOf, type Scene } from "../shared/scene";
import { onClick, part, radios, setText } from "./dom";
import { gifPicture, pngPicture, svgPicture } from "./export";
import { createPaint } from "./paint";
import { createPlay } from "./play";
import { createReplay } from "./replay";
import type { Shell, Way } from "./shell";
import { createStage, type Marked } from "./stage";

declare function acquireVsCodeApi(): {
  postMessage: (message: ToHost) => void;
  getState: () => Kept | undefined;
  setState: (state: Kept) => void;
};

const vscode = acquireVsCodeApi();
const before = vscode.getState();
const kept: Kept = { uri: "", level: 0, mode: "solution", moves: "", zoom: 0, speed: 5, dead: false, ...before };
let board: Board | null = null;
let shown: { scene: Scene; atStart: boolean; marks: Marked[] } | undefined;
let pointedAt: Mark | undefined;
/** The findings in the list, as JSON. */
let listed = "";

const stage = createStage();
const shell: Shell = {
  kept,
  board: () => board,
  post: (message) => vscode.postMessage(message),
  draw(scene, atStart, marks = []) {
    shown = { scene, atStart, marks };
    draw();
  },
  say: (text) => setText(part("said"), text),
  save: () => vscode.setState(kept),
};
const replay = createReplay(shell);
const play = createPlay(shell);
const paint = createPaint(shell, stage);
const ways: Record<Mode, Way> = { solution: replay, play, paint };
const showMode = radios("mode", (mode) => setMode(mode as Mode), part("stage"));

function setMode(mode: Mode): void {
  if (mode !== kept.mode) {
    ways[kept.mode].leave();
    shell.say("");
  }
  kept.mode = mode;
  shell.save();
  showMode(mode);
  const unpainted = mode === "paint" && board?.kind === "numbers";
  for (const name of MODES) part(`${name}-bar`).hidden = name !== mode || !board || unpainted;
  document.body.dataset["mode"] = unpainted ? "solution" : mode;
  const help = unpainted ? "A sliding board is written as numbers; it cannot be painted." : ways[mode].help;
  setText(part("help"), board ? help : "");
  stage.margin(mode === "paint" && !unpainted && board ? 1 : 0);
  if (board) ways[mode].show();
}

function draw(): void {
  if (!board || !shown) return;
  const { scene, atStart, marks } = shown;
  stage.show(scene, groundParts(board), board.kind === "numbers" ? board.goal : []);
  stage.mark([...(atStart ? findingMarks(board) : []), ...caretMarks(board), ...marks]);
}

function groundParts(board: Board): { inside: string; dead: string; showDead: boolean } {
  const [inside, dead] = board.kind === "squares" ? [board.inside, board.dead] : ["", ""];
  return { inside, dead, showDead: kept.dead };
}

function findingMarks(board: Board): Marked[] {
  if (pointedAt) return [{ kind: `finding ${pointedAt.severity} pointed`, cells: pointedAt.cells }];
  const shown = board.findings.filter(({ severity }) => severity !== "hint");
  return shown.map(({ severity, cells }) => ({ kind: `finding ${severity}`, cells }));
}

function caretMarks({ caret }: Board): Marked[] {
  return caret && "cell" in caret ? [{ kind: "caret", cells: [caret.cell] }] : [];
}

function setBoard(next: Board | null, why: string): void {
  const another = !next || !board || next.uri !== board.uri || next.level !== board.level || next.kind !== board.kind;
  const restored = next !== null && board === null && next.uri === kept.uri && next.level === kept.level;
  const old = board;
  board = next;
  showFindings(next?.findings ?? []);
  const hint = part("why");
  hint.hidden = next !== null;
  setText(hint, why);
  document.body.classList.toggle("without", next === null);
  if (!next) {
    stage.clear();
    setText(part("name"), "Board");
    showVerdict("");
    setMode(kept.mode);
    return;
  }
  if (another && !restored) kept.moves = "";
  if (another) shell.say("");
  Object.assign(kept, { uri: next.uri, level: next.level });
  shell.save();
  setText(part("name"), next.name);
  showVerdict(next.verdict);
  setText(part("place"), `${next.level + 1} / ${next.levels}`);
  part("levels").hidden = next.levels < 2;
  part<HTMLButtonElement>("previous").disabled = next.level === 0;
  part<HTMLButtonElement>("next").disabled = next.level + 1 >= next.levels;
  part("stage").setAttribute("aria-label", label(next));
  if (old && !another && JSON.stringify(rowsOf(old)) !== JSON.stringify(rowsOf(next))) shown = undefined;
  for (const mode of MODES) ways[mode].update(next, another);
  setMode(kept.mode);
  const cell = caretMarks(next)[0]?.cells[0];
  const moved = JSON.stringify(old?.caret) !== JSON.stringify(next.caret);
  if (cell !== undefined && moved && kept.mode !== "paint") {
    shell.say(`${cellName(cell, next.width)}, ${contentName(sceneOf(next), cell)}`);
  }
}

const rowsOf = (board: Board): unknown => (board.kind === "squares" ? board.rows : board.start);

/** A long one is cut off; the mouse shows the whole. */
function showVerdict(verdict: string): void {
  setText(part("verdict"), verdict);
  part("verdict").title = verdict;
}

function label(board: Board): string {
  return `Board of ${board.name}: ${board.width} columns, ${board.height} rows. ${board.verdict}`;
}

/** A list that stays the same keeps its buttons: the keys may be on one, or the mouse about to let go of it. */
function showFindings(findings: Mark[]): void {
  const list = JSON.stringify(findings);
  if (list === listed) return;
  listed = list;
  pointedAt = undefined;
  const item = (mark: Mark): HTMLElement => {
    const line = document.createElement("li");
    const button = document.createElement("button");
    button.type = "button";
    button.className = mark.severity;
    button.textContent = mark.message;
    const [first] = mark.cells;
    button.disabled = first === undefined;
    const point = (at: Mark | undefined) => (): void => {
      pointedAt = at;
      draw();
    };
    button.addEventListener("click", () => first !== undefined && select(first));
    for (const event of ["pointerenter", "focus"]) button.addEventListener(event, point(mark));
    for (const event of ["pointerleave", "blur"]) button.addEventListener(event, point(undefined));
    line.append(button);
    return line;
  };
  part("findings").replaceChildren(...findings.map(item));
}

function select(cell: number): void {
  if (board) shell.post({ type: "select", level: board.level, version: board.version, cell });
}

/** From a fixed size of a square to the next: quarter steps of doubling. */
function zoomBy(steps: number): void {
  const pixels = Math.round((kept.zoom || stage.cellPixels()) * 2 ** (steps / 4));
  setZoom(Math.max(4, Math.min(128, pixels)));
}

function setZoom(pixels: number): void {
  kept.zoom = pixels;
  shell.save();
  stage.zoom(pixels);
}

function setDead(on: boolean): void {
  kept.dead = on;
  shell.save();
  part("dead").setAttribute("aria-pressed", String(on));
  draw();
}

async function exportAs(format: Format): Promise<void> {
  if (!board || !shown) return;
  const parts = groundParts(board);
  const name = board.name;
  try {
    if (format === "svg") shell.post({ type: "picture", format, name, content: svgPicture(board, shown.scene, parts) });
    if (format === "png") shell.post({ type: "picture", format, name, content: await pngPicture(board, shown.scene, parts) });
    if (format === "gif") {
      const moves = kept.mode === "play" ? play.moves() : replay.moves();
      if (moves === "") return shell.say("There are no moves to show yet.");
      shell.post({ type: "picture", format, name, content: await gifPicture(board, moves, parts, kept.speed) });
    }
  } catch (error) {
    shell.say(error instanceof Error ? error.message : String(error));
  }
}

onClick("previous", () => board && shell.post({ type: "level", level: board.level - 1 }));
onClick("next", () => board && shell.post({ type: "level", level: board.level + 1 }));
onClick("dead", () => setDead(!kept.dead));
onClick("smaller", () => zoomBy(-1));
onClick("larger", () => zoomBy(1));
onClick("fit", () => setZoom(0));
onClick("export", () => shell.post({ type: "pickFormat" }));

part("stage").addEventListener("click", (event) => {
  if (kept.mode === "paint" || !board) return;
  const [x, y] = stage.at(event.clientX, event.clientY);
  if (x >= 0 && y >= 0 && x < board.width && y < board.height) select(y * board.width + x);
});
part("stage").addEventListener(
  "wheel",
  (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    zoomBy(event.deltaY < 0 ? 1 : -1);
  },
  { passive: false },
);

window.addEventListener("keydown", (event) => {
  // Controls with keys of their own keep them.
  const target = event.target instanceof HTMLElement ? event.target : document.body;
  const own = target.closest("select, input, [role=radio]");
  const press = target.closest("button") && (event.key === " " || event.key === "Enter");
  if (own || press || !board) return;
  if (ways[kept.mode].key(event) || zoomKey(event)) {
    event.preventDefault();
    event.stopPropagation();
  }
});

function zoomKey(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || kept.mode === "paint") return false;
  const act = { "+": () => zoomBy(1), "-": () => zoomBy(-1), "0": () => setZoom(0) }[event.key];
  act?.();
  return act !== undefined;
}

window.addEventListener("message", (event: MessageEvent<ToView>) => {
  const message = event.data;
  if (message.type === "board") setBoard(message.board, message.why);
  else if (message.type === "played") {
    // An answer about a level that has been left is none.
    if (message.level === board?.level) play.played(message.played);
  }
  else if (message.type === "drawn") paint.drawn();
  else if (message.type === "say") shell.say(message.text);
  else if (message.type === "export") void exportAs(message.format);
  else if (message.type === "mode") {
    setMode(message.mode);
    part("stage").focus();
  }
});

showMode(kept.mode);
setDead(kept.dead);
stage.zoom(kept.zoom);
setBoard(null, "");
shell.post({ type: "ready", kept: before ?? null });
