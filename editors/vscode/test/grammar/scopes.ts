/** Draws what the grammar sees: a text of the same shape as the level, with one letter for what each character is. */
import { readFileSync } from "node:fs";
import * as path from "node:path";
import { loadWASM, OnigScanner, OnigString } from "vscode-oniguruma";
import { INITIAL, Registry, parseRawGrammar, type IGrammar } from "vscode-textmate";

const root = path.resolve(__dirname, "../../..");

/** The letters of the picture, by a part of the scope's name. The first that fits decides. */
const LETTERS: [part: string, letter: string][] = [
  ["wall", "w"],
  ["box-on-target", "x"],
  ["box", "b"],
  ["player-on-target", "y"],
  ["player", "p"],
  ["target", "t"],
  ["floor", "f"],
  ["push", "U"],
  ["move", "m"],
  ["entity.name.section", "T"],
  ["keyword.other.key", "k"],
  ["string.unquoted.value", "v"],
  ["comment", "c"],
  ["constant.numeric", "n"],
  ["run-length", "n"],
  ["variable.other.name", "i"],
  ["keyword.operator.assignment", ","],
  ["punctuation", ","],
];

export async function loadGrammar(): Promise<IGrammar> {
  const wasm = readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm"));
  await loadWASM(wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength));
  const file = path.join(root, "syntaxes/sokoban.tmLanguage.json");
  const registry = new Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new OnigScanner(patterns),
      createOnigString: (text) => new OnigString(text),
    }),
    loadGrammar: () => Promise.resolve(parseRawGrammar(readFileSync(file, "utf8"), file)),
  });
  const grammar = await registry.loadGrammar("source.sokoban");
  if (!grammar) throw new Error("the grammar cannot be read");
  return grammar;
}

export function picture(grammar: IGrammar, text: string): string {
  let state = INITIAL;
  return text
    .split("\n")
    .map((line) => {
      const { tokens, ruleStack } = grammar.tokenizeLine(line, state);
      state = ruleStack;
      const drawn = tokens.map((token) => letter(token.scopes).repeat(token.endIndex - token.startIndex)).join("");
      return drawn.slice(0, line.length).replace(/\s+$/, "");
    })
    .join("\n");
}

function letter(scopes: string[]): string {
  for (const scope of [...scopes].reverse()) {
    const found = LETTERS.find(([part]) => scope.includes(part));
    if (found) return found[1];
  }
  return " ";
}
