"""Words over which card players stumble stand in no catalogue, and one English text has one meaning."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from controller import language
from controller.language import catalogues
from controller.language.translate import translated
from controller.record.message import Message
from vision.words.cards import Lang

LOCALES = Path(language.__file__).parent / "locale"

UNWANTED: dict[Lang, tuple[str, ...]] = {
    "de": (r"\bredet\b", "Blendung", "verlangt von den übrigen"),
    "fr": (r"carte oubliée", r"\blevées?\b"),
    "it": (r"\{n\} ast[ae]\b",),
    "ja": ("ミットレレ", "ヴァイス", "が言う番", "ディクレアラー"),
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
                told = message.string if isinstance(message.string, (list, tuple)) else (message.string,)
                found += [(str(ids[0]), str(one)) for one in told if ids[0]]
    return found


@pytest.mark.parametrize("lang", UNWANTED)
def test_no_catalogue_says_what_players_do_not(lang: Lang) -> None:
    found = texts(lang)
    assert len(found) > 1000
    assert [(one, text) for one, text in found for term in UNWANTED[lang] if re.search(term, text)] == []


@pytest.mark.parametrize("lang", UNWANTED)
def test_no_text_has_two_meanings(lang: Lang) -> None:
    found = dict(texts(lang))
    assert [one for one in TWO_MEANINGS if one in found] == []
    assert len({found["Board"], found["Displays"]}) == 2


def test_japanese_terms_are_the_seeds_own() -> None:
    whole = "\n".join(text for _, text in texts("ja"))
    assert [term for term in SEEDS_OWN if term not in whole] == []


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        ("fr", "Anna a fait une renonce au pli 2 : le 7 de cœur sur le valet de carreau ; joué au pli 3."),
        ("it", "Anna ha fatto renonce nella presa 2: 7 di cuori su Fante di quadri; giocato nella presa 3."),
    ],
)
def test_a_card_by_its_name_has_the_article_that_its_sentence_asks_for(lang: Lang, told: str) -> None:
    why = Message("played in trick {n}", n=3)
    revoked = Message(
        "{name} revoked in trick {n}: {card} on {card2}; {why}.", name="Anna", n=2, card="H7", card2="DJ", why=why
    )
    locale = catalogues.locale(lang)
    assert translated(revoked, locale) == told
    game = {"fr": ("le 9 de trèfle", "l'as de pique"), "it": ("il 9 di fiori", "l'asso di picche")}[lang]
    for card, named in zip(("C9", "SA"), game, strict=True):
        foreign = Message("{name} played {card}, which is no card of {game}.", name="A", card=card, game="Tarot")
        assert f" {named}, " in translated(foreign, locale)
        assert f" {named}, " not in translated(foreign, replace(locale, style="symbols"))
