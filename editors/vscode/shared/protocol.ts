/** What the server says of boards. The fields are explained in docs/lsp-extensions.md. */

export interface Mark {
  code: string;
  severity: "error" | "warning" | "information" | "hint";
  message: string;
  cells: number[];
}

export interface Stored {
  title: string;
  moves: string;
  solves: boolean;
}

export type Caret = { cell: number } | { stored: number; count: number };

/** `[line, start, end]` in the document. */
export type Place = [number, number, number] | null;

interface Common {
  uri: string;
  version: number;
  level: number;
  /** Tells the server which level was seen, also after edits elsewhere. */
  fingerprint: string;
  levels: number;
  name: string;
  width: number;
  height: number;
  places: Place[];
  findings: Mark[];
  verdict: string;
  solution: string | null;
  stored: Stored[];
  caret: Caret | null;
}

/** A level as it was seen. */
export type Seen = Pick<Board, "version" | "level" | "fingerprint">;

export type Squares = Common & { kind: "squares"; rows: string[]; inside: string; dead: string };
export type Numbers = Common & { kind: "numbers"; start: number[]; goal: number[] };
export type Board = Squares | Numbers;

export interface Played {
  version: number;
  rows: string[];
  numbers: number[];
  moves: string;
  pushes: number;
  solved: boolean;
  legal: boolean;
}

/** One square to be drawn, in a character of `xsb`. Outside of the board it grows. */
export interface Stroke {
  x: number;
  y: number;
  square: string;
}
