/**
 * The connection to the server. There is one way to start it, `restart`, whoever asks: activation, a command, a changed
 * setting, a crash. What goes wrong is said here, once.
 */
import * as vscode from "vscode";
import {
  CloseAction,
  ErrorAction,
  LanguageClient,
  RevealOutputChannelOn,
  type LanguageClientOptions,
} from "vscode-languageclient/node";
import { crashLimit } from "./crashes";
import { findServer } from "./server";
import type { State } from "./status";

export interface Client {
  restart: () => Promise<void>;
  stop: () => Promise<void>;
  isRunning: () => boolean;
}

export function createClient(
  context: vscode.ExtensionContext,
  log: vscode.LogOutputChannel,
  show: (state: State) => void,
): Client {
  let current: LanguageClient | undefined;
  let last: Promise<void> = Promise.resolve();
  const mayRestart = crashLimit();

  /** Starts and stops take turns, so that two of them asked for at once leave one server. */
  function inTurn(step: () => Promise<void>): Promise<void> {
    last = last.then(step, step);
    return last;
  }

  async function stopNow(): Promise<void> {
    const old = current;
    current = undefined;
    await old?.dispose().catch((error: unknown) => log.warn(`stopping the server: ${message(error)}`));
  }

  async function startNow(): Promise<void> {
    show({ kind: "starting" });
    const found = findServer({
      setting: vscode.workspace.getConfiguration("sok").get("server.path", "").trim(),
      environment: process.env["SOK_SERVER_PATH"],
      extension: context.extensionPath,
    });
    if ("problem" in found) return fail(found.problem);
    log.info(`starting ${found.program}, named by ${found.from}`);
    let ready = false;
    // Before it is ready, the failed start below says it.
    const closed = (): void => {
      if (ready) crashed();
    };
    current = new QuietClient("sok", "Sokoban", { command: found.program, args: ["lsp"] }, options(log, closed));
    try {
      await current.start();
    } catch (error) {
      log.error(message(error));
      return fail(`The Sokoban server cannot be started: ${found.program} did not answer. The log has the details.`);
    }
    ready = true;
    const info = current.initializeResult?.serverInfo;
    show({ kind: "running", version: info ? `${info.name} ${info.version ?? ""}`.trim() : "" });
  }

  function crashed(): void {
    if (mayRestart(Date.now())) {
      log.warn("the server stopped by itself; starting it again");
      void restart();
    } else {
      fail("The Sokoban server keeps stopping. The log has the details.");
    }
  }

  function fail(why: string): void {
    show({ kind: "stopped", why });
    log.error(why);
    void vscode.window.showErrorMessage(why, "Restart", "Show Log").then((choice) => {
      if (choice === "Restart") void restart();
      if (choice === "Show Log") log.show();
    });
  }

  const restart = (): Promise<void> =>
    inTurn(async () => {
      await stopNow();
      await startNow();
    });

  return { restart, stop: () => inTurn(stopNow), isRunning: () => current?.isRunning() ?? false };
}

/** The library shows some of its errors in pop-ups; here they go to the log, and `fail` says what people can act on. */
class QuietClient extends LanguageClient {
  override error(text: string, data?: unknown): void {
    super.error(text, data, false);
  }
}

function options(log: vscode.LogOutputChannel, closed: () => void): LanguageClientOptions {
  return {
    documentSelector: [
      { language: "sokoban", scheme: "file" },
      { language: "sokoban", scheme: "untitled" },
    ],
    outputChannel: log,
    revealOutputChannelOn: RevealOutputChannelOn.Never,
    initializationOptions: () => vscode.workspace.getConfiguration("sok"),
    initializationFailedHandler: () => false,
    errorHandler: {
      error: (_error, _message, count) => ({
        action: count !== undefined && count <= 3 ? ErrorAction.Continue : ErrorAction.Shutdown,
        handled: true,
      }),
      closed: () => {
        closed();
        return { action: CloseAction.DoNotRestart, handled: true };
      },
    },
  };
}

function message(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
