/** Playing by keys. Every move is asked of the server, which knows the rules. */
import { counts, moveName } from "../shared/names";
import type { Played } from "../shared/protocol";
import { sceneAfter, sceneOf } from "../shared/scene";
import { onClick, part, setText } from "./dom";
import { letterOf, type Shell, type Way } from "./shell";

export interface Play extends Way {
  played: (played: Played | null) => void;
  moves: () => string;
}

export function createPlay(shell: Shell): Play {
  let now: Played | null = null;
  /** What was taken back, the next move first. */
  let redo = "";
  /** Keys pressed while an answer is awaited. */
  let waiting: (() => void)[] = [];
  let asked = false;
  let version = 0;

  const moves = (): string => now?.moves ?? "";

  function ask(line: string): void {
    const board = shell.board();
    if (!board) return;
    asked = true;
    shell.post({ type: "play", level: board.level, moves: line });
  }

  /** One thing after the other: each is worked out on what the one before has led to. */
  function then(act: () => void): void {
    waiting.push(act);
    if (!asked) next();
  }

  function next(): void {
    while (!asked && waiting.length > 0) waiting.shift()?.();
  }

  const move = (letter: string) => (): void => {
    if (redo[0]?.toLowerCase() === letter) redo = redo.slice(1);
    else redo = "";
    ask(moves() + letter);
  };

  function undoTo(count: number): void {
    const line = moves();
    if (count < 0 || count >= line.length) return;
    redo = line.slice(count) + redo;
    ask(line.slice(0, count));
  }

  function redoTo(count: number): void {
    if (redo === "") return;
    const line = moves() + redo.slice(0, count);
    redo = redo.slice(count);
    ask(line);
  }

  const undo = (): void => then(() => undoTo(moves().length - 1));
  const again = (): void => then(() => redoTo(1));
  const restart = (): void => then(() => undoTo(0));
  const insert = (): void => {
    const board = shell.board();
    if (!board || !now?.solved) return;
    const { version, level, fingerprint } = board;
    shell.post({ type: "insert", seen: { version, level, fingerprint }, moves: now.moves });
  };

  function show(): void {
    const board = shell.board();
    if (!board) return;
    const line = moves();
    const slides = board.kind === "numbers";
    setText(part("played"), `${counts(line.length, now?.pushes ?? 0, slides)}${now?.solved ? " · solved" : ""}`);
    part("played").classList.toggle("solved", now?.solved ?? false);
    part<HTMLButtonElement>("undo").disabled = line === "";
    part<HTMLButtonElement>("restart").disabled = line === "";
    part<HTMLButtonElement>("redo").disabled = redo === "";
    part<HTMLButtonElement>("insert").disabled = !now?.solved;
    shell.draw(now && line !== "" ? sceneAfter(board, now) : sceneOf(board), line === "");
  }

  onClick("undo", undo);
  onClick("redo", again);
  onClick("restart", restart);
  onClick("insert", insert);

  return {
    help: "Arrows or l u r d move, U (Shift) or Ctrl+Z undoes, Home starts again, Enter inserts.",
    moves,
    update(board, another) {
      if (!another && board.version === version) return;
      version = board.version;
      if (another) {
        now = null;
        redo = "";
        waiting = [];
        asked = false;
      }
      // The text may have changed under the moves: they are played afresh on what stands there now.
      const line = another ? shell.kept.moves : moves();
      if (line !== "") ask(line);
      else now = null;
    },
    played(played) {
      asked = false;
      const before = moves();
      now = played;
      const line = moves();
      if (played && !played.legal) shell.say("blocked");
      else if (line.length === before.length + 1) shell.say(`${moveName(line.at(-1) ?? "")}${now?.solved ? ". Solved." : ""}`);
      else if (line.length < before.length) shell.say(`back to move ${line.length}`);
      shell.kept.moves = line;
      shell.save();
      show();
      next();
    },
    show,
    key(event) {
      const letter = letterOf(event);
      const { key } = event;
      const control = event.ctrlKey || event.metaKey;
      if (letter && !event.shiftKey) then(move(letter));
      else if ((key === "U" && !control) || key === "Backspace" || (control && key.toLowerCase() === "z" && !event.shiftKey)) undo();
      else if (control && (key.toLowerCase() === "y" || key.toLowerCase() === "z")) again();
      else if (key === "Home") restart();
      else if (key === "End") then(() => redoTo(redo.length));
      else if (key === "Enter") insert();
      else return false;
      return true;
    },
    leave: () => {},
  };
}
