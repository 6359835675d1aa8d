// Terminals without the native module: a process on pipes, whose output looks as a terminal's does.
const { spawn } = require("node:child_process");

exports.spawn = (file, args, { cwd, env, cols = 80, rows = 24 }) => {
  const child = spawn(file, args, { cwd, env, stdio: "pipe" });
  const streams = [child.stdout, child.stderr];
  for (const stream of streams) stream.setEncoding("utf8");
  const disposable = { dispose: () => {} };
  return {
    pid: child.pid,
    process: file,
    cols,
    rows,
    onData(listener) {
      for (const stream of streams) stream.on("data", (text) => listener(text.replaceAll("\n", "\r\n")));
      return disposable;
    },
    onExit(listener) {
      child.once("close", (exitCode) => listener({ exitCode: exitCode ?? 1 }));
      child.once("error", () => listener({ exitCode: 127 }));
      return disposable;
    },
    write: (text) => child.stdin.write(text),
    kill: (signal) => child.kill(signal),
    resize: () => {},
    clear: () => {},
    pause: () => streams.forEach((stream) => stream.pause()),
    resume: () => streams.forEach((stream) => stream.resume()),
  };
};
