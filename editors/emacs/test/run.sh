#!/usr/bin/env bash
# run.sh [EMACS]: tests the mode in an Emacs that knows nothing else. SOK_SERVER_PATH names the program.
set -euo pipefail
cd "$(dirname "$0")"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
printf 'Room\n\n######\n#@ $.#\n#    #\n######\n' >"$work/room.sok"
FILE=$work/room.sok HOME=$work timeout 180 "${1:-emacs}" -Q --batch -l drive.el 2>"$work/said" </dev/null || { cat "$work/said"; exit 1; }
