// One VS Code and one page for a file of tests, with a folder of levels of its own.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { samples, startVSCode } from "./vscode.mjs";
import { launchBrowser, openWorkbench } from "./workbench.mjs";

/** The first lines of a sample, or all of them. */
export function head(sample, lines) {
  return readFileSync(path.join(samples, sample), "utf8").split("\n").slice(0, lines).join("\n");
}

/** The board of a sample's level, whose heading is its number. */
export function level(sample, number) {
  return head(sample).split(`\n${number}\n\n`)[1].split("\n\n")[0];
}

/** @param files the texts of the files in the folder, by name */
export async function startSession(files, { settings, keys, environment, view, vsix } = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), "sok-levels-"));
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  const vscode = await startVSCode({ settings, keys, environment, vsix });
  const browser = await launchBrowser();
  const stop = async () => {
    await browser.close();
    await vscode.stop();
    rmSync(folder, { recursive: true });
  };
  try {
    const workbench = await openWorkbench(browser, vscode.address(folder), view);
    return { folder, vscode, workbench, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
