#!/bin/sh
# Fetches the libraries of the console's pages from the npm registry, checks them, and lays them unchanged into
# controller/console/static/vendor/. Needs npm and openssl. To take another release: change version and integrity here
# (`npm view NAME@VERSION dist.integrity`), run this, and look at the pages.
set -eu
here=$(readlink -f -- "$0")
vendor=${here%/*}/../controller/console/static/vendor
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# take NAME VERSION INTEGRITY LICENCE FILE...: lays the files of a package there, and its licence as NAME.LICENSE.
take() {
    name=$1 version=$2 integrity=$3 licence=$4
    shift 4
    (cd "$work" && npm pack --silent "$name@$version" >/dev/null)
    archive=$work/$name-$version.tgz
    found=sha512-$(openssl dgst -sha512 -binary "$archive" | openssl base64 -A)
    [ "$found" = "$integrity" ] || {
        echo "vendor: $name $version is $found and not $integrity; nothing was changed" >&2
        exit 1
    }
    tar -xzf "$archive" -C "$work"
    for file in "$@"; do cp "$work/package/$file" "$work/all/"; done
    cp "$work/package/LICENSE" "$work/all/$name.LICENSE"
    printf '| %s | %s | %s | %s |\n' "$name" "$version" "$licence" "\`$integrity\`" >>"$work/all/README.md"
    rm -rf "$work/package"
}

mkdir -p "$vendor" "$work/all"
cat >"$work/all/README.md" <<'END'
# Libraries of the console's pages

Unchanged files of packages from the npm registry, laid here by `tools/vendor.sh`; the licences lie beside them.

| package | version | licence | integrity |
|---|---|---|---|
END
take htmx.org 2.0.11 \
    sha512-Thx/WtpeOQqSrqBCw/A1cwGJGg4UrVa3+sW0GmrM3p4gJgO89ecH4qtbnyzDDWFvBTqjnIMCgELTNt636dtamA== \
    0BSD dist/htmx.min.js
take htmx-ext-sse 2.2.4 \
    sha512-LJmxVhykyflBWgh5PvbRidcyuqMHlgfajmmzumvKctv9puvsufeH6OaejSMZTNTnEI8O2wXXn4ZZtBdpEMqmEQ== \
    0BSD dist/sse.min.js
take bootstrap 5.3.9 \
    sha512-20cU0rcfw8WdxtVbmfU+xT2EjvVTw9Ror/h1Qvd7DXCujRg8OO9mdBCsmTHdJFf3BuadmBNJtgIuUXsBqSkk/w== \
    MIT dist/css/bootstrap.min.css
cp "$work/all/"* "$vendor/"
