/** What the extension and its board view say to each other. */
import type { Board, Played, Seen, Stroke } from "./protocol";

export type Mode = "solution" | "play" | "paint";
export const MODES: readonly Mode[] = ["solution", "play", "paint"];
export type Format = "svg" | "png" | "gif";

/** What the view keeps over a reload. */
export interface Kept {
  uri: string;
  level: number;
  mode: Mode;
  moves: string;
  zoom: number;
  speed: number;
  dead: boolean;
}

export type ToView =
  /** Without a board, `why` says what is missing. */
  | { type: "board"; board: Board | null; why: string }
  | { type: "played"; level: number; played: Played | null }
  /** The stroke is in the text, or was refused. */
  | { type: "drawn" }
  | { type: "mode"; mode: Mode }
  | { type: "say"; text: string }
  | { type: "export"; format: Format };

export type ToHost =
  | { type: "ready"; kept: Kept | null }
  /** The board on which the cell was chosen may be older than the one that the text has now. */
  | { type: "select"; level: number; version: number; cell: number }
  | { type: "level"; level: number }
  | { type: "play"; level: number; moves: string }
  | { type: "insert"; seen: Seen; moves: string }
  | { type: "draw"; level: number; version: number; strokes: Stroke[] }
  | { type: "undo" }
  | { type: "pickFormat" }
  /** A picture to be saved: the text of an SVG, or bytes in base64. */
  | { type: "picture"; format: Format; content: string; name: string };
