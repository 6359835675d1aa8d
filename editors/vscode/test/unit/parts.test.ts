/** The small parts of the extension that need no editor. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import * as path from "node:path";
import { test } from "node:test";
import { calm } from "../../src/board/calm";
import { page } from "../../src/board/html";
import { checkArguments } from "../../src/check";
import { rangesWith } from "../../src/tokens";
import { fileName } from "../../shared/names";

const root = path.resolve(__dirname, "../../..");

/** Lets everything that waits for nothing but its turn have it. */
const settle = (): Promise<void> => new Promise((done) => setImmediate(done));

test("calls that come in a crowd are one run and one more, never two at once", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  let runs = 0;
  let finish = (): void => {};
  const go = calm(40, () => {
    runs++;
    return new Promise((done) => (finish = done));
  });
  for (let call = 0; call < 100; call++) go();
  assert.equal(runs, 1, "the first call runs at once, the others wait for its end");
  finish();
  await settle();
  assert.equal(runs, 1, "and for the pause");
  context.mock.timers.tick(40);
  assert.equal(runs, 2, "what was called meanwhile is one run");
  finish();
  await settle();
  context.mock.timers.tick(40);
  assert.equal(runs, 2, "and then there is peace");
});

test("a run that fails does not end the runs", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  let runs = 0;
  const go = calm(40, () => {
    runs++;
    return Promise.reject(new Error("as it was asked to"));
  });
  go();
  await settle();
  context.mock.timers.tick(40);
  go();
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
