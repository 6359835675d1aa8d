// The workbench as a person sees it: what can be read on the screen, and what hands can do.
import { setTimeout } from "node:timers/promises";
import { chromium } from "playwright-core";
import { boardView } from "./board.mjs";

const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";

export function launchBrowser() {
  return chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"] });
}

export async function openWorkbench(browser, address, { width = 1200, height = 800, scale = 1 } = {}) {
  const context = await browser.newContext({
    viewport: { width, height },
    deviceScaleFactor: scale,
    reducedMotion: "reduce",
    permissions: ["clipboard-read", "clipboard-write"],
  });
  const page = await context.newPage();
  // Milliseconds; less than by default shortens the wait for what will not come.
  page.setDefaultTimeout(Number(process.env.SOK_PATIENCE) || 120_000);
  await page.goto(address);
  await explorer(page).waitFor();
  return workbench(page);
}

/** The first file in the list of files: with it the workbench is there. */
const explorer = (page) => page.locator(".monaco-workbench .explorer-folders-view .monaco-list-row").first();

function workbench(page) {
  const quickInput = page.locator(".quick-input-widget input[type=text]");
  const quickRows = page.locator(".quick-input-list .monaco-list-row");
  const editor = page.locator(".editor-group-container.active .editor-instance .monaco-editor");

  return {
    page,
    editor,

    /** Opens a file of the folder by its name. */
    async open(name) {
      // A list that the editor closes again, because the keys went elsewhere meanwhile, is asked for again.
      for (;;) {
        await page.keyboard.press("Control+p");
        try {
          await quickInput.fill(name, { timeout: 5000 });
          // Not by Enter, which takes the first row: that may still be another file's.
          await quickRows.filter({ hasText: name }).first().click({ timeout: 5000 });
          break;
        } catch {
          await page.keyboard.press("Escape");
          await page.keyboard.press("Control+1");
        }
      }
      await page.locator(".tab.active", { hasText: name }).waitFor();
      await editor.waitFor();
    },

    /** Carries out a command of the palette. Extensions register theirs late, so the palette is asked until it knows it. */
    async run(command) {
      const row = page.getByRole("option", { name: new RegExp(`^${escape(command)}(,| \\(|$)`) });
      for (;;) {
        await page.keyboard.press("F1");
        await quickInput.fill(`>${command}`);
        const known = await Promise.race([
          row.waitFor().then(() => true),
          quickRows.filter({ hasText: "No matching commands" }).waitFor().then(() => false),
        ]);
        if (known) break;
        await page.keyboard.press("Escape");
        await quickInput.waitFor({ state: "hidden" });
      }
      await row.click();
      await page.waitForFunction(paletteIsGone);
    },

    /** Puts the caret at a line and a column, both from 1. */
    async caret(line, column) {
      await page.keyboard.press("Control+g");
      await quickInput.fill(`:${line}:${column}`);
      await page.keyboard.press("Enter");
      await quickInput.waitFor({ state: "hidden" });
      await page.locator(".statusbar-item", { hasText: `Ln ${line}, Col ${column}` }).waitFor();
    },

    /** Replaces the settings of the machine on which the extension runs, in their file and by hand. */
    async setMachineSettings(settings) {
      await this.run("Preferences: Open Remote Settings (JSON)");
      await page.locator(".tab.active", { hasText: "settings.json" }).waitFor();
      await editor.click();
      await page.keyboard.press("Control+a");
      await page.keyboard.insertText(JSON.stringify(settings));
      await page.keyboard.press("Control+s");
      await page.locator(".tab.active:not(.dirty)").waitFor();
      await this.run("View: Close Editor");
    },

    lens: (text) => editor.locator(".codelens-decoration").getByText(text, { exact: typeof text === "string" }),
    /**
     * Clicks a lens once all verdicts are there, until what is to come of it has come. As a person would, it clicks
     * again when nothing happens: VS Code loses a click while lenses are replaced or lines still move to their places.
     */
    async clickLens(text, comes) {
      const lens = this.lens(text).first();
      await lens.waitFor();
      await page.waitForFunction(allVerdictsAreThere);
      await lens.click();
      const came = comes().then(() => true);
      while (!(await Promise.race([came, setTimeout(10_000, false, { ref: false })]))) {
        if (await lens.isVisible()) await lens.click();
      }
    },

    /** Takes back the last edit of the text. The keys have to be with the text for that, and are brought there. */
    async undo() {
      while (!(await page.evaluate(textHasTheKeys))) {
        await page.keyboard.press("Control+1");
        await setTimeout(100);
      }
      await page.keyboard.press("Control+z");
    },

    /** The board view, once it is there. */
    board: () => boardView(page),

    squiggle: (severity) => editor.locator(`.squiggly-${severity}`),
    notifications: () => page.locator(".notifications-toasts .notification-list-item"),

    /** Waits until the text on the screen contains another text, or no longer does. */
    async showsText(text, shown = true) {
      await page.waitForFunction(isOnScreen, { text, shown });
    },

    /** Loads the page anew, as soon as the editor has stored something: it does so every few seconds. */
    async reloadWith(stored) {
      while (!(await page.evaluate(isStored, stored))) await setTimeout(100);
      await page.reload();
      await explorer(page).waitFor();
    },

    /** Notes at every frame how many lenses stand above each level; the function returned tells what was seen. */
    async watchLenses() {
      await page.evaluate(countLensesPerFrame);
      return () => page.evaluate(() => [...window.lensCounts]);
    },
  };
}

