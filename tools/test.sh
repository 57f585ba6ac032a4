#!/bin/sh
# What `./run test [unit|slow|pi|boot [PYTEST ARGUMENT...]]` runs, in an environment that `run` has set up; see docs/testing.md.
# SCHIRI_OTHER_PYTHON=PYTHON ./run test: types are judged for this one, too, and the wheel is tried by it.
set -eu
here=$(readlink -f -- "$0")
tools=${here%/*}
cd "$tools/.."
PATH=$PWD/.venv/bin:$PATH
export PATH

suite=${1-all}
if [ $# -gt 0 ]; then shift; fi
# marked SUITE: which tests it is.
marked() {
    case $1 in
    unit) echo 'not slow' ;;
    slow) echo 'slow and not pi and not boot' ;;
    pi) echo pi ;;
    boot) echo boot ;;
    esac
}
case $suite in
needs) # SUITE [PYTEST ARGUMENT...]: the parts of the machine that its tests run, a line each
    chosen=$(marked "$1")
    shift
    exec python -m tests.support.system_parts -m "$chosen" "$@"
    ;;
unit | slow) exec python -m pytest -m "$(marked "$suite")" "$@" ;;
pi | boot)
    case " $*" in
    *" tests/"*) ;; # what is named alone, not all of the suite with it
    *) set -- "tests/$suite" "$@" ;;
    esac
    exec python -m pytest -m "$suite" "$@"
    ;;
esac

status=0
summary=

# step NAME COMMAND...: runs it under a heading and notes how it ended; a failure does not keep the others from running.
step() {
    name=$1
    shift
    printf '\n==== %s: %s\n' "$name" "$*"
    began=$(date +%s)
    verdict=passed
    "$@" || { verdict=FAILED && status=1; }
    summary="$summary$(printf '%-8s %s in %s s' "$name" "$verdict" "$(($(date +%s) - began))")
"
}

# Each of the two that judge types keeps one core busy: mypy works beside pyright, and is heard after it.
start_mypy() { # [ARGUMENT...]
    mypy_words=$(mktemp)
    mypy "$@" >"$mypy_words" 2>&1 &
    mypy=$!
}
hear_mypy() {
    answer=0
    wait "$mypy" || answer=$?
    cat "$mypy_words"
    rm "$mypy_words"
    return "$answer"
}

# Ctrl-C ends the whole, not one step.
trap 'kill ${mypy-} 2>/dev/null; exit 130' INT TERM
step format ruff format --check .
step lint ruff check .
start_mypy
step pyright pyright
step mypy hear_mypy
# A second Python: the locks bring the same releases to all, so that their types are judged in this environment.
other=${SCHIRI_OTHER_PYTHON:-.venv/bin/python}
if [ "$("$other" -V)" != "$(python -V)" ]; then
    release=$("$other" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
    start_mypy --python-version "$release"
    step "pyright-$release" pyright --pythonversion "$release"
    step "mypy-$release" hear_mypy
fi
step imports lint-imports
# Which lines they leave out tells `./run test unit --cov`; to watch every line takes half as long again.
step tests python -m pytest -n 2 -m 'not slow'
step slow python -m pytest -n 2 -m 'slow and not pi and not boot'
step wheel sh "$tools/test_wheel.sh" "$other"
printf '\n==== summary\n%s' "$summary"
exit "$status"
