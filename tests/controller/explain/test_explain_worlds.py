"""The worlds that an explanation prints are worlds: checked against Hall's condition and against the rules."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller import games
from controller.explain import verdict as explain
from controller.explain.case import PublicFacts, RecordedVerdict, find, lawful, one_world
from controller.explain.why import last_doubt
from controller.record.cards import Card
from controller.rules.deal import Play
from controller.rules.duty import Duty
from controller.rules.layout import Layout, UnseenPlace
from controller.rules.proof import Owed, all_legal, owe
from controller.rules.worlds import Worlds
from tests.controller.explain.explain_talk import TABLES, foul, verdicts
from tests.support.laws import tries
from tests.support.loops import assumed

DECK = games.load("mittlere").deck[:8]


@st.composite
def some_worlds(draw: st.DrawFn, places: tuple[int, int] = (1, 4)) -> Worlds:
    rooms = tuple(draw(st.lists(st.integers(0, 3), min_size=places[0], max_size=places[1])))
    count = min(sum(rooms), len(DECK))
    bits = draw(st.lists(st.integers(0, 7), unique=True, min_size=count, max_size=count))
    some_cards = st.just(255) | st.integers(0, 255)
    may = draw(st.lists(some_cards, min_size=len(rooms), max_size=len(rooms)))
    return Worlds(rooms, sum(1 << bit for bit in bits), tuple(may))


@st.composite
def some_plays(draw: st.DrawFn) -> list[Owed]:
    """Plays of three hands: what each owed, what may excuse it, and perhaps a card seen since that it owed."""
    plays: list[Owed] = []
    for event in range(draw(st.integers(1, 5))):
        avoid = draw(st.sets(st.sampled_from(DECK), min_size=1, max_size=5))
        excuse = frozenset(DECK[:4]) if draw(st.booleans()) else frozenset[Card]()
        play = Play(event, draw(st.integers(0, 2)), draw(st.sampled_from([Card("CA"), *avoid])))
        plays.append(owe(DECK, play, 1, Card("SA"), Duty(dict.fromkeys(avoid, "X"), excuse)))
    return plays


def fits(worlds: Worlds, world: tuple[int, ...]) -> bool:
    """Whether these cards are one deal of the unseen cards to the places, each in one that may hold it."""
    return (
        sum(world) == worlds.unseen
        and tuple(cards.bit_count() for cards in world) == worlds.rooms
        and all(cards & ~may == 0 for cards, may in zip(world, worlds.may, strict=True))
    )


bars = st.dictionaries(st.integers(0, 3), st.integers(0, 255), max_size=3)


@settings(max_examples=tries(150))
@given(some_worlds(), bars, bars)
def test_a_world_is_found_exactly_where_there_is_one(
    worlds: Worlds, barred: dict[int, int], holds: dict[int, int]
) -> None:
    here = range(len(worlds.rooms))
    barred, holds = ({place: cards for place, cards in some.items() if place in here} for some in (barred, holds))
    world = one_world(worlds, tuple(holds.items()), barred)
    assert (world is not None) == worlds.exists_with(holds, barred)
    if world is not None:
        assert fits(worlds, world)
        assert not any(world[place] & cards for place, cards in barred.items())
        assert all(world[place] & cards for place, cards in holds.items())


@settings(max_examples=tries(150))
@given(some_worlds((3, 4)), some_plays())
def test_a_lawful_world_is_found_exactly_where_every_play_can_be_legal(worlds: Worlds, plays: list[Owed]) -> None:
    places = tuple(UnseenPlace(str(number), room, number) for number, room in enumerate(worlds.rooms))
    world = lawful(plays, Layout(places), worlds)
    assert (world is not None) == all_legal(plays, Layout(places), worlds)
    if world is not None:
        assert fits(worlds, world)
        for owed in plays:
            hand = world[owed.play.seat]
            assert bool(hand & owed.excuse) or not (owed.broken or hand & owed.avoid)


def printed_hands(case: RecordedVerdict, lines: list[str]) -> dict[str, list[str]]:
    """The hands of the last world that an explanation prints, by place."""
    begin = max(number for number, line in enumerate(lines) if line.endswith("so:"))
    names = sorted((place.name for place in _facts(case).layout.places), key=len, reverse=True)
    hands: dict[str, list[str]] = {}
    for line in lines[begin + 1 :]:
        if not line.startswith("    "):
            break
        name = next(name for name in names if line.strip().startswith(f"{name} "))
        hands[name] = line.strip().removeprefix(name).replace("none", "").split()
    return hands


def _facts(case: RecordedVerdict) -> PublicFacts:
    facts = case.facts(case.at - 1)
    assert facts is not None
    return facts


@pytest.mark.parametrize(("name", "seats"), TABLES)
@given(seed=st.integers(0, 2**32))
@settings(max_examples=tries(2))
def test_one_event_earlier_the_printed_hands_fit_and_the_play_was_lawful(name: str, seats: int, seed: int) -> None:
    """So no revoke is proven later than it could be."""
    text = foul(name, seats, seed)
    for number, verdict in enumerate(assumed(verdicts(text)), 1):
        case = find(text, number)
        if verdict.kind != "revoke" or (owed := case.owed()) is None:
            continue
        doubt = last_doubt(case, owed)
        assert (case.at - 1 if verdict.event < verdict.proved else None) == (doubt and doubt[0])
        if doubt:
            hands = printed_hands(case, list(explain.lines(text, number)))
            check_cards(case, _facts(case), hands)
            shown = [play.card for play in case.shown_since(owed, case.at - 1)]
            held = hands.get(case.names[owed.play.seat], ())
            hand = {owed.play.card, *shown, *(card for card in case.game.deck if card.face in held)}
            assert owed.duty.breaks(hand) == ()


def check_cards(case: RecordedVerdict, facts: PublicFacts, hands: dict[str, list[str]]) -> None:
    """Every card that lies in no trick is in one place, each place holds what it has room for, shown cards theirs."""
    rooms = {place.name: place.room for place in facts.layout.places if place.room}
    assert {name: len(cards) for name, cards in hands.items()} == rooms
    unplayed = set(case.game.deck) - {play.card for play in facts.deal.plays()} - facts.layout.gone
    assert sorted(card for cards in hands.values() for card in cards) == sorted(card.face for card in unplayed)
    for card, places in facts.layout.known.items():
        assert any(card.face in hands.get(facts.layout.places[place].name, ()) for place in places)
