#!/bin/sh
# Gathers every text that is to be translated and brings the catalogues up to date: new texts are added with an empty
# translation, texts that are gone are dropped. Then edit controller/locale/*/LC_MESSAGES/schiri.po; a test names
# whatever is still missing.
set -eu
here=$(readlink -f -- "$0")
cd "${here%/*}/.."

# babel COMMAND [ARGUMENT...]: Babel's command of that name.
babel() {
    "${PYTHON:-.venv/bin/python}" -m babel.messages.frontend --quiet "$@"
}

template=$(mktemp)
trap 'rm -f "$template"' EXIT
babel extract --mapping-file tools/babel.cfg --keywords shape --keywords text_of --no-location --sort-output \
    --project schiri --output-file "$template" controller
for lang in de fr it ja; do
    babel update --domain schiri --input-file "$template" --output-dir controller/locale --locale "$lang" \
        --no-fuzzy-matching --ignore-obsolete --ignore-pot-creation-date --no-wrap
done
