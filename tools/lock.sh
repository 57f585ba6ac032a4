#!/bin/sh
# Pins what pyproject.toml asks for, with hashes: `tools/lock.sh` keeps the pins that still fit, `tools/lock.sh --upgrade`
# takes the newest. Needs uv. Only wheels are taken: nothing is compiled or run while a table is being set up.
set -eu
here=$(readlink -f -- "$0")
cd "${here%/*}/.."

# lock NAME [ARGUMENT...]: writes requirements/NAME.lock.
lock() {
    name=$1
    shift
    uv pip compile --quiet --universal --fork-strategy fewest --python-version 3.11 --only-binary :all: --generate-hashes \
        --no-header --no-annotate --no-emit-index-url --output-file "requirements/$name.lock" "$@" pyproject.toml
}

# Each pin must have a wheel for each machine and Python; manylinux 2.36 is Debian 12.
prove() {
    for machine in x86_64 aarch64; do
        for version in 3.11 3.12 3.13; do
            uv pip compile --quiet --no-deps --only-binary :all: --python-platform "$machine-manylinux_2_36" \
                --python-version "$version" --output-file /dev/null "requirements/$1.lock"
            echo "requirements/$1.lock installs on $machine with Python $version"
        done
    done
}

lock runtime --group install "$@"
lock dev --group dev --constraint requirements/runtime.lock "$@"
prove runtime
prove dev
