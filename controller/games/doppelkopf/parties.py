"""The parties: by the seats' words, and by the players of the queens of clubs (DOK-R1, DOK-M1 to DOK-M3)."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from controller.games.doppelkopf.cards import CLUB_QUEEN, DECK
from controller.games.doppelkopf.state import (
    MARRIAGE,
    NORMAL,
    POVERTY,
    RESERVATION,
    SOLOS,
    TAKE,
    DoppelkopfDeal,
    SeatCall,
)
from controller.record.events import Seat
from controller.record.message import Message
from controller.rules.deal import Play, Trick
from controller.rules.parts import Fault

CLARIFIED_BY: Final = 3
"""Tricks in which a marriage finds its partner (DOK-M2)."""


def game_of(deal: DoppelkopfDeal) -> tuple[str, Seat | None] | None:
    """Find the game that is played and its player; None until somebody names it (DOK-B1, DOK-B2, DOK-B4, DOK-O1)."""
    named = [one for one in deal.own.reservations if one.call != RESERVATION]
    if not named:
        return None

    def place(seat: Seat) -> int:
        return (seat - deal.dealer - 1) % deal.rules.seats

    owing = deal.own.owing
    solos = sorted((one.seat not in owing, place(one.seat), one.seat, one.call) for one in named if one.call in SOLOS)
    if solos:
        *_, seat, call = solos[0]
        return call, seat
    poor = sorted((place(one.seat), one.seat) for one in named if one.call == POVERTY)
    if poor:
        return POVERTY, poor[0][1]
    married = [one.seat for one in named if one.call == MARRIAGE]
    return (MARRIAGE, married[0]) if married else (NORMAL, None)


def _answers(deal: DoppelkopfDeal) -> tuple[SeatCall, ...]:
    """Return the answers to the poverty that is played or offered."""
    call, poor = game_of(deal) or (None, None)
    events = [one.event for one in deal.own.reservations if (one.seat, one.call) == (poor, POVERTY)]
    return tuple(one for one in deal.own.answers if call == POVERTY and one.event >= events[0])


def helper(deal: DoppelkopfDeal) -> Seat | None:
    """Return the seat that has taken the poverty that is played; None: there is none, or nobody yet."""
    return next((one.seat for one in _answers(deal) if one.call == TAKE), None)


def seats_to_answer(deal: DoppelkopfDeal) -> tuple[Seat, ...]:
    """Return the seats that have still to take or leave the offered poverty, the next seat first (DOK-B4)."""
    call, poor = game_of(deal) or (None, None)
    if call != POVERTY or poor is None or helper(deal) is not None:
        return ()
    around = ((poor + step) % deal.rules.seats for step in range(1, deal.rules.seats))
    return tuple(seat for seat in around if seat not in [one.seat for one in _answers(deal)])


def owed_solo(deal: DoppelkopfDeal) -> Seat | None:
    """Return the seat that plays a solo that it owes (DOK-O1); None: nobody does."""
    call, seat = game_of(deal) or (NORMAL, None)
    return seat if call in SOLOS and seat in deal.own.owing else None


def clarifying(deal: DoppelkopfDeal) -> int | None:
    """Return the trick that gives a marriage its partner, from 1; None: there is none, or none yet."""
    return next((number for number, trick in enumerate(_first(deal), 1) if _is_partners(deal, trick)), None)


def _first(deal: DoppelkopfDeal) -> tuple[Trick, ...]:
    return deal.tricks[:CLARIFIED_BY]


def _is_partners(deal: DoppelkopfDeal, trick: Trick) -> bool:
    game = game_of(deal)
    return game is not None and trick.winner not in (game[1], None)


def is_clear(deal: DoppelkopfDeal) -> bool:
    """Whether a marriage has found its partner or none, so that announcements count (DOK-A4); true in other games."""
    return not is_marriage(deal) or clarifying(deal) is not None or len(deal.tricks) >= CLARIFIED_BY


def is_marriage(deal: DoppelkopfDeal) -> bool:
    """Whether who has both queens of clubs looks for a partner."""
    game = game_of(deal)
    return game is not None and game[0] == MARRIAGE


def queens(deal: DoppelkopfDeal) -> tuple[Seat, ...]:
    """Return the seats that have played the queens of clubs so far, one for each queen."""
    return tuple(play.seat for play in deal.plays() if play.card.face == CLUB_QUEEN)


@dataclass(frozen=True, slots=True)
class Parties:
    """The party of the queens of clubs, and whether one plays alone."""

    re: frozenset[Seat]
    alone: bool = False

    def has(self, seat: Seat, other: Seat) -> bool:
        """Whether two seats are of one party."""
        return (seat in self.re) == (other in self.re)


def possible(deal: DoppelkopfDeal) -> tuple[Parties, ...]:
    """Return every possible division into parties, as far as everybody knows (DOK-R1, DOK-M2)."""
    game = game_of(deal)
    if game is None:
        return ()
    call, seat = game
    if seat is None:
        return tuple(_dealt(deal))
    if call == POVERTY:
        return tuple(_married(seat, helper(deal)))
    alone = Parties(frozenset((seat,)), alone=True)
    if call != MARRIAGE:
        return (alone,)
    trick = clarifying(deal)
    if trick is not None:
        return tuple(_married(seat, deal.tricks[trick - 1].winner))
    if len(deal.tricks) >= CLARIFIED_BY:
        return (alone,)
    return (alone, *(one for other in deal.seats for one in _married(seat, other)))


def _dealt(deal: DoppelkopfDeal) -> Iterator[Parties]:
    """Yield the possible parties by the queens of clubs that were played, the others in hands that have cards left.

    No parties where more queens lie than there are: one was misread.
    """
    players, whole = queens(deal), sum(card.face == CLUB_QUEEN for card in DECK)
    if len(players) > whole:
        return
    hands = [seat for seat in deal.seats for _ in range(min(cards_in_hand(deal, seat), whole))]
    for others in dict.fromkeys(combinations(hands, whole - len(players))):
        re = frozenset((*players, *others))
        yield Parties(re, alone=len(re) == 1)


def _married(seat: Seat, other: Seat | None) -> Iterator[Parties]:
    if other is not None and other != seat:
        yield Parties(frozenset((seat, other)))


def parties(deal: DoppelkopfDeal) -> Parties | None:
    """Return the parties once everybody knows them; None before (DOK-R1)."""
    candidates = possible(deal)
    return candidates[0] if len(candidates) == 1 else None


def is_re(deal: DoppelkopfDeal, seat: Seat) -> bool | None:
    """Whether a seat is of the party of the queens; None while nobody knows."""
    answers = {seat in one.re for one in possible(deal)}
    return answers.pop() if len(answers) == 1 else None


def cards_in_hand(deal: DoppelkopfDeal, seat: Seat) -> int:
    """Count the cards in a seat's hand."""
    return deal.size - sum(play.seat == seat for play in deal.plays())


def refutation(deal: DoppelkopfDeal, word: SeatCall, rule: str, newest: Play) -> Fault:
    """Return the fault of a word that a card of another seat shows to be untrue."""
    names = deal.rules.names
    text = Message(
        "{name} said {call}, but {other} played {card}.",
        name=names[word.seat],
        call=word.call,
        other=names[newest.seat],
        card=newest.card,
    )
    return Fault("false-declaration", word.seat, rule, text, None, (newest.card,), word.event)
