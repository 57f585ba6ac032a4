"""Schnapsen by command cards: marriages, the exchange, closing, enough (SCN-M1, SCN-X1, SCN-C1, SCN-E1)."""

from collections.abc import Mapping
from typing import ClassVar, Final

from controller.games.follow_rule import EXCHANGE, SUIT_WORDINGS, spoken
from controller.games.follow_rule import MARRIAGE as MARRIED
from controller.games.schnapsen.state import SchnapsenDeal, jack
from controller.games.schnapsen.turns import CALLS, CLOSE, ENOUGH, pair
from controller.record.cards import Card
from controller.record.events import Bid, Declare, Event, Exchange, Seat
from controller.record.message import Message
from controller.rules.match import AnyMatch
from controller.rules.speech import Meaning, Speech, Waiting, Wording
from controller.rules.vocabulary import Vocabulary

MARRIAGE: Final = "marriage"
SUITS: Final = {"spades": "S", "hearts": "H", "diamonds": "D", "clubs": "C"}
_WORDINGS: Final[Mapping[str, Wording]] = {
    **SUIT_WORDINGS,
    "exchange": EXCHANGE,
    MARRIAGE: MARRIED,
    CLOSE: Wording("Close", "Zudrehen", "Fermer", "Chiudo", "クローズ"),
    ENOUGH: Wording("Enough", "Genug", "Assez", "Basta", "66点"),
}

CALL_NAMES: Final = spoken(
    {word: _WORDINGS[word] for word in CALLS},
    {
        CLOSE: ("closed", "zugedreht", "zuadraht", "sperren", "I close", "je ferme"),
        ENOUGH: ("66", "out", "I have enough", "I am out", "ich habe genug", "aus"),
    },
)
"""Players' words for closing and going out."""


class SchnapsenWords(Vocabulary):
    """The card that is turned up begins the deal and is no matter of these words."""

    bids = frozenset(CALLS)
    words = frozenset((*SUITS, "exchange", MARRIAGE))
    wordings = _WORDINGS
    called: ClassVar[Mapping[str, Wording]] = {
        MARRIAGE: Wording("Marriage", "Ansage", "Mariage", "Matrimonio", "マリッジ")
    }

    def said(self, match: AnyMatch, speech: Speech) -> Meaning:
        """Return the meaning of words (SCN-M1, SCN-X1, SCN-C1, SCN-E1)."""
        deal: SchnapsenDeal | None = match.deal
        word, *others = speech.words
        if deal is None:
            return Message("no deal is under way")
        if speech.seat is None:
            return Message("lay {call} in front of the player who says it", call=word)
        if word == MARRIAGE:
            return _marriage(speech, speech.seat)
        if others:
            return Message("{call} is not said yet; take it back before you lay {call2}", call=word, call2=others[-1])
        if word == "exchange":
            return _exchange(deal, speech, speech.seat)
        if word in SUITS:
            return Message("{call} means nothing alone: lay marriage before it", call=word)
        return (Bid(seat=speech.seat, call=word),)

    def uttered(self, event: Event) -> tuple[str, ...]:
        """Return the words of a marriage (SCN-M1); an exchange is said as in Handjass."""
        match event:
            case Declare(what="marriage", cards=cards) if cards:
                return (MARRIAGE, next(word for word, suit in SUITS.items() if suit == cards[0].suit))
            case Exchange():
                return ("exchange", event.gives, event.takes)
            case _:
                return super().uttered(event)

    def always_shown(self, match: AnyMatch, speech: Speech) -> tuple[Card, ...]:
        """Return the trump jack and the card beneath the talon for an exchange (SCN-X1)."""
        deal: SchnapsenDeal | None = match.deal
        return (jack(deal), deal.own.under) if deal is not None and speech.words == ("exchange",) else ()

    def shows(self, match: AnyMatch, seat: Seat) -> bool:
        """Whether a card laid down is the other card of a marriage that has just been led (SCN-M1)."""
        deal: SchnapsenDeal | None = match.deal
        if deal is None or not match.running or deal.open.seats != (seat,):
            return False
        return any(one.seat == seat and one.trick == deal.number_of_trick for one in deal.own.marriages)


def _marriage(speech: Speech, seat: Seat) -> Meaning:
    """Return a marriage by its suit beside the word, or by the card that is led (SCN-M1)."""
    suits = [SUITS[word] for word in speech.words[1:] if word in SUITS]
    if len(suits) != len(speech.words) - 1 or len(suits) > 1:
        return Message("marriage is not said yet; take it back before you lay {call2}", call2=speech.words[-1])
    if suits:
        return (Declare(seat=seat, what="marriage", cards=pair(suits[0])),)
    if not speech.cards:
        return Waiting(Message("marriage: lay its suit beside it, or lead its king or queen"))
    led = speech.cards[0]
    if led in pair(led.suit):
        return Waiting(
            Message("a marriage is led with its king or queen"),
            (Declare(seat=seat, what="marriage", cards=pair(led.suit)),),
            plays=True,
        )
    return Waiting(Message("a marriage is led with its king or queen"), plays=True)


def _exchange(deal: SchnapsenDeal, speech: Speech, seat: Seat) -> Meaning:
    """Return the exchange of the two cards that lie beside the word (SCN-X1)."""
    two = 2
    if len(speech.cards) < two:
        return Waiting(Message("exchange: lay the trump jack and the card beneath the talon beside it"))
    gives, takes = sorted(speech.cards[-two:], key=lambda card: card == deal.own.under)
    return (Exchange(seat=seat, gives=gives, takes=takes),)


VOCABULARY = SchnapsenWords()
