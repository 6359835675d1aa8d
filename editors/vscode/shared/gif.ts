/**
 * Animated pictures in the format that is shown everywhere: GIF89a (CompuServe, 1990), with the compression of
 * T. A. Welch, "A technique for high-performance data compression", 1984.
 */

export interface Frame {
  x: number;
  y: number;
  width: number;
  height: number;
  /** An index into the colours for each pixel. */
  pixels: Uint8Array;
  /** How long it is shown, in hundredths of a second. */
  delay: number;
}

/** @param colours up to 256 numbers `0xrrggbb` */
export function encodeGif(width: number, height: number, colours: readonly number[], frames: readonly Frame[]): Uint8Array {
  const bits = Math.max(2, Math.ceil(Math.log2(Math.max(2, colours.length))));
  const out: number[] = [];
  const word = (value: number): void => void out.push(value & 255, (value >> 8) & 255);
  const letters = (text: string): void => void out.push(...[...text].map((letter) => letter.charCodeAt(0)));

  letters("GIF89a");
  word(width);
  word(height);
  out.push(0x80 | (bits - 1), 0, 0);
  for (let index = 0; index < 1 << bits; index++) {
    const colour = colours[index] ?? 0;
    out.push((colour >> 16) & 255, (colour >> 8) & 255, colour & 255);
  }
  // Again and again, without end.
  out.push(0x21, 0xff, 11);
  letters("NETSCAPE2.0");
  out.push(3, 1, 0, 0, 0);

  for (const frame of frames) {
    // What was drawn stays, and the next frame is drawn over it.
    out.push(0x21, 0xf9, 4, 1 << 2);
    word(frame.delay);
    out.push(0, 0, 0x2c);
    for (const value of [frame.x, frame.y, frame.width, frame.height]) word(value);
    out.push(0, bits);
    const data = compress(frame.pixels, bits);
    for (let at = 0; at < data.length; at += 255) {
      const block = data.slice(at, at + 255);
      out.push(block.length, ...block);
    }
    out.push(0);
  }
  out.push(0x3b);
  return Uint8Array.from(out);
}

const MOST_CODES = 4096;

function compress(pixels: Uint8Array, bits: number): number[] {
  const out: number[] = [];
  let held = 0;
  let heldBits = 0;
  const clear = 1 << bits;
  const end = clear + 1;
  let size = bits + 1;
  let codes = new Map<number, number>();
  let next = end + 1;

  const put = (code: number): void => {
    held |= code << heldBits;
    heldBits += size;
    while (heldBits >= 8) {
      out.push(held & 255);
      held >>>= 8;
      heldBits -= 8;
    }
  };

  put(clear);
  let prefix = pixels[0] ?? 0;
  for (let at = 1; at < pixels.length; at++) {
    const pixel = pixels[at] ?? 0;
    const known = codes.get((prefix << 8) | pixel);
    if (known !== undefined) {
      prefix = known;
      continue;
    }
    put(prefix);
    if (next === MOST_CODES) {
      put(clear);
      codes = new Map();
      next = end + 1;
      size = bits + 1;
    } else {
      if (next === 1 << size) size++;
      codes.set((prefix << 8) | pixel, next++);
    }
    prefix = pixel;
  }
  put(prefix);
  put(end);
  if (heldBits > 0) out.push(held & 255);
  return out;
}
