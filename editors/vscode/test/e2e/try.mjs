// VS Code in the browser for people to try: opens a folder and a file in it, and stays until Ctrl+C.
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import { startVSCode } from "./rig/vscode.mjs";

const [folder, file] = process.argv.slice(2);
const vscode = await startVSCode();

// The real address is hundreds of letters long; this one fits a line and leads there.
const secret = `/${randomBytes(4).toString("hex")}`;
const door = createServer((request, response) => {
  if (request.url === secret) response.writeHead(302, { location: vscode.address(folder, file) }).end();
  else response.writeHead(404).end();
}).listen(0, "127.0.0.1", () => {
  const address = `http://127.0.0.1:${door.address().port}${secret}`;
  console.log(`\nThe levels in ${folder} (a copy: change what you like) are open at\n\n  ${address}\n\nCtrl+C ends it.`);
  if (process.env.DISPLAY || process.env.WAYLAND_DISPLAY) openBrowser(address);
});

for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, () => {
    door.close();
    door.closeAllConnections();
    void vscode.stop();
  });
}

/** Where there is no program to open it with, the address stands there all the same. */
function openBrowser(address) {
  spawn("xdg-open", [address], { stdio: "ignore" }).once("error", () => {});
}
