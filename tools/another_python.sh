#!/bin/sh
# another_python.sh PYTHON: what another Python than that of .venv can change, in a clone of what was committed last; nothing
# of this checkout changes: the types, a few parameters of the fast tests of files, threads and programs, and the wheel step.
set -eu
here=$(readlink -f -- "$0")
PYTHON=$(command -v "$1")
export PYTHON
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
trap 'exit 130' INT TERM
git clone -q "${here%/*}/.." "$room/schiri"
cd "$room/schiri"
status=0
SCHIRI_LAWS=brief ./run test unit -n 2 tests/controller/store tests/controller/live tests/controller/record tests/controller/referee \
    tests/controller/hall tests/controller/web tests/hardware || status=1
.venv/bin/pyright || status=1
.venv/bin/mypy || status=1
sh tools/test_wheel.sh || status=1
exit "$status"
