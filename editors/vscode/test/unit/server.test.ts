import assert from "node:assert/strict";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import * as path from "node:path";
import { after, beforeEach, test } from "node:test";
import { findServer } from "../../src/server";

const program = process.platform === "win32" ? "sok.exe" : "sok";
const folder = mkdtempSync(path.join(tmpdir(), "sok-unit-"));
after(() => rmSync(folder, { recursive: true }));

/** Three programs to choose from: `set`, `env` and the bundled one. */
beforeEach(() => {
  mkdirSync(path.join(folder, "server"), { recursive: true });
  for (const name of ["set", "env", `server/${program}`]) {
    writeFileSync(path.join(folder, name), "");
    chmodSync(path.join(folder, name), 0o755);
  }
});

const at = (name: string): string => path.join(folder, name);

test("the setting comes first", () => {
  const found = findServer({ setting: at("set"), environment: at("env"), extension: folder });
  assert.deepEqual(found, { program: at("set"), from: "the setting sok.server.path" });
});

test("then the environment", () => {
  const found = findServer({ setting: "", environment: at("env"), extension: folder });
  assert.deepEqual(found, { program: at("env"), from: "the environment variable SOK_SERVER_PATH" });
});

test("then the server inside the extension", () => {
  const found = findServer({ setting: "", environment: undefined, extension: folder });
  assert.deepEqual(found, { program: at(`server/${program}`), from: "the extension" });
});

test("an empty environment variable is none", () => {
  const found = findServer({ setting: "", environment: "", extension: folder });
  assert.ok("program" in found);
});

test("a setting that names no file is said, not passed over", () => {
  const found = findServer({ setting: at("nothing"), environment: at("env"), extension: folder });
  assert.ok("problem" in found);
  assert.match(found.problem, /sok\.server\.path names .*nothing/);
});

test("a folder is no program", () => {
  assert.ok("problem" in findServer({ setting: folder, environment: undefined, extension: folder }));
});

test("a file that may not be executed is said", () => {
  chmodSync(at("set"), 0o644);
  const found = findServer({ setting: at("set"), environment: undefined, extension: folder });
  assert.ok("problem" in found);
  assert.match(found.problem, /may not be executed/);
});

test("no server at all: the message says what to do", () => {
  rmSync(at("server"), { recursive: true });
  const found = findServer({ setting: "", environment: undefined, extension: folder });
  assert.ok("problem" in found);
  assert.match(found.problem, /Install the program .* setting sok\.server\.path/);
});
