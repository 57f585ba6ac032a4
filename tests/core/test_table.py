"""What the eyes see, as events: places, re-laid cards, gathered tricks, new deals."""

from pathlib import Path

from controller.cards import Card
from controller.events import Collect, DealStart, Event, MatchStart, Played
from controller.journal import Journal
from controller.session import Session
from vision.mat import AREAS
from vision.observation import Laid, Lifted

OPENING = MatchStart(game="mittlere", seats=("Anna", "Berta", "Carla"))


def laid(seat: int, card: str) -> Laid:
    x, y = AREAS[3][seat].centre
    return Laid(0, card, x, y, 0.0, 1.0, 3, 0.75)


def lifted(card: str) -> Lifted:
    return Lifted(0, card, 1.0)


def seen(folder: Path, *observations: Laid | Lifted) -> list[Event]:
    """The events a watched table makes of these observations, one a second."""
    with Journal(folder / "match.jsonl") as journal:
        session = Session(journal, OPENING)
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
    assert seen(tmp_path, Laid(0, "SA", 300, 5, 0.0, 1.0, 3, 1.0)) == []


def test_a_card_put_straight_is_played_once(tmp_path: Path) -> None:
    events = seen(tmp_path, laid(0, "SA"), lifted("SA"), laid(0, "SA"), laid(1, "S6"))
    assert events[1:] == [play(1, 0, "SA"), play(4, 1, "S6")]


def test_a_second_copy_of_a_card_that_lies_there_is_played(tmp_path: Path) -> None:
    assert seen(tmp_path, laid(0, "SA"), laid(0, "SA"))[1:] == [play(1, 0, "SA"), play(2, 0, "SA")]


def test_a_card_moved_to_another_seat_is_played_there(tmp_path: Path) -> None:
    assert seen(tmp_path, laid(0, "SA"), lifted("SA"), laid(1, "SA"))[-1] == play(3, 1, "SA")


def test_a_trick_short_of_a_card_is_gathered_when_its_last_card_leaves(tmp_path: Path) -> None:
    events = seen(tmp_path, laid(0, "SA"), laid(1, "S6"), lifted("S6"), lifted("SA"))
    assert events[-1] == Collect(t=4.0, src="camera")
    assert sum(isinstance(event, Collect) for event in events) == 1


def test_a_full_trick_closes_by_itself(tmp_path: Path) -> None:
    trick: list[Laid | Lifted] = [
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
