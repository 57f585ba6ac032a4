"""Cards that exist twice: nobody is accused because it was not told which copy a card was, and proofs count copies."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.record.cards import Card, twice
from controller.record.events import Event, Played, Seen
from controller.referee.fold import step
from controller.rules.copies import meant
from controller.rules.deal import Play, Trick
from controller.rules.doubt import CardSight
from controller.rules.match import AnyMatch
from controller.rules.results import ILLEGAL_PLAYS, ErrorResult, Result, TrickResult, Verdict
from schiri.testing import tiny
from tests.support.twins import Twins, begun

SMALL = twice(map(Card, ("SA", "S9", "HA", "H9", "DA", "D9")))
Hand = Counter[Card]
seeds = st.integers(0, 2**32)


class FewTwins(Twins):
    """The same with twelve cards."""

    deck = SMALL


def told(match: AnyMatch, events: Sequence[Event]) -> list[Result]:
    """What is said of these events."""
    found: list[Result] = []
    for number, event in enumerate(events, 3):
        match, said = step(match, number, event)
        found += said
    return found


def plays(text: str) -> list[Event]:
    """``A SA@1 B S9``: who plays what."""
    words = text.split()
    return [Played(seat="ABC".index(who), card=Card(card)) for who, card in zip(words[::2], words[1::2], strict=True)]


def verdicts(text: str, hands: dict[int, str] | None = None) -> list[tuple[str, int | None, int]]:
    said = told(begun(Twins(), hands), plays(text))
    assert not [one for one in said if isinstance(one, ErrorResult)]
    return [(one.kind, one.seat, one.event) for one in said if isinstance(one, Verdict)]


def dealt(deck: Sequence[Card], random: Random, size: int) -> list[list[Card]]:
    cards = random.sample([*deck], size * 3)
    return [cards[size * seat : size * (seat + 1)] for seat in range(3)]


def careless(match: AnyMatch, hands: list[list[Card]], random: Random, honesty: float) -> list[Event]:
    """A deal of players who mind the rules more or less, each card with its copy."""
    events: list[Event] = []
    hands = [[*hand] for hand in hands]
    while match.running:
        deal = match.deal
        assert deal is not None
        assert deal.to_play is not None
        hand = hands[deal.to_play]
        legal = match.game.legal(deal, hand)
        card = random.choice(legal if random.random() < honesty else hand)
        hand.remove(card)
        events.append(Played(seat=deal.to_play, card=card))
        match, _ = step(match, len(events) + 2, events[-1])
    return events


def untold(events: Sequence[Event], random: Random, share: float) -> list[Event]:
    """The same events; of some cards it is not told which copy they are."""
    return [
        Played(seat=event.seat, card=event.card.face)
        if isinstance(event, Played) and random.random() < share
        else event
        for event in events
    ]


def proven(results: Sequence[Result]) -> list[tuple[str, int | None, int, int, str]]:
    found = [one for one in results if isinstance(one, Verdict)]
    return [(one.kind, one.seat, one.event, one.proved, one.rule) for one in found]


@pytest.mark.parametrize("size", [2, 3])
@given(seed=seeds)
def test_what_is_proven_is_what_every_deal_shows_in_which_twins_are_equal(size: int, seed: int) -> None:
    """All deals of cards without a copy, listed by how many of each face a hand has."""
    random = Random(seed)
    game = tiny.cut(FewTwins(), (*SMALL[4 - size :][: size * 3],), size)
    match = begun(game)
    events = careless(match, dealt(game.deck, random, size), random, 0.5)
    events = untold(events, random, random.choice((0.0, 0.5, 1.0)))
    worlds = [*deals(game.deck, size)]
    owed: list[tuple[int, int, Card, Hand]] = []
    found = told(match, events)
    said = [(one.event, one.proved) for one in found if isinstance(one, Verdict) and one.kind in ILLEGAL_PLAYS]
    assert {one.kind for one in found if isinstance(one, Verdict)} <= {*ILLEGAL_PLAYS, "someone-revoked"}
    expected: list[tuple[int, int]] = []
    gone = [Hand(), Hand(), Hand()]
    lying: list[Card] = []
    for number, event in enumerate(events, 3):
        assert isinstance(event, Played)
        face, seat = event.card.face, event.seat
        if lying and lying[0].suit != face.suit:
            owed.append((number, seat, lying[0], gone[seat].copy()))
        lying = [] if len(lying) == 2 else [*lying, face]
        gone[seat][face] += 1
        worlds = [world for world in worlds if gone[seat] <= world[seat]]
        for act, who, led, before in owed:
            shown = all(any(card.suit == led.suit for card in world[who] - before) for world in worlds)
            if shown and act not in [one for one, _ in expected]:
                expected.append((act, number))
    assert worlds
    assert sorted(said) == sorted(expected)


@cache
def deals(deck: tuple[Card, ...], size: int) -> tuple[tuple[Hand, Hand, Hand], ...]:
    """Every deal of these cards, by the faces in each hand."""
    cards, found = range(len(deck)), set[tuple[tuple[Card, ...], ...]]()
    for first in combinations(cards, size):
        left = [card for card in cards if card not in first]
        for second in combinations(left, size):
            third = [card for card in left if card not in second]
            found.add(tuple(tuple(sorted(deck[card].face for card in hand)) for hand in (first, second, third)))
    return tuple((Hand(one), Hand(two), Hand(three)) for one, two, three in found)


@given(seed=seeds, share=st.sampled_from([0.3, 1.0]), honesty=st.sampled_from([0.8, 1.0]))
def test_whether_copies_are_told_changes_no_verdict_trick_or_score(seed: int, share: float, honesty: float) -> None:
    random = Random(seed)
    match = begun(Twins())
    events = careless(match, dealt(Twins.deck, random, len(Twins.deck) // 3), random, honesty)
    whole, blurred = told(match, events), told(match, untold(events, random, share))
    assert proven(blurred) == proven(whole)
    assert [tricks(blurred), blurred[-1]] == [tricks(whole), whole[-1]]
    if honesty == 1.0:
        assert not proven(whole)


def tricks(results: Sequence[Result]) -> list[tuple[int | None, tuple[Card, ...]]]:
    return [(one.winner, tuple(card.face for card in one.cards)) for one in results if isinstance(one, TrickResult)]


@given(seed=seeds)
def test_hands_shown_without_copies_prove_no_more_than_hands_shown_with_them(seed: int) -> None:
    random = Random(seed)
    game = Twins()
    hands = dealt(game.deck, random, len(game.deck) // 3)
    seen = {seat: " ".join(hands[seat]) for seat in random.sample(range(3), 2)}
    events = careless(begun(game), hands, random, random.choice((0.7, 1.0)))
    whole = proven(told(begun(game, seen), events))
    for share in (0.5, 1.0):
        faces = {seat: " ".join(c.partition("@")[0] for c in cards.split()) for seat, cards in seen.items()}
        assert proven(told(begun(game, faces), untold(events, random, share))) == whole


@pytest.mark.parametrize("third", ["SA", "SA@1", "SA@2"])
@pytest.mark.parametrize("twin", ["SA", "SA@2"])
@pytest.mark.parametrize("first", ["SA", "SA@1"])
def test_the_third_of_two_is_played_twice(first: str, twin: str, third: str) -> None:
    assert verdicts(f"A {first} B {twin}") == []
    assert verdicts(f"A {first} B {twin} C {third}") == [("duplicate-card", 2, 5)]


def test_a_copy_that_is_told_twice_is_played_twice() -> None:
    assert verdicts("A SA@1 B SA@1") == [("duplicate-card", 1, 4)]
    assert verdicts("A SA B SA@1 C SA@1") == [("duplicate-card", 2, 5)]


def test_a_copy_told_after_its_twin_was_not_is_the_other_one() -> None:
    assert verdicts("A SA B SA@1") == verdicts("A SA B SA@2") == []


def test_what_another_is_seen_to_hold_accuses_nobody_who_may_have_the_twin() -> None:
    """Berta's hand, or her second card, has one of them; which one nobody has told."""
    hand = "SA SK SQ SJ S10 S9 S8 S7 HA HK HQ HJ HA HK HQ HJ"
    assert verdicts("A SA@1 B SA", {1: hand}) == verdicts("A SA B SA@1", {1: hand}) == []
    assert verdicts("A SA@1 B HA", {1: hand.replace("SA ", "SA@1 ")})[0] == ("impossible-card", 0, 3)
    second = "A S9 B SK B SA"
    assert verdicts(f"{second} C SA@1") == verdicts(f"{second} C SA") == [("second-card", 1, 5)]
    assert verdicts(f"{second}@1 C SA@1")[1:] == [("impossible-card", 2, 6)]


