"""Observations as events: places, re-laid cards, gathered tricks, new deals."""

from dataclasses import replace
from pathlib import Path

import pytest

from controller.live.session import MatchSession
from controller.record.cards import Card
from controller.record.events import Collect, DealStart, Event, MatchStart, Played, Void
from controller.store.journal import Journal
from controller.table.interpreter import Interpreter
from vision.base.observation import Laid, Lifted, Observation
from vision.mat.layout import AREAS

OPENING = MatchStart(game="mittlere", seats=("Anna", "Berta", "Carla"))


def laid(seat: int, card: str) -> Laid:
    x, y = AREAS[3][seat].centre
    return Laid(0, card, x, y, 0.0, 1.0, 3, 0.75, first=1.0)


def lifted(card: str) -> Lifted:
    return Lifted(0, card, 1.0)


def seen(folder: Path, *observations: Observation) -> list[Event]:
    """The events a watched table makes of these observations, one a second."""
    with Journal(folder / "match.jsonl") as journal:
        session = MatchSession(journal, OPENING)
        for second, observation in enumerate(observations, 1):
            session.observe(observation, float(second))
        return journal.events[1:]


def play(second: int, seat: int, card: str) -> Played:
    return Played(seat=seat, card=Card(card), t=float(second), src="camera", conf=0.75)


def test_the_first_card_begins_the_deal_of_the_seat_before(tmp_path: Path) -> None:
    assert seen(tmp_path, laid(1, "SA"), laid(2, "S6")) == [
        DealStart(dealer=0, t=1.0, src="camera"),
        play(1, 1, "SA"),
        play(2, 2, "S6"),
    ]


def test_a_card_outside_all_areas_is_no_play(tmp_path: Path) -> None:
    assert seen(tmp_path, Laid(0, "SA", 300, 5, 0.0, 1.0, 3, 1.0, first=1.0)) == []


def test_a_card_put_straight_is_played_once(tmp_path: Path) -> None:
    events = seen(tmp_path, laid(0, "SA"), lifted("SA"), laid(0, "SA"), laid(1, "S6"))
    assert events[1:] == [play(1, 0, "SA"), play(4, 1, "S6")]


@pytest.mark.parametrize("leader", range(3))
@pytest.mark.parametrize("next_", range(3))
def test_a_card_that_leaves_alone_is_no_gathered_trick_whoever_plays_next(
    tmp_path: Path, leader: int, next_: int
) -> None:
    """Who takes up the card that was led accuses nobody of having been left out of the trick."""
    with Journal(tmp_path / "match.jsonl") as journal:
        session = MatchSession(journal, OPENING)
        seen: list[Observation] = [laid(leader, "SA"), lifted("SA"), laid(next_, "S6")]
        for second, observation in enumerate(seen, 1):
            session.observe(observation, float(second))
        session.finish()
        plays = [play(1, leader, "SA"), play(3, next_, "S6")]
        assert journal.events[2:] == plays
        told = {0: ["second-card"], 1: [], 2: ["out-of-turn"]}[(next_ - leader) % 3]
        assert [one.kind for one in session.match.verdicts] == told


def test_a_second_copy_of_a_card_that_lies_there_is_played(tmp_path: Path) -> None:
    assert seen(tmp_path, laid(0, "SA"), laid(0, "SA"))[1:] == [play(1, 0, "SA"), play(2, 0, "SA")]


def test_a_card_moved_to_another_seat_stays_a_play_of_the_first(tmp_path: Path) -> None:
    assert seen(tmp_path, laid(0, "SA"), lifted("SA"), laid(1, "SA"))[1:] == [play(1, 0, "SA")]


SHORT: list[Observation] = [laid(0, "SA"), laid(1, "S6"), lifted("S6"), lifted("SA")]


def test_a_trick_short_of_a_card_was_gathered_when_its_last_card_left_and_the_game_goes_on(tmp_path: Path) -> None:
    events = seen(tmp_path, *SHORT, laid(0, "HA"))
    assert events[3:] == [Collect(t=4.0, src="camera"), play(5, 0, "HA")]


def test_a_trick_short_of_a_card_was_gathered_when_nothing_more_will_be_seen(tmp_path: Path) -> None:
    with Journal(tmp_path / "match.jsonl") as journal:
        session = MatchSession(journal, OPENING)
        for second, observation in enumerate(SHORT, 1):
            session.observe(observation, float(second))
        assert [news.event for news in session.finish()] == [Collect(t=4.0, src="camera")]
        assert session.finish() == ()


