/** Saves the pictures that the board view makes. */
import * as vscode from "vscode";
import type { Format } from "../../shared/messages";
import { fileName } from "../../shared/names";

const FORMATS: { format: Format; label: string; description: string; filter: string }[] = [
  { format: "svg", label: "SVG", description: "the board as it stands, sharp at every size", filter: "SVG picture" },
  { format: "png", label: "PNG", description: "the board as it stands, in pixels", filter: "PNG picture" },
  { format: "gif", label: "Animated GIF", description: "the moves, as the view shows them", filter: "Animated GIF" },
];

export async function pickFormat(): Promise<Format | undefined> {
  const picked = await vscode.window.showQuickPick(FORMATS, { title: "Save the board as", placeHolder: "a picture or an animation" });
  return picked?.format;
}

export async function savePicture(beside: vscode.Uri | undefined, format: Format, content: string, name: string): Promise<void> {
  const file = `${fileName(name)}.${format}`;
  const filter = FORMATS.find((entry) => entry.format === format)?.filter ?? format;
  const target = await vscode.window.showSaveDialog({
    ...(beside && beside.scheme !== "untitled" ? { defaultUri: vscode.Uri.joinPath(beside, "..", file) } : {}),
    filters: { [filter]: [format] },
  });
  if (!target) return;
  await vscode.workspace.fs.writeFile(target, Buffer.from(content, format === "svg" ? "utf8" : "base64"));
}
