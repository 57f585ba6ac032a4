"""The duty of a hand to a trick of Tarot: follow, trump, overtrump (TAR-F1 to TAR-F5, TAR-C2)."""

from functools import cache

from controller.games.tarot.cards import ALL_TRUMPS, DECK, PETIT, suit_led
from controller.games.tarot.state import TarotDeal, excuses
from controller.record.cards import SUITS, TRUMPS, Card
from controller.rules.duty import FREE, Duty


def duty(deal: TarotDeal, card: Card) -> Duty:
    """The duty of the hand that plays this card to the open trick."""
    free = excuses(deal)
    if card in free:
        return FREE
    if not deal.open.plays:
        return _lead(deal, card)
    led = suit_led(deal.open, free)
    if led is None:
        return FREE
    trumps = (int(lying.rank) for lying in deal.open.cards if lying.suit == TRUMPS and lying not in free)
    return _follow(card, led, max(trumps, default=0), petit=PETIT not in free)


def _lead(deal: TarotDeal, card: Card) -> Duty:
    """TAR-C2: no hand may lead the called suit to the first trick but with the called card itself."""
    called = deal.own.called.card if deal.own.called else None
    if called is None or deal.tricks or deal.rules["lead_called"] or card == called or card.suit != called.suit:
        return FREE
    return Duty({card: "TAR-C2"})


@cache
def _follow(card: Card, led: str, top: int, *, petit: bool) -> Duty:
    """TAR-F1 to TAR-F4; ``top``: the highest trump in the trick, ``petit``: whether T1 is a trump like others."""
    trumps = [held for held in ALL_TRUMPS if petit or held != PETIT]
    owed: dict[Card, str] = {}
    if led in SUITS and card.suit != led:
        owed |= {held: "TAR-F1" for held in DECK if held.suit == led}
    if card.suit == TRUMPS:
        above = [held for held in trumps if int(held.rank) > top] if int(card.rank) < top else []
        owed |= dict.fromkeys(above, "TAR-F3")
    elif card.suit != led:
        owed |= dict.fromkeys(trumps, "TAR-F1" if led == TRUMPS else "TAR-F2")
    return Duty(owed) if owed else FREE
