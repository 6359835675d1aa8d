// What an author sees and does: verdicts, findings, solutions that go in and come out.
import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { head, startSession } from "./rig/session.mjs";

const limit = { timeout: 300_000 };
let session, workbench, page;

before(async () => {
  session = await startSession({
    "insert.sok": head("microban.sok", 35),
    "typing.sok": head("microban.sok", 35),
    "palette.sok": head("microban.sok", 35),
    "letters.sok": head("letters.sok"),
    "worse.sok": "Room\n\n######\n#@ $.#\n#    #\n######\n\nSolution 4/1\ndruR\n",
    "corner.sok": "Corner\n\n#######\n#$   .#\n#  @  #\n#######\n",
    "players.sok": "Players\n\n######\n#@$.@#\n######\n",
    "corridor.sok": "Corridor\n\n#########\n#. @$ $.#\n#########\n",
    "mirror.sok": "Room\n\n######\n#@ $.#\n#    #\n######\n\nSolution 2/1\nrR\n",
    // Never opened.
    "closed.sok": "Closed\n\n######\n#  $.#\n#    #\n######\n",
    "asked.sok": "########\n#  .   #\n# $$ @ #\n#  .   #\n########\n",
  });
  ({ workbench } = session);
  page = workbench.page;
}, limit);
after(() => session?.stop());
afterEach(async (test) => {
  if (!test.passed && process.env.SOK_SHOTS) await page.screenshot({ path: `${process.env.SOK_SHOTS}/${test.name}.png` });
  assert.equal(await workbench.notifications().count(), 0, "nothing pops up");
});

test("a level shows its verdict, and its solution goes in and out in one step", limit, async () => {
  await workbench.open("insert.sok");
  await workbench.lens("8 pushes · 33 moves").waitFor();
  const inserted = "####\n\nSolution 33/8\ndlUrrrdLullddrUluRuulDrddrruLdlUU\n\n2";
  await workbench.clickLens("Insert solution", () => workbench.showsText(inserted));
  await workbench.undo();
  await workbench.showsText("####\n\n2");
  await page.locator(".tab.active:not(.dirty)").waitFor();
});

test("a player who is missing is said while typing, and the number of lenses never changes", limit, async () => {
  await workbench.open("typing.sok");
  await workbench.lens("8 pushes · 33 moves").waitFor();
  const lensCounts = await workbench.watchLenses();

  await workbench.caret(10, 3);
  await page.keyboard.press("Delete");
  await workbench.squiggle("error").first().waitFor();
  await workbench.lens(/needs a player/).waitFor();

  await page.keyboard.type("@");
  await workbench.lens("8 pushes · 33 moves").waitFor();
  await workbench.squiggle("error").first().waitFor({ state: "detached" });
  const counts = await lensCounts();
  assert.equal(counts.length, 1, `one number of lenses per level: ${counts.join(" | ")}`);
});

test("boards in letters get their solution in compass letters", limit, async () => {
  await workbench.open("letters.sok");
  await workbench.lens("3 pushes · 13 moves").waitFor();
  const first = "######\n\nSolution 13/3\nnnWWeesswwwnN\n\n; 2";
  await workbench.clickLens("Insert solution", () => workbench.showsText(first));
  await workbench.lens("the best known solution is in the file").waitFor();
  // Whether this lens is of the text before the edit or after it does not matter: its level is as it was.
  const second = '"#","#"]]\n\nSolution 17/5\nwwwnnneeSesWWswNN';
  await workbench.clickLens("Insert solution", () => workbench.showsText(second));
});

test("the palette inserts the solution of the level at the caret", limit, async () => {
  await workbench.open("palette.sok");
  await workbench.lens("8 pushes · 33 moves").waitFor();
  await workbench.caret(9, 1);
  await workbench.run("Sokoban: Insert Solution");
  await workbench.showsText("####\n\nSolution 33/8\n");
});

