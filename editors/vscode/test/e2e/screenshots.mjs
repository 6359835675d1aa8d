// Takes the pictures of the README (docs/images) in a light and a dark theme, and draws the icon.
import { mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { head, startSession } from "./rig/session.mjs";
import { extension } from "./rig/vscode.mjs";
import { launchBrowser } from "./rig/workbench.mjs";

const images = path.resolve(extension, "../../docs/images");
mkdirSync(images, { recursive: true });

const THEMES = { light: "Default Light Modern", dark: "Default Dark Modern" };
const SETTINGS = {
  "editor.fontFamily": "DejaVu Sans Mono",
  "editor.fontSize": 15,
  "editor.minimap.enabled": false,
  "window.commandCenter": false,
  "workbench.activityBar.location": "hidden",
  "workbench.layoutControl.enabled": false,
};

for (const [name, theme] of Object.entries(THEMES)) {
  const session = await startSession(
    { "microban.sok": head("microban.sok", 35), "letters.sok": head("letters.sok"), "broken.sok": head("broken.sok") },
    { settings: { ...SETTINGS, "workbench.colorTheme": theme }, view: { width: 820, height: 660, scale: 2 } },
  );
  try {
    await shootLevels(session.workbench, name);
  } finally {
    await session.stop();
  }
}
await drawIcon();

async function shootLevels(workbench, theme) {
  const { page } = workbench;
  const shoot = (picture) => page.screenshot({ path: path.join(images, `${picture}-${theme}.png`) });

  await workbench.open("microban.sok");
  await page.keyboard.press("Control+b");
  await workbench.lens("8 pushes · 33 moves").waitFor();
  await workbench.clickLens("Insert solution");
  await workbench.showsText("Solution 33/8");
  await workbench.lens("the best known solution is in the file").waitFor();
  await workbench.lens("Insert solution").first().hover();
  await shoot("vscode");

  await workbench.open("letters.sok");
  await workbench.lens("3 pushes · 13 moves").waitFor();
  await workbench.clickLens("Insert solution");
  await workbench.showsText("Solution 13/3");
  await workbench.lens("the best known solution is in the file").waitFor();
  await shoot("letters");

  await workbench.open("broken.sok");
  await workbench.lens(/needs a player/).waitFor();
  await workbench.squiggle("error").first().waitFor();
  await shoot("findings");
}

async function drawIcon() {
  const browser = await launchBrowser();
  const page = await browser.newPage({ viewport: { width: 128, height: 128 } });
  const drawing = readFileSync(path.join(extension, "icons/sok.svg"), "utf8");
  await page.setContent(`<style>body { margin: 0 }</style>${drawing}`);
  await page.screenshot({ path: path.join(extension, "icons/sok.png"), omitBackground: true });
  await browser.close();
}
