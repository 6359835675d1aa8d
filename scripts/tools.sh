#!/usr/bin/env bash
# Makes sure of the tools that a command needs, given by name: rust, node, python, search, browser, neovim, emacs.
# On Debian and as root it installs what is missing; elsewhere it says what to install.
set -euo pipefail

lacking() {
  echo "Missing: $1" >&2
  echo "  $2" >&2
  exit 1
}

# Whether version $1 is at least $2.
at_least() {
  [ "$(printf '%s\n%s\n' "$1" "$2" | sort -V | head -n 1)" = "$2" ]
}

rust() {
  local need=1.90 have
  have=$(rustc --version 2>/dev/null | cut -d' ' -f2) || lacking "Rust $need or newer" "Install it with rustup: https://rustup.rs"
  at_least "$have" "$need" || lacking "Rust $need or newer (this is $have)" "rustup update"
  cargo fmt --version >/dev/null 2>&1 && cargo clippy --version >/dev/null 2>&1 ||
    lacking "rustfmt and clippy" "rustup component add rustfmt clippy"
}

node() {
  local need=20 have
  have=$(command node --version 2>/dev/null | tr -d v) || lacking "Node.js $need or newer" "Install it: https://nodejs.org"
  at_least "$have" "$need" || lacking "Node.js $need or newer (this is $have)" "Install it: https://nodejs.org"
}

python() {
  local need=3.10 have
  have=$(python3 -c 'import ensurepip, venv, sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null) ||
    { install python3-venv "Python $need or newer with its module venv" && return; }
  at_least "$have" "$need" || lacking "Python $need or newer (this is $have)" "Install it: https://www.python.org"
}

# The search of files inside VS Code.
search() {
  command -v rg >/dev/null || install ripgrep "ripgrep, the program rg"
}

browser() {
  search
  [ -x "${CHROMIUM:-/usr/bin/chromium}" ] ||
    install "chromium fonts-dejavu-core" "Chromium (/usr/bin/chromium, or its path in the variable CHROMIUM)"
}

neovim() {
  command -v nvim >/dev/null || install neovim "Neovim, the program nvim"
}

# Emacs has brought eglot since version 29; before, it was a package of its own.
emacs() {
  command emacs --batch --eval '(unless (locate-library "eglot") (kill-emacs 1))' >/dev/null 2>&1 ||
    install "emacs-nox elpa-eglot" "Emacs with eglot"
}

install() {
  local packages=$1 what=$2
  [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || lacking "$what" "On Debian: apt-get install $packages"
  echo "installing $packages"
  local log
  log=$(mktemp)
  # shellcheck disable=SC2086  # the packages are words
  { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends $packages; } >"$log" 2>&1 ||
    { cat "$log" >&2; lacking "$what" "apt-get could not install it; its words stand above."; }
  rm "$log"
}

for tool in "$@"; do "$tool"; done
