/** Tasks that check level files from the command line, with their findings in the list of problems. */
import * as vscode from "vscode";
import { checkArguments } from "./check";
import type { Found } from "./server";

interface Definition extends vscode.TaskDefinition {
  files?: string[];
  strictness?: string;
}

/** @param server finds the program */
export function registerTasks(server: () => Found): vscode.Disposable {
  return vscode.tasks.registerTaskProvider("sok", {
    provideTasks: () => (vscode.workspace.workspaceFolders ?? []).filter(isOnDisk).flatMap((folder) => task({ type: "sok" }, folder, server())),
    resolveTask: (given) => {
      const folder = typeof given.scope === "object" ? given.scope : vscode.workspace.workspaceFolders?.find(isOnDisk);
      return folder && task(given.definition as Definition, folder, server())[0];
    },
  });
}

/** The program cannot read what only the editor can. */
const isOnDisk = (folder: vscode.WorkspaceFolder): boolean => folder.uri.scheme === "file";

function task(definition: Definition, folder: vscode.WorkspaceFolder, server: Found): vscode.Task[] {
  if ("problem" in server) return [];
  const run = new vscode.ProcessExecution(server.program, checkArguments(definition), { cwd: folder.uri.fsPath });
  const made = new vscode.Task(definition, folder, "check levels", "sok", run, "$sok");
  made.group = vscode.TaskGroup.Test;
  made.presentationOptions = { reveal: vscode.TaskRevealKind.Silent, clear: true };
  return [made];
}
