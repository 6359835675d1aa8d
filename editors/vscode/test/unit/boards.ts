/** Boards as the server sends them, for tests. */
import type { Numbers, Squares } from "../../shared/protocol";

const COMMON = { uri: "file:///a.sok", version: 1, level: 0, fingerprint: "0", levels: 1, name: "1", findings: [], verdict: "", solution: null, stored: [], caret: null };

export function squaresBoard(rows: string[]): Squares {
  const [width, height] = [rows[0]?.length ?? 0, rows.length];
  const none = "0".repeat(width * height);
  return { ...COMMON, kind: "squares", width, height, rows, inside: none, dead: none, places: [] };
}

export function numbersBoard(width: number, start: number[]): Numbers {
  const goal = [...start.keys()].map((index) => (index + 1) % start.length);
  return { ...COMMON, kind: "numbers", width, height: start.length / width, start, goal, places: [] };
}
