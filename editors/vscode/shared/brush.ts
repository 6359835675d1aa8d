/** What a brush makes of a square. */
import { isBox, isPlayer, isTarget } from "./scene";

export type Tool = "wall" | "floor" | "box" | "target" | "player";

export const TOOLS: readonly { tool: Tool; title: string; key: string }[] = [
  { tool: "wall", title: "Wall", key: "1" },
  { tool: "floor", title: "Floor", key: "2" },
  { tool: "box", title: "Box", key: "3" },
  { tool: "target", title: "Target", key: "4" },
  { tool: "player", title: "Player", key: "5" },
];

/** The square in `xsb` behind one touch of a brush: boxes and players keep the target under them, a target what is on it. */
export function painted(square: string, tool: Tool): string {
  if (tool === "wall") return "#";
  if (tool === "floor") return " ";
  if (tool === "box") return isTarget(square) ? "*" : "$";
  if (tool === "player") return isTarget(square) ? "+" : "@";
  if (isBox(square)) return "*";
  return isPlayer(square) ? "+" : ".";
}

/**
 * The square that a whole stroke paints. A stroke that begins on what its brush paints takes it away again, as a
 * second click does.
 */
export function strokeTool(first: string, tool: Tool): (square: string) => string {
  if (tool === "floor" || tool === "player" || painted(first, tool) !== first) return (square) => painted(square, tool);
  if (tool === "wall") return () => " ";
  if (tool === "box") return (square) => (isTarget(square) ? "." : " ");
  return (square) => (isBox(square) ? "$" : isPlayer(square) ? "@" : " ");
}

/** The squares on the straight way from one to another, so that a quick stroke has no gaps. */
export function between(from: [number, number], to: [number, number]): [number, number][] {
  const steps = Math.max(Math.abs(to[0] - from[0]), Math.abs(to[1] - from[1]));
  return Array.from({ length: steps }, (_, index) => {
    const part = (index + 1) / steps;
    return [Math.round(from[0] + (to[0] - from[0]) * part), Math.round(from[1] + (to[1] - from[1]) * part)];
  });
}
