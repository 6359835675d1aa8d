// The package for this machine: it is made, installed in an editor that knows nothing of this folder, and opens a file.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { head, startSession } from "../e2e/rig/session.mjs";
import { extension } from "../e2e/rig/vscode.mjs";

const limit = { timeout: 600_000 };
const work = mkdtempSync(path.join(tmpdir(), "sok-package-"));
let session, vsix;

before(async () => {
  const staged = path.join(work, "extension");
  stage(staged);
  execFileSync("npm", ["run", "--silent", "package", "--", "--out", work], { cwd: staged, stdio: "pipe" });
  vsix = path.join(work, readdirSync(work).find((file) => file.endsWith(".vsix")));
  // Without the variable, only the server inside the package can answer.
  session = await startSession({ "levels.sok": head("microban.sok", 35) }, { vsix, environment: { SOK_SERVER_PATH: "" } });
}, limit);
after(async () => {
  await session?.stop();
  rmSync(work, { recursive: true });
});

test("the package holds what it needs and nothing else", limit, () => {
  const list = execFileSync("python3", ["-m", "zipfile", "-l", vsix], { encoding: "utf8" });
  const files = [...list.matchAll(/^(extension\/\S+)/gm)].map(([, file]) => file.replace("extension/", ""));
  for (const needed of ["package.json", "dist/extension.js", "dist/board.js", "dist/board.css", "server/sok", "syntaxes/sokoban.tmLanguage.json"]) {
    assert.ok(files.includes(needed), needed);
  }
  const foreign = files.filter((file) => /^(src|test|webview|shared|scripts|node_modules)\/|\.ts$|\.map$|package-lock/.test(file));
  assert.deepEqual(foreign, []);
});

test("the installed package gives its verdict", limit, async () => {
  const { workbench } = session;
  await workbench.open("levels.sok");
  await workbench.lens("8 pushes · 33 moves").waitFor();
  await workbench.run("Sokoban: Open Board");
  await workbench.board().part("verdict").filter({ hasText: "8 pushes · 33 moves" }).waitFor();
  assert.equal(await workbench.notifications().count(), 0);
});

/** The extension's folder as `make package` has it, with the program that is being tested as its server. */
function stage(target) {
  mkdirSync(path.join(target, "server"), { recursive: true });
  const parts = readdirSync(extension).filter((name) => !["node_modules", "server", "test"].includes(name));
  execFileSync("cp", ["-r", ...parts.map((name) => path.join(extension, name)), target]);
  for (const license of ["LICENSE-MIT", "LICENSE-APACHE"]) copyFileSync(path.join(extension, "../..", license), path.join(target, license));
  const program = process.env.SOK_SERVER_PATH || path.join(extension, "server/sok");
  assert.ok(existsSync(program), "the program is built before this test");
  copyFileSync(program, path.join(target, "server/sok"));
}
