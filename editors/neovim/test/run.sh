#!/usr/bin/env bash
# run.sh [NVIM]: tests the plugin in a Neovim that knows nothing else. SOK_SERVER_PATH names the program.
set -euo pipefail
cd "$(dirname "$0")"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/pack/sok/start"
ln -s "$(cd .. && pwd)" "$work/pack/sok/start/sok"
printf 'Room\n\n######\n#@ $.#\n#    #\n######\n' >"$work/room.sok"
export FILE=$work/room.sok HOME=$work XDG_STATE_HOME=$work XDG_CACHE_HOME=$work XDG_CONFIG_HOME=$work XDG_DATA_HOME=$work
timeout 120 "${1:-nvim}" --headless -i NONE -u NONE \
  --cmd "let g:sok_server = '${SOK_SERVER_PATH:-sok}'" --cmd "set packpath^=$work" \
  -c 'packloadall' -c 'luafile drive.lua' </dev/null 2>"$work/said" || { cat "$work/said"; exit 1; }
