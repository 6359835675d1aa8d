/** The tint behind dead squares in the text: off until somebody wants it. What is dead is the server's word. */
import * as vscode from "vscode";
import { calm } from "./board/calm";
import type { Client } from "./client";
import { rangesWith } from "./tokens";

const SETTING = "deadSquares.show";

export async function toggleTint(): Promise<void> {
  const settings = vscode.workspace.getConfiguration("sok");
  await settings.update(SETTING, !settings.get(SETTING, false), vscode.ConfigurationTarget.Global);
}

export function createTint(client: Client): vscode.Disposable {
  const tint = vscode.window.createTextEditorDecorationType({ backgroundColor: new vscode.ThemeColor("sok.deadSquareBackground") });
  const refresh = calm(150, async () => {
    const on = vscode.workspace.getConfiguration("sok").get(SETTING, false);
    for (const editor of vscode.window.visibleTextEditors) {
      if (editor.document.languageId === "sokoban") editor.setDecorations(tint, on ? await deadRanges(client, editor) : []);
    }
  });
  refresh();
  return vscode.Disposable.from(
    tint,
    client.onNews(refresh),
    vscode.window.onDidChangeVisibleTextEditors(refresh),
    vscode.window.onDidChangeTextEditorVisibleRanges(refresh),
    vscode.workspace.onDidChangeTextDocument(refresh),
    vscode.workspace.onDidChangeConfiguration((change) => change.affectsConfiguration("sok") && refresh()),
  );
}

async function deadRanges(client: Client, editor: vscode.TextEditor): Promise<vscode.Range[]> {
  const { document } = editor;
  const legend = client.legend();
  const [first, last] = [editor.visibleRanges[0]?.start.line ?? 0, editor.visibleRanges.at(-1)?.end.line ?? 0];
  const range = { start: { line: first, character: 0 }, end: { line: last + 1, character: 0 } };
  const { version } = document;
  const tokens = await client.request<{ data: number[] } | null>("textDocument/semanticTokens/range", {
    textDocument: { uri: document.uri.toString() },
    range,
  });
  if (!tokens || !legend || document.version !== version) return [];
  return rangesWith("dead", tokens.data, legend).map(([line, start, end]) => new vscode.Range(line, start, line, end));
}
