"""A record as a film script: what is laid, swept and taken back."""

from controller.record.cards import Card
from controller.record.events import DealStart, Dog, Event, Insert, MatchStart, Played, Undo, Void
from controller.table.screenplay import steps
from tests.support.examples import EXAMPLES
from tests.support.loops import some
from vision.film.write import Lay, PickUp, Sweep
from vision.marks.identity import NO_DECK

OPENING = MatchStart(game="mittlere", seats=("Anna", "Berta", "Carla"))


def play(seat: int, card: str) -> Played:
    return Played(seat=seat, card=Card(card))


def test_undo_is_said_and_the_card_goes_back_to_its_hand() -> None:
    record: list[Event] = [OPENING, DealStart(dealer=2), play(0, "H7"), Undo(n=1), play(0, "HA")]
    new_deal, undo = Lay(2, "new-deal", NO_DECK, "beside"), Lay(0, "undo", NO_DECK, "place-commands")
    assert list(steps(record, commands=True)) == [
        new_deal,
        PickUp(2, ((NO_DECK, "new-deal"),)),
        Lay(0, "H7"),
        undo,
        PickUp(0, ((NO_DECK, "undo"),)),
        PickUp(0, ((0, "H7"),)),
        Lay(0, "HA"),
    ]
    assert list(steps(record)) == [Lay(0, "HA")]


def test_an_undo_of_two_is_said_twice() -> None:
    record: list[Event] = [OPENING, DealStart(dealer=2), play(0, "H7"), play(1, "H8"), Undo(n=2)]
    said = [step for step in steps(record, commands=True) if isinstance(step, Lay) and step.card == "undo"]
    assert len(said) == 2


def test_events_that_cards_cannot_say_are_left_out() -> None:
    plays = [play(0, "H7"), play(1, "H8"), play(2, "H9")]
    strange: list[Event] = [Dog(cards=(Card("SA"),)), Void(why="rule"), play(7, "S6")]
    record: list[Event] = [OPENING, DealStart(dealer=2), *plays, *strange]
    drawn = [step for step in steps(record, commands=True) if not isinstance(step, PickUp)]
    assert [step.card for step in drawn if isinstance(step, Lay)] == ["new-deal", "H7", "H8", "H9"]
    assert Sweep(2) in drawn


def test_later_corrections_are_filmed_as_corrected() -> None:
    missed = {"e": "play", "seat": 0, "card": "H7"}
    record: list[Event] = [OPENING, DealStart(dealer=2), play(1, "H8"), Insert(before=3, event=missed)]
    plays = [step.card for step in steps(record, commands=True) if isinstance(step, Lay) and step.deck != NO_DECK]
    assert plays == ["H7", "H8"]


def test_all_that_is_laid_beside_the_play_is_taken_back_and_the_plays_stay_in_their_order() -> None:
    for example in some(EXAMPLES):
        record = example.events
        told = list(steps(record, commands=True))
        back = [card for step in told if isinstance(step, PickUp) for card in step.cards]
        laid = [(step.deck, step.card) for step in told if isinstance(step, Lay) and step.where != "own"]
        assert not {card for card in laid if card not in back}
        if not any(isinstance(event, Undo) for event in record):
            following = iter(told)
            assert all(step in following for step in steps(record))
