/** Where the editor starts and stops the extension: the parts are made and joined here, and nowhere else. */
import * as vscode from "vscode";
import { createBoard } from "./board/panel";
import { createClient, type Client } from "./client";
import { registerCommands } from "./commands";
import { findServer } from "./server";
import { createStatus } from "./status";
import { registerTasks } from "./tasks";
import { createTint } from "./tint";

let client: Client | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const log = vscode.window.createOutputChannel("Sokoban Levels", { log: true });
  const trace = vscode.window.createOutputChannel("Sokoban Levels (Trace)", { log: true });
  const status = createStatus();
  const server = () =>
    findServer({
      setting: vscode.workspace.getConfiguration("sok").get("server.path", "").trim(),
      environment: process.env["SOK_SERVER_PATH"],
      extension: context.extensionPath,
    });
  client = createClient(server, log, trace, status.show);
  const board = createBoard(context, client);
  context.subscriptions.push(
    log,
    trace,
    status,
    board,
    createTint(client),
    registerTasks(server),
    registerCommands(context, client, log, board),
    restartOnNewPath(client),
  );
  await client.restart();
}

export async function deactivate(): Promise<void> {
  await client?.stop();
}

function restartOnNewPath(client: Client): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration((change) => {
    if (change.affectsConfiguration("sok.server.path")) void client.restart();
  });
}
