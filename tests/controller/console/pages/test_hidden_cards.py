"""A record that tells hidden cards, as one that was imported may: no page tells them before the deal is over."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

from controller.console.security.roles import Role
from controller.console.views.public_lines import public_lines
from controller.record.cards import Card
from controller.record.events import Amend, Bid, DealStart, Discard, Event, Insert, MatchStart, Moved, Played
from controller.record.text import to_fields
from controller.referee.fold import outcome
from controller.store.journal import Journal
from tests.support.console.console_rig import Rig

SKAT: Final = (
    DealStart(dealer=0),
    Bid(seat=2, call="pass"),
    Bid(seat=0, call="pass"),
    Bid(seat=1, call="20"),
    Discard(seat=1, count=2, cards=(Card("H10"), Card("C9"))),
    Bid(seat=1, call="hearts"),
    Played(seat=1, card=Card("SA")),
)
HEARTS: Final = (
    DealStart(dealer=0),
    *(
        Moved(what="pass", from_=seat, to=(seat + 1) % 4, count=3, cards=tuple(map(Card, cards.split())))
        for seat, cards in enumerate(("HA HK HQ", "SA SK SQ", "DA DK DQ", "CA CK CQ"))
    ),
)
CASES: Final[Mapping[str, tuple[MatchStart, Sequence[Event]]]] = {
    "skat": (MatchStart(game="skat", seats=("Anna", "Berta", "Carla"), profile="seed"), SKAT),
    "hearts": (MatchStart(game="hearts", seats=("Anna", "Berta", "Carla", "Dora")), HEARTS),
}
PATHS: Final = ("/", "/history", "/fix", "/tap", "/say", "/sheet", "/verdicts", "/board")
KEYS: Final = re.compile(r'(?<=name="key" value=")[^"]*|(?<=nonce-)[^"\s]*')


def without(event: Event) -> Event:
    """The event as it is told where the cards stay hidden."""
    return replace(event, cards=None) if isinstance(event, Discard | Moved) else event


def pages(rig: Rig, role: Role) -> dict[str, str]:
    """What a phone of this role is shown of the game, without what differs each time."""
    phone = rig.phone(role)
    return {path: KEYS.sub("", phone.get(path)[1]) for path in PATHS}


@pytest.mark.parametrize("role", [Role.PLAYER, Role.VIEWER], ids=lambda role: role.id)
@pytest.mark.parametrize("game", CASES)
def test_pages_are_the_same_whether_the_record_has_hidden_cards_or_not(tmp_path: Path, game: str, role: Role) -> None:
    opening, hidden = CASES[game]
    told: list[dict[str, str]] = []
    for number, events in enumerate((hidden, tuple(map(without, hidden)))):
        (tmp_path / str(number)).mkdir()
        with Journal(tmp_path / str(number) / "current.jsonl") as journal:
            rig = Rig(journal, opening)
            rig.enter(events)
            assert len(rig.session.events) == len(events) + 1
            told.append(pages(rig, role))
    assert [path for path in told[0] if told[0][path] != told[1][path]] == []


@pytest.mark.parametrize("game", CASES)
def test_a_correction_tells_no_hidden_card_either_and_after_the_deal_all_are_told(game: str) -> None:
    opening, events = CASES[game]
    number = next(number for number, event in enumerate(events, 2) if isinstance(event, Discard | Moved))
    hidden = events[number - 2]
    fields = {name: value for name, value in to_fields(hidden).items() if value is not None}
    corrections = (Amend(of=number, with_={"cards": ["H7", "H8"]}), Insert(before=number, event=fields))
    lines = (opening, *events, *corrections)
    running = outcome((opening, *events))
    assert running.running
    assert "cards" not in "".join(map(str, map(to_fields, public_lines(lines, running)[number:])))
    assert public_lines(lines, outcome((opening,))) == lines
