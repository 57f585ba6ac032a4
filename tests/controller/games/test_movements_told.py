"""Movements that a record tells of by events of a game's own: shown as movements, and written as ever."""

from collections import Counter

import pytest

from controller import games
from controller.record import text as record
from controller.record.cards import Card
from controller.record.events import Discard, Dog, Duel, Event, Exchange, MatchStart, Moved, Upcard
from controller.referee.fold import fold
from controller.rules.deal import AnyDeal
from controller.rules.layout import Layout
from controller.rules.movements.course import moved_by
from controller.rules.results import ErrorResult, Verdict
from schiri import OrderError, Table
from tests.support import table_talk
from tests.support.examples import EXAMPLES
from tests.support.loops import some

OWN = ("condor", "euchre", "handjass", "schnapsen", "skat", "tarot")
"""The games whose records tell of movements by events of their own."""
KINDS = Dog | Discard | Exchange | Upcard


def told(lines: list[Event]) -> list[tuple[Event, AnyDeal, tuple[Moved, ...], bool]]:
    """Each event of a record with the deal after it, what it moves, and whether it was refused."""
    found: list[tuple[Event, AnyDeal, tuple[Moved, ...], bool]] = []
    before = None
    for step in fold(lines):
        deal = step.match.deal
        refused = any(isinstance(one, ErrorResult | Verdict) for one in step.results)
        if step.event is not None and deal is not None:
            found.append((step.event, deal, moved_by(step.match.game, before, deal, step.event), refused))
        before = deal
    return found


def records(name: str) -> list[list[Event]]:
    """The examples of a game, and evenings of players who keep its rules."""
    found = [[*example.events] for example in EXAMPLES if example.opening.game == name]
    for seed in range(12):
        seats = games.load(name).seats[seed % len(games.load(name).seats)]
        opening = MatchStart(game=name, seats=("Anna", "Berta", "Carla", "Dora", "Emma")[:seats])
        found.append(table_talk.record(opening, seed, deals=2)[0])
    return found


@pytest.mark.parametrize("name", OWN)
def test_every_event_that_moves_cards_is_shown_as_movements_from_place_to_place(name: str) -> None:
    seen = Counter[str]()
    for lines in some(records(name)):
        for event, deal, moves, refused in told(lines):
            assert bool(moves) or refused or not isinstance(event, KINDS)
            for move in moves:
                seen[event.e] += 1
                assert move.count >= len(move.cards or ())
                assert all(0 <= place < deal.rules.seats for place in (move.from_, move.to) if isinstance(place, int))
                assert len({*(move.cards or ())}) == len(move.cards or ())
    assert seen


def may_lie(layout: Layout, move: Moved) -> bool:
    """Whether each card of a movement can lie where it was moved to, or has left that hand again."""
    where = [number for number, place in enumerate(layout.places) if place.seat == move.to]
    return all({*where} & {*layout.known.get(card, where)} for card in move.cards or ())


@pytest.mark.parametrize("name", OWN)
def test_proofs_know_cards_where_they_were_moved_to(name: str) -> None:
    checked = 0
    for lines in some(records(name)):
        for _, deal, moves, _ in told(lines):
            begun = games.load(name).auction.playable(deal)
            last = {card: move for move in moves for card in move.cards or ()}
            if begun is None or not last:
                continue
            layout = games.load(name).layout(begun)
            for card, move in last.items():
                if not isinstance(move.to, int) or begun.find(card):
                    continue
                assert may_lie(layout, Moved(what=move.what, from_=move.from_, to=move.to, count=1, cards=(card,)))
                checked += 1
    assert checked or name == "skat"


def tarot() -> Table:
    """A deal of Tarot whose taker, Dora, is to take the dog."""
    table = Table("tarot", "Anna Berta Carla Dora Emma", profile="fft2012")
    table.deal("Anna")
    for call in ("pass", "pass", "prise", "pass", "pass"):
        table.bid(call)
    table.say("call", by="Dora", card="SK")
    return table


