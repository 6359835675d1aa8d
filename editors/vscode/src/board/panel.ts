/**
 * The board beside the text. The text is the truth: the view shows the level at the caret, and what is done in the view
 * becomes edits and selections of the text, which the view then follows.
 */
import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import type { Kept, Mode, ToHost, ToView } from "../../shared/messages";
import type { Board, Played } from "../../shared/protocol";
import type { Client } from "../client";
import { calm } from "./calm";
import { drawStrokes, insertMoves, undoIn } from "./draw";
import { page } from "./html";
import { pickFormat, savePicture, type Wish } from "./pictures";

const VIEW = "sok.board";

interface Position {
  line: number;
  character: number;
}

function caretOf({ selection }: vscode.TextEditor): { position: Position } {
  return { position: { line: selection.active.line, character: selection.active.character } };
}

/** From one look at the board to the next, in milliseconds: fast enough to follow a key that is held down. */
const PAUSE = 40;

/** A level as lenses name it. */
export interface LevelTarget {
  uri: string;
  level: number;
}

export interface BoardView extends vscode.Disposable {
  /** Shows the board beside the text. The keys stay with the text unless a way of using the board is named. */
  open: (mode?: Mode, target?: LevelTarget) => Promise<void>;
  /** Saves the board as a picture. What is not wished for is asked. */
  exportPicture: (wish?: Wish) => Promise<void>;
}

