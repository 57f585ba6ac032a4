"""Every word of an evening can be said on the page, and makes the same record."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest

from controller.console.security.roles import Role
from controller.record.cards import Card
from controller.record.events import (
    Amend,
    Call,
    Collect,
    DealStart,
    Event,
    Insert,
    MatchStart,
    Played,
    Ruling,
    Value,
    Void,
)
from controller.store.journal import Journal
from tests.support.console.console_rig import DEAL, REVOKED, Rig
from tests.support.console.page_fingers import Fingers
from tests.support.evenings import TABLES, evening, plain
from tests.support.examples import Example, each_example

SEEN_OR_DONE_ELSEWHERE = Played | Collect | Amend | Insert | Ruling
"""Events that the camera sees or other pages enter."""
CANNOT_BE_CALLED = Call(seat=3, card=Card("SJ"))
"""A jack is nothing that can be called, and no card says it either; it is in the record of an example."""


def opening(record: Sequence[Event]) -> MatchStart:
    assert isinstance(record[0], MatchStart)
    return record[0]


def sorted_cards(event: Event) -> Event:
    """The event with its cards in an order of their own: which of them is shown first says nothing."""
    changes: dict[str, Any] = {}
    for name in ("cards", "shown"):
        cards: Any = getattr(event, name, None)
        if isinstance(cards, tuple):
            changes[name] = tuple(sorted(map(str, cast("tuple[Card, ...]", cards))))
    return replace(plain(event), **changes)


def tell(tmp_path: Path, record: Sequence[Event]) -> tuple[list[Event], list[Event], dict[Event, int]]:
    """The record as the page made it, what had to be entered otherwise, and the taps of lawful words alone."""
    with Journal(tmp_path / "current.jsonl") as journal:
        rig = Rig(journal, opening(record))
        fingers, by_hand, taps = Fingers(rig.phone(Role.PLAYER)), list[Event](), dict[Event, int]()
        for event in record[1:]:
            if isinstance(event, SEEN_OR_DONE_ELSEWHERE):
                rig.enter([event])
            elif event == Void(why="petit-sec"):
                assert rig.said[-1] == event  # it comes with the announcement
            else:
                verdicts = len(rig.session.match.verdicts)
                if not fingers.say(event):
                    by_hand.append(plain(event))
                    rig.enter([event])
                elif len(rig.session.match.verdicts) == verdicts and not _shows_cards(event):
                    taps[sorted_cards(event)] = fingers.taps
        return [sorted_cards(event) for event in rig.said], by_hand, taps


def _shows_cards(event: Event) -> bool:
    return bool(getattr(event, "cards", ()) or getattr(event, "shown", ()))


@pytest.mark.slow
@each_example
def test_an_example_is_said_on_the_page(tmp_path: Path, example: Example) -> None:
    record = example.events
    told, by_hand, taps = tell(tmp_path, record)
    assert told == [sorted_cards(event) for event in record[1:]]
    assert by_hand == ([CANNOT_BE_CALLED] if example.name == "tarot/5-called-king" else [])
    assert [event for event, count in taps.items() if count > 2] == []


@pytest.mark.parametrize(("game", "seats"), TABLES)
@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.slow), pytest.param(2, marks=pytest.mark.slow)])
def test_an_evening_of_any_table_is_said_on_the_page(tmp_path: Path, game: str, seats: int, seed: int) -> None:
    record = evening(game, seats, seed)
    told, by_hand, taps = tell(tmp_path, record)
    assert (told, by_hand) == ([sorted_cards(event) for event in record[1:]], [])
    assert [event for event, count in taps.items() if count > 2] == []


@pytest.mark.parametrize("options", [{"void_no_trump": True}, {"void_poor": 3}, {}])
def test_a_hand_that_voids_the_deal_is_said_on_the_page_where_the_house_has_it_so(
    tmp_path: Path, options: dict[str, Value]
) -> None:
    start = MatchStart(sight=True, game="tarot", seats=("Anna", "Berta", "Carla", "Dora"), options=options)
    with Journal(tmp_path / "current.jsonl") as journal:
        rig = Rig(journal, start)
        rig.enter([DealStart(dealer=0)])
        said = Fingers(rig.phone(Role.PLAYER)).say(Void(why="rule"))
        assert (said, rig.session.match.running) == (bool(options), not options)
        if options:
            assert rig.session.match.dealer == 1
            assert "the deal is void by a hand" in rig.phone(Role.PLAYER).get("/history")[1]


@pytest.mark.parametrize(("word", "told"), [("heartz", "did you mean hearts?"), ("zzz", "zzz means nothing in ")])
def test_a_word_that_no_game_has_is_told_with_the_one_that_may_be_meant(tmp_path: Path, word: str, told: str) -> None:
    with Journal(tmp_path / "current.jsonl") as journal:
        rig = Rig(journal, MatchStart(sight=True, game="coiffeur", seats=("Anna", "Berta", "Carla")))
        rig.enter([DealStart(dealer=2)])
        status, answer = rig.phone(Role.PLAYER).do("say", words=word, seat=0, since=2)
        assert (status, told in answer, "?." in answer) == (409, True, False), answer
        assert len(rig.said) == 1


def test_a_player_who_does_not_see_the_table_asks_what_lies_there(rig: Rig) -> None:
    player = rig.phone(Role.PLAYER)
    assert player.do("ask", word="lies") == (200, "Nothing lies on the table.")
    rig.enter(REVOKED[:3])
    assert player.do("ask", word="lies") == (200, "On the table: Berta 10 of hearts, Carla 7 of hearts.")
    rig.enter(REVOKED[3:4])
    status, told = player.do("ask", word="last-trick")
    assert (status, told.startswith("The last trick: Berta 10 of hearts, ")) == (200, True)
    assert told.endswith("Anna takes the trick.")
    assert player.do("ask", word="trump") == (200, "Trump: diamonds.")
    assert player.do("ask", word="hands")[0] == 409
    assert rig.listener.requests == ["lies", "lies", "last-trick", "trump"]
    assert rig.said == [DEAL, *REVOKED[1:4]]