/** A text as a pattern that matches it alone. */
const escape = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/**
 * Runs in the page. The editor draws lines in any order, and blanks as no-break spaces. Where the active group shows no
 * text but a board, the text beside it is meant.
 */
function isOnScreen({ text, shown }) {
  const active = [...document.querySelectorAll(".editor-group-container.active .view-line")];
  const lines = active.length > 0 ? active : [...document.querySelectorAll(".editor-group-container .view-line")];
  const top = (line) => parseFloat(line.style.top);
  const drawn = lines.sort((a, b) => top(a) - top(b)).map((line) => line.textContent.replaceAll("\u00a0", " "));
  return drawn.join("\n").includes(text) === shown;
}

/** Runs in the page: the list of commands is closed, or another list has taken its place. */
function paletteIsGone() {
  const input = document.querySelector(".quick-input-widget input[type=text]");
  return !input?.checkVisibility() || !input.value.startsWith(">");
}

/** Runs in the page: whether a text is among what the editor keeps over a reload. */
async function isStored(text) {
  const done = (request) => new Promise((resolve, reject) => Object.assign(request, { onsuccess: () => resolve(request.result), onerror: reject }));
  for (const { name } of await indexedDB.databases()) {
    const database = await done(indexedDB.open(name));
    for (const store of database.objectStoreNames) {
      const values = await done(database.transaction(store).objectStore(store).getAll());
      if (values.some((value) => typeof value === "string" && value.replaceAll("\\", "").includes(text))) return database.close(), true;
    }
    database.close();
  }
  return false;
}

/** Runs in the page. */
function allVerdictsAreThere() {
  const levels = [...document.querySelectorAll(".editor-group-container.active .codelens-decoration")];
  return levels.every((level) => !/solving|no solution yet/.test(level.textContent));
}

/** Runs in the page. */
function textHasTheKeys() {
  return document.activeElement?.closest(".editor-group-container .monaco-editor") != null;
}

/** Runs in the page. */
function countLensesPerFrame() {
  window.lensCounts = new Set();
  const count = () => {
    const levels = [...document.querySelectorAll(".editor-group-container.active .codelens-decoration")];
    window.lensCounts.add(levels.map((level) => level.querySelectorAll("a, span:not(.codicon)").length).join(" "));
    requestAnimationFrame(count);
  };
  count();
}
