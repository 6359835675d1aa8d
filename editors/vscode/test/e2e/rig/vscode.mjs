// Starts the VS Code server with the extension from this folder, on a free port of this machine alone.
import { execFileSync, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout } from "node:timers/promises";

export const extension = path.resolve(import.meta.dirname, "../../..");
export const samples = path.resolve(extension, "../../tests/data/samples");

// A bare editor: nothing that asks, updates, hints or calls home.
const SETTINGS = {
  "chat.commandCenter.enabled": false,
  "extensions.autoCheckUpdates": false,
  "extensions.ignoreRecommendations": true,
  "files.autoSave": "off",
  "telemetry.telemetryLevel": "off",
  "update.mode": "none",
  "workbench.reduceMotion": "on",
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
};

/**
 * @param {{ settings?: object, keys?: object[], environment?: object, vsix?: string }} options with a vsix, that is installed, and the
 *   extension in this folder is not used
 * @returns where to open a folder, the processes of the server, and how to stop it all
 */
export async function startVSCode({ settings = {}, keys = [], environment = {}, vsix } = {}) {
  const home = execFileSync(path.join(import.meta.dirname, "install-vscode.sh"), { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] }).trim();
  const data = mkdtempSync(path.join(tmpdir(), "sok-vscode-"));
  mkdirSync(path.join(data, "user/User"), { recursive: true });
  writeFileSync(path.join(data, "user/User/settings.json"), JSON.stringify({ ...SETTINGS, ...settings }));
  writeFileSync(path.join(data, "user/User/keybindings.json"), JSON.stringify(keys));

  if (vsix) execFileSync(process.execPath, [path.join(home, "out/server-main.js"), "--server-data-dir", data, "--install-extension", vsix], { stdio: "pipe", env: { ...process.env, EXTENSIONS_GALLERY: "{}" } });
  const token = randomUUID();
  const child = spawn(
    process.execPath,
    [
      path.join(home, "out/server-main.js"),
      ...["--host", "127.0.0.1", "--port", "0", "--connection-token", token],
      ...["--server-data-dir", data, "--user-data-dir", path.join(data, "user")],
      ...["--accept-server-license-terms", "--disable-workspace-trust", "--telemetry-level", "off"],
    ],
    // Without verdicts of other sessions.
    { env: { ...process.env, EXTENSIONS_GALLERY: "{}", SOK_CACHE: "", ...environment }, stdio: ["ignore", "pipe", "pipe"] },
  );
  const gone = new Promise((resolve) => child.once("exit", resolve));
  const port = await listening(child);

  return {
    /** The address that opens a folder, and a file in it, with the extension loaded. */
    address(folder, file) {
      const remote = `vscode-remote://127.0.0.1:${port}`;
      const payload = vsix ? [] : [["extensionDevelopmentPath", `${remote}${extension}`]];
      if (file) payload.push(["openFile", `${remote}${folder}/${file}`]);
      const query = new URLSearchParams({ tkn: token, folder, payload: JSON.stringify(payload) });
      return `http://127.0.0.1:${port}/?${query}`;
    },
    /** The ids of the language servers that run below this VS Code. */
    languageServers: () => descendants(child.pid).filter((id) => commandLine(id).at(-1) === "lsp"),
    /** Ends it all: the extension host writes its log to the last, so the folder goes when every process has. */
    async stop() {
      const below = descendants(child.pid);
      child.kill();
      await gone;
      while (below.some((id) => existsSync(`/proc/${id}`))) await setTimeout(20);
      rmSync(data, { recursive: true, force: true });
    },
  };
}

function listening(child) {
  return new Promise((resolve, reject) => {
    let output = "";
    const read = (chunk) => {
      output += chunk;
      const port = /Extension host agent listening on (\d+)/.exec(output)?.[1];
      if (port) resolve(Number(port));
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.once("exit", (code) => reject(new Error(`VS Code stopped with ${code}:\n${output}`)));
  });
}

/** Every process below one, by what the system says of each process's parent. */
function descendants(root) {
  const parents = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((id) => [Number(id), parentOf(id)]);
  const found = [root];
  for (const id of found) found.push(...parents.filter(([, parent]) => parent === id).map(([child]) => child));
  return found.slice(1);
}

/** The fields behind the name, which stands in parentheses and may hold blanks, are the state and the parent's id. */
const parentOf = (id) => Number(read(`/proc/${id}/stat`).split(") ").at(-1).split(" ")[1]);
const commandLine = (id) => read(`/proc/${id}/cmdline`).split("\0").filter(Boolean);

function read(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return ""; // The process has ended meanwhile.
  }
}
