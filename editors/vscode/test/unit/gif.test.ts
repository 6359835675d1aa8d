import assert from "node:assert/strict";
import { test } from "node:test";
import { fewColours, film, type Sprites } from "../../shared/film";
import { encodeGif, type Frame } from "../../shared/gif";
import { decodeGif } from "./decode-gif";
import { squaresBoard } from "./boards";

/** A row of numbers that looks like noise and is always the same. */
function noise(length: number, most: number): Uint8Array {
  let seed = 1;
  return Uint8Array.from({ length }, () => {
    seed = (seed * 48271) % 2147483647;
    return seed % most;
  });
}

for (const colours of [2, 3, 5, 16, 200, 256]) {
  test(`pictures of ${colours} colours come back as they were`, () => {
    const list = Array.from({ length: colours }, (_, index) => index * 65537);
    const frames: Frame[] = [
      // Enough noise to fill the table of codes several times.
      { x: 0, y: 0, width: 200, height: 150, pixels: noise(30_000, colours), delay: 7 },
      { x: 3, y: 5, width: 1, height: 1, pixels: Uint8Array.of(1), delay: 9 },
      { x: 0, y: 0, width: 200, height: 150, pixels: new Uint8Array(30_000), delay: 300 },
    ];
    const decoded = decodeGif(encodeGif(200, 150, list, frames));
    assert.deepEqual([decoded.width, decoded.height], [200, 150]);
    assert.deepEqual(decoded.colours.slice(0, colours), list);
    assert.deepEqual(decoded.frames, frames);
  });
}

test("a film redraws what has changed, and the last frame rests", () => {
  const codes = [..." #@$.*+"];
  const sprites: Sprites = {
    size: 2,
    colours: codes.map((_, index) => index),
    of: (scene, cell) => new Uint8Array(4).fill(codes.indexOf(scene.squares[cell] ?? " ")),
  };
  const frames = film(squaresBoard(["######", "#@ $.#", "######"]), "rR", sprites, 20);
  const boxes = frames.map(({ x, y, width, height, delay }) => [x, y, width, height, delay]);
  assert.deepEqual(boxes, [[0, 0, 12, 6, 20], [2, 2, 4, 2, 20], [4, 2, 6, 2, 150]]);
  assert.deepEqual([...(frames[2]?.pixels ?? [])], [0, 0, 2, 2, 5, 5, 0, 0, 2, 2, 5, 5]);
});

test("too many shades are brought to the nearest of the commonest", () => {
  const pixels = Uint32Array.from({ length: 1000 }, (_, at) => (at < 600 ? at % 256 : 0x010000 + (at % 256)));
  const { colours, index } = fewColours(pixels);
  assert.equal(colours.length, 256);
  assert.equal(colours[index(0x0100ff)], 0xff);
  assert.equal(colours[index(7)], 7);
});
