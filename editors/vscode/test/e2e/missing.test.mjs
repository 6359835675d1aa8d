// A server that is not there or cannot run is said once, with what to do; a right setting brings it without more ado.
import assert from "node:assert/strict";
import path from "node:path";
import { after, afterEach, before, test } from "node:test";
import { head, startSession } from "./rig/session.mjs";

const limit = { timeout: 300_000 };
let session, workbench;

before(async () => {
  session = await startSession({ "levels.sok": head("microban.sok", 35) });
  ({ workbench } = session);
  await workbench.open("levels.sok");
  await workbench.lens("8 pushes · 33 moves").waitFor();
}, limit);
after(() => session?.stop());
afterEach(async (test) => {
  if (!test.passed && process.env.SOK_SHOTS) await workbench.page.screenshot({ path: `${process.env.SOK_SHOTS}/${test.name}.png` });
});

test("a path that leads nowhere", limit, async () => {
  await workbench.setMachineSettings({ "sok.server.path": "/nowhere/sok" });
  await onlyNotification(/the setting sok\.server\.path names \/nowhere\/sok, which is no file/);
});

test("a program that stops at once", limit, async () => {
  await workbench.setMachineSettings({ "sok.server.path": "/bin/false" });
  await onlyNotification(/\/bin\/false did not answer/);
});

test("a file that is no program", limit, async () => {
  await workbench.setMachineSettings({ "sok.server.path": path.join(session.folder, "levels.sok") });
  await onlyNotification(/levels\.sok \(from the setting sok\.server\.path\) may not be executed/);
});

test("with the setting mended the server is there", limit, async () => {
  await workbench.setMachineSettings({});
  await workbench.lens("8 pushes · 33 moves").waitFor();
  assert.equal(await workbench.notifications().count(), 0);
});

/** Waits for a notification, closes it, and sees that it was the only one. */
async function onlyNotification(text) {
  const all = workbench.notifications();
  await all.filter({ hasText: text }).waitFor();
  assert.equal(await all.count(), 1);
  await workbench.run("Notifications: Clear All Notifications");
  await all.first().waitFor({ state: "detached" });
}
