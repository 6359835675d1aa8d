/** Reads semantic tokens as the protocol packs them: five numbers each, places counted from the token before. */

export interface Legend {
  tokenTypes: string[];
  tokenModifiers: string[];
}

/** The places `[line, start, end]` of the tokens that have a modifier. */
export function rangesWith(modifier: string, data: readonly number[], legend: Legend): [number, number, number][] {
  const bit = 1 << legend.tokenModifiers.indexOf(modifier);
  const found: [number, number, number][] = [];
  let [line, start] = [0, 0];
  for (let at = 0; at + 4 < data.length; at += 5) {
    const [lines = 0, by = 0, length = 0, , modifiers = 0] = data.slice(at, at + 5);
    start = lines > 0 ? by : start + by;
    line += lines;
    if (modifiers & bit) found.push([line, start, start + length]);
  }
  return found;
}
