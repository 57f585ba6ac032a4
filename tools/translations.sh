#!/bin/sh
# Gathers every text that is to be translated and brings the catalogues up to date: new texts are added with an empty
# translation, texts that are gone are dropped. Then edit controller/language/locale/*/LC_MESSAGES/schiri.po, and rules.po
# for the rules of the games; a test names whatever is still missing.
set -eu
here=$(readlink -f -- "$0")
cd "${here%/*}/.."

# babel COMMAND [ARGUMENT...]: Babel's command of that name.
babel() {
    "${PYTHON:-.venv/bin/python}" -m babel.messages.frontend --quiet "$@"
}

template=$(mktemp)
rules=$(mktemp)
trap 'rm -f "$template" "$rules"' EXIT
babel extract --mapping-file tools/babel.cfg --keywords Message --keywords counted:1,2 --keywords text_of --no-location --sort-output \
    --project schiri --output-file "$template" controller
"${PYTHON:-.venv/bin/python}" -m tools.rule_texts "$rules"
for lang in de fr it ja; do
    for domain in schiri rules; do
        case $domain in
        rules) source=$rules ;;
        *) source=$template ;;
        esac
        babel update --domain "$domain" --input-file "$source" --output-dir controller/language/locale --locale "$lang" \
            --no-fuzzy-matching --ignore-obsolete --ignore-pot-creation-date --no-wrap
    done
done
