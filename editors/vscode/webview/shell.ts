/** What the three ways of using the board share. */
import type { Kept, ToHost } from "../shared/messages";
import type { Board } from "../shared/protocol";
import type { Scene } from "../shared/scene";
import type { Marked } from "./stage";

export interface Shell {
  kept: Kept;
  board: () => Board | null;
  post: (message: ToHost) => void;
  /** Draws a position, with the marks of the text's own position if that is what it is. */
  draw: (scene: Scene, atStart: boolean, marks?: Marked[]) => void;
  /** Says something to those who listen instead of looking. */
  say: (text: string) => void;
  save: () => void;
}

/** One way of using the board: replaying solutions, playing, painting. */
export interface Way {
  help: string;
  /** Takes in a board; `another` when it is not a new version of the one before. */
  update: (board: Board, another: boolean) => void;
  show: () => void;
  /** Returns false for keys that mean nothing here. */
  key: (event: KeyboardEvent) => boolean;
  /** Called when another way is chosen. */
  leave: () => void;
}

/** The letter of `l u r d` that a key stands for. */
export function letterOf(event: KeyboardEvent): string | undefined {
  const arrows: Record<string, string> = { ArrowLeft: "l", ArrowUp: "u", ArrowRight: "r", ArrowDown: "d" };
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
  return arrows[event.key] ?? (/^[lurd]$/.test(event.key) ? event.key : undefined);
}
