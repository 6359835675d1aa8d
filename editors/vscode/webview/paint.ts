/** Painting with the mouse and with keys. A stroke is shown at once, and becomes one edit of the text. */
import { between, strokeTool, TOOLS, type Tool } from "../shared/brush";
import { cellName, contentName } from "../shared/names";
import type { Board, Stroke } from "../shared/protocol";
import { isPlayer, sceneOf, type Scene } from "../shared/scene";
import { pieceMarkup, THEME } from "../shared/drawing";
import { part, radios } from "./dom";
import { letterOf, type Shell, type Way } from "./shell";
import type { Stage } from "./stage";

export interface Paint extends Way {
  /** The last stroke is in the text, or was refused. */
  drawn: () => void;
}

type Spot = [number, number];

export function createPaint(shell: Shell, stage: Stage): Paint {
  let tool: Tool = "wall";
  let cursor: Spot = [0, 0];
  /** The stroke under the mouse: what it makes of a square, and the squares it has touched. */
  let stroke: { make: (square: string) => string; last: Spot; touched: Map<string, Stroke> } | undefined;
  /** Strokes that wait until the text has taken in the one before. */
  let queue: Stroke[][] = [];
  let sent: Stroke[] | undefined;
  let byKeys = false;
  /** Keys begin at the caret each time that painting begins. */
  let placed = false;

  const chooseTool = radios("tool", (value) => pick(value as Tool), part("stage"));
  function pick(next: Tool): void {
    tool = next;
    chooseTool(tool);
  }
  pick(tool);
  drawSwatches();

  const inside = ([x, y]: Spot): boolean => {
    const board = shell.board();
    return board !== null && x >= 0 && y >= 0 && x < board.width && y < board.height;
  };

  /** The board as it will be with what is on its way. */
  function preview(): Scene | undefined {
    const board = shell.board();
    if (!board) return undefined;
    const scene = sceneOf(board);
    for (const { x, y, square } of [...(sent ?? []), ...queue.flat(), ...(stroke?.touched.values() ?? [])]) {
      if (!inside([x, y])) continue;
      if (isPlayer(square)) scene.squares = scene.squares.map((old) => (old === "@" ? " " : old === "+" ? "." : old));
      scene.squares[y * board.width + x] = square;
    }
    return scene;
  }

  function squareAt([x, y]: Spot): string {
    const scene = preview();
    return scene && inside([x, y]) ? (scene.squares[y * scene.width + x] ?? " ") : " ";
  }

  function touch(spot: Spot): void {
    if (!stroke) return;
    const square = stroke.make(squareAt(spot));
    const [x, y] = spot;
    // A second player would only take the place of the first.
    if (isPlayer(square)) stroke.touched.clear();
    stroke.touched.set(spot.join(), { x, y, square });
  }

  function put(strokes: Stroke[]): void {
    const changes = strokes.filter(({ x, y, square }) => !inside([x, y]) || boardSquare(x, y) !== square);
    if (changes.length === 0) return;
    queue.push(changes);
    send();
  }

  function boardSquare(x: number, y: number): string | undefined {
    const board = shell.board();
    return board?.kind === "squares" ? board.rows[y]?.[x] : undefined;
  }

  function send(): void {
    const board = shell.board();
    if (sent || !board) return;
    sent = queue.shift();
    if (sent) shell.post({ type: "draw", level: board.level, version: board.version, strokes: sent });
  }

  function show(): void {
    const [scene, board] = [preview(), shell.board()];
    if (!scene || !board) return;
    if (!placed) placeCursor(board);
    const cells = byKeys && board.kind === "squares" && inside(cursor) ? [cursor[1] * board.width + cursor[0]] : [];
    shell.draw(scene, true, [{ kind: "cursor", cells }]);
  }

  function placeCursor({ caret, width }: Board): void {
    if (caret && "cell" in caret) cursor = [caret.cell % width, Math.floor(caret.cell / width)];
    placed = true;
  }

  const main = part("stage");
  main.addEventListener("pointerdown", (event) => {
    if (shell.kept.mode !== "paint" || event.button !== 0 || shell.board()?.kind !== "squares") return;
    const spot = stage.at(event.clientX, event.clientY);
    if (!withinReach(spot)) return;
    main.setPointerCapture(event.pointerId);
    byKeys = false;
    cursor = spot;
    stroke = { make: strokeTool(squareAt(spot), tool), last: spot, touched: new Map() };
    touch(spot);
    show();
  });
  main.addEventListener("pointermove", (event) => {
    if (!stroke) return;
    const spot = stage.at(event.clientX, event.clientY);
    for (const step of between(stroke.last, spot)) if (withinReach(step)) touch(step);
    stroke.last = spot;
    show();
  });
  const finish = (): void => {
    if (!stroke) return;
    const strokes = [...stroke.touched.values()];
    stroke = undefined;
    put(strokes);
    show();
  };
  main.addEventListener("pointerup", finish);
  main.addEventListener("pointercancel", finish);

  /** The board and one square around it. */
  function withinReach([x, y]: Spot): boolean {
    const board = shell.board();
    return board !== null && x >= -1 && y >= -1 && x <= board.width && y <= board.height;
  }

  function moveCursor(letter: string): void {
    const [dx, dy] = { l: [-1, 0], r: [1, 0], u: [0, -1], d: [0, 1] }[letter] ?? [0, 0];
    const next: Spot = [cursor[0] + (dx ?? 0), cursor[1] + (dy ?? 0)];
    if (!inside(next)) return;
    byKeys = true;
    cursor = next;
    sayCursor();
    show();
  }

  function sayCursor(): void {
    const [scene, board] = [preview(), shell.board()];
    if (!scene || !board) return;
    const cell = cursor[1] * board.width + cursor[0];
    shell.say(`${cellName(cell, board.width)}, ${contentName(scene, cell)}`);
  }

  function paintCursor(square: string): void {
    byKeys = true;
    put([{ x: cursor[0], y: cursor[1], square }]);
    sayCursor();
    show();
  }

  return {
    help: "Drag to draw, also just outside the board. Keys: arrows, Space, 1 to 5, or # . $ @ - themselves.",
    update(_board, another) {
      if (!another) return;
      queue = [];
      sent = undefined;
      stroke = undefined;
      cursor = [0, 0];
      placed = false;
    },
    drawn() {
      // The board has grown to the left or at the top: what waits is counted from the new corner.
      const [dx, dy] = [grown((stroke) => stroke.x), grown((stroke) => stroke.y)];
      sent = undefined;
      if (dx > 0 || dy > 0) {
        queue = queue.map((strokes) => strokes.map((stroke) => ({ ...stroke, x: stroke.x + dx, y: stroke.y + dy })));
        cursor = [cursor[0] + dx, cursor[1] + dy];
      }
      send();
      show();
    },
    show,
    key(event) {
      const { key } = event;
      if ((event.ctrlKey || event.metaKey) && key.toLowerCase() === "z") {
        shell.post({ type: "undo" });
        return true;
      }
      if (event.ctrlKey || event.metaKey || event.altKey || shell.board()?.kind !== "squares") return false;
      const letter = key.startsWith("Arrow") ? letterOf(event) : undefined;
      const number = TOOLS.find((entry) => entry.key === key);
      if (letter) moveCursor(letter);
      else if (number) {
        pick(number.tool);
        shell.say(number.title);
      } else if (key === " " || key === "Enter") paintCursor(strokeTool(squareAt(cursor), tool)(squareAt(cursor)));
      else if ("#.$*@+".includes(key)) paintCursor(key);
      else if (key === "-" || key === "_" || key === "Delete") paintCursor(" ");
      else return false;
      return true;
    },
    leave() {
      stroke = undefined;
      placed = false;
    },
  };

  function grown(side: (stroke: Stroke) => number): number {
    return Math.max(0, ...(sent ?? []).map((stroke) => -side(stroke)));
  }
}

function drawSwatches(): void {
  const inner: Record<Tool, string> = {
    wall: `<path d="M2 .5h12q1.5 0 1.5 1.5v12q0 1.5-1.5 1.5h-12q-1.5 0-1.5-1.5v-12q0-1.5 1.5-1.5z" fill="${THEME.wall}"/>`,
    floor: `<rect x=".5" y=".5" width="15" height="15" rx="1.5" fill="${THEME.floor}" stroke="${THEME.dead}" stroke-opacity=".6"/>`,
    box: pieceMarkup({ kind: "box", cell: 0 }, THEME),
    target: `<path d="M8 2.3l5.7 5.7-5.7 5.7-5.7-5.7z" fill="${THEME.target}" fill-opacity=".35" stroke="${THEME.target}"/>`,
    player: pieceMarkup({ kind: "player", cell: 0 }, THEME),
  };
  for (const [tool, markup] of Object.entries(inner)) {
    const swatch = document.querySelector(`[data-tool="${tool}"] .swatch`);
    if (swatch) swatch.innerHTML = markup;
  }
}
