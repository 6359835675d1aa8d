#!/usr/bin/env bash
# Lays down the real VS Code (workbench, server, extension host) for the tests and for `make try`, and prints its folder.
# It comes from the package code-server, whose lib/vscode runs on a plain Node 20. No native module is built: the one
# that would be missed writes log files, and a few lines of JavaScript stand in for it.
set -euo pipefail

version=4.100.3
cache="${XDG_CACHE_HOME:-$HOME/.cache}/sok"
home="$cache/vscode-$version"
if [ -e "$home/complete" ]; then
  echo "$home"
  exit 0
fi

mkdir -p "$cache"
work=$(mktemp -d "$cache/unpack.XXXXXX")
trap 'rm -rf "$work"' EXIT

echo "installing VS Code ($version) into $home" >&2
(cd "$work" && npm pack --silent "code-server@$version" >/dev/null)
mkdir "$work/vscode"
tar -xzf "$work"/code-server-*.tgz -C "$work/vscode" --strip-components=3 --exclude='*.map' package/lib/vscode
cd "$work/vscode"
# Parts that need the network or an account.
rm -rf extensions/{git,github,github-authentication,microsoft-authentication} extensions/ms-vscode.*
npm install --ignore-scripts --omit=dev --no-audit --no-fund --loglevel=error >"$work/npm.log" 2>&1 || {
  tail -n 20 "$work/npm.log" >&2
  exit 1
}
find node_modules -name '*.map' -delete
ln -s node_modules node_modules.asar
mkdir -p node_modules/@vscode/ripgrep/bin
ln -s "$(command -v rg)" node_modules/@vscode/ripgrep/bin/rg
echo 'exports.start = () => {};' >node_modules/native-watchdog/index.js
cat >node_modules/@vscode/spdlog/index.js <<'JS'
// Log files without the native module: every call appends to the file at once.
const { appendFileSync, mkdirSync } = require("node:fs");
const path = require("node:path");

const LEVELS = ["trace", "debug", "info", "warn", "error", "critical"];

class Logger {
  constructor(file) {
    this.file = file;
    this.level = 2;
    this.plain = false;
    LEVELS.forEach((name, rank) => {
      this[name] = (text) => rank >= this.level && this.append(name, text);
    });
  }
  append(name, text) {
    appendFileSync(this.file, this.plain ? text : `${new Date().toISOString()} [${name}] ${text}\n`);
  }
  clearFormatters() {
    this.plain = true;
  }
  getLevel() {
    return this.level;
  }
  setLevel(level) {
    this.level = level;
  }
  setPattern() {}
  flush() {}
  drop() {}
}

async function create(_name, file) {
  mkdirSync(path.dirname(file), { recursive: true });
  return new Logger(file);
}

module.exports = { Logger, createRotatingLogger: create, createAsyncRotatingLogger: create, setFlushOn() {}, setLevel() {} };
JS
touch complete
# Another run may have been quicker: then its folder is as good.
mv -T "$work/vscode" "$home" 2>/dev/null || [ -e "$home/complete" ]
echo "$home"
