#!/usr/bin/env bash
# Opens VS Code with the extension on a copy of the sample levels; where there is no VS Code, one in the browser.
set -euo pipefail
cd "$(dirname "$0")/.."

levels=$PWD/target/try
rm -rf "$levels"
mkdir -p "$levels"
cp tests/data/samples/* "$levels"

if command -v code >/dev/null; then
  echo "opening VS Code on $levels (a copy: change what you like)"
  exec code --new-window --extensionDevelopmentPath="$PWD/editors/vscode" "$levels" "$levels/microban.sok"
fi
scripts/tools.sh search
exec node editors/vscode/test/e2e/try.mjs "$levels" microban.sok
