/** The small parts of the extension that need no editor. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import * as path from "node:path";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { calm } from "../../src/board/calm";
import { page } from "../../src/board/html";
import { checkArguments } from "../../src/check";
import { rangesWith } from "../../src/tokens";
import { fileName } from "../../shared/names";

const root = path.resolve(__dirname, "../../..");

test("calls that come in a crowd are one run and one more, never two at once", async () => {
  let [running, runs, most] = [0, 0, 0];
  const go = calm(1, async () => {
    runs++;
    most = Math.max(most, ++running);
    await setTimeout(5);
    running--;
  });
  for (let call = 0; call < 100; call++) go();
  await setTimeout(50);
  assert.deepEqual([runs, most], [2, 1]);
  go();
  await setTimeout(30);
  assert.equal(runs, 3);
});

test("a run that fails does not end the runs", async () => {
  let runs = 0;
  const go = calm(1, async () => {
    runs++;
    throw new Error("as it was asked to");
  });
  go();
  await setTimeout(20);
  go();
  await setTimeout(20);
  assert.equal(runs, 2);
});

test("the page of the board loads one script and one style sheet, and nothing from elsewhere", () => {
  const html = page({ csp: "vscode-resource:", script: "S.js", style: "S.css", nonce: "abc" });
  assert.match(html, /content="default-src 'none'; img-src data: blob:; style-src vscode-resource:; script-src 'nonce-abc'"/);
  assert.deepEqual(html.match(/<script[^>]*>/g), ['<script nonce="abc" src="S.js">']);
  assert.doesNotMatch(html, /\son[a-z]+=|style="|https?:/);
});

test("every part that the board's script looks for is in the page, and is named for those who do not see it", () => {
  const html = page({ csp: "", script: "", style: "", nonce: "" });
  const scripts = ["main", "play", "paint", "replay", "stage"].map((name) => readFileSync(path.join(root, `webview/${name}.ts`), "utf8"));
  const ids = scripts.flatMap((code) => [...code.matchAll(/(?:part(?:<\w+>)?|onClick)\("([a-z-]+)"/g)]).map(([, id]) => id);
  assert.ok(ids.length > 20);
  for (const id of ids) assert.ok(html.includes(`id="${id}"`), id);
  for (const [tag] of html.matchAll(/<button[^>]*>(?=<svg class="icon")/g)) assert.match(tag, /aria-label="[^"]+"/);
});

test("the style sheet knows every colour of a drawing", async () => {
  const { PALETTE_NAMES } = await import("../../shared/drawing");
  const style = readFileSync(path.join(root, "webview/board.css"), "utf8");
  for (const name of PALETTE_NAMES) assert.ok(style.includes(`--sok-${name}: `), name);
});

test("tokens with a modifier are found where they are", () => {
  const legend = { tokenTypes: ["wall", "floor"], tokenModifiers: ["onTarget", "dead"] };
  // Line 2 column 3, the same line column 7, line 4 column 1.
  const data = [2, 3, 1, 1, 2, 0, 4, 2, 0, 0, 2, 1, 5, 1, 3];
  assert.deepEqual(rangesWith("dead", data, legend), [[2, 3, 4], [4, 1, 6]]);
  assert.deepEqual(rangesWith("dead", [], legend), []);
});

test("a task checks the whole folder, or what it names", () => {
  assert.deepEqual(checkArguments({}), ["check", "."]);
  assert.deepEqual(checkArguments({ files: ["a.sok"], strictness: "publish" }), ["check", "--strictness", "publish", "a.sok"]);
});

test("a level's name makes a file name", () => {
  assert.equal(fileName("Level #1: the / end?"), "Level 1 the end");
  assert.equal(fileName("../.."), "board");
  assert.equal(fileName("Пример 2"), "Пример 2");
});
