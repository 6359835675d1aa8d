// The board view as a person sees it: a page within the workbench's page, in two frames.
import { setTimeout } from "node:timers/promises";

/** The class of what stands on a square, by what a level's author would write. */
const PIECES = { $: "box", "*": "boxOn", "@": "player", "+": "playerOn" };

export function boardView(page) {
  const frame = page.frameLocator("iframe.webview.ready").frameLocator("iframe#active-frame");
  const part = (id) => frame.locator(`#${id}`);

  return {
    frame,
    part,
    stage: part("stage"),
    piece: (square, cell) => frame.locator(`.pieces .${PIECES[square]}${cell === undefined ? "" : `[data-cell="${cell}"]`}`),
    mark: (kind, cell) => frame.locator(`.marks .${kind}${cell === undefined ? "" : `[data-cell="${cell}"]`}`),
    mode: (name) => frame.locator(`[data-mode="${name}"][role=radio]`),
    tool: (name) => frame.locator(`[data-tool="${name}"]`),
    said: (text) => part("said").filter({ hasText: text }),
    named: (name) => part("name").filter({ hasText: name }).waitFor(),

    /** Gives the keys to the board. */
    async focus() {
      await part("stage").focus();
    },

    /** Waits until keys that are pressed reach the board. */
    async hasKeys() {
      while (!(await frame.locator("body").evaluate(() => document.hasFocus()))) await setTimeout(20);
    },

    /** Where a square is on the screen. Columns and rows count from 0; outside of the board they go on. */
    async spot(x, y, width) {
      const box = await frame.locator("#stage > svg").boundingBox();
      const margin = (await frame.locator("body").getAttribute("data-mode")) === "paint" ? 1 : 0;
      const side = box.width / (width + 2 * margin);
      return [box.x + (x + margin + 0.5) * side, box.y + (y + margin + 0.5) * side];
    },

    /** Notes at every frame which board is shown, where, and what is said of it; the function returned tells what was seen. */
    async watch() {
      const body = frame.locator("body");
      await body.evaluate(noteBoardPerFrame);
      return () => body.evaluate(() => window.boardsSeen);
    },

    /** Draws with the mouse from one square to the next ones, in one stroke. */
    async stroke(width, ...squares) {
      const spots = [];
      for (const [x, y] of squares) spots.push(await this.spot(x, y, width));
      await page.mouse.move(...spots[0]);
      await page.mouse.down();
      for (const spot of spots.slice(1)) await page.mouse.move(...spot, { steps: 4 });
      await page.mouse.up();
    },
  };
}

/** Runs in the view. */
function noteBoardPerFrame() {
  window.boardsSeen = [];
  const text = (id) => document.getElementById(id).textContent;
  const note = () => {
    const { x, y, width, height } = document.querySelector("#stage > svg").getBoundingClientRect();
    const seen = { name: text("name"), verdict: text("verdict"), count: text("count"), place: [x, y, width, height].join(" ") };
    if (JSON.stringify(seen) !== JSON.stringify(window.boardsSeen.at(-1))) window.boardsSeen.push(seen);
    requestAnimationFrame(note);
  };
  note();
}
