/** Where the editor starts and stops the extension: the parts are made and joined here, and nowhere else. */
import * as vscode from "vscode";
import { createClient, type Client } from "./client";
import { registerCommands } from "./commands";
import { createStatus } from "./status";

let client: Client | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const log = vscode.window.createOutputChannel("Sokoban Levels", { log: true });
  const status = createStatus();
  client = createClient(context, log, status.show);
  context.subscriptions.push(log, status, registerCommands(client, log), restartOnNewPath(client));
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
