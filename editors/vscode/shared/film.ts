/** A replay as the frames of an animated picture: every frame redraws only the squares that have changed. */
import type { Frame } from "./gif";
import { forward, sceneOf, type Scene } from "./scene";
import type { Board } from "./protocol";

/** Squares as pixels: for each kind of square `size * size` indices into the colours. */
export interface Sprites {
  size: number;
  colours: number[];
  of: (scene: Scene, cell: number) => Uint8Array;
}

/** A picture of more pixels than this is no use to anybody, and takes long to make. */
export const MOST_PIXELS = 4_000_000;
export const MOST_FRAMES = 3000;

/** How long the last frame stands, in hundredths of a second. */
const REST = 150;

export function film(board: Board, moves: string, sprites: Sprites, delay: number): Frame[] {
  const scene = sceneOf(board);
  const { width, height } = scene;
  const all = Array.from({ length: width * height }, (_, cell) => cell);
  const frames = [frame(scene, all, sprites, delay)];
  for (const letter of moves.slice(0, MOST_FRAMES)) {
    const before = [scene.squares, scene.numbers].map((list) => [...list]);
    forward(scene, letter);
    const changed = all.filter((cell) => scene.squares[cell] !== before[0]?.[cell] || scene.numbers[cell] !== before[1]?.[cell]);
    frames.push(frame(scene, changed, sprites, delay));
  }
  const last = frames.at(-1);
  if (last) last.delay = REST;
  return frames;
}

/** The rectangle around some squares. */
function frame(scene: Scene, cells: number[], sprites: Sprites, delay: number): Frame {
  const { size } = sprites;
  const columns = cells.map((cell) => cell % scene.width);
  const rows = cells.map((cell) => Math.floor(cell / scene.width));
  const [left, right] = [least(columns), most(columns)];
  const [top, bottom] = [least(rows), most(rows)];
  const width = (right - left + 1) * size;
  const height = (bottom - top + 1) * size;
  const pixels = new Uint8Array(width * height);
  for (let row = top; row <= bottom; row++) {
    for (let column = left; column <= right; column++) {
      const sprite = sprites.of(scene, row * scene.width + column);
      for (let y = 0; y < size; y++) {
        pixels.set(sprite.subarray(y * size, (y + 1) * size), ((row - top) * size + y) * width + (column - left) * size);
      }
    }
  }
  return { x: left * size, y: top * size, width, height, pixels, delay };
}

const least = (list: number[]): number => list.reduce((a, b) => Math.min(a, b), Infinity);
const most = (list: number[]): number => list.reduce((a, b) => Math.max(a, b), 0);

/** At most 256 colours for pixels of many shades: the commonest ones stay, the others go to the nearest. */
export function fewColours(pixels: Uint32Array): { colours: number[]; index: (colour: number) => number } {
  const often = new Map<number, number>();
  for (const colour of pixels) often.set(colour, (often.get(colour) ?? 0) + 1);
  const colours = [...often].sort((a, b) => b[1] - a[1]).slice(0, 256).map(([colour]) => colour);
  const known = new Map(colours.map((colour, index) => [colour, index]));
  const index = (colour: number): number => {
    const exact = known.get(colour);
    if (exact !== undefined) return exact;
    let best = 0;
    colours.forEach((other, at) => {
      if (distance(other, colour) < distance(colours[best] ?? 0, colour)) best = at;
    });
    known.set(colour, best);
    return best;
  };
  return { colours, index };
}

function distance(a: number, b: number): number {
  return [16, 8, 0].reduce((sum, shift) => sum + (((a >> shift) & 255) - ((b >> shift) & 255)) ** 2, 0);
}
