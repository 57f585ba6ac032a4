"""What is proven of a deal, and when, is what listing every world finds: for every game, whatever happens."""

from collections.abc import Iterator
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller import games
from controller.record.cards import Card
from controller.record.events import Collect, Event, Played
from controller.rules.layout import Layout, bits_of
from controller.rules.layout import worlds as product_worlds
from tests.support import table_talk
from tests.support.loops import assumed, some
from tests.support.oracle import cards_of
from tests.support.oracle_judge import Moment, moments
from tests.support.tiny import NAMES, Tiny, tiny

TABLES = [(name, seats) for name in games.names() for seats in games.load(name).seats]
PILES = {f"{name}'s pile": f"pile {seat}" for seat, name in enumerate(NAMES)}
seeds = st.integers(0, 2**32)


MOST_DEALS = 16
"""Deals in a row among which one with a revoke is looked for: where most is free to play, it is rare."""


def deal_of(table: Tiny, random: Random) -> list[Event]:
    """The events of a deal by players who mind rules and order more or less."""
    return table_talk.told_by(table.match, table_talk.rough(table.name, random), 1).events


def misread(table: Tiny, events: list[Event], random: Random) -> Iterator[Event]:
    """The same events, now and then a card taken for another one, or a trick gathered too early."""
    for event in events:
        if isinstance(event, Played) and random.random() < 0.06:
            yield Collect() if random.random() < 0.3 else Played(seat=event.seat, card=random.choice(table.deck))
        yield event


def known(layout: Layout, table: Tiny, one: Moment) -> dict[object, tuple[set[Card], set[Card]]]:
    """The cards that each place must hold and may hold, by the product."""
    deal = one.match.deal
    assert deal
    fitting, bits = product_worlds(table.deck, deal, layout), bits_of(table.deck)
    assert fitting.exists() == bool(len(one.worlds))

    def named(cards: int) -> set[Card]:
        return {card for card, bit in bits.items() if bit & cards}

    return {
        PILES.get(place.name, place.name) if place.seat is None else place.seat: (
            named(fitting.must_hold(number)),
            named(fitting.may_hold(number)),
        )
        for number, place in enumerate(layout.places)
    }


def listed(one: Moment) -> dict[object, tuple[set[Card], set[Card]]]:
    """The same by the list of all worlds."""
    deal, deck = one.match.deal, one.worlds.deck
    assert deal
    gone = sum(1 << deck.index(play.card) for play in deal.plays() if play.card in deck)
    found: dict[object, tuple[set[Card], set[Card]]] = {}
    for place, masks in one.worlds.now(deal.number_of_trick).items():
        left = masks & ~gone
        both = (np.bitwise_and.reduce(left), np.bitwise_or.reduce(left)) if len(left) else (0, 0)
        must, may = ({*cards_of(deck, int(mask))} for mask in both)
        found[place] = must, may
    return found


@pytest.mark.parametrize(("name", "seats"), TABLES)
@given(seed=seeds)
def test_verdicts_come_with_the_event_at_which_every_world_says_so(name: str, seats: int, seed: int) -> None:
    random = Random(seed)
    with tiny(name, seats, random) as table:
        events = deal_of(table, random)
        for one in some(moments(table, events)):
            assert (one.number, one.said) == (one.number, one.expected)
            assert len(one.worlds), "the deal as it truly was is a world"


@pytest.mark.parametrize(("name", "seats"), TABLES)
@given(seed=seeds)
def test_a_revoke_cites_a_rule_broken_and_cards_held_in_every_world(name: str, seats: int, seed: int) -> None:
    """The first of several deals in which somebody revoked is looked at."""
    random = Random(seed)
    with tiny(name, seats, random) as table:
        deals = (deal_of(table, random) for _ in range(MOST_DEALS))
        reasons = ([reason for one in moments(table, deal) for reason in one.reasons] for deal in deals)
        found = next((one for one in reasons if one), None)
        for reason in assumed(found or ()):
            assert {*reason.proof} <= reason.held
            assert {*reason.seen_later} <= {*reason.proof}
            assert reason.proof or reason.rule in reason.rules


@pytest.mark.parametrize(("name", "seats"), TABLES)
@given(seed=seeds)
def test_misread_cards_prove_what_every_world_says_and_nothing_where_none_is(name: str, seats: int, seed: int) -> None:
    random = Random(seed)
    with tiny(name, seats, random) as table:
        events = [*misread(table, deal_of(table, random), random)]
        for one in some(moments(table, events)):
            assert (one.number, one.said) == (one.number, one.expected)


@pytest.mark.parametrize(("name", "seats"), TABLES)
@given(seed=seeds)
def test_what_each_place_must_and_may_hold_is_what_the_list_of_worlds_holds(name: str, seats: int, seed: int) -> None:
    random = Random(seed)
    with tiny(name, seats, random) as table:
        events = [*misread(table, deal_of(table, random), random)]
        for one in some(moments(table, events)):
            if (
                one.amiss
                or one.lost
                or not one.match.running
                or one.match.deal is None
                or one.match.deal.phase == "after"
            ):
                continue
            assert known(one.match.game.layout(one.match.deal), table, one) == listed(one)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_the_same_of_four_hundred_deals_of_each_table(name: str, seats: int) -> None:
    """What is rare, such as an overtrump that only its excuse allows, comes about a few times among so many."""
    for seed in range(400):
        random = Random(seed)
        with tiny(name, seats, random) as table:
            for one in some(moments(table, deal_of(table, random))):
                assert (seed, one.number, one.said) == (seed, one.number, one.expected)
