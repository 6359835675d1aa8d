// One VS Code and one page for a file of tests, with a folder of levels of its own.
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { samples, startVSCode } from "./vscode.mjs";
import { launchBrowser, openWorkbench } from "./workbench.mjs";

/** @param files what the folder holds: for each name, the sample to copy, or `{ text }` */
export async function startSession(files, { settings, environment, view } = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), "sok-levels-"));
  for (const [name, content] of Object.entries(files)) {
    if (typeof content === "string") copyFileSync(path.join(samples, content), path.join(folder, name));
    else writeFileSync(path.join(folder, name), content.text);
  }
  const vscode = await startVSCode({ settings, environment });
  const browser = await launchBrowser();
  const workbench = await openWorkbench(browser, vscode.address(folder), view);
  return {
    folder,
    vscode,
    workbench,
    async stop() {
      await browser.close();
      await vscode.stop();
      rmSync(folder, { recursive: true });
    },
  };
}
