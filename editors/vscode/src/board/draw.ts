/** Changes that the board view makes in the text. */
import * as vscode from "vscode";
import type { Seen, Stroke } from "../../shared/protocol";
import type { Client } from "../client";

/** Puts strokes into the text as one edit that one undo takes back. Throws the server's words when it refuses. */
export async function drawStrokes(client: Client, document: vscode.TextDocument, level: number, version: number, strokes: Stroke[]): Promise<void> {
  const textDocument = { uri: document.uri.toString() };
  const answer = await client.request("sok/draw", { textDocument, version, level, strokes });
  const edit = answer === undefined ? undefined : await client.toEdit(answer);
  if (!edit || document.version !== version) throw new Error("The text has changed meanwhile; try again.");
  if (!(await vscode.workspace.applyEdit(edit))) throw new Error("The text could not be changed.");
}

/** Stores moves that somebody played on the level that was seen. The server makes the edit. */
export async function insertMoves(client: Client, document: vscode.TextDocument, seen: Seen, moves: string): Promise<void> {
  const target = { uri: document.uri.toString(), ...seen, moves };
  await client.request("workspace/executeCommand", { command: "sok.insertMoves", arguments: [target] });
}

/** Undo belongs to the text editor: it is brought to the front for a moment, and the board gets the keys back. */
export async function undoIn(document: vscode.TextDocument, column: vscode.ViewColumn | undefined, panel: vscode.WebviewPanel): Promise<void> {
  await vscode.window.showTextDocument(document, { viewColumn: column ?? vscode.ViewColumn.One });
  await vscode.commands.executeCommand("undo");
  panel.reveal(undefined, false);
}
