#!/usr/bin/env bash
# Tests the recipe for many machines in docs/scale: two workers, one of them killed. SOK names the program.
set -euo pipefail
cd "$(dirname "$0")/.."
env=$(scripts/python.sh docs/scale/requirements.txt)
SOK=${SOK:?the path of the program} PYTHONDONTWRITEBYTECODE=1 exec "$env/bin/python" docs/scale/test_solve_many.py
