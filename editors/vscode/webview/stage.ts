/** The drawing in the page: a ground that rarely changes, and pieces that slide from square to square. */
import { CELL, ground, pieceMarkup, pieces, THEME, type Ground, type Piece } from "../shared/drawing";
import type { Scene } from "../shared/scene";
import { part } from "./dom";

const SVG = "http://www.w3.org/2000/svg";

export interface Marked {
  cells: number[];
  kind: string;
}

export interface Stage {
  show: (scene: Scene, parts: Ground, goal: number[]) => void;
  /** Outlines around squares; each kind has its own look. */
  mark: (marks: Marked[]) => void;
  /** How many empty squares are shown around the board, to be drawn upon. */
  margin: (squares: number) => void;
  /** A fixed size of a square in pixels, or 0: as large as fits. */
  zoom: (pixels: number) => void;
  cellPixels: () => number;
  /** The column and row at a place of the screen. */
  at: (x: number, y: number) => [number, number];
  clear: () => void;
}

/** A fitted board is no coarser than this. */
const LARGEST = 56;

export function createStage(): Stage {
  const main = part("stage");
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("aria-hidden", "true");
  const [below, standing, above] = ["ground", "pieces", "marks"].map((name) => {
    const layer = document.createElementNS(SVG, "g");
    layer.setAttribute("class", name);
    svg.append(layer);
    return layer;
  }) as [SVGGElement, SVGGElement, SVGGElement];
  main.append(svg);

  let size: [number, number] = [0, 0];
  let edge = 0;
  let fixed = 0;
  let drawn = "";
  let shown: { piece: Piece; element: SVGGElement; markup: string }[] = [];

  function layout(): void {
    const [width, height] = size.map((squares) => squares + 2 * edge) as [number, number];
    svg.setAttribute("viewBox", `${-edge * CELL} ${-edge * CELL} ${width * CELL} ${height * CELL}`);
    const pixels = cellPixels();
    svg.style.width = `${width * pixels}px`;
    svg.style.height = `${height * pixels}px`;
  }

  function cellPixels(): number {
    if (fixed > 0) return fixed;
    const [width, height] = size.map((squares) => squares + 2 * edge) as [number, number];
    const room = Math.min((main.clientWidth - 24) / width, (main.clientHeight - 24) / height);
    return Math.max(4, Math.min(LARGEST, Math.floor(room)));
  }

  function place(element: SVGGElement, cell: number): void {
    const [x, y] = [(cell % size[0]) * CELL, Math.floor(cell / size[0]) * CELL];
    element.style.transform = `translate(${x}px, ${y}px)`;
    element.dataset["cell"] = String(cell);
  }

  /** Gives every piece an element: first those that stayed, then the others of the same sort. */
  function arrange(wanted: Piece[]): void {
    const sort = (piece: Piece): string => `${piece.kind.replace("On", "")} ${piece.number ?? ""}`;
    const free = new Set(shown);
    const next: typeof shown = [];
    const take = (piece: Piece, fits: (old: Piece) => boolean): boolean => {
      const found = [...free].find((old) => sort(old.piece) === sort(piece) && fits(old.piece));
      if (!found) return false;
      free.delete(found);
      next.push({ ...found, piece });
      return true;
    };
    const byCell = new Map(shown.map((old) => [old.piece.cell, old]));
    const moved = wanted.filter((piece) => {
      const old = byCell.get(piece.cell);
      if (!old || !free.has(old) || sort(old.piece) !== sort(piece)) return true;
      free.delete(old);
      next.push({ ...old, piece });
      return false;
    });
    for (const piece of moved) {
      if (take(piece, () => true)) continue;
      const element = document.createElementNS(SVG, "g");
      next.push({ piece, element, markup: "" });
    }
    for (const old of free) old.element.remove();
    for (const item of next) {
      const markup = pieceMarkup(item.piece, THEME);
      if (markup !== item.markup) item.element.innerHTML = item.markup = markup;
      item.element.setAttribute("class", item.piece.kind);
      place(item.element, item.piece.cell);
      if (!item.element.isConnected) standing.append(item.element);
    }
    const player = next.find((item) => item.piece.kind.startsWith("player"))?.element;
    if (player && standing.lastChild !== player) standing.append(player);
    shown = next;
  }

  new ResizeObserver(layout).observe(main);

  return {
    show(scene, parts, goal) {
      // Another board is another picture: nothing slides from the one to the other.
      if (size[0] !== scene.width || size[1] !== scene.height) {
        size = [scene.width, scene.height];
        shown = [];
        standing.replaceChildren();
        layout();
      }
      const markup = ground(scene, parts, THEME);
      if (markup !== drawn) below.innerHTML = drawn = markup;
      arrange(pieces(scene, goal));
      svg.removeAttribute("hidden");
    },
    mark(marks) {
      above.replaceChildren(
        ...marks.flatMap(({ cells, kind }) =>
          cells.map((cell) => {
            const box = document.createElementNS(SVG, "rect");
            const inset = kind === "cursor" ? 1 : 0.6;
            const values = {
              class: kind,
              x: (cell % size[0]) * CELL + inset,
              y: Math.floor(cell / size[0]) * CELL + inset,
              width: CELL - 2 * inset,
              height: CELL - 2 * inset,
              rx: 2,
            };
            for (const [name, value] of Object.entries(values)) box.setAttribute(name, String(value));
            box.dataset["cell"] = String(cell);
            return box;
          }),
        ),
      );
    },
    margin(squares) {
      if (edge === squares) return;
      edge = squares;
      layout();
    },
    zoom(pixels) {
      fixed = pixels;
      layout();
    },
    cellPixels,
    at(x, y) {
      const box = svg.getBoundingClientRect();
      const pixels = box.width / (size[0] + 2 * edge);
      return [Math.floor((x - box.left) / pixels) - edge, Math.floor((y - box.top) / pixels) - edge];
    },
    clear() {
      size = [0, 0];
      shown = [];
      drawn = "";
      for (const layer of [below, standing, above]) layer.replaceChildren();
      svg.setAttribute("hidden", "");
    },
  };
}
