import assert from "node:assert/strict";
import { test } from "node:test";
import { ground, picture, pieces, THEME } from "../../shared/drawing";
import { sceneOf } from "../../shared/scene";
import { numbersBoard, squaresBoard } from "./boards";

const board = squaresBoard(["#####", "#@$*#", "#  .#", "#####"]);
const parts = { inside: "", dead: "00000000000100000000", showDead: true };

test("every piece is drawn, the player last", () => {
  const found = pieces(sceneOf(board)).map(({ kind, cell }) => `${kind} ${cell}`);
  assert.deepEqual(found, ["box 7", "boxOn 8", "player 6"]);
});

test("dead squares are shown on demand", () => {
  assert.match(ground(sceneOf(board), parts, THEME), /class="dead"/);
  assert.doesNotMatch(ground(sceneOf(board), { ...parts, showDead: false }, THEME), /class="dead"/);
});

test("numbers stand on tiles, and those in their place look so", () => {
  const sliding = numbersBoard(3, [1, 2, 3, 4, 0, 5]);
  const found = pieces(sceneOf(sliding), sliding.goal).map(({ kind, number }) => `${kind} ${number}`);
  assert.deepEqual(found, ["tileOn 1", "tileOn 2", "tileOn 3", "tileOn 4", "tile 5"]);
});

test("a picture stands alone: its tags match, and it names nothing outside", () => {
  const drawn = picture(sceneOf(board), parts, [], { ...THEME, wall: "#123456" });
  const open: string[] = [];
  for (const [, end, name, alone] of drawn.matchAll(/<(\/?)([a-z]+)[^>]*?(\/?)>/g)) {
    if (end) assert.equal(open.pop(), name);
    else if (!alone && name) open.push(name);
  }
  assert.deepEqual(open, []);
  assert.match(drawn, /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="160" height="128" viewBox="0 0 80 64">/);
  assert.doesNotMatch(drawn, /href|url\(|<script/);
});
