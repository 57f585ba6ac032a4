"""Follow rules as demands: each says of every hand what its sentence says, counted out on whole hands."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import chain, combinations, product

import pytest

from controller.games.follow_rule import (
    Demand,
    Demanding,
    Following,
    FollowRule,
    any_trump,
    exempt,
    follow,
    follow_or_trump,
    must_beat,
    must_overtrump,
    must_trump,
    no_trump,
    no_undertrump,
    plain_led,
    printed_suit,
    trump_led,
    trumped,
    where,
)
from controller.record.cards import Card
from controller.rules.deal import Play, Trick

RANKS = ("7", "8", "J")
DECK = tuple(Card(suit + rank) for suit in "SHD" for rank in RANKS)


def order(card: Card, trump: str | None) -> int:
    """Sevens are the highest trumps, and the lowest of another suit."""
    return RANKS.index(card.rank) if card.suit != trump else -RANKS.index(card.rank)


@dataclass(frozen=True)
class Seen:
    """Facts that players see before they play: the suit led, trump, and the winning card."""

    led: str
    trump: str | None
    top: Card

    def beats(self, card: Card) -> bool:
        if card.suit == self.top.suit:
            return order(card, self.trump) > order(self.top, self.trump)
        return card.suit == self.trump

    @property
    def is_trumped(self) -> bool:
        return self.top.suit == self.trump != self.led


Sentence = Callable[[Seen, tuple[Card, ...], Card], bool]
"""Whether a play from a whole hand is lawful."""


def follows(seen: Seen, hand: tuple[Card, ...], card: Card) -> bool:
    return card.suit == seen.led or all(held.suit != seen.led for held in hand)


def follows_or_trumps(seen: Seen, hand: tuple[Card, ...], card: Card) -> bool:
    return follows(seen, hand, card) or card.suit == seen.trump


def follows_or_trumps_well(seen: Seen, hand: tuple[Card, ...], card: Card) -> bool:
    too_low = seen.is_trumped and card.suit == seen.trump and not seen.beats(card)
    return follows(seen, hand, card) or (card.suit == seen.trump and not too_low)


def trumps(seen: Seen, hand: tuple[Card, ...], card: Card) -> bool:
    free = card.suit in (seen.led, seen.trump) or seen.trump == seen.led
    return free or all(held.suit != seen.trump for held in hand)


def overtrumps(seen: Seen, hand: tuple[Card, ...], card: Card) -> bool:
    free = not seen.is_trumped or card.suit == seen.led or seen.beats(card)
    return free or not any(map(seen.beats, hand))


def beats_following(seen: Seen, hand: tuple[Card, ...], card: Card) -> bool:
    free = seen.is_trumped or card.suit != seen.led or seen.beats(card)
    return free or not any(held.suit == seen.led and seen.beats(held) for held in hand)


def undertrumps_only_with_nothing_else(seen: Seen, hand: tuple[Card, ...], card: Card) -> bool:
    too_low = seen.is_trumped and card.suit == seen.trump and not seen.beats(card)
    return not too_low or all(held.suit == seen.trump for held in hand)


SENTENCES: dict[str, tuple[Demanding, Sentence]] = {
    "follow": (follow("R"), follows),
    "follow_or_trump": (follow_or_trump("R"), follows_or_trumps),
    "not under": (follow_or_trump("R", under=False), follows_or_trumps_well),
    "must_trump": (must_trump("R"), trumps),
    "must_overtrump": (must_overtrump("R"), overtrumps),
    "must_beat": (must_beat("R"), beats_following),
    "no_undertrump": (no_undertrump("R"), undertrumps_only_with_nothing_else),
    "exempt": (
        exempt(lambda trick: [card for card in trick.suit if card.rank == "7"], follow("R")),
        lambda seen, hand, card: follows(seen, tuple(held for held in hand if held.rank != "7"), card),
    ),
}
WHERE: dict[str, tuple[Callable[[Following], bool], Callable[[Seen], bool]]] = {
    "no_trump": (no_trump, lambda seen: seen.trump is None),
    "any_trump": (any_trump, lambda seen: seen.trump is not None),
    "trump_led": (trump_led, lambda seen: seen.led == seen.trump),
    "plain_led": (plain_led, lambda seen: seen.trump not in (None, seen.led) and not seen.is_trumped),
    "trumped": (trumped, lambda seen: seen.is_trumped),
}


def differences(demands: tuple[Demanding, ...], sentence: Sentence) -> tuple[int, list[object]]:
    """How many plays were tried, of every hand of two and three cards, and the ones judged otherwise."""
    rule, tried, found = FollowRule(DECK, printed_suit, order, *demands), 0, list[object]()
    for led, second, trump in product(DECK, (None, *DECK), (None, *"SHD")):
        lying = tuple(card for card in (led, second) if card is not None)
        if len({*lying}) < len(lying):
            continue
        trick = Trick(tuple(Play(number, number, card) for number, card in enumerate(lying)))
        top = led
        for card in lying[1:]:
            top = card if Seen(led.suit, trump, top).beats(card) else top
        seen, left = Seen(led.suit, trump, top), [card for card in DECK if card not in lying]
        for hand in chain.from_iterable(combinations(left, size) for size in (2, 3)):
            for card in hand:
                tried += 1
                if bool(rule.duty(trick, trump, card).breaks(hand)) == sentence(seen, hand, card):
                    found.append((lying, trump, hand, card))
    return tried, found


@pytest.mark.parametrize("name", SENTENCES)
def test_a_demand_says_what_its_sentence_says_of_every_hand(name: str) -> None:
    demanding, sentence = SENTENCES[name]
    tried, found = differences((demanding,), sentence)
    assert tried > 50_000
    assert found[:3] == []


@pytest.mark.parametrize("name", WHERE)
def test_a_demand_of_some_tricks_is_made_in_those(name: str) -> None:
    holds, seen_to_hold = WHERE[name]
    tried, found = differences(
        (where(holds, follow("R")),), lambda seen, hand, card: not seen_to_hold(seen) or follows(seen, hand, card)
    )
    assert tried > 50_000
    assert found[:3] == []


def test_demands_together_are_all_of_them() -> None:
    demands = (follow("F1"), must_trump("F2"), must_overtrump("F3"), must_beat("F4"))
    sentences = (follows, trumps, overtrumps, beats_following)
    _, found = differences(demands, lambda seen, hand, card: all(one(seen, hand, card) for one in sentences))
    assert found[:3] == []


def test_the_first_rule_is_cited_for_a_card_that_two_demand() -> None:
    rule = FollowRule(DECK, printed_suit, order, follow("F1"), must_trump("F2"), follow("F3"))
    trick = Trick((Play(1, 0, Card("SJ")),))
    assert dict(rule.duty(trick, "H", Card("D7")).avoid) == {
        **dict.fromkeys(("S7", "S8", "SJ"), "F1"),
        **dict.fromkeys(("H7", "H8", "HJ"), "F2"),
    }


def test_two_excuses_for_one_play_are_a_mistake_in_the_rule() -> None:
    def excused(trick: Following) -> Demand:
        return Demand(trick.suit, frozenset(trick.suit), "F9", excuse=frozenset(trick.cards("D")))

    rule = FollowRule(DECK, printed_suit, order, follow("F1"), excused)
    with pytest.raises(ValueError, match=r"different excuses: \['F1', 'F9'\]"):
        rule.duty(Trick((Play(1, 0, Card("SJ")),)), None, Card("H7"))