def test_the_dog_and_the_discard_are_moved_by_a_program_and_written_as_ever() -> None:
    moved, said = tarot(), tarot()
    moved.move("take", "Dora", "S2 D9 H9")
    moved.move("discard", "Dora")
    said.say("dog", cards="S2 D9 H9")
    said.say("discard", by="Dora", count=3)
    assert [record.to_line(event) for event in moved.events] == [record.to_line(event) for event in said.events]
    assert moved.moves == said.moves
    assert [(one.what, one.from_, one.to, one.count, one.cards) for one in moved.moves] == [
        ("take", "dog", 3, 3, ("S2", "D9", "H9")),
        ("discard", 3, "discard", 3, None),
    ]


def test_trumps_among_a_discard_are_shown() -> None:
    table = tarot()
    table.move("take", "Dora", "S2 D9 H9")
    table.move("discard", "Dora", "T2")
    event = table.events[-1]
    assert isinstance(event, Discard)
    assert (event.shown, event.cards) == (("T2",), None)


def skat() -> Table:
    table = Table("skat", "Anna Berta Carla")
    table.deal("Anna")
    for call in ("18", "yes", "pass", "pass"):
        table.bid(call)
    return table


def test_each_game_offers_its_own_movements_to_programs() -> None:
    table = skat()
    table.move("discard", "Berta")
    assert table.events[-1] == Discard(seat=1, count=2)
    assert [(one.what, one.from_, one.to, one.count) for one in table.moves] == [
        ("take", "skat", 1, 2),
        ("discard", 1, "skat", 2),
    ]
    table = Table("euchre", "Anna Berta Carla Dora")
    table.deal("Anna", turned="H9")
    table.bid("order-up")
    table.move("discard", "Anna", "SA")
    assert table.events[-1] == Discard(seat=0, count=1, cards=(Card("SA"),))
    assert [(one.what, one.from_, one.to, one.cards) for one in table.moves] == [
        ("take", "kitty", 0, ("H9",)),
        ("discard", 0, "discard", ("SA",)),
    ]
    table = Table("schnapsen", "Anna Berta")
    table.deal("Anna", turned="HA")
    table.move("exchange", "Berta")
    assert table.events[-1] == Exchange(seat=1, gives=Card("HJ"), takes=Card("HA"))
    assert [(one.from_, one.to, one.cards) for one in table.moves] == [
        ("stock", 1, ("HA",)),
        (1, "stock", ("HJ",)),
    ]
    table = Table("handjass", "Anna Berta Carla")
    table.deal("Anna", turned="HA")
    for player in ("Berta", "Carla", "Anna"):
        table.bid("in", by=player)
    table.move("exchange", "Carla")
    assert table.events[-1] == Exchange(seat=2, gives=Card("H6"), takes=Card("HA"))
    assert [(one.from_, one.to) for one in table.moves] == [(2, "blind"), ("blind", 2)]


def test_a_movement_that_is_not_offered_is_refused_with_those_that_are() -> None:
    with pytest.raises(OrderError, match=r"what can be moved is: discard$"):
        skat().move("discard", "Anna")
    with pytest.raises(OrderError, match="what can be moved is: discard, take"):
        tarot().move("exchange", "Dora")


def test_the_cards_of_a_round_of_condor_go_to_both_players() -> None:
    table = Table("condor", "Anna Berta")
    table.deal("Anna")
    table.say("upcard", card="DJ")
    table.say("duel", cards={"Anna": "H9", "Berta": "SQ"})
    assert isinstance(table.events[-1], Duel)
    assert [(one.what, one.from_, one.to, one.cards) for one in table.moves] == [
        ("upcard", "stock", "stock", ("DJ",)),
        ("take", "stock", 1, ("JO",)),
        ("draw", "stock", 0, None),
    ]


def test_a_movement_that_is_refused_is_none() -> None:
    table = tarot()
    table.say("dog", cards="S2 D9 H9")
    table.say("discard", by="Anna", count=3)
    assert table.verdicts
    assert [one.what for one in table.moves] == ["take"]
    table.undo(2)
    assert table.moves == ()