export function createBoard(context: vscode.ExtensionContext, client: Client): BoardView {
  let panel: vscode.WebviewPanel | undefined;
  let document: vscode.TextDocument | undefined;
  let board: Board | null = null;
  let ready = false;
  /** The level to show where no editor has a caret. */
  let level = 0;
  let wanted: Mode | undefined;
  /** What is to become of the picture that the view makes. */
  let wish: Wish = {};

  const post = (message: ToView): void => void panel?.webview.postMessage(message);
  const refresh = calm(PAUSE, look);

  async function open(mode?: Mode, target?: LevelTarget): Promise<void> {
    wanted = mode;
    adopt(vscode.window.activeTextEditor);
    if (target) {
      document = await vscode.workspace.openTextDocument(vscode.Uri.parse(target.uri));
      await goTo(target.level);
    }
    if (panel) {
      panel.reveal(undefined, mode === undefined);
    } else {
      const place = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: mode === undefined };
      attach(vscode.window.createWebviewPanel(VIEW, "Board", place, { localResourceRoots: [dist()] }));
    }
    refresh();
  }

  const dist = (): vscode.Uri => vscode.Uri.joinPath(context.extensionUri, "dist");

  function attach(created: vscode.WebviewPanel): void {
    panel?.dispose();
    panel = created;
    ready = false;
    board = null;
    const { webview } = created;
    webview.options = { enableScripts: true, localResourceRoots: [dist()] };
    const icon = (theme: string): vscode.Uri => vscode.Uri.joinPath(context.extensionUri, `icons/level-${theme}.svg`);
    created.iconPath = { light: icon("light"), dark: icon("dark") };
    const source = (file: string): string => webview.asWebviewUri(vscode.Uri.joinPath(dist(), file)).toString();
    const nonce = randomBytes(16).toString("base64");
    webview.html = page({ csp: webview.cspSource, script: source("board.js"), style: source("board.css"), nonce });
    webview.onDidReceiveMessage((message: ToHost) => void receive(message));
    created.onDidChangeViewState(() => created.visible && refresh());
    created.onDidDispose(() => {
      if (panel === created) panel = undefined;
    });
  }

  /** The document that the view is about is the last level file that had the keys. */
  function adopt(editor: vscode.TextEditor | undefined): void {
    if (editor?.document.languageId === "sokoban") document = editor.document;
  }

  const editorOf = (): vscode.TextEditor | undefined =>
    [vscode.window.activeTextEditor, ...vscode.window.visibleTextEditors].find((editor) => editor && editor.document === document);

  function ask(document: vscode.TextDocument, place: { level: number } | { position: Position }): Promise<Board | null | undefined> {
    return client.request<Board | null>("sok/board", { textDocument: { uri: document.uri.toString() }, ...place });
  }

  async function look(): Promise<void> {
    if (!panel?.visible || !ready) return;
    if (!document) return show(null, "Open a level file: its board is shown here.");
    if (document.isClosed) return show(null, "The level file was closed.");
    const editor = editorOf();
    const { version } = document;
    try {
      const found = await ask(document, editor ? caretOf(editor) : { level });
      if (found === undefined) return show(null, client.isRunning() ? "" : "The Sokoban server does not run.");
      // The text has gone on: the next look is on its way.
      if (found && found.version !== document.version && version !== document.version) return refresh();
      show(found, found ? "" : "There is no board here.");
    } catch {
      show(null, "The Sokoban server did not answer.");
    }
  }

  function show(found: Board | null, why: string): void {
    board = found;
    if (found) level = found.level;
    if (panel) panel.title = found ? `Board: ${found.name}` : "Board";
    post({ type: "board", board: found, why });
    if (wanted && found) {
      post({ type: "mode", mode: wanted });
      wanted = undefined;
    }
  }

  async function receive(message: ToHost): Promise<void> {
    try {
      await act(message);
    } catch (error) {
      post({ type: "say", text: error instanceof Error ? error.message : String(error) });
    }
  }

  async function act(message: ToHost): Promise<void> {
    switch (message.type) {
      case "ready":
        ready = true;
        await restore(message.kept);
        return refresh();
      case "select":
        return select(message.level, message.version, message.cell);
      case "level":
        return goTo(message.level);
      case "play": {
        const { level, moves } = message;
        const played = await client.request<Played | null>("sok/play", { textDocument: { uri: document?.uri.toString() }, level, moves });
        return post({ type: "played", level, played: played ?? null });
      }
      case "insert":
        if (document) await insertMoves(client, document, message.seen, message.moves);
        return post({ type: "say", text: "The solution is in the file." });
      case "draw":
        try {
          if (document) await drawStrokes(client, document, message.level, message.version, message.strokes);
          await look();
        } finally {
          post({ type: "drawn" });
        }
        return;
      case "undo":
        if (document && panel) await undoIn(document, editorOf()?.viewColumn, panel);
        return;
      case "pickFormat":
        return exportPicture();
      case "picture":
        return savePicture(document?.uri, wish, message.format, message.content, message.name);
    }
  }

  /** After a reload of the window: the document that was shown before, or else one that can be seen. */
  async function restore(kept: Kept | null): Promise<void> {
    if (document) return;
    if (kept?.uri) {
      level = kept.level;
      try {
        document = await vscode.workspace.openTextDocument(vscode.Uri.parse(kept.uri));
        return;
      } catch {
        // It is gone.
      }
    }
    // Who has been active since before the extension was is never announced.
    for (const editor of [...vscode.window.visibleTextEditors, vscode.window.activeTextEditor]) adopt(editor);
  }

  async function select(level: number, version: number, cell: number): Promise<void> {
    const place = board?.places[cell];
    if (!document || !place || board?.level !== level || board.version !== version || document.version !== version) return;
    // The caret comes before the character, so that it is on this square and not on the next.
    await reveal(document, new vscode.Selection(place[0], place[2], place[0], place[1]));
  }

  async function reveal(document: vscode.TextDocument, selection: vscode.Selection): Promise<void> {
    const viewColumn = editorOf()?.viewColumn ?? vscode.ViewColumn.One;
    const editor = await vscode.window.showTextDocument(document, { viewColumn, preserveFocus: true });
    editor.selection = selection;
    editor.revealRange(selection);
  }

  /** Brings the caret into a level, if it is not there: the view follows it. */
  async function goTo(target: number): Promise<void> {
    if (!document) return;
    const editor = editorOf();
    if (editor && (await ask(document, caretOf(editor)))?.level === target) return;
    const found = await ask(document, { level: target });
    const place = found?.places.find((place) => place !== null);
    if (!found || !place) return;
    level = target;
    if (!editorOf()) return refresh();
    await reveal(document, new vscode.Selection(place[0], place[1], place[0], place[1]));
  }

  async function exportPicture(asked: Wish = {}): Promise<void> {
    if (!panel || !board) return;
    wish = asked;
    const format = asked.format ?? (await pickFormat());
    if (format) post({ type: "export", format });
  }

  const listeners = vscode.Disposable.from(
    vscode.window.onDidChangeActiveTextEditor((editor) => {
      adopt(editor);
      refresh();
    }),
    vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => {
      if (textEditor === vscode.window.activeTextEditor) adopt(textEditor);
      if (textEditor.document === document) refresh();
    }),
    vscode.workspace.onDidChangeTextDocument((change) => change.document === document && refresh()),
    vscode.workspace.onDidCloseTextDocument((closed) => closed === document && refresh()),
    client.onNews(refresh),
    vscode.window.registerWebviewPanelSerializer(VIEW, {
      async deserializeWebviewPanel(restored: vscode.WebviewPanel, _kept: Kept | undefined) {
        attach(restored);
      },
    }),
  );

  return {
    open,
    exportPicture,
    dispose() {
      listeners.dispose();
      panel?.dispose();
    },
  };
}
