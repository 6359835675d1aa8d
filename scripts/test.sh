#!/usr/bin/env bash
# Runs every test of every part, one line a step. A step that fails shows what it said, and the others go on.
set -uo pipefail
cd "$(dirname "$0")/.."

logs=$PWD/target/test-logs
mkdir -p "$logs"
passed=0
failed=0
broken=()

# step NAME COMMAND…: runs the command with its output in a file, and counts the tests that it reports.
step() {
  local name=$1 log="$logs/${1// /-}.log" start=$SECONDS state=ok
  shift
  "$@" >"$log" 2>&1 </dev/null || state=FAILED
  local good bad
  good=$(count 'passed' 'pass' "$log")
  bad=$(count 'failed' 'fail' "$log")
  passed=$((passed + good))
  failed=$((failed + bad))
  local tests=""
  [ $((good + bad)) = 0 ] || tests="$good passed, $bad failed"
  printf '%-7s %-28s %-24s %4d s\n' "$state" "$name" "$tests" $((SECONDS - start))
  if [ "$state" = FAILED ]; then
    broken+=("$name")
    printf -- '---- %s: %s\n' "$name" "$log"
    # The tests that failed first: what Node reports of the others may be long.
    awk '/^not ok/ { shown = 40 } shown-- > 0' "$log"
    printf -- '----\n'
    tail -n 300 "$log"
    printf -- '----\n'
    return 1
  fi
}

# Sums what cargo ("12 passed; 0 failed") and Node ("# pass 12") report in a log.
count() {
  sed -nE "s/.*test result: .* ([0-9]+) $1.*/\1/p; s/^# $2 ([0-9]+)\$/\1/p" "$3" | awk '{ sum += $1 } END { print sum + 0 }'
}

in_extension() {
  (cd editors/vscode && "$@")
}

modules() {
  make --no-print-directory editors/vscode/node_modules/.package-lock.json
}

scripts/tools.sh rust node python browser neovim emacs || exit 1
step "rust format" cargo fmt --check
step "rust lints" cargo clippy --quiet --all-targets -- -D warnings
step "rust tests" cargo test --quiet
# The tests have built the program; what follows uses it as they left it.
export SOK="${CARGO_TARGET_DIR:-$PWD/target}/debug/sok"
export SOK_SERVER_PATH="$SOK"
step "conformance" scripts/conformance.sh
step "neovim" editors/neovim/test/run.sh
step "emacs" editors/emacs/test/run.sh
step "many machines" scripts/scale.sh
if step "extension modules" modules; then
  step "extension types" in_extension npm run --silent typecheck
  step "extension tests" in_extension npm test --silent
  step "vs code" in_extension npm run --silent e2e
  step "vs code package" in_extension npm run --silent e2e:package
fi

echo
if [ ${#broken[@]} -gt 0 ]; then
  printf 'failed: %s\n' "${broken[@]}"
fi
echo "$passed passed, $failed failed"
[ ${#broken[@]} = 0 ]
