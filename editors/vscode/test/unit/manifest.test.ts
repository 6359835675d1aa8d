/** The manifest agrees with the code and with the files it names. */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import * as path from "node:path";
import { test } from "node:test";

const root = path.resolve(__dirname, "../../..");
const read = (file: string): string => readFileSync(path.join(root, file), "utf8");
const manifest = JSON.parse(read("package.json"));

test("every command is registered", () => {
  const code = read("src/commands.ts");
  for (const { command } of manifest.contributes.commands) {
    // Those of the table of rewrites are registered together.
    assert.ok(command.startsWith("sok.rewrite.") || code.includes(`"${command}"`), command);
  }
});

test("the settings are sorted and explained", () => {
  const properties: Record<string, Record<string, unknown>> = manifest.contributes.configuration.properties;
  const names = Object.keys(properties);
  assert.deepEqual(names, [...names].sort());
  for (const [name, property] of Object.entries(properties)) {
    assert.ok(property["description"] ?? property["markdownDescription"], name);
    assert.ok("default" in property, name);
  }
});

test("an untrusted workspace cannot choose the server", () => {
  assert.deepEqual(manifest.capabilities.untrustedWorkspaces.restrictedConfigurations, ["sok.server.path"]);
  assert.equal(manifest.contributes.configuration.properties["sok.server.path"].scope, "machine");
});

test("every file that the manifest names is there", () => {
  const named = JSON.stringify({ icon: manifest.icon, contributes: manifest.contributes }).match(/"(\.\/|icons\/|media\/)[^"]+"/g) ?? [];
  assert.ok(named.length >= 6);
  for (const file of named) assert.ok(existsSync(path.join(root, JSON.parse(file))), file);
});

test("the change log's newest version is the manifest's", () => {
  assert.equal(/^## \[(\d+\.\d+\.\d+)\]/m.exec(read("CHANGELOG.md"))?.[1], manifest.version);
});

test("snippets keep their boxes: a bare $ would be a placeholder", () => {
  const snippets: Record<string, { body: string[] }> = JSON.parse(read("snippets/sokoban.json"));
  for (const [name, { body }] of Object.entries(snippets)) {
    for (const line of body) assert.doesNotMatch(line, /(?<!\\)\$(?![\d{]|CURRENT)/, name);
  }
});

test("the problem matcher reads what the program writes", () => {
  const [{ pattern }] = manifest.contributes.problemMatchers;
  const [what, where] = pattern.map(({ regexp }: { regexp: string }) => new RegExp(regexp));
  const groups = (found: RegExpExecArray | null): string[] => [...(found ?? [])].slice(1);
  const said = ["error", "missing-player", "no player (`@`) on this board"];
  assert.deepEqual(groups(what.exec("error[missing-player]: no player (`@`) on this board")), said);
  // On a terminal the bar of the progress was there before, on the same line.
  assert.deepEqual(groups(what.exec("███░░ 1 of 3 levels, 0s\rerror[missing-player]: no player (`@`) on this board")), said);
  assert.deepEqual(groups(where.exec("  --> levels/a b.sok:12:3")), ["levels/a b.sok", "12", "3"]);
  assert.doesNotMatch("12 | # $.#", where);
});

test("every command that the walkthrough names is there", () => {
  const own = manifest.contributes.commands.map(({ command }: { command: string }) => command);
  const named = JSON.stringify(manifest.contributes.walkthroughs).matchAll(/command:(sok\.[A-Za-z.-]+)/g);
  for (const [, command] of named) assert.ok(own.includes(command), command);
});
