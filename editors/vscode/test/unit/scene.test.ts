import assert from "node:assert/strict";
import { test } from "node:test";
import { between, painted, strokeTool } from "../../shared/brush";
import { cellName, contentName, counts, moveName } from "../../shared/names";
import { back, forward, pushes, sceneOf, travel } from "../../shared/scene";
import { numbersBoard, squaresBoard } from "./boards";

test("a way leads to the end and back to the start", () => {
  const scene = sceneOf(squaresBoard(["######", "#@$ .#", "######"]));
  travel(scene, "RR", 0, 2);
  assert.equal(scene.squares.join("").slice(6, 12), "#  @*#");
  travel(scene, "RR", 2, 0);
  assert.equal(scene.squares.join("").slice(6, 12), "#@$ .#");
});

test("targets stay where they are under boxes and players", () => {
  const scene = sceneOf(squaresBoard(["@*.  "]));
  forward(scene, "R");
  assert.equal(scene.squares.join(""), " +*  ");
  forward(scene, "R");
  assert.equal(scene.squares.join(""), " .+$ ");
  back(scene, "R");
  back(scene, "R");
  assert.equal(scene.squares.join(""), "@*.  ");
});

test("a box beside the player stays when a step is taken back that pushed nothing", () => {
  const scene = sceneOf(squaresBoard(["$@ "]));
  forward(scene, "r");
  back(scene, "r");
  assert.equal(scene.squares.join(""), "$@ ");
});

test("a blank slides", () => {
  const scene = sceneOf(numbersBoard(3, [1, 2, 3, 4, 0, 5]));
  travel(scene, "ur", 0, 2);
  assert.deepEqual(scene.numbers, [1, 3, 0, 4, 2, 5]);
  travel(scene, "ur", 2, 0);
  assert.deepEqual(scene.numbers, [1, 2, 3, 4, 0, 5]);
});

test("squares and moves have names", () => {
  assert.equal(cellName(3 + 4 * 7, 7), "D5");
  assert.equal(cellName(26, 40), "AA1");
  const scene = sceneOf(squaresBoard(["#+*"]));
  assert.deepEqual([0, 1, 2].map((cell) => contentName(scene, cell)), ["wall", "player on a target", "box on a target"]);
  assert.equal(moveName("U"), "push up");
  assert.equal(moveName("l"), "left");
  assert.equal(counts(33, 8, false), "8 pushes · 33 moves");
  assert.equal(counts(1, 1, false), "1 push · 1 move");
  assert.equal(counts(5, 0, true), "5 moves");
  assert.equal(pushes("dlUrrrdL"), 2);
});

test("brushes keep targets under boxes and players", () => {
  assert.equal(painted(".", "box"), "*");
  assert.equal(painted("$", "target"), "*");
  assert.equal(painted(".", "player"), "+");
  assert.equal(painted("@", "target"), "+");
  assert.equal(painted("#", "target"), ".");
  assert.equal(painted("*", "wall"), "#");
  assert.equal(painted("*", "floor"), " ");
});

test("a stroke that begins on what it paints takes it away", () => {
  assert.equal(strokeTool("#", "wall")("#"), " ");
  assert.equal(strokeTool(" ", "wall")("#"), "#");
  assert.equal(strokeTool("*", "box")("*"), ".");
  assert.equal(strokeTool(".", "target")("*"), "$");
});

test("a quick stroke has no gaps", () => {
  assert.deepEqual(between([1, 1], [4, 1]), [[2, 1], [3, 1], [4, 1]]);
  assert.deepEqual(between([2, 2], [2, 2]), []);
});
