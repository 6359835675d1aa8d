#!/usr/bin/env bash
# Looks for inputs on which something does not hold: fuzz.sh SECONDS [TARGET…], one target after the other.
# What is found so far stays in target/fuzz; a fault is written to tests/fuzz/artifacts and ends the run.
set -euo pipefail
cd "$(dirname "$0")/.."
command -v cargo-fuzz >/dev/null || { echo "cargo install cargo-fuzz, and try again" >&2; exit 1; }
seconds=${1:-60}
shift || true
[ $# -gt 0 ] || set -- $(sed -n 's/^name = "\([a-z]*\)"$/\1/p' tests/fuzz/Cargo.toml)
# The compiler that builds the rest counts coverage, too, when it is told that this is meant.
export RUSTC_BOOTSTRAP=1
for target in "$@"; do
  mkdir -p "target/fuzz/$target"
  # What earlier searches found, a file each.
  python3 - "tests/data/fuzz/found/$target.hex" "target/fuzz/$target" <<'PYTHON'
import pathlib, sys
for number, line in enumerate(open(sys.argv[1])):
    (pathlib.Path(sys.argv[2]) / f"found-{number}").write_bytes(bytes.fromhex(line))
PYTHON
  cargo fuzz run --fuzz-dir tests/fuzz --sanitizer none "$target" "target/fuzz/$target" "tests/data/fuzz/$target" -- \
    -max_total_time="$seconds" -max_len=1000 -timeout=10 -rss_limit_mb=2048 -print_final_stats=1
done
