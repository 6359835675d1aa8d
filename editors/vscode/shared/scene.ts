/**
 * A position on the way along moves that the server has checked. What may move where is the server's affair: here
 * pictures are moved, and nothing is judged.
 */
import type { Board, Played } from "./protocol";

export interface Scene {
  width: number;
  height: number;
  /** A character of `xsb` for each square; empty on a sliding board. */
  squares: string[];
  /** The numbers of a sliding board; empty on others. */
  numbers: number[];
}

export function sceneOf(board: Board): Scene {
  const { width, height } = board;
  return board.kind === "squares"
    ? { width, height, squares: [...board.rows.join("")], numbers: [] }
    : { width, height, squares: [], numbers: [...board.start] };
}

export function sceneAfter(board: Board, played: Played): Scene {
  const { width, height } = board;
  return { width, height, squares: [...played.rows.join("")], numbers: [...played.numbers] };
}

export const isPlayer = (square: string | undefined): boolean => square === "@" || square === "+";
export const isBox = (square: string | undefined): boolean => square === "$" || square === "*";
export const isTarget = (square: string | undefined): boolean => square === "." || square === "*" || square === "+";

/** The square with other things on it, its target kept. */
function holding(square: string | undefined, what: "player" | "box" | "nothing"): string {
  const on = isTarget(square);
  if (what === "player") return on ? "+" : "@";
  if (what === "box") return on ? "*" : "$";
  return on ? "." : " ";
}

function step(letter: string, width: number): number {
  return { l: -1, r: 1, u: -width, d: width }[letter.toLowerCase()] ?? 0;
}

/** Moves the player (on a sliding board the blank) by one letter of `l u r d`; a capital takes a box along. */
export function forward(scene: Scene, letter: string): void {
  const by = step(letter, scene.width);
  const { squares, numbers } = scene;
  if (numbers.length > 0) return slide(numbers, by);
  const from = squares.findIndex(isPlayer);
  const to = from + by;
  if (isPush(letter)) squares[to + by] = holding(squares[to + by], "box");
  squares[to] = holding(squares[to], "player");
  squares[from] = holding(squares[from], "nothing");
}

/** Takes back what `forward` did. */
export function back(scene: Scene, letter: string): void {
  const by = step(letter, scene.width);
  const { squares, numbers } = scene;
  if (numbers.length > 0) return slide(numbers, -by);
  const from = squares.findIndex(isPlayer);
  const to = from - by;
  squares[to] = holding(squares[to], "player");
  squares[from] = holding(squares[from], isPush(letter) ? "box" : "nothing");
  if (isPush(letter)) squares[from + by] = holding(squares[from + by], "nothing");
}

function slide(numbers: number[], by: number): void {
  const blank = numbers.indexOf(0);
  numbers[blank] = numbers[blank + by] ?? 0;
  numbers[blank + by] = 0;
}

export const isPush = (letter: string): boolean => letter !== letter.toLowerCase();

export function pushes(moves: string): number {
  return [...moves].filter(isPush).length;
}

/** Moves along the way from one number of moves to another. */
export function travel(scene: Scene, moves: string, from: number, to: number): void {
  for (let at = from; at < to; at++) forward(scene, moves[at] ?? "");
  for (let at = from; at > to; at--) back(scene, moves[at - 1] ?? "");
}
