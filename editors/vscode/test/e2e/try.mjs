// VS Code in the browser for people to try: prints the address of a folder and a file in it, and stays until Ctrl+C.
import { startVSCode } from "./rig/vscode.mjs";

const [folder, file] = process.argv.slice(2);
const vscode = await startVSCode();
console.log(`\nThe levels in ${folder} (a copy: change what you like) are open at\n\n  ${vscode.address(folder, file)}\n`);
console.log("Ctrl+C ends it.");
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => void vscode.stop());
