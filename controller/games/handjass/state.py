"""The state of a Handjass deal: the seats that are in, the announcements, and the known places of cards."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from controller.games import jass
from controller.games.weis.claims import HandClaim
from controller.record.cards import Card
from controller.record.events import Seat
from controller.rules.deal import Deal

HAND: Final = 9
"""Cards of a hand (HAN-D1, HAN-D2, HAN-D3)."""

FULL: Final = 4
"""Players who take all 36 cards: no blind, and nothing to exchange."""


@dataclass(frozen=True, slots=True)
class HandjassState:
    """A deal of Handjass apart from its tricks."""

    players: tuple[Seat, ...]
    """The seats still in the game, from forehand on."""
    turned: Card
    words: tuple[tuple[Seat, str], ...] = ()
    """``in``, ``out`` or ``blind`` of each seat, in the order said."""
    agreed: bool = False
    """Whether the two that are in share the deal without play (HAN-B4)."""
    claims: tuple[HandClaim, ...] = ()
    refuted: frozenset[int] = frozenset()
    """Events of the claims that cards refute."""
    fresh: tuple[HandClaim, ...] = ()
    """Claims that the newest card refutes."""
    laid_away: tuple[Card, ...] = ()
    """The hand laid away for the blind, where it is known."""

    @property
    def speaker(self) -> Seat | None:
        """The seat that must say in or out; None once all have, or all but one are out (HAN-B3)."""
        silent = self.players[len(self.words) :]
        if not silent or (len(silent) == 1 and all(call == "out" for _, call in self.words)):
            return None
        return silent[0]

    @property
    def blind(self) -> Seat | None:
        """The seat that took the blind."""
        return next((seat for seat, call in self.words if call == "blind"), None)

    @property
    def staying(self) -> tuple[Seat, ...]:
        """The seats that are in, from forehand on; a last seat left by all others is in without a word."""
        seats = tuple(seat for seat, call in self.words if call != "out")
        return seats if seats or self.speaker is not None else self.players[len(self.words) :]

    @property
    def exchanged(self) -> HandClaim | None:
        """The exchange of the trump 6, if there was one."""
        return next((claim for claim in self.claims if claim.kind == "exchange"), None)


HandjassDeal = Deal[HandjassState]


def six(deal: HandjassDeal) -> Card:
    """Return the trump 6."""
    return Card(deal.own.turned.suit + "6")


def turned_at(deal: HandjassDeal) -> Seat | None:
    """Return the turned-up card's first holder: dealer, blind's taker, or none (HAN-D1, HAN-D2, HAN-D3)."""
    count = len(deal.own.players)
    if count == FULL:
        return deal.dealer
    return deal.own.blind if count == FULL - 1 else None


def known_places(deal: HandjassDeal) -> dict[Card, Seat | None]:
    """Return the cards known to be in a hand when the play began, or in none."""
    table = deal.own
    where: dict[Card, Seat | None] = {card: seat for seat, hand in (deal.hands or {}).items() for card in hand}
    where |= dict.fromkeys(table.laid_away)
    where[table.turned] = at = turned_at(deal)
    if exchange := table.exchanged:
        where |= {six(deal): at, table.turned: exchange.seat}
    return where


def moved(deal: HandjassDeal, seat: Seat, gone: Sequence[Card], come: Sequence[Card]) -> HandjassDeal:
    """Exchange cards in a known hand of the deal; an unknown hand stays as it is."""
    if not deal.hands or seat not in deal.hands:
        return deal
    hand = (*(card for card in deal.hands[seat] if card not in gone), *come)
    return replace(deal, hands={**deal.hands, seat: hand})


def blind_cards(deal: HandjassDeal) -> tuple[Card, ...] | None:
    """Return the cards of the blind, if every other card of the deck is known."""
    dealt = [card for hand in (deal.hands or {}).values() for card in hand]
    rest = tuple(card for card in jass.DECK if card not in dealt)
    return rest if len(rest) == HAND and len(deal.own.players) == FULL - 1 else None
