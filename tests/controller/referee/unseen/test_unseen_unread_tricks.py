"""Whole tricks of which no card was ever read, the first of a match or of a deal above all."""

from random import Random

import pytest

from controller.record.events import Played as Laid
from tests.support import disturbed, eye
from tests.support.eye import Blur
from tests.support.honest import TABLES
from tests.support.laws import tries
from tests.support.loops import some

MATCHES = tries(4)
"""At each table."""


def unread_first(played: disturbed.Played, deal: int) -> frozenset[int]:
    """The true lines of the plays of a deal's first trick."""
    begun = [number for number, event in enumerate(played.lines, 1) if event.e == "deal"]
    if deal >= len(begun):
        return frozenset()
    cards = [card for card in played.table.cards if card.event > begun[deal]]
    return frozenset(card.event for card in cards if card.trick == cards[0].trick)


@pytest.mark.parametrize("deal", [0, 1])
@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_first_trick_of_which_no_card_was_read_proves_nothing(name: str, seats: int, deal: int) -> None:
    seen = 0
    for number in range(MATCHES):
        seed = disturbed.seed_of(name, seats, 40_000 + number)
        played = disturbed.match(seed, honesty=0.8, order=0.97, deals=2)
        unread = unread_first(played, deal)
        if not unread:
            continue
        seen += 1
        heard = disturbed.heard(eye.written(played.table, Blur(unread=unread)))
        false = heard.false(played)
        assert not false, f"seed {seed}: {false[0].text}\n{disturbed.record(heard.seeing.events)}"
    assert seen >= min(2, MATCHES)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_tricks_of_which_no_card_was_read_prove_nothing(name: str, seats: int) -> None:
    for number in range(MATCHES):
        seed = disturbed.seed_of(name, seats, 50_000 + number)
        played = disturbed.match(seed, honesty=0.8, order=0.97)
        tricks = sorted({card.trick for card in played.table.cards})
        gone = {trick for trick in some(tricks) if Random(seed + trick).random() < 0.25}
        unread = frozenset(card.event for card in played.table.cards if card.trick in gone)
        heard = disturbed.heard(eye.written(played.table, Blur(unread=unread)))
        false = heard.false(played)
        assert not false, f"seed {seed}: {false[0].text}\n{disturbed.record(heard.seeing.events)}"
        assert any(isinstance(event, Laid) for event in heard.seeing.events) or len(gone) == len(tricks)
