#!/usr/bin/env bash
# Runs the tests in tests/conformance, which check the program with the libraries of others, in a folder of their own.
# SOK names the program.
set -euo pipefail
cd "$(dirname "$0")/../tests/conformance"

# One environment for each set of requirements, kept between runs.
mark=$(sha256sum requirements.txt | cut -c 1-16)
env=${XDG_CACHE_HOME:-$HOME/.cache}/sok/python-$mark
if [ ! -e "$env/ready" ]; then
  rm -rf "$env"
  python3 -m venv "$env"
  "$env/bin/pip" install --quiet --disable-pip-version-check --requirement requirements.txt
  touch "$env/ready"
fi
SOK=${SOK:?the path of the program} PYTHONDONTWRITEBYTECODE=1 exec "$env/bin/python" run.py "$@"
