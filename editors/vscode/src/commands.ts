/**
 * The commands of the palette. Those of the lenses (`sok.insertSolution` and the like) are the server's own; what a
 * lens or a code action does to the level under it, a command here does to the level at the caret.
 */
import * as vscode from "vscode";
import type { BoardView, LevelTarget } from "./board/panel";
import type { Wish } from "./board/pictures";
import type { Client } from "./client";
import { toggleTint } from "./tint";

/** The commands that rewrite a level are declared in the manifest; what follows is the server's name for the action. */
const REWRITE = "sok.rewrite.";

export function registerCommands(
  context: vscode.ExtensionContext,
  client: Client,
  log: vscode.LogOutputChannel,
  board: BoardView,
): vscode.Disposable {
  const register = vscode.commands.registerCommand;
  const declared: { command: string }[] = context.extension.packageJSON.contributes.commands;
  const rewrites = declared.map(({ command }) => command).filter((command) => command.startsWith(REWRITE));
  return vscode.Disposable.from(
    register("sok.restart", client.restart),
    register("sok.showLog", () => log.show()),
    register("sok.showMenu", showMenu),
    register("sok.openBoard", () => board.open()),
    register("sok.playHere", (level?: LevelTarget) => board.open("play", level)),
    register("sok.paintHere", () => board.open("paint")),
    register("sok.exportBoard", (wish?: Wish) => board.exportPicture(wish)),
    register("sok.toggleDeadSquares", toggleTint),
    register("sok.newLevel", newLevel),
    register("sok.insertSolutionHere", () => atCaret(client, "sok.insertSolution")),
    register("sok.keepSolvingHere", () => atCaret(client, "sok.keepSolving")),
    ...rewrites.map((command) => register(command, () => atCaret(client, "sok.rewrite", command.slice(REWRITE.length)))),
  );
}

/** Has the server carry out a command for the level at the caret. */
async function atCaret(client: Client, command: string, id?: string): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (editor?.document.languageId !== "sokoban") return;
  if (!client.isRunning()) {
    const choice = await vscode.window.showWarningMessage("The Sokoban server is not running.", "Restart");
    if (choice === "Restart") await client.restart();
    return;
  }
  const { document, selection } = editor;
  const target = { uri: document.uri.toString(), version: document.version, line: selection.active.line, ...(id ? { id } : {}) };
  await vscode.commands.executeCommand(command, target);
}

const EXAMPLE = "My first level\n\n########\n#  .   #\n# $$ @ #\n#  .   #\n########\n";

/** A new document with a level to start from. */
async function newLevel(): Promise<void> {
  const document = await vscode.workspace.openTextDocument({ language: "sokoban", content: EXAMPLE });
  const at = new vscode.Position(2, 0);
  await vscode.window.showTextDocument(document, { selection: new vscode.Range(at, at) });
}

/** What a click on the status offers. */
const MENU: readonly { label: string; command: string; argument?: string }[] = [
  { label: "$(layout) Open Board", command: "sok.openBoard" },
  { label: "$(symbol-color) Show or Hide Dead Squares", command: "sok.toggleDeadSquares" },
  { label: "$(book) Get Started", command: "workbench.action.openWalkthrough", argument: "sok.sok#sok.start" },
  { label: "$(gear) Settings", command: "workbench.action.openSettings", argument: "@ext:sok.sok" },
  { label: "$(output) Show Log", command: "sok.showLog" },
  { label: "$(debug-restart) Restart Server", command: "sok.restart" },
];

async function showMenu(): Promise<void> {
  const chosen = await vscode.window.showQuickPick(MENU, { title: "Sokoban Levels" });
  if (chosen) await vscode.commands.executeCommand(chosen.command, ...(chosen.argument ? [chosen.argument] : []));
}
