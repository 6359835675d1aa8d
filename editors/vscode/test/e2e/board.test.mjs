// The board beside the text: it follows the caret, replays, is played and painted; what it changes is seen in the text.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { after, afterEach, before, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { head, level, startSession } from "./rig/session.mjs";

const limit = { timeout: 300_000 };
let session, workbench, page, board;

const ROOM = "Room\n\n######\n#@ $.#\n#    #\n######\n";

const KEYS = [{ key: "ctrl+alt+g", command: "sok.exportBoard", args: { format: "gif", file: "moves.gif" } }];

before(async () => {
  const files = {
    "follow.sok": head("microban.sok", 35),
    "play.sok": ROOM,
    // Its verdict comes long after its board.
    "late.sok": `Late\n\n${level("microban.sok", 112)}`,
    // A file of its own: what VS Code shows of a file that is opened a second time are lenses that cannot be clicked yet.
    "keys.sok": ROOM,
    "paint.sok": ROOM,
    "broken.sok": "Broken\n\n#######\n#$   .#\n#  @  #\n#######\n",
    "stored.sok": `${ROOM}\nSolution 2/1\nrR\n\nSolution 6/1\ndrulrR\n`,
    "tiles.sok": "[[1,2,3],[4,0,5]]\n",
  };
  session = await startSession(files, { keys: KEYS, settings: { "sok.solve.timeLimit": 60 } });
  ({ workbench } = session);
  page = workbench.page;
  board = workbench.board();
}, limit);
after(() => session?.stop());
afterEach(async (test) => {
  if (!test.passed && process.env.SOK_SHOTS) await page.screenshot({ path: `${process.env.SOK_SHOTS}/${test.name}.png` });
  assert.equal(await workbench.notifications().count(), 0, "nothing pops up");
});

/** Opens a file in the left column, with the board on the right. */
async function open(name) {
  await page.keyboard.press("Control+1");
  await workbench.open(name);
}

test("the board opens beside the text, and the keys stay with the text", limit, async () => {
  await workbench.open("follow.sok");
  await workbench.lens("8 pushes · 33 moves").waitFor();
  await workbench.caret(10, 3);
  await workbench.run("Sokoban: Open Board");
  await board.part("verdict").filter({ hasText: "8 pushes · 33 moves" }).waitFor();
  await page.keyboard.press("ArrowRight");
  await page.locator(".statusbar-item", { hasText: "Ln 10, Col 4" }).waitFor();
});

