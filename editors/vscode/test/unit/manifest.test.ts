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
  for (const { command } of manifest.contributes.commands) assert.ok(code.includes(`"${command}"`), command);
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
  const named = JSON.stringify({ icon: manifest.icon, contributes: manifest.contributes }).match(/"(\.\/|icons\/)[^"]+"/g) ?? [];
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
