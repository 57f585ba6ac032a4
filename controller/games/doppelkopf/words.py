"""Doppelkopf by command cards: the game, announcements, pigs, each said at once (DOK-B1, DOK-A1, DOK-W3)."""

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from controller.games.doppelkopf.cards import CLUB_QUEEN, FOX, suit_of
from controller.games.doppelkopf.parties import game_of, seats_to_answer
from controller.games.doppelkopf.poverty import MOST
from controller.games.doppelkopf.state import (
    ANSWERS,
    GAMES,
    KONTRA,
    LEAVE,
    MARRIAGE,
    NORMAL,
    NUMBERS,
    PARTIES,
    PIGS,
    POVERTY,
    RE,
    RESERVATION,
    SCHWARZ,
    SOLOS,
    TAKE,
    DoppelkopfDeal,
)
from controller.games.follow_rule import MARRIAGE as MARRIED
from controller.games.follow_rule import PASS, SUIT_WORDINGS, spoken
from controller.games.vocabularies import NumberWords
from controller.record.cards import Card
from controller.record.events import Bid, Event, Seat
from controller.record.message import Message
from controller.record.naming import DIGITS, words
from controller.rules.match import AnyMatch
from controller.rules.speech import Meaning, Speech, Wording, everywhere

_DIGITS: Final = tuple(digit for digit in DIGITS if any(digit in number for number in words(NUMBERS)))
"""The digits of which numbers are made here."""
_WORDINGS: Final[Mapping[str, Wording]] = {
    **SUIT_WORDINGS,
    "no-trump": Wording("No trump", "Obenabe", "Tout en haut", "Tutto sopra", "ノートランプ"),
    **{digit: everywhere(digit, digit) for digit in _DIGITS},
    KONTRA: Wording("Double", "Kontra", "Contre", "Contro", "ダブル"),
    SCHWARZ: everywhere("Schwarz", "シュヴァルツ"),
    MARRIAGE: MARRIED,
    RE: everywhere("Re", "レー"),
    "queens": Wording("Queens solo", "Damensolo", "Solo des dames", "Solo di donne", "クイーン・ソロ"),
    RESERVATION: Wording("Reservation", "Vorbehalt", "Réserve", "Riserva", "保留"),
    "jacks": Wording("Jacks solo", "Bubensolo", "Solo des valets", "Solo di fanti", "ジャック・ソロ"),
    TAKE: Wording("Take", "Nehmen", "Je prends", "Prendo", "取る"),
    LEAVE: Wording("Leave", "Lassen", "Je laisse", "Lascio", "譲る"),
    POVERTY: Wording("Poverty", "Armut", "Pauvreté", "Povertà", "貧乏"),
    PIGS: Wording("Pigs", "Schweinchen", "Cochons", "Porcellini", "シュヴァインヒェン"),
}

_SOLOS: Final = {"spades": "Pik", "hearts": "Herz", "diamonds": "Karo", "clubs": "Kreuz"}
CALL_NAMES: Final = (
    {NORMAL: (*PASS["pass"], "gesund", "healthy", "normal", "Normalspiel", "stille Hochzeit")}
    | spoken(
        {word: _WORDINGS[word] for word in (RESERVATION, *GAMES[1:], *PARTIES, SCHWARZ, PIGS, *ANSWERS)},
        {
            MARRIAGE: ("wedding",),
            "queens": ("queen solo", "Damen", "Damen-Solo"),
            "jacks": ("jack solo", "Buben", "Buben-Solo"),
            "no-trump": ("Fleischloser", "fleischlos", "Ass-Solo", "aces solo", "meatless"),
            KONTRA: ("Contra",),
            SCHWARZ: ("no tricks",),
            POVERTY: ("Trumpfarmut", "poor"),
            TAKE: ("ich nehme mit", "mitnehmen"),
            LEAVE: ("ich nehme nicht mit", "nicht mitnehmen"),
            PIGS: ("Schweine", "Schwein", "piglets", "swines"),
            **{suit: (f"{name}-Solo", f"{name}solo") for suit, name in _SOLOS.items()},
        },
        "german",
    )
    | {
        "90": ("no 90", "keine 90", "keine neunzig", "pas de 90", "niente 90"),
        "60": ("no 60", "keine 60", "keine sechzig", "pas de 60", "niente 60"),
        "30": ("no 30", "keine 30", "keine dreissig", "pas de 30", "niente 30"),
    }
)
"""Players' names for the games and announcements."""