test("the board follows the caret that is moved by keys", limit, async () => {
  const first = await board.part("name").textContent();
  await board.mark("caret").waitFor();
  const before = await board.mark("caret").getAttribute("data-cell");
  await page.keyboard.press("ArrowRight");
  await board.mark("caret", Number(before) + 1).waitFor();
  for (let line = 0; line < 12; line++) await page.keyboard.press("ArrowDown");
  await board.part("place").filter({ hasText: /^2 \// }).waitFor();
  assert.notEqual(await board.part("name").textContent(), first);
});

test("a click on a square selects its character in the text", limit, async () => {
  await open("play.sok");
  await board.named("Room");
  await page.mouse.click(...(await board.spot(3, 1, 6)));
  await board.mark("caret", 9).waitFor();
  await page.keyboard.press("Control+1");
  await page.locator(".statusbar-item", { hasText: "Ln 4, Col 4 (1 selected)" }).waitFor();
});

test("a click counts although the board is drawn anew under it", limit, async () => {
  await page.mouse.move(...(await board.spot(0, 0, 6)));
  await page.mouse.down();
  const ground = await board.frame.locator(".ground").innerHTML();
  await board.part("dead").evaluate((button) => button.click());
  assert.notEqual(await board.frame.locator(".ground").innerHTML(), ground);
  await page.mouse.up();
  await board.mark("caret", 0).waitFor();
  await board.part("dead").evaluate((button) => button.click());
});

test("a board does not move when its verdict comes", limit, async () => {
  const seen = await board.watch();
  await open("late.sok");
  await board.part("verdict").filter({ hasText: "94 pushes" }).waitFor();
  await board.part("count").filter({ hasText: /^0 \// }).waitFor();
  const late = (await seen()).filter(({ name }) => name === "Late");
  assert.ok(late.length > 1, "the verdict came after the board");
  assert.equal(new Set(late.map(({ place }) => place)).size, 1, JSON.stringify(late));
  await open("play.sok");
  await board.named("Room");
});

test("the solution is replayed to the end, by keys and by itself", limit, async () => {
  await board.focus();
  await board.part("count").filter({ hasText: "0 / 2" }).waitFor();
  await page.keyboard.press("ArrowRight");
  await board.piece("@", 8).waitFor();
  await page.keyboard.press("End");
  await board.piece("*", 10).waitFor();
  await board.part("count").filter({ hasText: "2 / 2" }).waitFor();
  await page.keyboard.press("Home");
  await board.piece("$", 9).waitFor();
  await page.keyboard.press(" ");
  await board.piece("*", 10).waitFor();
  await board.said("The end").waitFor();
});

test("stored moves are shown as far as the caret is", limit, async () => {
  await open("stored.sok");
  await workbench.caret(12, 5);
  await board.part("count").filter({ hasText: "5 / 6" }).waitFor();
  await board.piece("@", 8).waitFor();
});

test("Play above a level gives the board the keys; what solves it is inserted", limit, async () => {
  await open("keys.sok");
  await workbench.clickLens("Play", () => board.part("play-bar").waitFor());
  await board.named("Room");
  await page.keyboard.press("ArrowDown");
  await board.said("down").waitFor();
  await page.keyboard.press("ArrowDown");
  await board.said("blocked").waitFor();
  await page.keyboard.press("Control+z");
  await board.piece("@", 7).waitFor();
  for (const key of ["d", "r", "r"]) await page.keyboard.press(key);
  await page.keyboard.press("Shift+U");
  await page.keyboard.press("Control+y");
  await board.part("played").filter({ hasText: "0 pushes · 3 moves" }).waitFor();
  await page.keyboard.press("Home");
  await board.part("played").filter({ hasText: "0 moves" }).waitFor();
  assert.ok(await board.part("insert").isDisabled());
  await page.keyboard.press("r");
  await page.keyboard.press("ArrowRight");
  await board.part("played").filter({ hasText: "1 push · 2 moves · solved" }).waitFor();
  await board.part("insert").click();
  await board.said("in the file").waitFor();
  await page.keyboard.press("Control+1");
  await workbench.showsText("Solution 2/1\nrR");
  await workbench.undo();
  await workbench.showsText("Solution 2/1", false);
});

test("a wall is painted with the mouse, seen in the text, and undone in one step", limit, async () => {
  await open("paint.sok");
  await board.named("Room");
  await board.mode("paint").click();
  await board.tool("wall").click();
  await board.stroke(6, [1, 2], [3, 2]);
  await workbench.showsText("#@ $.#\n#### #\n######");
  await workbench.undo();
  await workbench.showsText("#@ $.#\n#    #\n######");
});

test("the board grows where it is painted outside", limit, async () => {
  await board.tool("wall").click();
  await board.stroke(6, [-1, 1], [-1, 2]);
  await workbench.showsText(" ######\n##@ $.#\n##    #\n ######");
  await workbench.undo();
  await workbench.showsText("\n#@ $.#\n#    #\n######");
});

test("keys paint, and undo reaches the text from the board", limit, async () => {
  await page.keyboard.press("Control+1");
  await workbench.caret(5, 3);
  await board.mode("solution").click();
  await board.mark("caret", 14).waitFor();
  await board.mode("paint").click();
  await board.focus();
  await page.keyboard.press("ArrowRight");
  await board.mark("cursor", 15).waitFor();
  await page.keyboard.press(".");
  await workbench.showsText("#@ $.#\n#  . #\n######");
  await page.keyboard.press("Control+z");
  await workbench.showsText("#@ $.#\n#    #\n######");
  // The board gets the keys back.
  await board.hasKeys();
  await page.keyboard.press("ArrowRight");
  await board.mark("cursor", 16).waitFor();
});

test("findings and dead squares are drawn, and a finding leads to its place", limit, async () => {
  await open("broken.sok");
  await board.named("Broken");
  await board.mode("solution").click();
  await board.mark("error", 8).waitFor();
  await board.part("dead").click();
  await board.frame.locator(".ground .dead").first().waitFor();
  const finding = board.part("findings").locator("button.error").first();
  await finding.click();
  const button = await finding.elementHandle();
  await page.keyboard.press("Control+1");
  await page.locator(".statusbar-item", { hasText: "Ln 4, Col 2 (1 selected)" }).waitFor();
  await page.keyboard.press("ArrowDown");
  await board.mark("caret", 16).waitFor();
  assert.ok(await button.evaluate((button) => button.isConnected), "the button is the same, and keeps the keys if it has them");
});

test("a sliding board is shown, replayed and played for its path", limit, async () => {
  await open("tiles.sok");
  await board.part("verdict").filter({ hasText: "1 move" }).waitFor();
  await board.mode("solution").click();
  await board.part("end").click();
  await board.frame.locator('.tileOn[data-cell="4"]').waitFor();
  await board.mode("play").click();
  await board.focus();
  await page.keyboard.press("ArrowRight");
  await board.part("played").filter({ hasText: "1 move · solved" }).waitFor();
  await page.keyboard.press("Enter");
  await workbench.showsText("Solution 1\nr");
});

test("a board that is reloaded before it has stored anything shows the file that can be seen", limit, async () => {
  await open("follow.sok");
  await board.part("place").filter({ hasText: /\/ 3$/ }).waitFor();
  await workbench.reloadWith('"viewType":"mainThreadWebview-sok.board"');
  // Which file that is depends on what the editor has stored of itself.
  await board.part("verdict").filter({ hasText: /\S/ }).waitFor();
});

test("the board is kept over a reload", limit, async () => {
  await open("follow.sok");
  await workbench.caret(10, 3);
  await board.part("place").filter({ hasText: /^1 \// }).waitFor();
  await board.mode("play").click();
  await board.focus();
  await page.keyboard.press("ArrowDown");
  await board.said("down").waitFor();
  await workbench.reloadWith('"moves":"d"');
  await board.part("played").filter({ hasText: "1 move" }).waitFor();
});

for (const [format, start] of [["SVG", "<svg"], ["PNG", "\u0089PNG"]]) {
  test(`the board is saved as ${format}`, limit, async () => {
    await board.mode("solution").click();
    await board.part("export").click();
    await page.locator(".quick-input-list .monaco-list-row", { hasText: format }).first().click();
    const ending = format.toLowerCase();
    const field = page.locator(".quick-input-widget input[type=text]");
    const file = path.join(session.folder, `board.${ending}`);
    await field.waitFor();
    await page.waitForFunction((ending) => document.querySelector(".quick-input-widget input[type=text]")?.value.endsWith(ending), ending);
    await field.fill(file);
    await page.keyboard.press("Enter");
    const bytes = await written(file);
    assert.ok(bytes.toString("latin1").startsWith(start));
    if (format !== "SVG") await shows(bytes, ending);
  });
}

test("a key saves the moves as an animation, and nobody is asked where", limit, async () => {
  await open("follow.sok");
  await workbench.caret(10, 3);
  await board.mode("solution").click();
  await board.part("count").filter({ hasText: "0 / 33" }).waitFor();
  await page.keyboard.press("Control+1");
  await page.keyboard.press("Control+Alt+g");
  await shows(await written(path.join(session.folder, "moves.gif")), "gif");
});

/** The bytes of a file, as soon as there are any. */
async function written(file) {
  for (;;) {
    try {
      const bytes = readFileSync(file);
      if (bytes.length > 0) return bytes;
    } catch {
      // Not yet.
    }
    await setTimeout(50);
  }
}

/** The browser reads the picture with its own decoder, and every frame of it. */
async function shows(bytes, type) {
  const frames = await page.evaluate(
    async ([data, type]) => {
      const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
      const decoder = new ImageDecoder({ data: bytes, type: `image/${type}` });
      await decoder.tracks.ready;
      const { frameCount } = decoder.tracks.selectedTrack;
      for (let frameIndex = 0; frameIndex < frameCount; frameIndex++) await decoder.decode({ frameIndex });
      return frameCount;
    },
    [bytes.toString("base64"), type],
  );
  assert.equal(frames, type === "gif" ? 34 : 1);
}
