"""Legality and trick winners against another implementation, on as many random decisions as convince."""

from random import Random

import pytest

from controller.games import jass, load
from controller.games.coiffeur.auction import SUITS, Auction, Contract
from controller.record.cards import Card
from controller.rules.deal import Deal, Play, Trick
from controller.rules.options import resolve
from tests.controller.games import jass_kit

GAME = load("coiffeur")
RULES = resolve(GAME.options, ("Anna", "Berta", "Carla", "Dora"), "swiss", {})
DECISIONS = 20_000
PLAYS = {
    **{play: jass_kit.COLOURS.index(suit) for play, suit in SUITS.items()},
    "no-trump": jass_kit.NO_TRUMP,
    "reverse": jass_kit.REVERSE,
}


def deal(play: str, trick: list[Card]) -> Deal[Auction]:
    auction = Auction(RULES, 0, (frozenset[str](),) * 4, contract=Contract(0, play, play))
    lying = Trick(tuple(Play(seat, seat, card) for seat, card in enumerate(trick)))
    return Deal(1, 3, RULES, (0, 1, 2, 3), 9, 0, auction, SUITS.get(play), (), lying)


def test_legal_cards_are_those_of_jass_kit() -> None:
    """COI-F1 to COI-F4 under profile swiss.

    Its one fault: with two ruffs on the table it compares with the lower one, or with one that is none.
    """
    random, differ = Random(1), 0
    for _ in range(DECISIONS):
        cards = random.sample(jass.DECK, random.randint(1, 12))
        trick = cards[: random.randint(0, min(3, len(cards) - 1))]
        hand = cards[len(trick) :][:9]
        play = random.choice(list(PLAYS))
        state = deal(play, trick)
        mine = {card for card in hand if not GAME.duty(state, card).breaks(hand)}
        if mine != jass_kit.legal(hand, trick, PLAYS[play]):
            differ += 1
            ruffs = [card for card in trick[1:] if card.suit == state.trump != trick[0].suit]
            assert len(ruffs) > 1, (play, trick, hand, mine)
    assert differ < DECISIONS / 100


@pytest.mark.parametrize("play", PLAYS)
def test_tricks_are_won_as_in_jass_kit(play: str) -> None:
    """JASS-8."""
    random = Random(2)
    for _ in range(DECISIONS // len(PLAYS)):
        trick = random.sample(jass.DECK, 4)
        state = deal(play, trick)
        assert GAME.winner(state, state.open) == jass_kit.winner(trick, PLAYS[play]), (play, trick)
