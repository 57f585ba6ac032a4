"""Cards on pages: every card of every pack is drawn, sentences show them, and a screen reader names them."""

import re
from dataclasses import replace
from itertools import combinations, product
from typing import get_args

import pytest

from controller.console.http.card_drawings import address, drawn
from controller.console.words.gettext import speaking
from controller.language.translate import ENGLISH, CardStyle, Locale, translated
from controller.record.cards import DECKS
from controller.record.message import Message
from controller.web.card_sheets import asset
from tests.support.console.console_rig import Rig
from tests.support.loops import some
from vision.faces.svg import Cut
from vision.words.cards import LANGS, CardWords, Lang, Suits

PACKS: tuple[tuple[Suits, tuple[str, ...]], ...] = (
    ("french", tuple(dict.fromkeys(card.face for deck in DECKS.values() for card in deck))),
    ("swiss", DECKS["jass36"]),
    ("german", DECKS["skat32"]),
)
LARGEST = 75_000
"""Bytes of the drawings that a page needs, before they are compressed."""


def told(shown: str) -> str:
    """A sentence as it is heard."""
    return re.sub(r"<[^>]*>", "", shown)


@pytest.mark.parametrize(("suits", "cards"), PACKS)
def test_each_card_of_a_pack_has_a_drawing_in_every_cut_and_none_lacks_a_part(
    suits: Suits, cards: tuple[str, ...]
) -> None:
    seen = 0
    for lang, cut in product(LANGS, get_args(Cut)):
        with speaking(Locale(cards=CardWords(lang, suits))):
            place = address(cut)
        file = asset(place.removeprefix("/static/").partition("?")[0])
        assert file is not None
        text = file.data.decode()
        ids = set(re.findall(r'id="([^"]+)"', text))
        assert {f"{cut}-{card}" for card in cards} <= ids
        assert set(re.findall(r'href="#([^"]+)"', text)) <= ids
        assert "s-H7" not in ids or len(file.data) < LARGEST
        seen += 1
    assert seen == len(LANGS) * len(get_args(Cut))


def test_a_mark_after_a_card_stays_with_it() -> None:
    with speaking(Locale(cards=CardWords("en", "french"))):
        made = drawn("♦Q, then ♥10: 5 (♥6).")
    together = re.findall(r'<span class="text-nowrap">(.*?</span></span>)([^<]*)</span>', made)
    assert [(told(card)[-16:], mark) for card, mark in together] == [
        ("queen of diamonds"[-16:], ","),
        ("10 of hearts", ":"),
        ("6 of hearts", ")."),
    ]
    assert told(made) == "queen of diamonds, then 10 of hearts: 5 (6 of hearts)."


def test_a_suit_whose_name_stands_beside_its_sign_is_heard_once() -> None:
    with speaking(Locale(cards=CardWords("en", "french"))):
        heard = [" ".join(told(drawn(text)).split()) for text in ("♠ Spades", "trump ♠ (Dora)", "1 ♥ ♥ hearts")]
    assert heard == ["Spades", "trump spades (Dora)", "1 hearts hearts"]


PLACED = re.compile(
    r'<use href="#u\w" transform="translate\(([\d.]+) ([\d.]+)\)(?: rotate\(180\))? scale\(([\d.]+)\)"/>'
)

CORNER = 12.0
"""Millimetres from the left edge; what stands nearer belongs to an index."""


@pytest.mark.parametrize("suits", get_args(Suits))
def test_no_pip_of_a_whole_card_runs_into_another(suits: Suits) -> None:
    """A sign is at most as wide and high as it is scaled; two of them stand apart in one direction."""
    with speaking(Locale(cards=CardWords("en", suits))):
        file = asset(address("w").removeprefix("/static/").partition("?")[0])
    assert file is not None
    symbols = re.findall(r'<symbol id="w-[SHDC](\d+)".*?</symbol>', file.data.decode())
    assert {"6", "7", "8", "9"} <= set(symbols)
    for card in some(re.findall(r'<symbol id="w-[SHDC][6-9]".*?</symbol>', file.data.decode())):
        pips = [(float(x), float(y), 100 * float(size)) for x, y, size in PLACED.findall(card) if float(x) > CORNER]
        for (x, y, size), (x2, y2, size2) in some(combinations(pips, 2)):
            apart = max(abs(x - x2), abs(y - y2))
            assert apart >= 0.94 * (size + size2) / 2, (x, y, x2, y2)


@pytest.mark.parametrize(
    ("lang", "suits", "text", "heard"),
    [
        ("en", "french", "♦Q on ♥10", "queen of diamonds on 10 of hearts"),
        ("de", "french", "Anna: ♦D auf ♥B.", "Anna: Karo-Dame auf Herz-Bube."),
        ("ja", "french", "♥10に♦Qを", "ハートの10にダイヤのクイーンを"),
        ("en", "french", "T21, T2 and trump 1", "trump 21, trump 2 and trump 1"),
        ("en", "french", "trump ♦, ♦Q", "trump diamonds, queen of diamonds"),
        ("de", "swiss", "Schellen-Under auf Eichel-9", "Schellen-Under auf Eichel-9"),
    ],
)
def test_a_sentence_draws_its_cards_and_is_heard_with_their_names(
    lang: Lang, suits: Suits, text: str, heard: str
) -> None:
    with speaking(Locale(cards=CardWords(lang, suits))):
        assert told(drawn(text)) == heard


@pytest.mark.parametrize(("style", "told"), [("symbols", "trump ♦"), ("words", "trump diamonds"), ("codes", "trump D")])
def test_english_says_a_suit_as_it_says_cards(style: CardStyle, told: str) -> None:
    assert translated(Message("trump {suit}", suit="D"), replace(ENGLISH, style=style)) == told


def test_text_that_names_no_card_is_escaped_as_it_is() -> None:
    assert str(drawn("<b>Petit & AT21 ♥1000 H7")) == "&lt;b&gt;Petit &amp; AT21 ♥1000 H7"


def test_drawings_are_kept_for_good_under_the_address_that_pages_use(rig: Rig) -> None:
    client = rig.phone().client
    place = address("m")
    kept, asked = client.get(place), client.get(place.partition("?")[0])
    assert (kept.status_code, asked.status_code, kept.content == asked.content) == (200, 200, True)
    assert ("immutable" in kept.headers["cache-control"], asked.headers["cache-control"]) == (True, "no-cache")
    assert client.get("/static/cards/french-xx.svg").status_code == 404