_CALLED: Final[Mapping[str, Wording]] = {
    NORMAL: Wording("Healthy", "Gesund", "Sain", "Sano", "健康"),
    MARRIAGE: Wording("Marriage", "Hochzeit", "Mariage", "Matrimonio", "結婚"),
    **{
        suit: Wording("{suit} solo", "{suit}solo", "Solo de {suit}", "Solo di {suit}", "{suit}・ソロ")
        for suit in _SOLOS
    },
    "no-trump": Wording("Solo without trump", "Fleischloser", "Solo sans atout", "Solo senza atout", "切り札なしソロ"),
    KONTRA: everywhere("Kontra", "コントラ"),
    **{str(n): Wording(f"No {n}", f"Keine {n}", f"Pas de {n}", f"Niente {n}", f"{n}なし") for n in NUMBERS},
}
"""Players' names for the games and announcements, whose cards serve other games, too (DOK-B1, DOK-A2)."""


_HOUSE: Final = {PIGS: "pigs", POVERTY: "poverty", TAKE: "poverty", LEAVE: "poverty"}
"""The words that only some tables have, and the house rule that has them."""


class DoppelkopfWords(NumberWords):
    """A vocabulary of one word at a time, by the player who says it."""

    words = frozenset((RESERVATION, *GAMES, *PARTIES, SCHWARZ, PIGS, *ANSWERS)) - {NORMAL}
    wordings: ClassVar[Mapping[str, Wording]] = _WORDINGS
    called: ClassVar[Mapping[str, Wording]] = _CALLED

    def __init__(self) -> None:
        """Build the vocabulary with the refused levels, digit by digit, and the word of a seat that names nothing."""
        super().__init__(NUMBERS)
        self.bids = frozenset((NORMAL, *_DIGITS, *words(NUMBERS)))  # pyrefly: ignore[read-only]  # as those of all numbers

    def speaker(self, match: AnyMatch) -> Seat | None:
        """Return the leader, before the play; later anybody may speak, and lays the word before the own seat."""
        deal = match.deal
        return match.turn if deal is not None and match.running and deal.phase == "before" else None

    def said(self, match: AnyMatch, speech: Speech) -> Meaning:
        """Return the meaning of a number, or one word; the game judges it."""
        word, *others = speech.words
        if speech.seat is None:
            return Message("lay {call} in front of the player who says it", call=speech.words[-1])
        if word in self.bids and word != NORMAL:
            return super().said(match, speech)
        if word in _HOUSE and not match.rules[_HOUSE[word]]:
            return Message("{call} is not played at this table", call=word)
        if word in ANSWERS and (match.deal is None or not seats_to_answer(match.deal)):
            return Message("{call} means nothing here", call=word)
        if others:
            return Message("{call} is not said yet; take it back before you lay {call2}", call=word, call2=others[-1])
        return (Bid(seat=speech.seat, call=word),)

    def honest(
        self, match: AnyMatch, hands: Mapping[Seat, Sequence[Card]], rest: Sequence[Card]
    ) -> Sequence[Event] | None:
        """List the pigs of their holders, then a game that some hand allows (DOK-B1, DOK-B4, DOK-M1, DOK-W3)."""
        deal: DoppelkopfDeal | None = match.deal
        if deal is None or deal.phase != "before":
            return ()
        holders = [seat for seat in deal.seats if deal.rules["pigs"] and _has_both(hands[seat], FOX)]
        silent = [seat for seat in holders if seat not in [one.seat for one in deal.own.pigs]]
        if silent and deal.trump == FOX.suit:
            return [Bid(seat=silent[0], call=PIGS)]
        if answering := seats_to_answer(deal):
            return [Bid(seat=answering[0], call=call) for call in ANSWERS]
        if game_of(deal) is not None:
            return ()
        if deal.own.due is not None:
            return [Bid(seat=deal.own.due, call=solo) for solo in SOLOS]
        poor = [seat for seat in deal.seats if deal.rules["poverty"] and _is_poor(hands[seat])]
        brides = [seat for seat in deal.seats if _has_both(hands[seat], CLUB_QUEEN)]
        bids = [Bid(seat=seat, call=call) for seat in deal.seats for call in (NORMAL, *SOLOS)]
        bids += [Bid(seat=seat, call=MARRIAGE) for seat in brides]
        # Said by one player among four it would hardly ever come about.
        return [Bid(seat=seat, call=POVERTY) for seat in poor] or bids


def _is_poor(hand: Sequence[Card]) -> bool:
    return sum(suit_of(card, FOX.suit) == FOX.suit for card in hand) <= MOST


def _has_both(hand: Sequence[Card], face: Card) -> bool:
    return sum(card.face == face for card in hand) > 1


VOCABULARY = DoppelkopfWords()
