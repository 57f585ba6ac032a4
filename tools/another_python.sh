#!/bin/sh
# another_python.sh PYTHON: the fast tests and the wheel step by another Python than that of .venv, in a clone of what was
# committed last; nothing of this checkout changes.
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
./run test unit -n 2 || status=1
sh tools/test_wheel.sh || status=1
exit "$status"
