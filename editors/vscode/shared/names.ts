/** Words for squares and moves, as level authors say them. */
import type { Scene } from "./scene";

/** `D5`: columns are letters, rows numbers, from the top left. */
export function cellName(cell: number, width: number): string {
  return columnName(cell % width) + (Math.floor(cell / width) + 1);
}

function columnName(column: number): string {
  const last = String.fromCharCode(65 + (column % 26));
  return column < 26 ? last : columnName(Math.floor(column / 26) - 1) + last;
}

const SQUARES: Record<string, string> = {
  "#": "wall",
  " ": "floor",
  ".": "target",
  $: "box",
  "*": "box on a target",
  "@": "player",
  "+": "player on a target",
};

export function contentName(scene: Scene, cell: number): string {
  const number = scene.numbers[cell];
  if (number !== undefined) return number === 0 ? "blank" : String(number);
  return SQUARES[scene.squares[cell] ?? " "] ?? "floor";
}

const DIRECTIONS: Record<string, string> = { l: "left", r: "right", u: "up", d: "down" };

export function moveName(letter: string): string {
  const direction = DIRECTIONS[letter.toLowerCase()] ?? "";
  return letter === letter.toLowerCase() ? direction : `push ${direction}`;
}

export function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

export function counts(moves: number, pushed: number, slides: boolean): string {
  return slides ? count(moves, "move") : `${count(pushed, "push", "pushes")} · ${count(moves, "move")}`;
}

/** A level's name without what file systems do not like. */
export function fileName(name: string): string {
  const plain = name.replace(/[^\p{L}\p{N} ._-]+/gu, " ").replace(/\s+/g, " ").replace(/^[. ]+|[. ]+$/g, "");
  return plain.slice(0, 60) || "board";
}
