/** The commands of the palette. Those of the lenses (`sok.insertSolution` and the like) are the server's own. */
import * as vscode from "vscode";
import type { Client } from "./client";

export function registerCommands(client: Client, log: vscode.LogOutputChannel): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.commands.registerCommand("sok.restart", client.restart),
    vscode.commands.registerCommand("sok.showLog", () => log.show()),
    vscode.commands.registerCommand("sok.insertSolutionHere", () => atCaret(client, "sok.insertSolution")),
    vscode.commands.registerCommand("sok.keepSolvingHere", () => atCaret(client, "sok.keepSolving")),
  );
}

/** Asks the server to carry out a command for the level at the caret. */
async function atCaret(client: Client, command: string): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (editor?.document.languageId !== "sokoban") return;
  if (!client.isRunning()) {
    const choice = await vscode.window.showWarningMessage("The Sokoban server is not running.", "Restart");
    if (choice === "Restart") await client.restart();
    return;
  }
  const { document, selection } = editor;
  await vscode.commands.executeCommand(command, {
    uri: document.uri.toString(),
    version: document.version,
    line: selection.active.line,
  });
}
