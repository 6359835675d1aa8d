/** Saves the pictures that the board view makes. */
import * as vscode from "vscode";
import type { Format } from "../../shared/messages";
import { fileName } from "../../shared/names";

const FORMATS: { format: Format; label: string; description: string; filter: string }[] = [
  { format: "svg", label: "SVG", description: "the board as it stands, sharp at every size", filter: "SVG picture" },
  { format: "png", label: "PNG", description: "the board as it stands, in pixels", filter: "PNG picture" },
  { format: "gif", label: "Animated GIF", description: "the moves, as the view shows them", filter: "Animated GIF" },
];

/** What a key binding may say of the picture that it asks for. */
export interface Wish {
  format?: Format;
  /** A path from the level file's folder; nobody is asked where the picture is to go. */
  file?: string;
}

export async function pickFormat(): Promise<Format | undefined> {
  const picked = await vscode.window.showQuickPick(FORMATS, { title: "Save the board as", placeHolder: "a picture or an animation" });
  return picked?.format;
}

export async function savePicture(level: vscode.Uri | undefined, wish: Wish, format: Format, content: string, name: string): Promise<void> {
  const folder = level && level.scheme !== "untitled" ? vscode.Uri.joinPath(level, "..") : undefined;
  const target = folder && wish.file ? vscode.Uri.joinPath(folder, wish.file) : await askTarget(folder, format, name);
  if (target) await vscode.workspace.fs.writeFile(target, Buffer.from(content, format === "svg" ? "utf8" : "base64"));
}

async function askTarget(folder: vscode.Uri | undefined, format: Format, name: string): Promise<vscode.Uri | undefined> {
  const filter = FORMATS.find((entry) => entry.format === format)?.filter ?? format;
  return vscode.window.showSaveDialog({
    ...(folder ? { defaultUri: vscode.Uri.joinPath(folder, `${fileName(name)}.${format}`) } : {}),
    filters: { [filter]: [format] },
  });
}
