// Bundles the extension into dist/extension.js; with --tests also the unit tests, against a stand-in for `vscode`.
import { readdirSync, rmSync } from "node:fs";
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
  await (await context(extension)).watch();
} else {
  rmSync(path.join(root, "dist"), { recursive: true, force: true });
  await build(extension);
  if (process.argv.includes("--tests")) await build(unitTests());
}