def test_a_word_comes_after_the_trick_that_was_gathered_before_it(tmp_path: Path) -> None:
    with Journal(tmp_path / "match.jsonl") as journal:
        session = MatchSession(journal, OPENING)
        for second, observation in enumerate(SHORT, 1):
            session.observe(observation, float(second))
        said = [news.event for news in session.say("misdeal", 9.0, "button")]
        assert [type(event) for event in said] == [Collect, Void]


@pytest.mark.parametrize("again", [("SA", "S6"), ("S6", "SA"), ("SA",), ("S6",)])
def test_cards_that_are_pushed_together_and_lie_there_again_were_not_gathered(
    again: tuple[str, ...], tmp_path: Path
) -> None:
    back = [laid(0 if card == "SA" else 1, card) for card in again]
    assert seen(tmp_path, *SHORT, *back, laid(2, "S7"))[1:] == [
        play(1, 0, "SA"),
        play(2, 1, "S6"),
        play(5 + len(back), 2, "S7"),
    ]


def test_a_full_trick_closes_by_itself(tmp_path: Path) -> None:
    trick: list[Observation] = [
        laid(0, "SA"),
        laid(1, "S6"),
        laid(2, "S7"),
        lifted("SA"),
        lifted("S6"),
        lifted("S7"),
        laid(0, "SK"),
    ]
    assert [type(event) for event in seen(tmp_path, *trick)[1:]] == [Played] * 4


def test_a_new_deal_begins_with_the_first_card_after_the_last_trick(tmp_path: Path) -> None:
    ranks = ("A 6 7", "K 8 9", "Q 10 J")
    tricks = [trick.split() for trick in ranks]
    cards = [laid(seat, suit + rank) for suit in "SHDC" for trick in tricks for seat, rank in enumerate(trick)]
    events = seen(tmp_path, *cards, laid(1, "SA"))
    assert events[-2:] == [DealStart(dealer=0, t=37.0, src="camera"), play(37, 1, "SA")]


TRICK: list[Observation] = [laid(0, "SA"), laid(1, "S6"), laid(2, "S7")]
GONE: list[Observation] = [lifted("SA"), lifted("S6"), lifted("S7")]
TWO_TRICKS: list[Observation] = [*TRICK, *GONE, laid(0, "HA"), laid(1, "H6")]


def plays(folder: Path, *observations: Observation) -> list[tuple[int, str]]:
    return [(e.seat, e.card) for e in seen(folder, *observations) if isinstance(e, Played)]


def test_a_card_of_a_full_trick_that_is_put_straight_is_no_play(tmp_path: Path) -> None:
    again: list[Observation] = [lifted("S6"), laid(1, "S6"), lifted("S7"), laid(0, "S7")]
    assert plays(tmp_path, *TRICK, *again, *GONE) == [(0, "SA"), (1, "S6"), (2, "S7")]


@pytest.mark.parametrize("before", [[*TRICK, *GONE], TWO_TRICKS[:-1], TWO_TRICKS])
@pytest.mark.parametrize("order", [("S6", "SA", "S7"), ("SA", "S7"), ("S7", "S6")])
def test_the_last_trick_laid_open_again_and_taken_back_is_nothing(
    tmp_path: Path, before: list[Observation], order: tuple[str, ...]
) -> None:
    look: list[Observation] = [*(laid(2, card) for card in order), *(lifted(card) for card in order)]
    rest = [laid(2, "HK"), laid(0, "DA")]
    quiet, looked = tmp_path / "quiet", tmp_path / "looked"
    quiet.mkdir()
    looked.mkdir()
    assert plays(looked, *before, *look, *rest) == plays(quiet, *before, *rest)
    assert not [event for event in seen(looked, *before, *look) if isinstance(event, Collect)]


def test_looking_at_the_last_trick_twice_is_nothing(tmp_path: Path) -> None:
    look: list[Observation] = [laid(2, "S6"), laid(2, "SA"), lifted("SA"), laid(2, "SA"), laid(2, "S7"), *GONE]
    assert plays(tmp_path, *TRICK, *GONE, *look, *look, laid(0, "HA"))[3:] == [(0, "HA")]


def test_one_card_of_the_last_trick_looked_at_alone_is_nothing(tmp_path: Path) -> None:
    assert plays(tmp_path, *TRICK, *GONE, laid(2, "S6"), lifted("S6"), laid(0, "HA"))[3:] == [(0, "HA")]


def test_a_second_copy_of_a_card_of_the_last_trick_is_played_once_the_game_goes_on(tmp_path: Path) -> None:
    events = seen(tmp_path, *TRICK, *GONE, laid(0, "HA"), laid(1, "S6"), laid(2, "H7"))
    assert events[4:] == [play(7, 0, "HA"), play(8, 1, "S6"), play(9, 2, "H7")]


