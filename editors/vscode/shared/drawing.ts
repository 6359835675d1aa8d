/** Boards as SVG. Everything is text made from numbers and a palette: no text of the level gets into it. */
import { isBox, isPlayer, isTarget, type Scene } from "./scene";

/** The side of a square in the drawing's own units. */
export const CELL = 16;

/** Beyond so many squares walls are drawn without gaps between them, in long strips. */
const MANY = 10_000;

/** Colours as they stand in attributes: `#rrggbb`, or `var(…)` within the view. */
export interface Palette {
  ground: string;
  wall: string;
  floor: string;
  target: string;
  box: string;
  boxEdge: string;
  boxOn: string;
  boxOnEdge: string;
  player: string;
  playerEdge: string;
  eyes: string;
  dead: string;
  tile: string;
  tileText: string;
}

export const PALETTE_NAMES: readonly (keyof Palette)[] = [
  "ground", "wall", "floor", "target", "box", "boxEdge", "boxOn", "boxOnEdge", "player", "playerEdge", "eyes", "dead", "tile", "tileText",
];

/** The palette of the view: the variables that its style sheet derives from the theme. */
export const THEME = Object.fromEntries(PALETTE_NAMES.map((name) => [name, `var(--sok-${name})`])) as unknown as Palette;

type Cells = (cell: number) => boolean;

/** One path over all cells that are wanted. */
function path(scene: Scene, wanted: Cells, shape: (x: number, y: number) => string, attributes: string): string {
  let d = "";
  for (let cell = 0; cell < scene.width * scene.height; cell++) {
    if (wanted(cell)) d += shape((cell % scene.width) * CELL, Math.floor(cell / scene.width) * CELL);
  }
  return d === "" ? "" : `<path d="${d}" ${attributes}/>`;
}

/** One path of strips as long as the cells allow: short for large boards, and without seams. */
function strips(scene: Scene, wanted: Cells, attributes: string): string {
  let d = "";
  for (let y = 0; y < scene.height; y++) {
    for (let x = 0; x < scene.width; x++) {
      const start = x;
      while (x < scene.width && wanted(y * scene.width + x)) x++;
      if (x > start) d += `M${start * CELL} ${y * CELL}h${(x - start) * CELL}v${CELL}h${(start - x) * CELL}z`;
    }
  }
  return d === "" ? "" : `<path d="${d}" ${attributes}/>`;
}

const brick = (x: number, y: number): string =>
  `M${x + 2} ${y + 0.5}h12q1.5 0 1.5 1.5v12q0 1.5-1.5 1.5h-12q-1.5 0-1.5-1.5v-12q0-1.5 1.5-1.5z`;
const diamond = (x: number, y: number): string => `M${x + 8} ${y + 2.3}l5.7 5.7-5.7 5.7-5.7-5.7z`;
const cross = (x: number, y: number): string => `M${x + 6} ${y + 6}l4 4m0-4l-4 4`;

export interface Ground {
  /** `0` and `1` for each square: where the player could walk without boxes. */
  inside: string;
  dead: string;
  /** Whether dead squares are shown. */
  showDead: boolean;
}

/** What does not move: walls, floor, targets. */
export function ground(scene: Scene, { inside, dead, showDead }: Ground, palette: Palette): string {
  if (scene.numbers.length > 0) return strips(scene, () => true, `fill="${palette.floor}"`);
  const square = (cell: number): string => scene.squares[cell] ?? " ";
  const isWall: Cells = (cell) => square(cell) === "#";
  const isFloor: Cells = (cell) => (inside[cell] === "1" || square(cell) !== " ") && !isWall(cell);
  const walls =
    scene.width * scene.height > MANY
      ? strips(scene, isWall, `fill="${palette.wall}"`)
      : path(scene, isWall, brick, `fill="${palette.wall}"`);
  return [
    strips(scene, isFloor, `fill="${palette.floor}"`),
    walls,
    path(scene, (cell) => isTarget(square(cell)), diamond, `fill="${palette.target}" fill-opacity=".35" stroke="${palette.target}"`),
    showDead
      ? path(scene, (cell) => dead[cell] === "1" && square(cell) !== "#", cross, `stroke="${palette.dead}" stroke-linecap="round" class="dead"`)
      : "",
  ].join("");
}

