"""Signals of events and of states of the table."""

import pytest

from controller.live.session import AnnounceOptions, MatchSession, Update
from controller.peripherals.signals import LastingSignals, event_signal
from controller.record.cards import Card
from controller.record.events import Collect, DealStart, End, Event, MatchStart, Played, Ruling, Undo, Void
from controller.settings.signals import STANDING, Signal
from controller.store.journal import Journal
from tests.support import table_talk

OPENING = MatchStart(game="mittlere", seats=("Anna", "Berta", "Carla"))
FOUL: list[Event] = [
    DealStart(dealer=2),
    *(Played(seat=seat, card=Card(card)) for seat, card in ((0, "H7"), (1, "DQ"), (2, "H8"))),
    Collect(),
    *(Played(seat=seat, card=Card(card)) for seat, card in ((2, "H9"), (0, "HA"), (1, "H10"))),
]


def heard(tmp_path: object, events: list[Event], *, policy: str = "training") -> list[Update]:
    with Journal(tmp_path / "a.jsonl") as journal:  # pyrefly: ignore[unsupported-operation]  # a path
        session = MatchSession(journal, OPENING, AnnounceOptions(policy))  # pyrefly: ignore[bad-argument-type]  # one of three words
        return [session.add(event) for event in events]


@pytest.mark.parametrize(
    ("more", "signal"),
    [
        ([], "verdict"),
        ([Undo(n=1)], "back"),
        ([Played(seat=1, card=Card("H10"))], "verdict"),
        ([Collect(), Played(seat=0, card=Card("SA")), Collect()], "check"),
        ([Collect()], None),
        ([Ruling(verdict=1, decision="upheld")], None),
        ([Ruling(verdict=9, decision="upheld")], "unclear"),
        ([Void(why="misdeal")], "deal"),
        ([Collect(), Played(seat=0, card=Card("SA"))], "card"),
    ],
)
def test_an_event_gives_the_most_important_of_what_it_made_true(
    more: list[Event], signal: Signal | None, tmp_path: object
) -> None:
    assert event_signal(heard(tmp_path, [*FOUL, *more])[-1]) == signal


def test_a_reserved_verdict_gives_no_signal(tmp_path: object) -> None:
    assert [event_signal(news) for news in heard(tmp_path, FOUL, policy="tournament")][-1] == "trick"


def test_an_honest_evening_is_cards_tricks_and_deals_and_its_end(tmp_path: object) -> None:
    events, _ = table_talk.record(OPENING, 3, deals=3)
    signals = [event_signal(news) for news in heard(tmp_path, [*events[1:], End()])]
    assert [signal for signal in signals if signal in ("deal", "match")] == ["deal"] * 3 + ["match"]
    assert set(signals) == {None, "card", "trick", "deal", "match"}
    plays = sum(isinstance(event, Played) for event in events)
    assert sum(signal is not None for signal in signals) == plays + 1


@pytest.mark.parametrize(
    ("standing", "signal"),
    [
        (LastingSignals(), None),
        (LastingSignals(alert="Berta revoked"), "alert"),
        (LastingSignals(call="Anna asks", alert="Berta revoked"), "arbiter"),
        (LastingSignals("camera blind", "Anna asks", "what?", "Berta revoked"), "blind"),
        (LastingSignals(answer="what?"), None),
    ],
)
def test_the_worst_of_what_stands_is_repeated(standing: LastingSignals, signal: Signal | None) -> None:
    assert standing.signal == signal
    assert signal in (None, *STANDING)


def test_an_answer_is_heard_once_and_another_one_again() -> None:
    one, other, none = LastingSignals(answer="what?"), LastingSignals(answer="who?"), LastingSignals()
    assert (one.since(none), one.since(one), other.since(one), none.since(other)) == ("unclear", None, "unclear", None)
