/** Reads a GIF, written from the format's description and not from the encoder: code by code, bit by bit. */
import type { Frame } from "../../shared/gif";

export function decodeGif(bytes: Uint8Array): { width: number; height: number; colours: number[]; frames: Frame[] } {
  let at = 0;
  const byte = (): number => bytes[at++] ?? 0;
  const word = (): number => byte() + 256 * byte();
  const text = String.fromCharCode(...bytes.slice(0, 6));
  if (text !== "GIF89a") throw new Error(`not a GIF: ${text}`);
  at = 6;
  const [width, height] = [word(), word()];
  const flags = byte();
  at += 2;
  const colours = Array.from({ length: 2 ** ((flags & 7) + 1) }, () => byte() * 65536 + byte() * 256 + byte());
  const frames: Frame[] = [];
  let delay = 0;
  for (let kind = byte(); kind !== 0x3b; kind = byte()) {
    if (kind === 0x21) {
      const label = byte();
      for (let size = byte(); size !== 0; size = byte()) {
        if (label === 0xf9) delay = (bytes[at + 1] ?? 0) + 256 * (bytes[at + 2] ?? 0);
        at += size;
      }
    } else if (kind === 0x2c) {
      const [x, y, w, h] = [word(), word(), word(), word()];
      byte();
      const bits = byte();
      const data: number[] = [];
      for (let size = byte(); size !== 0; size = byte()) {
        for (let index = 0; index < size; index++) data.push(byte());
      }
      frames.push({ x, y, width: w, height: h, pixels: unpack(data, bits), delay });
    } else {
      throw new Error(`unknown block ${kind} at ${at}`);
    }
  }
  if (at !== bytes.length) throw new Error("there is something behind the end");
  return { width, height, colours, frames };
}

function unpack(data: number[], bits: number): Uint8Array {
  const clear = 2 ** bits;
  let bit = 0;
  let size = bits + 1;
  let table: number[][] = [];
  let previous: number[] | undefined;
  const out: number[] = [];
  const reset = (): void => {
    table = [...Array.from({ length: clear }, (_, index) => [index]), [], []];
    size = bits + 1;
    previous = undefined;
  };
  reset();
  for (;;) {
    let code = 0;
    for (let index = 0; index < size; index++, bit++) {
      if (((data[bit >> 3] ?? 0) >> (bit & 7)) & 1) code += 2 ** index;
    }
    if (code === clear) {
      reset();
    } else if (code === clear + 1) {
      return Uint8Array.from(out);
    } else {
      const known: number[] | undefined = table[code];
      const entry: number[] = known ?? [...(previous ?? []), previous?.[0] ?? 0];
      out.push(...entry);
      if (previous && table.length < 4096) table.push([...previous, entry[0] ?? 0]);
      if (table.length === 2 ** size && size < 12) size++;
      previous = entry;
    }
  }
}
