// The server's life as the editor sees it: restarted, killed, missing, unable to run.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { head, startSession } from "./rig/session.mjs";

const limit = { timeout: 300_000 };
let session, workbench, page;

before(async () => {
  session = await startSession({ "levels.sok": head("microban.sok", 35) });
  ({ workbench } = session);
  page = workbench.page;
  await workbench.open("levels.sok");
  await workbench.lens("8 pushes · 33 moves").waitFor();
}, limit);
after(() => session?.stop());

test("the command restarts the server", limit, async () => {
  const [old] = session.vscode.languageServers();
  await workbench.run("Sokoban: Restart Server");
  await anotherServer(old);
  await answers();
  assert.equal(await workbench.notifications().count(), 0);
});

test("a server that is killed comes back by itself, and nothing pops up", limit, async () => {
  const [old] = session.vscode.languageServers();
  process.kill(old, "SIGKILL");
  await anotherServer(old);
  await answers();
  assert.equal(await workbench.notifications().count(), 0);
});

test("a server that keeps dying is said once, and the button starts it again", limit, async () => {
  for (let crash = 0; crash < 3; crash++) {
    const [old] = session.vscode.languageServers();
    process.kill(old, "SIGKILL");
    if (crash === 2) break;
    await anotherServer(old);
    await answers();
  }
  const message = workbench.notifications().filter({ hasText: "keeps stopping" });
  await message.waitFor();
  assert.equal(await workbench.notifications().count(), 1);
  await message.getByRole("button", { name: "Restart" }).click();
  await answers();
});

test("the log says which program was started", limit, async () => {
  await workbench.run("Sokoban: Show Log");
  await page.locator(".part.panel .view-line", { hasText: /starting.+named.by/ }).first().waitFor();
});

/** Waits for a server other than the old one. */
async function anotherServer(old) {
  const isNew = () => session.vscode.languageServers().some((id) => id !== old);
  while (!isNew()) await setTimeout(20);
}

/** The server sees edits: a player taken away is missed, and put back is welcome. */
async function answers() {
  await workbench.caret(10, 3);
  await page.keyboard.press("Delete");
  await workbench.lens(/needs a player/).waitFor();
  await workbench.undo();
  await workbench.lens("8 pushes · 33 moves").waitFor();
}
