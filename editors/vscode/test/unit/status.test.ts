import assert from "node:assert/strict";
import { test } from "node:test";
import { createStatus } from "../../src/status";
import { LanguageStatusSeverity, statusItems } from "./vscode";

test("the status says what the server does, and a click opens the menu", () => {
  const status = createStatus();
  const item = statusItems[0];
  assert.ok(item);
  assert.equal(item.command?.command, "sok.showMenu");

  status.show({ kind: "starting" });
  assert.deepEqual([item.text, item.busy], ["Sokoban: starting", true]);

  status.show({ kind: "running", version: "sok 0.1.0" });
  assert.deepEqual([item.text, item.detail, item.busy], ["Sokoban: running", "sok 0.1.0", false]);

  status.show({ kind: "stopped", why: "gone" });
  assert.deepEqual(
    [item.text, item.detail, item.severity],
    ["Sokoban: stopped", "gone", LanguageStatusSeverity.Error],
  );

  status.dispose();
  assert.deepEqual(statusItems, []);
});