def test_a_second_copy_of_a_card_of_the_last_trick_is_played_when_it_is_gathered(tmp_path: Path) -> None:
    gathered = [lifted("S6"), lifted("HA"), lifted("H6")]
    events = seen(tmp_path, *TWO_TRICKS, laid(2, "S6"), *gathered, laid(0, "DA"))
    assert events[6:] == [play(9, 2, "S6"), Collect(t=12.0, src="camera"), play(13, 0, "DA")]


@pytest.mark.parametrize("seat", [0, 1])
def test_a_card_of_an_earlier_trick_that_lies_open_while_another_seat_is_to_play_is_no_play(
    seat: int, tmp_path: Path
) -> None:
    quiet, looked = tmp_path / "quiet", tmp_path / "looked"
    quiet.mkdir()
    looked.mkdir()
    assert plays(looked, *TWO_TRICKS, laid(seat, "S6"), laid(2, "H7")) == plays(quiet, *TWO_TRICKS, laid(2, "H7"))


def test_cards_of_any_closed_trick_that_lie_open_together_are_looked_at(tmp_path: Path) -> None:
    third: list[Observation] = [laid(2, "H7"), lifted("HA"), lifted("H6"), lifted("H7")]
    look: list[Observation] = [laid(0, "SA"), laid(0, "S6"), lifted("SA"), lifted("S6")]
    assert plays(tmp_path, *TWO_TRICKS, *third, *look, laid(0, "DA"))[6:] == [(0, "DA")]


def test_a_card_held_back_is_played_when_nothing_more_will_be_seen(tmp_path: Path) -> None:
    with Journal(tmp_path / "match.jsonl") as journal:
        session, table = MatchSession(journal, OPENING), Interpreter()
        for second, observation in enumerate([*TWO_TRICKS, laid(2, "S6")], 1):
            for event in table.events(session.match, observation, float(second)):
                session.add(event)
        assert table.finish(session.match) == (play(9, 2, "S6"),)
        assert table.finish(session.match) == ()


def whole_deal() -> list[Observation]:
    tricks = [rank.split() for rank in ("A 6 7", "K 8 9", "Q 10 J")]
    moves: list[Observation] = []
    for suit in "SHDC":
        for trick in tricks:
            cards = [suit + rank for rank in trick]
            moves += [*(laid(seat, card) for seat, card in enumerate(cards)), *map(lifted, cards)]
    return moves


def test_cards_of_the_last_trick_of_a_deal_may_begin_the_next(tmp_path: Path) -> None:
    events = seen(tmp_path, *whole_deal(), laid(1, "C10"), laid(2, "CQ"), laid(0, "S6"))
    assert events[-4:] == [
        DealStart(dealer=0, t=73.0, src="camera"),
        play(73, 1, "C10"),
        play(74, 2, "CQ"),
        play(75, 0, "S6"),
    ]


def test_the_last_trick_of_a_deal_looked_at_begins_no_deal(tmp_path: Path) -> None:
    look = [laid(0, "CQ"), laid(0, "CJ"), laid(1, "C10")]
    assert len(seen(tmp_path, *whole_deal(), *look, *map(lifted, ("CQ", "CJ", "C10")))) == 1 + 36


def test_a_card_that_lies_beside_an_area_is_taken_and_one_in_the_middle_is_not(tmp_path: Path) -> None:
    beside, middle = replace(laid(0, "SA"), y_mm=175), replace(laid(0, "SK"), y_mm=100)
    assert seen(tmp_path, beside, middle)[1:] == [play(1, 0, "SA")]


def doubts(folder: Path, *observations: Observation) -> list[str]:
    with Journal(folder / "match.jsonl") as journal:
        session, table = MatchSession(journal, OPENING), Interpreter()
        found: list[str] = []
        for second, observation in enumerate(observations, 1):
            for event in table.events(session.match, observation, float(second)):
                session.add(event)
            found.append(table.doubt)
        return found


def test_a_doubt_is_told_with_the_observation_it_is_about_and_only_then(tmp_path: Path) -> None:
    from_the_right = replace(laid(0, "S6"), origin=(595, 170))
    moved: list[Observation] = [lifted("SA"), laid(1, "SA")]
    assert doubts(tmp_path, laid(0, "SA"), from_the_right, laid(1, "S7"), *moved) == [
        "",
        "S6 lies before Anna but came from where Berta sits; taken as Anna's",
        "",
        "",
        "SA was moved from Anna's place to Berta's; it stays Anna's",
    ]


def test_a_doubtful_card_has_less_confidence(tmp_path: Path) -> None:
    events = seen(tmp_path, laid(0, "SA"), replace(laid(0, "S6"), origin=(595, 170)))
    assert [event.conf for event in events if isinstance(event, Played)] == [0.75, 0.375]
