#!/usr/bin/env bash
# Makes a folder with the Python packages of a requirements file, once for each set of them, and says where it is.
set -euo pipefail
mark=$(sha256sum "$1" | cut -c 1-16)
env=${XDG_CACHE_HOME:-$HOME/.cache}/sok/python-$mark
if [ ! -e "$env/ready" ]; then
  rm -rf "$env"
  python3 -m venv "$env"
  "$env/bin/pip" install --quiet --disable-pip-version-check --requirement "$1"
  touch "$env/ready"
fi
echo "$env"
