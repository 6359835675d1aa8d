// Bundles the extension into dist/extension.js and the board view into dist/board.js; with --tests also the unit tests, against a stand-in for `vscode`.
import { copyFileSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { build, context } from "esbuild";

const root = path.resolve(import.meta.dirname, "..");
const shared = { absWorkingDir: root, bundle: true, platform: "node", target: "node20", logLevel: "warning" };

const extension = {
  ...shared,
  entryPoints: ["src/extension.ts"],
  outfile: "dist/extension.js",
  format: "cjs",
  external: ["vscode"],
  mainFields: ["module", "main"],
  minify: true,
};

const board = {
  ...shared,
  platform: "browser",
  target: "es2022",
  entryPoints: ["webview/main.ts"],
  outfile: "dist/board.js",
  format: "iife",
  minify: true,
};

/** The style sheet is used as it is written. */
function copyStyle() {
  mkdirSync(path.join(root, "dist"), { recursive: true });
  copyFileSync(path.join(root, "webview/board.css"), path.join(root, "dist/board.css"));
}

function unitTests() {
  const entryPoints = ["test/unit", "test/grammar"].flatMap((folder) =>
    readdirSync(path.join(root, folder))
      .filter((file) => file.endsWith(".test.ts"))
      .map((file) => `${folder}/${file}`),
  );
  return {
    ...shared,
    entryPoints,
    outdir: "dist/test",
    format: "cjs",
    outExtension: { ".js": ".cjs" },
    alias: { vscode: path.join(root, "test/unit/vscode.ts") },
    sourcemap: "inline",
    // Finds its WebAssembly beside its own file.
    external: ["vscode-oniguruma", "vscode-textmate"],
  };
}

if (process.argv.includes("--watch")) {
  copyStyle();
  await Promise.all([extension, board].map(async (options) => (await context(options)).watch()));
} else {
  rmSync(path.join(root, "dist"), { recursive: true, force: true });
  copyStyle();
  await Promise.all([build(extension), build(board)]);
  if (process.argv.includes("--tests")) await build(unitTests());
}
