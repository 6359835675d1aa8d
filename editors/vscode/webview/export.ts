/** The board as a picture to take along. Colours are those of the theme, written out. */
import { PALETTE_NAMES, picture, pieceMarkup, pieces, CELL, ground, type Ground, type Palette } from "../shared/drawing";
import { fewColours, film, MOST_PIXELS, type Sprites } from "../shared/film";
import { encodeGif } from "../shared/gif";
import type { Board } from "../shared/protocol";
import { sceneOf, type Scene } from "../shared/scene";

/** Pixels of a square: as large as people like, smaller for boards that would become huge. */
function squarePixels(board: Board, most: number): number {
  const side = Math.floor(Math.sqrt(MOST_PIXELS / (board.width * board.height)));
  return Math.max(4, Math.min(most, side));
}

/** The palette in plain colours, as the page shows them now. */
function plainPalette(): Palette {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 1;
  const context = canvas.getContext("2d", { willReadFrequently: true });
  const probe = document.createElement("span");
  document.body.append(probe);
  const plain = (name: string): string => {
    probe.style.color = `var(--sok-${name})`;
    if (!context) return "#000000";
    context.fillStyle = getComputedStyle(probe).color;
    context.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
    return `#${((1 << 24) | (red << 16) | (green << 8) | blue).toString(16).slice(1)}`;
  };
  const palette = Object.fromEntries(PALETTE_NAMES.map((name) => [name, plain(name)])) as unknown as Palette;
  probe.remove();
  return palette;
}

export function svgPicture(board: Board, scene: Scene, parts: Ground): string {
  return picture(scene, parts, goalOf(board), plainPalette());
}

export async function pngPicture(board: Board, scene: Scene, parts: Ground): Promise<string> {
  const size = squarePixels(board, 48);
  const canvas = await rasterised(svgPicture(board, scene, parts), board.width * size, board.height * size);
  return canvas.toDataURL("image/png").split(",")[1] ?? "";
}

export async function gifPicture(board: Board, moves: string, parts: Ground, speed: number): Promise<string> {
  const sprites = await makeSprites(board, moves, parts);
  const frames = film(board, moves, sprites, Math.max(2, Math.round(100 / speed)));
  const bytes = encodeGif(board.width * sprites.size, board.height * sprites.size, sprites.colours, frames);
  return base64(bytes);
}

const goalOf = (board: Board): number[] => (board.kind === "numbers" ? board.goal : []);

/** Every kind of square that a replay can show, drawn once, side by side. */
async function makeSprites(board: Board, moves: string, parts: Ground): Promise<Sprites> {
  const palette = plainPalette();
  const size = squarePixels(board, moves.length > 500 ? 24 : 32);
  const goal = goalOf(board);
  const kinds = new Map<string, number>();
  /** One square as a board of its own. */
  const alone = (cell: number, square: string | undefined, number: number | undefined) => {
    const [inside, dead] = [parts.inside[cell] ?? "0", parts.dead[cell] ?? "0"];
    const placed = number !== undefined && goal[cell] === number;
    const scene = { width: 1, height: 1, squares: square === undefined ? [] : [square], numbers: number === undefined ? [] : [number] };
    return { key: [square, number, inside, dead, placed].join("|"), scene, parts: { ...parts, inside, dead }, goal: placed ? [number] : [] };
  };
  const tiles: string[] = [];
  const add = (cell: number, square: string | undefined, number: number | undefined): void => {
    const one = alone(cell, square, number);
    if (kinds.has(one.key)) return;
    kinds.set(one.key, tiles.length);
    const standing = pieces(one.scene, one.goal).map((piece) => pieceMarkup(piece, palette));
    const under = `<rect width="${CELL}" height="${CELL}" fill="${palette.ground}"/>`;
    tiles.push(under + ground(one.scene, one.parts, palette) + standing.join(""));
  };
  // All that can stand on a square, whether or not it comes to that.
  const start = sceneOf(board);
  for (let cell = 0; cell < start.width * start.height; cell++) {
    for (const number of start.numbers) add(cell, undefined, number);
    const square = start.squares[cell];
    if (square === undefined) continue;
    const states = square === "#" ? ["#"] : ".*+".includes(square) ? [".", "*", "+"] : [" ", "$", "@"];
    for (const state of states) add(cell, state, undefined);
  }
  const strip = tiles.map((tile, index) => `<g transform="translate(${index * CELL} 0)">${tile}</g>`).join("");
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${tiles.length * CELL}" height="${CELL}" viewBox="0 0 ${tiles.length * CELL} ${CELL}">${strip}</svg>`;
  const canvas = await rasterised(svg, tiles.length * size, size);
  const data = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data ?? new Uint8ClampedArray();
  const pixels = new Uint32Array(data.length / 4).map((_, at) => ((data[at * 4] ?? 0) << 16) | ((data[at * 4 + 1] ?? 0) << 8) | (data[at * 4 + 2] ?? 0));
  const { colours, index } = fewColours(pixels);
  const cut = tiles.map((_, tile) =>
    new Uint8Array(size * size).map((_, at) => index(pixels[Math.floor(at / size) * canvas.width + tile * size + (at % size)] ?? 0)),
  );
  return { size, colours, of: (scene, cell) => cut[kinds.get(alone(cell, scene.squares[cell], scene.numbers[cell]).key) ?? 0] ?? new Uint8Array(size * size) };
}

function rasterised(svg: string, width: number, height: number): Promise<HTMLCanvasElement> {
  return new Promise((resolve, reject) => {
    const image = new Image();
    image.onload = () => {
      const canvas = document.createElement("canvas");
      canvas.width = width;
      canvas.height = height;
      canvas.getContext("2d", { willReadFrequently: true })?.drawImage(image, 0, 0, width, height);
      resolve(canvas);
    };
    image.onerror = () => reject(new Error("the picture could not be drawn"));
    image.src = `data:image/svg+xml;base64,${base64(new TextEncoder().encode(svg))}`;
  });
}

function base64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}
