// Takes the pictures of the README (docs/images) and of the walkthrough (media) in a light and a dark theme, and draws
// the icon.
import { copyFileSync, mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { head, startSession } from "./rig/session.mjs";
import { extension } from "./rig/vscode.mjs";
import { launchBrowser } from "./rig/workbench.mjs";

const images = path.resolve(extension, "../../docs/images");
const media = path.join(extension, "media");
for (const folder of [images, media]) mkdirSync(folder, { recursive: true });

const THEMES = { light: "Default Light Modern", dark: "Default Dark Modern" };
const SETTINGS = {
  "editor.cursorBlinking": "solid",
  "editor.fontFamily": "DejaVu Sans Mono",
  "editor.fontSize": 15,
  "editor.lightbulb.enabled": "off",
  "editor.minimap.enabled": false,
  "editor.scrollbar.horizontal": "hidden",
  "editor.scrollbar.vertical": "hidden",
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
    await shootBoard(session.workbench, name);
  } finally {
    await session.stop();
  }
}
await drawIcon();

async function shootLevels(workbench, theme) {
  const { page } = workbench;
  const shoot = (picture) => takePicture(page, path.join(images, `${picture}-${theme}.png`));

  await workbench.open("microban.sok");
  await page.keyboard.press("Control+b");
  await workbench.lens("8 pushes · 33 moves").waitFor();
  await workbench.clickLens("Insert solution", () => workbench.showsText("Solution 33/8"));
  await workbench.lens("the best known solution is in the file").waitFor();
  await workbench.lens("Insert solution").first().hover();
  await shoot("vscode");
  await layMouseAside(page);

  await workbench.open("letters.sok");
  await workbench.lens("3 pushes · 13 moves").waitFor();
  await workbench.clickLens("Insert solution", () => workbench.showsText("Solution 13/3"));
  await workbench.lens("the best known solution is in the file").waitFor();
  await layMouseAside(page);
  await shoot("letters");

  await workbench.open("broken.sok");
  await workbench.lens(/needs a player/).waitFor();
  await workbench.squiggle("error").first().waitFor();
  await shoot("findings");
}

/** Without the bar at the bottom, which says most of the machine and little of the levels. */
function takePicture(page, file) {
  const { width, height } = page.viewportSize();
  return page.screenshot({ path: file, clip: { x: 0, y: 0, width, height: height - 22 } });
}

/** Nothing is to look pointed at: right of the path above the text there is nothing. */
function layMouseAside(page) {
  return page.mouse.move(page.viewportSize().width - 10, 46);
}

/** The board beside the text, in replay and painted; then the list of problems. */
async function shootBoard(workbench, theme) {
  const { page } = workbench;
  const shoot = async (picture, folder = images) => {
    await layMouseAside(page);
    await takePicture(page, path.join(folder, `${picture}-${theme}.png`));
  };
  const board = workbench.board();

  await page.setViewportSize({ width: 1180, height: 660 });
  await workbench.open("microban.sok");
  await workbench.caret(10, 3);
  await workbench.run("Sokoban: Open Board");
  await board.part("count").filter({ hasText: /\/ 33/ }).waitFor();
  await board.focus();
  await page.keyboard.press("Home");
  for (let step = 0; step < 13; step++) await page.keyboard.press("ArrowRight");
  await board.part("count").filter({ hasText: "13 / 33" }).waitFor();
  await page.keyboard.press("Control+1");
  await shoot("board");

  await board.mode("paint").click();
  await board.part("dead").click();
  await shoot("paint");
  await board.part("dead").click();

  await page.setViewportSize({ width: 820, height: 660 });
  await page.keyboard.press("Control+2");
  await workbench.run("View: Close Editor");
  await workbench.open("broken.sok");
  await workbench.run("Problems: Focus on Problems View");
  await page.locator(".markers-panel .monaco-list-row").nth(3).waitFor();
  await shoot("check", media);
  const walkthrough = { findings: "findings", solution: "vscode", board: "board" };
  for (const [name, picture] of Object.entries(walkthrough)) {
    copyFileSync(path.join(images, `${picture}-${theme}.png`), path.join(media, `${name}-${theme}.png`));
  }
}

async function drawIcon() {
  const browser = await launchBrowser();
  const page = await browser.newPage({ viewport: { width: 128, height: 128 } });
  const drawing = readFileSync(path.join(extension, "icons/sok.svg"), "utf8");
  await page.setContent(`<style>body { margin: 0 }</style>${drawing}`);
  await page.screenshot({ path: path.join(extension, "icons/sok.png"), omitBackground: true });
  await browser.close();
}
