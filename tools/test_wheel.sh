#!/bin/sh
# test_wheel.sh PYTHON: builds the sdist and from it the wheel, installs that with its locked dependencies in an environment of
# its own by PYTHON, compares it with the checkout, and runs those of the sdist's fast tests on it that read files of the
# packages, where the checkout's packages cannot be imported.
set -eu
# Its tests are those of the checkout: what is skipped was told there.
unset SCHIRI_SKIPS
here=$(readlink -f -- "$0")
cd "${here%/*}/.."
checkout=$PWD
packages='controller firmware_bridge groundwork hardware schiri vision'
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
trap 'exit 130' INT TERM
dev=.venv/bin/python
clean=$room/venv/bin/python

"$dev" -m build --no-isolation --outdir "$room/dist" . >"$room/build.log" 2>&1 || { cat "$room/build.log" && exit 1; }
"$dev" -m check_wheel_contents "$room"/dist/*.whl

"$1" -m venv "$room/venv"
"$clean" -m pip install -qq --no-compile --disable-pip-version-check --no-deps --require-hashes --only-binary :all: \
    -r requirements/runtime.lock
"$clean" -m pip install -qq --disable-pip-version-check --no-deps --no-index "$room"/dist/*.whl
"$clean" -m pip check
site=$("$clean" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
for package in $packages; do
    diff -r --exclude=__pycache__ "$package" "$site/$package"
done

tar -xzf "$room"/dist/*.tar.gz -C "$room" --strip-components=1 --one-top-level=source
cd "$room/source"
# shellcheck disable=SC2086 # one word a package
rm -r $packages

# Every module imports with the declared dependencies alone, and from the wheel.
# shellcheck disable=SC2086
"$clean" - $packages <<'PYTHON'
import importlib, pkgutil, sys
for package in map(importlib.import_module, sys.argv[1:]):
    assert package.__file__.startswith(sys.prefix), package.__file__
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        if module.name != "firmware_bridge.mcu.pico.chip":  # it runs on MicroPython alone
            importlib.import_module(module.name)
PYTHON

# What is tried here is the packing: every file is there and every module can be imported, as was seen above; now the program, its
# pages, catalogues and displays find their files. By another Python the rooms of files, threads and programs are tried.
rooms='tests/controller/commands/test_commands.py tests/controller/commands/test_new.py tests/controller/console/pages
    tests/controller/language/test_catalogues.py tests/firmware_bridge/displays tests/schiri/test_library_imports.py
    tests/schiri/test_table.py'
# What is compiled for the checkout's Python alone is installed for another one, before pip can see it in the checkout's.
if [ "$("$clean" -V)" != "$("$checkout/$dev" -V)" ]; then
    for tool in hypothesis psycopg-binary; do
        sed -n "/^$tool==/,/[^\\\\]\$/p" "$checkout/requirements/dev.lock"
    done >"$room/tools.lock"
    "$clean" -m pip install -qq --disable-pip-version-check --no-deps --require-hashes --only-binary :all: -r "$room/tools.lock"
    rooms="$rooms tests/controller/commands tests/controller/console tests/controller/language tests/controller/report tests/firmware_bridge/mcu
        tests/controller/hall/test_hall_program.py tests/controller/live tests/controller/store tests/schiri"
fi
# The other test tools come from the checkout's environment, after everything that the wheel brought.
(cd "$checkout" && "$dev" -c 'import sysconfig; print(sysconfig.get_path("purelib"))') >"$site/test-tools.pth"
# Real parts that lie in the checkout's .venv may be missing, also where they may not be missing otherwise.
# shellcheck disable=SC2086 # one word a room
env -u CI SCHIRI_TESTS=few SCHIRI_LAWS=brief "$clean" -m pytest -q -n 3 --dist worksteal -m 'not slow' $rooms
