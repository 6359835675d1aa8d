#!/usr/bin/env bash
# Lays down the real VS Code (workbench, server, extension host) for the tests and for `make try`, and prints its folder.
# It comes from the package code-server, whose lib/vscode runs on a plain Node 20. No native module is built: where one
# would be missed, a few lines of JavaScript stand in for it.
set -euo pipefail

version=4.100.3
cache="${XDG_CACHE_HOME:-$HOME/.cache}/sok"
home="$cache/vscode-$version"
stand_ins="$(cd "$(dirname "$0")" && pwd)/stand-ins"

# Puts them into the VS Code of a folder, which may be from an earlier run.
stand_in() {
  cp "$stand_ins/spdlog.js" "$1/node_modules/@vscode/spdlog/index.js"
  cp "$stand_ins/node-pty.js" "$1/node_modules/node-pty/lib/index.js"
  cp "$stand_ins/native-watchdog.js" "$1/node_modules/native-watchdog/index.js"
}

if [ -e "$home/complete" ]; then
  stand_in "$home"
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
stand_in .
touch complete
# Another run may have been quicker: then its folder is as good.
mv -T "$work/vscode" "$home" 2>/dev/null || [ -e "$home/complete" ]
echo "$home"
