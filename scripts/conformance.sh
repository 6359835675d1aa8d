#!/usr/bin/env bash
# Runs the tests in tests/conformance, which check the program with the libraries of others, in a folder of their own.
# SOK names the program.
set -euo pipefail
cd "$(dirname "$0")/.."
env=$(scripts/python.sh tests/conformance/requirements.txt)
cd tests/conformance
SOK=${SOK:?the path of the program} PYTHONDONTWRITEBYTECODE=1 exec "$env/bin/python" run.py "$@"
