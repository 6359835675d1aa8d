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
  await workbench.clickLens("Insert solution");
  await workbench.showsText("####\n\nSolution 33/8\ndlUrrrdLullddrUluRuulDrddrruLdlUU\n\n2");
  await page.keyboard.press("Control+z");
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
  await workbench.clickLens("Insert solution");
  await workbench.showsText("######\n\nSolution 13/3\nnnWWeesswwwnN\n\n; 2");
  // The lenses of the text before the edit are refused; these are the new ones.
  await workbench.lens("the best known solution is in the file").waitFor();
  await workbench.clickLens("Insert solution");
  await workbench.showsText('"#","#"]]\n\nSolution 17/5\nwwwnnneeSesWWswNN');
});

test("the palette inserts the solution of the level at the caret", limit, async () => {
  await workbench.open("palette.sok");
  await workbench.lens("8 pushes · 33 moves").waitFor();
  await workbench.caret(9, 1);
  await workbench.run("Sokoban: Insert Solution");
  await workbench.showsText("####\n\nSolution 33/8\n");
});

test("with the search switched off, a click on the lens asks for it", limit, async () => {
  await workbench.setMachineSettings({ "sok.solve.enabled": false });
  await workbench.open("asked.sok");
  await workbench.lens("solve").click();
  await workbench.lens(/^\d+ pushes · \d+ moves$/).waitFor();
});
