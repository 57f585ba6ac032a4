"""An outside oracle: the Jass rules of the library jass-kit, in our cards. Only this file imports it."""

import numpy as np
from jass.game.const import OBE_ABE, UNE_UFE
from jass.game.rule_schieber import RuleSchieber

from controller.record.cards import Card

COLOURS = "DHSC"
RANKS = ("A", "K", "Q", "J", "10", "9", "8", "7", "6")
NO_TRUMP = int(OBE_ABE)
REVERSE = int(UNE_UFE)
_RULE = RuleSchieber()


def number(card: Card) -> int:
    return COLOURS.index(card.suit) * 9 + RANKS.index(card.rank)


def legal(hand: list[Card], trick: list[Card], trump: int) -> set[Card]:
    """The cards of a hand that may be played; ``trump`` a colour's number, NO_TRUMP or REVERSE."""
    held = np.zeros(36, np.int32)
    held[[number(card) for card in hand]] = 1
    lying = [number(card) for card in trick]
    allowed = np.asarray(_RULE.get_valid_cards(held, lying, len(trick), trump))
    return {card for card in hand if allowed[number(card)]}


def winner(trick: list[Card], trump: int) -> int:
    """Place in the trick, from 0, of the card that wins it; jass-kit's players go round the other way."""
    won = _RULE.calc_winner(np.array([number(card) for card in trick], np.int32), 0, trump)
    return (-int(won)) % 4


def points(trick: list[Card], trump: int, *, last: bool) -> int:
    """The points of a trick, the last one with its five more."""
    return int(_RULE.calc_points(np.array([number(card) for card in trick], np.int32), last, trump))