def test_a_second_card_that_is_played_later_may_be_its_twin() -> None:
    """Berta may hold both; what she has shown and plays later untold leaves the other one to anybody."""
    shown = "A S9 B SK B SA@1 C S8 B SA"
    assert verdicts(f"{shown} C SA@1") == verdicts(f"{shown} C SA@2") == [("second-card", 1, 5)]


def test_a_card_that_people_told_of_is_the_one_that_is_read_late() -> None:
    """A card of that face which can have been laid in time is the one told of; a later one is its twin."""
    deal = begun(Twins()).deal
    assert deal is not None
    for one, twin in (Twins.deck[:2], Twins.deck[1::-1]):
        after = replace(deal, open=Trick((Play(3, 1, one, CardSight(told=True)),)))
        for told_as in (one.face, one, twin):
            assert meant(Twins.deck, after, 1, told_as, lambda _: True) == one
            assert meant(Twins.deck, after, 1, told_as, lambda _: False) == twin
            assert meant(Twins.deck, after, 2, told_as, lambda _: True) == twin


def test_a_look_shows_a_card_that_was_told_without_its_copy_where_it_lies() -> None:
    match = begun(Twins())
    for number, event in enumerate((*plays("A S9 B SA"), Seen(t=3.0, lies={0: (Card("S9@2"),)})), 3):
        match, said = step(match, number, event)
        assert said == ()


def test_a_card_of_another_deck_is_foreign() -> None:
    assert verdicts("A C2") == verdicts("A C2@1") == [("foreign-card", 0, 3)]
