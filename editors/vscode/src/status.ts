/** The entry behind the `{}` of the status bar: what the server is doing; a click opens a menu. */
import * as vscode from "vscode";

export type State = { kind: "starting" } | { kind: "running"; version: string } | { kind: "stopped"; why: string };

export function createStatus(): vscode.Disposable & { show: (state: State) => void } {
  const item = vscode.languages.createLanguageStatusItem("sok.server", { language: "sokoban" });
  item.name = "Sokoban Server";
  item.command = { command: "sok.showMenu", title: "Menu" };
  return {
    show(state) {
      item.busy = state.kind === "starting";
      item.text = TEXT[state.kind];
      item.detail = detail(state);
      item.severity = state.kind === "stopped" ? vscode.LanguageStatusSeverity.Error : vscode.LanguageStatusSeverity.Information;
    },
    dispose: () => item.dispose(),
  };
}

const TEXT = { starting: "Sokoban: starting", running: "Sokoban: running", stopped: "Sokoban: stopped" };

function detail(state: State): string {
  if (state.kind === "running") return state.version;
  return state.kind === "stopped" ? state.why : "";
}