test("a worse solution is replaced, and undo brings it back", limit, async () => {
  await workbench.open("worse.sok");
  await workbench.clickLens("Replace solution", () => workbench.showsText("Solution 2/1\nrR"));
  await workbench.showsText("druR", false);
  await workbench.undo();
  await workbench.showsText("Solution 4/1\ndruR");
});

test("a finding is shown exactly once, however often it is asked for", limit, async () => {
  await workbench.open("corner.sok");
  await workbench.squiggle("error").first().waitFor();
  assert.equal(await problems("dead-square"), 1);
});

test("a quick fix mends what is wrong, in one step", limit, async () => {
  await workbench.open("players.sok");
  await workbench.squiggle("error").first().waitFor();
  await workbench.caret(4, 2);
  await page.keyboard.press("Control+.");
  // The first one is chosen already.
  await page.locator(".action-widget .monaco-list-row.focused", { hasText: "Keep the player on B2" }).waitFor();
  await page.keyboard.press("Enter");
  await workbench.showsText("#@$. #");
  await workbench.lens("1 push · 1 move").waitFor();
  await workbench.undo();
  await workbench.showsText("#@$.@#");
});

test("what a search finds out is shown without an edit", limit, async () => {
  await workbench.open("corridor.sok");
  await workbench.lens(/^unsolvable/).waitFor();
  await workbench.squiggle("error").first().waitFor();
});

test("the palette rewrites the level at the caret, its solution too", limit, async () => {
  await workbench.open("mirror.sok");
  await workbench.lens("1 push · 2 moves").waitFor();
  await workbench.caret(4, 2);
  await workbench.run("Sokoban: Mirror left and right");
  await workbench.showsText("#.$ @#");
  await workbench.showsText("lL");
});

test("a click on the status offers a menu", limit, async () => {
  await workbench.run("Sokoban: Show Menu");
  await page.locator(".quick-input-list .monaco-list-row", { hasText: "Restart Server" }).waitFor();
  await page.keyboard.press("Escape");
});

test("dead squares are tinted on demand", limit, async () => {
  await workbench.open("mirror.sok");
  const tinted = workbench.editor.locator(".view-overlays .cdr[class*=ced-]");
  assert.equal(await tinted.count(), 0);
  await workbench.run("Sokoban: Show or Hide Dead Squares");
  await tinted.first().waitFor();
  await workbench.run("Sokoban: Show or Hide Dead Squares");
  await tinted.first().waitFor({ state: "detached" });
});

test("the task lists what it finds in files that are not open", limit, async () => {
  await workbench.run("Tasks: Run Task");
  await page.locator(".quick-input-list .monaco-list-row", { hasText: /^\s*sok/ }).first().click();
  await page.locator(".quick-input-list .monaco-list-row", { hasText: "check levels" }).first().click();
  // A task that finds errors brings its terminal to the front when it ends.
  await page.locator(".part.panel .single-terminal-tab", { hasText: "check levels" }).waitFor();
  await workbench.run("Problems: Focus on Problems View");
  const found = page.locator(".markers-panel .monaco-list-row").filter({ hasText: "sok check" });
  await found.filter({ hasText: "missing-player" }).waitFor();
  await workbench.run("View: Hide Panel");
  await page.keyboard.press("Control+1");
});

test("with the search switched off, a click on the lens asks for it", limit, async () => {
  await workbench.setMachineSettings({ "sok.solve.enabled": false });
  await workbench.open("asked.sok");
  await workbench.lens("solve").click();
  await workbench.lens(/^\d+ pushes · \d+ moves$/).waitFor();
});

/** How many rows of the list of problems, findings of `sok` in all files that are open or not, have a text in them. */
async function problems(text) {
  await workbench.run("Problems: Focus on Problems View");
  const rows = page.locator(".markers-panel .monaco-list-row").filter({ hasText: text });
  await rows.first().waitFor();
  const count = await rows.count();
  await workbench.run("View: Hide Panel");
  await page.keyboard.press("Control+1");
  return count;
}
