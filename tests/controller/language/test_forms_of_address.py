"""One form of address in each language: du in German, vous in French, voi in Italian, or none at all."""

import re
from pathlib import Path
from typing import Final

import pytest
from babel.messages.pofile import read_po

from controller.language import catalogues

LOCALES: Final = Path(catalogues.__file__).parent / "locale"

OTHER_FORMS: Final = {
    "de": re.compile(r"\b\w+n Sie\b|\b(?:Ihnen|Ihre[mnrs]?|euch|euer|eure[mnrs]?)\b|\bsagt es\b"),
    "fr": re.compile(r"\b(?:tu|ton|tes|toi|te)\b", re.IGNORECASE),
    "it": re.compile(
        r"\b(?:tu|ti|te|tuo|tua|tuoi|tue|hai|puoi|devi|vuoi)\b"
        r"|(?:^|[.:?] )(?:aggiungi|annulla|apri|assegna|calibra|cambia|collega|conferma|correggi|crea|dai"
        r"|dimentica|finisci|guarda|lascia|leggi|metti|misura|mostra|partecipa|premi|respingi|ripeti|ripristina|salva|scambia|scegli|scrivi"
        r"|togli|torna|usa|vai)\b",
        re.IGNORECASE,
    ),
}


@pytest.mark.parametrize("lang", OTHER_FORMS)
def test_people_are_addressed_in_one_form(lang: str) -> None:
    with (LOCALES / lang / "LC_MESSAGES/schiri.po").open("rb") as source:
        found = [one.string for one in read_po(source) if one.id]
    said = [text for one in found for text in ((one,) if isinstance(one, str) else one or ())]
    assert len(said) > 800
    assert [text for text in said if OTHER_FORMS[lang].search(text)] == []
