"""The follow rule of Belote: follow, trump, go over, and what the partner's trick excuses (BEL-F1 to BEL-F4)."""

from functools import cache

from controller.games.belote.cards import ALL_TRUMP, DECK, SUITS, as_trump, order
from controller.games.belote.state import BeloteDeal
from controller.games.follow_rule import (
    Demanding,
    FollowRule,
    follow,
    must_beat,
    must_overtrump,
    must_trump,
    own_suit,
    plain_led,
    trump_led,
    where,
)
from controller.games.pairs import pair
from controller.record.cards import Card
from controller.record.events import Seat
from controller.rules.deal import Trick
from controller.rules.duty import FREE, Duty


def strength(card: Card, led: Card, play: str) -> int:
    """How strong a card is in a trick: trumps above the suit led above the rest (BEL-W2).

    >>> strength(Card("HJ"), Card("SA"), "hearts") > strength(Card("SA"), Card("SA"), "hearts")
    True
    """
    if play == ALL_TRUMP:
        return as_trump(card, None) if card.suit == led.suit else -1
    trump = SUITS.get(play)
    if card.suit == trump:
        return len(DECK) + order(card, trump)
    return order(card, trump) if card.suit == led.suit else -1


def duty(deal: BeloteDeal, seat: Seat | None, card: Card) -> Duty:
    """The duty of a seat's hand that plays this card to the open trick; None: nobody knows whose it is."""
    contract = deal.own.contract
    if deal.led is None or contract is None or seat is None:
        return FREE
    if contract.play not in SUITS:
        return _without_suit(ups=contract.play == ALL_TRUMP).duty(deal.open, None, card)
    free = deal.rules["partner"] == "free" and pair(_winner(deal.open, contract.play)) == pair(seat)
    under = deal.rules["undertrump"] == "owed"
    return _with_trump(free=free, under=under).duty(deal.open, deal.trump, card)


def _winner(trick: Trick, play: str) -> Seat:
    led = trick.plays[0].card
    return max(trick.plays, key=lambda one: strength(one.card, led, play)).seat


@cache
def _with_trump(*, free: bool, under: bool) -> FollowRule:
    """``free``: the partner wins so far (BEL-F2); ``under``: a trump too low must be played too (BEL-F3)."""
    trump = must_trump("BEL-F2") if under else where(plain_led, must_trump("BEL-F2"))
    trumping: tuple[Demanding, ...] = () if free else (trump, must_overtrump("BEL-F3"))
    demands = (follow("BEL-F1"), where(trump_led, must_beat("BEL-F4")), *trumping)
    return FollowRule(DECK, own_suit, order, *demands)


@cache
def _without_suit(*, ups: bool) -> FollowRule:
    """``ups``: every suit is trump, and who follows goes over (BEL-F4)."""
    return FollowRule(
        DECK, own_suit, as_trump if ups else order, follow("BEL-F1"), *((must_beat("BEL-F4"),) if ups else ())
    )
