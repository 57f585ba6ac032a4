"""Legality and trick winners against another implementation, on as many random decisions as convince."""

from random import Random

import pytest

from controller.games import jass, load
from controller.games.coiffeur.auction import SUITS, CoiffeurAuction, Contract
from controller.record.cards import Card
from controller.record.events import DealStart
from controller.rules.deal import Deal, Play, Trick
from controller.rules.options import resolve
from tests.controller.games import jass_kit
from tests.support.loops import some

GAME = load("coiffeur")
RULES = resolve(GAME.options, ("Anna", "Berta", "Carla", "Dora"), "swiss", {})
DECISIONS = 20_000
PLAYS = {
    **{play: jass_kit.COLOURS.index(suit) for play, suit in SUITS.items()},
    "no-trump": jass_kit.NO_TRUMP,
    "reverse": jass_kit.REVERSE,
}


def deal(play: str, trick: list[Card]) -> Deal[CoiffeurAuction]:
    auction = CoiffeurAuction(RULES, 0, (frozenset[str](),) * 4, contract=Contract(0, play, play))
    lying = Trick(tuple(Play(seat, seat, card) for seat, card in enumerate(trick)))
    return Deal(1, 3, RULES, (0, 1, 2, 3), 9, 0, auction, SUITS.get(play), (), lying)


@pytest.mark.rule("COI-F1", "COI-F2", "COI-F3", "COI-F4")
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


@pytest.mark.rule("JASS-8")
@pytest.mark.parametrize("play", PLAYS)
def test_tricks_are_won_as_in_jass_kit(play: str) -> None:
    random = Random(2)
    for _ in some(range(DECISIONS // len(PLAYS))):
        trick = random.sample(jass.DECK, 4)
        state = deal(play, trick)
        assert GAME.winner(state, state.open) == jass_kit.winner(trick, PLAYS[play]), (play, trick)


@pytest.mark.rule("JASS-7")
@pytest.mark.parametrize("dealer", range(4))
@pytest.mark.parametrize("name", ["mittlere", "molotow", "plus-minus", "coiffeur", "schieber"])
def test_all_cards_are_dealt_in_threes_and_forehand_is_the_first(name: str, dealer: int) -> None:
    game = load(name)
    for seats in some(game.seats):
        rules = resolve(game.options, ("Anna", "Berta", "Carla", "Dora")[:seats], "seed", {})
        dealt = game.open_deal(rules, 1, DealStart(dealer=dealer % seats), game.open_book(rules))
        assert (dealt.size * seats, dealt.size % 3) == (len(game.deck), 0)
        assert dealt.leader == (dealer + 1) % seats
