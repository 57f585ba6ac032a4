"""Who plays with whom: by what was said, and by who has played the queens of clubs (DOK-R1, DOK-M1, DOK-M2)."""

from dataclasses import dataclass
from typing import Final

from controller.games.doppelkopf.cards import CLUB_QUEEN, DECK
from controller.games.doppelkopf.state import MARRIAGE, NORMAL, SOLOS, DoppelkopfDeal
from controller.record.events import Seat
from controller.rules.deal import Trick

CLARIFIED_BY: Final = 3
"""Tricks in which a marriage finds its partner (DOK-M2)."""


def game_of(deal: DoppelkopfDeal) -> tuple[str, Seat | None] | None:
    """What is played and by whom; None while nobody has said it (DOK-B1, DOK-B2)."""
    said = deal.own.reservations
    if not said:
        return None

    def place(seat: Seat) -> int:
        return (seat - deal.dealer - 1) % deal.rules.seats

    solos = sorted((place(one.seat), one.seat, one.call) for one in said if one.call in SOLOS)
    if solos:
        _, seat, call = solos[0]
        return call, seat
    married = [one.seat for one in said if one.call == MARRIAGE]
    return (MARRIAGE, married[0]) if married else (NORMAL, None)


def clarifying(deal: DoppelkopfDeal) -> int | None:
    """The trick that gives a marriage its partner, from 1; None: there is none, or none yet."""
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
    """Who has played the queens of clubs so far, one seat for each."""
    return tuple(play.seat for play in deal.plays() if play.card.face == CLUB_QUEEN)


@dataclass(frozen=True, slots=True)
class Parties:
    """The party of the queens of clubs, and whether one plays alone."""

    re: frozenset[Seat]
    alone: bool = False

    def has(self, seat: Seat, other: Seat) -> bool:
        """Whether two seats are of one party."""
        return (seat in self.re) == (other in self.re)


def parties(deal: DoppelkopfDeal) -> Parties | None:
    """The parties as far as everybody knows them; None while they are not known (DOK-R1)."""
    game = game_of(deal)
    if game is None:
        return None
    call, seat = game
    if seat is None:
        held = queens(deal)
        whole = sum(card.face == CLUB_QUEEN for card in DECK)
        return Parties(frozenset(held), alone=len({*held}) == 1) if len(held) == whole else None
    if call != MARRIAGE:
        return Parties(frozenset((seat,)), alone=True)
    trick = clarifying(deal)
    if trick is None:
        return Parties(frozenset((seat,)), alone=True) if len(deal.tricks) >= CLARIFIED_BY else None
    partner = deal.tricks[trick - 1].winner
    return None if partner is None else Parties(frozenset((seat, partner)))


def is_re(deal: DoppelkopfDeal, seat: Seat) -> bool | None:
    """Whether a seat is of the party of the queens, as far as everybody knows."""
    found = parties(deal)
    if found is not None:
        return seat in found.re
    game = game_of(deal)
    if game is None:
        return None
    is_shown = seat in queens(deal) if game[1] is None else seat == game[1]
    return True if is_shown else None
