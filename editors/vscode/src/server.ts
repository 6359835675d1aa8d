/** Finds the server program. Knows files and paths, not the editor. */
import { accessSync, constants, statSync } from "node:fs";
import * as path from "node:path";

export interface Places {
  /** The setting `sok.server.path`. */
  setting: string;
  /** The environment variable `SOK_SERVER_PATH`. */
  environment: string | undefined;
  /** The extension's own folder. */
  extension: string;
}

export type Found = { program: string; from: string } | { problem: string };

/** The first place that names a program decides, even where it is wrong: a path that somebody chose is not second-guessed. */
export function findServer(places: Places): Found {
  if (places.setting !== "") return check(places.setting, "the setting sok.server.path");
  if (places.environment) return check(places.environment, "the environment variable SOK_SERVER_PATH");
  const bundled = path.join(places.extension, "server", process.platform === "win32" ? "sok.exe" : "sok");
  if (isFile(bundled)) return check(bundled, "the extension");
  return {
    problem:
      "The Sokoban server is missing: this build of the extension has none inside for this machine. " +
      "Install the program “sok” and put its path into the setting sok.server.path.",
  };
}

function check(program: string, from: string): Found {
  if (!isFile(program)) return { problem: `The Sokoban server is missing: ${from} names ${program}, which is no file.` };
  try {
    accessSync(program, constants.X_OK);
  } catch {
    return { problem: `The Sokoban server cannot be started: ${program} (from ${from}) may not be executed.` };
  }
  return { program, from };
}

function isFile(name: string): boolean {
  return statSync(name, { throwIfNoEntry: false })?.isFile() ?? false;
}
