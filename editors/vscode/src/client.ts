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
  type WorkspaceEdit,
} from "vscode-languageclient/node";
import { crashLimit } from "./crashes";
import type { Found } from "./server";
import type { State } from "./status";
import type { Legend } from "./tokens";

export interface Client {
  restart: () => Promise<void>;
  stop: () => Promise<void>;
  isRunning: () => boolean;
  /** Asks the server; `undefined` while it does not run. What it refuses is thrown, with its words. */
  request: <T>(method: string, params: unknown) => Promise<T | undefined>;
  /** What the numbers of semantic tokens mean. */
  legend: () => Legend | undefined;
  toEdit: (edit: unknown) => Promise<vscode.WorkspaceEdit | undefined>;
  /** Told when the server has started or stopped, and when it knows more without an edit. */
  onNews: vscode.Event<void>;
}

/** The commands that the server may put into lenses because the extension runs them. */
const OWN_COMMANDS = ["sok.openBoard", "sok.playHere"];

export function createClient(
  server: () => Found,
  log: vscode.LogOutputChannel,
  trace: vscode.LogOutputChannel,
  show: (state: State) => void,
): Client {
  let current: LanguageClient | undefined;
  let last: Promise<void> = Promise.resolve();
  const mayRestart = crashLimit();
  const news = new vscode.EventEmitter<void>();
  const setState = (state: State): void => {
    show(state);
    news.fire();
  };

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
    const found = server();
    if ("problem" in found) return fail(found.problem);
    log.info(`starting ${found.program}, named by ${found.from}`);
    let ready = false;
    // Before it is ready, the failed start below says it.
    const closed = (): void => {
      if (ready) crashed();
    };
    current = new QuietClient("sok", "Sokoban", { command: found.program, args: ["lsp"] }, options(log, trace, closed));
    current.registerFeature({
      fillClientCapabilities: (capabilities) => {
        capabilities.experimental = { ...capabilities.experimental, commands: OWN_COMMANDS };
      },
      initialize: () => {},
      getState: () => ({ kind: "static" }),
      clear: () => {},
    });
    current.onNotification("sok/news", () => news.fire());
    try {
      await current.start();
    } catch (error) {
      log.error(message(error));
      return fail(`The Sokoban server cannot be started: ${found.program} did not answer. The log has the details.`);
    }
    ready = true;
    const info = current.initializeResult?.serverInfo;
    setState({ kind: "running", version: info ? `${info.name} ${info.version ?? ""}`.trim() : "" });
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
    setState({ kind: "stopped", why });
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

  async function request<T>(method: string, params: unknown): Promise<T | undefined> {
    return current?.isRunning() ? await current.sendRequest<T>(method, params) : undefined;
  }

  return {
    restart,
    stop: () => inTurn(stopNow),
    isRunning: () => current?.isRunning() ?? false,
    request,
    legend: () => current?.initializeResult?.capabilities.semanticTokensProvider?.legend,
    toEdit: async (edit) => current?.protocol2CodeConverter.asWorkspaceEdit(edit as WorkspaceEdit),
    onNews: news.event,
  };
}

/** The library shows some of its errors in pop-ups; here they go to the log, and `fail` says what people can act on. */
class QuietClient extends LanguageClient {
  override error(text: string, data?: unknown): void {
    super.error(text, data, false);
  }
}

function options(log: vscode.LogOutputChannel, trace: vscode.LogOutputChannel, closed: () => void): LanguageClientOptions {
  return {
    documentSelector: schemes().map((scheme) => ({ language: "sokoban", scheme })),
    outputChannel: log,
    traceOutputChannel: trace,
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

/** Files and new documents; in a virtual workspace also what its folders are made of. Not the left sides of comparisons. */
function schemes(): string[] {
  const folders = vscode.workspace.workspaceFolders ?? [];
  return [...new Set(["file", "untitled", ...folders.map((folder) => folder.uri.scheme)])];
}

function message(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
