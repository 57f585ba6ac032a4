"""Words over which card players stumble stand in no catalogue, and one English text has one meaning."""

import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from controller import language
from vision.words.cards import Lang

LOCALES = Path(language.__file__).parent / "locale"

UNWANTED: dict[Lang, tuple[str, ...]] = {
    "de": (r"\bredet\b", "Blendung"),
    "fr": (r"carte oubliée",),
    "it": (r"\{n\} ast[ae]\b",),
    "ja": ("ミットレレ", "ヴァイス", "が言う番"),
}
"""Terms that players do not use, or that mean something else."""

SEEDS_OWN = ("ミットレール", "バイス", "シュテック", "ブー", "デクレアラー", "フォアハンド")
"""Japanese terms of the games' own documents that their texts need."""

TWO_MEANINGS = ("Expected", "Played", "One more", "Give")
"""English texts that were read in two ways; each place has a text of its own now."""


def texts(lang: Lang) -> list[tuple[str, str]]:
    """Every text of a language's catalogues with its translation, one pair a plural form."""
    found: list[tuple[str, str]] = []
    for domain in ("schiri", "rules"):
        with (LOCALES / lang / "LC_MESSAGES" / f"{domain}.po").open("rb") as file:
            for message in read_po(file, locale=lang):
                ids = message.id if isinstance(message.id, (list, tuple)) else (message.id,)
                said = message.string if isinstance(message.string, (list, tuple)) else (message.string,)
                found += [(str(ids[0]), str(one)) for one in said if ids[0]]
    return found


@pytest.mark.parametrize("lang", UNWANTED)
def test_no_catalogue_says_what_players_do_not(lang: Lang) -> None:
    found = texts(lang)
    assert len(found) > 1000
    assert [(one, said) for one, said in found for term in UNWANTED[lang] if re.search(term, said)] == []


@pytest.mark.parametrize("lang", UNWANTED)
def test_no_text_has_two_meanings(lang: Lang) -> None:
    found = dict(texts(lang))
    assert [one for one in TWO_MEANINGS if one in found] == []
    assert len({found["Board"], found["Display"]}) == 2


def test_japanese_terms_are_the_seeds_own() -> None:
    whole = "\n".join(said for _, said in texts("ja"))
    assert [term for term in SEEDS_OWN if term not in whole] == []
