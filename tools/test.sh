#!/bin/sh
# What `./run test [smoke|all|boot] [PYTEST ARGUMENT...]` runs, in an environment that `run` has set up; see docs/testing.md.
# SCHIRI_DEADLINE=SECONDS: begins no test after this time, in seconds since 1970; says what it left out.
# SCHIRI_OTHER_PYTHON=PYTHON ./run test all: types are judged for this one, too, and the wheel is tried by it.
set -eu
here=$(readlink -f -- "$0")
tools=${here%/*}
cd "$tools/.."
PATH=$PWD/.venv/bin:$PATH
export PATH
# Tests start hundreds of programs: what one of them has compiled the next one finds; what they print waits as at home.
unset PYTHONDONTWRITEBYTECODE PYTHONUNBUFFERED

suite=
case ${1-} in
smoke | all | boot) suite=$1 && shift ;;
esac
if [ "$suite" = boot ]; then
    case " $*" in
    *" tests/"*) ;; # what is named alone, not all of the suite with it
    *) set -- tests/boot "$@" ;;
    esac
    exec python -m pytest -m boot "$@"
fi
if [ $# -gt 0 ]; then exec python -m pytest "$@"; fi

status=0
summary=
start=$(date +%s)
SCHIRI_SKIPS=$(mktemp)
export SCHIRI_SKIPS
trap 'rm -f "$SCHIRI_SKIPS"' EXIT
# Ctrl-C ends the whole, not one step.
trap 'exit 130' INT TERM

# leave_out NAME: notes that a step is not begun.
leave_out() {
    summary="$summary$(printf '%-10s left out: no time left' "$1")
"
}

# step NAME COMMAND...: runs it under a heading and notes how it ended; a failure does not keep the others from running.
step() {
    if [ "$(date +%s)" -gt "${SCHIRI_DEADLINE-$(date +%s)}" ]; then
        leave_out "$1"
        return
    fi
    name=$1
    shift
    printf '\n==== %s: %s\n' "$name" "$*"
    began=$(date +%s)
    verdict=passed
    "$@" || { verdict=FAILED && status=1; }
    summary="$summary$(printf '%-10s %s in %s s' "$name" "$verdict" "$(($(date +%s) - began))")
"
}
# Three workers keep two cores busy, for a third of the time a test waits for a line, a browser or a broker; whoever is
# done takes over what waits behind a long one.
few() { SCHIRI_TESTS=few SCHIRI_LAWS=${SCHIRI_LAWS-few} python -m pytest -n 3 --dist worksteal -m 'not slow' "$@"; }

step format ruff format --check .
step lint ruff check .
step imports lint-imports
step types pyrefly check
if [ "$suite" = smoke ]; then
    # Walls, the record, the referee, two games, one page, a film of six cards.
    step tests few tests/packaging/test_walls.py tests/controller/record tests/controller/referee/test_fold.py \
        tests/controller/referee/test_playthroughs.py tests/controller/games/test_mittlere.py tests/controller/games/spades \
        tests/controller/console/views/test_table_mat.py tests/vision/eyes/test_pipeline.py
else
    step tests few
    step wheel sh "$tools/test_wheel.sh" .venv/bin/python
fi
if [ "$suite" = all ]; then
    other=${SCHIRI_OTHER_PYTHON-}
    if [ -n "$other" ] && [ "$("$other" -V)" != "$(python -V)" ]; then
        release=$("$other" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
        step "types-$release" pyrefly check --python-version "$release"
        step "wheel-$release" sh "$tools/test_wheel.sh" "$other"
    fi
    step rest env SCHIRI_TESTS=rest python -m pytest -n 3 --dist worksteal -m 'not pi and not boot'
    # It takes about as long as all before it on a quick machine, and cannot be broken off.
    now=$(date +%s)
    if [ "$((2 * now - start))" -gt "${SCHIRI_DEADLINE-$((2 * now))}" ]; then
        leave_out pi
    else
        step pi python -m pytest -m pi tests/pi
    fi
fi
printf '\n==== summary\n%s' "$summary"
# One sentence for all steps.
awk -F ' skipped: no |; ' '{ count += $1; split($2, names, ", no ")
    for (name in names) if (!(names[name] in seen)) { seen[names[name]]; told = told (told ? ", no " : "") names[name] }
    rest = $3 } END { if (count) print count " skipped: no " told "; " rest }' "$SCHIRI_SKIPS"
exit "$status"
