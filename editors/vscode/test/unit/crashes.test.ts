import assert from "node:assert/strict";
import { test } from "node:test";
import { crashLimit } from "../../src/crashes";

const MINUTE = 60_000;

test("the fourth crash within three minutes is the last", () => {
  const mayRestart = crashLimit();
  assert.deepEqual([0, 1, 2, 3].map((seconds) => mayRestart(seconds * 1000)), [true, true, true, false]);
});

test("crashes far apart never add up", () => {
  const mayRestart = crashLimit();
  for (let crash = 0; crash < 20; crash++) assert.ok(mayRestart(crash * 2 * MINUTE));
});