export interface Piece {
  kind: "box" | "boxOn" | "player" | "playerOn" | "tile" | "tileOn";
  cell: number;
  /** On a sliding board. */
  number?: number;
}

/** What moves: boxes and the player, or the numbers that are not the blank. The player comes last, on top. */
export function pieces(scene: Scene, goal: number[] = []): Piece[] {
  if (scene.numbers.length > 0) {
    const all = scene.numbers.map((number, cell): Piece => ({ kind: goal[cell] === number ? "tileOn" : "tile", cell, number }));
    return all.filter((piece) => piece.number !== 0);
  }
  const found: Piece[] = [];
  const players: Piece[] = [];
  scene.squares.forEach((square, cell) => {
    if (isBox(square)) found.push({ kind: isTarget(square) ? "boxOn" : "box", cell });
    if (isPlayer(square)) players.push({ kind: isTarget(square) ? "playerOn" : "player", cell });
  });
  return [...found, ...players];
}

/** The inside of a piece's own square. Box and box on a target differ in form, not in colour alone. */
export function pieceMarkup(piece: Piece, palette: Palette): string {
  switch (piece.kind) {
    case "box":
      return (
        `<rect x="1.75" y="1.75" width="12.5" height="12.5" rx="1.75" fill="${palette.box}" stroke="${palette.boxEdge}" stroke-width="1.25"/>` +
        `<path d="M4.5 4.5l7 7m0-7l-7 7" stroke="${palette.boxEdge}" stroke-width="1.25" stroke-linecap="round"/>`
      );
    case "boxOn":
      return (
        `<rect x="1.75" y="1.75" width="12.5" height="12.5" rx="1.75" fill="${palette.boxOn}" stroke="${palette.boxOnEdge}" stroke-width="1.25"/>` +
        `<path d="M4.75 8.25l2.5 2.5 4.25-5" fill="none" stroke="${palette.boxOnEdge}" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round"/>`
      );
    case "player":
    case "playerOn":
      return (
        `<circle cx="8" cy="8" r="4.6" fill="${palette.player}" stroke="${palette.playerEdge}" stroke-width="1"/>` +
        `<path d="M6.2 6.6v1.3M9.8 6.6v1.3" stroke="${palette.eyes}" stroke-width="1.4" stroke-linecap="round"/>`
      );
    case "tile":
    case "tileOn": {
      const on = piece.kind === "tileOn";
      const digits = String(piece.number).length;
      return (
        `<rect x="1" y="1" width="14" height="14" rx="2" fill="${on ? palette.boxOn : palette.tile}" stroke="${on ? palette.boxOnEdge : palette.boxEdge}" stroke-width=".75"/>` +
        `<text x="8" y="${digits > 2 ? 10 : 11}" font-size="${digits > 2 ? 6 : 8.5}" font-family="sans-serif" font-weight="600" text-anchor="middle" fill="${palette.tileText}">${Number(piece.number)}</text>`
      );
    }
  }
}

/** A whole position as a picture that stands alone. */
export function picture(scene: Scene, parts: Ground, goal: number[], palette: Palette, scale = 2): string {
  const [width, height] = [scene.width * CELL, scene.height * CELL];
  const standing = pieces(scene, goal).map((piece) => {
    const [x, y] = [(piece.cell % scene.width) * CELL, Math.floor(piece.cell / scene.width) * CELL];
    return `<g transform="translate(${x} ${y})">${pieceMarkup(piece, palette)}</g>`;
  });
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width * scale}" height="${height * scale}" viewBox="0 0 ${width} ${height}">` +
    `<rect width="${width}" height="${height}" fill="${palette.ground}"/>${ground(scene, parts, palette)}${standing.join("")}</svg>`
  );
}
