#!/usr/bin/env bash
# Checks the server's messages against the protocol's meta-model, with Python's `lsprotocol` in a folder of its own.
# SOK names the server's program.
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
SOK=${SOK:?the path of the server} PYTHONDONTWRITEBYTECODE=1 exec "$env/bin/python" test_conformance.py
