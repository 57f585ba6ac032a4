"""Cards that say something without a word: turned up, the dog, a duel, a draw; which are awaited, and what they say."""

from collections.abc import Collection, Sequence
from typing import Final, Literal, TypeAlias

from controller.console.views.options_to_say import unseen
from controller.games import vocabularies
from controller.games.tarot.cards import DOG_SIZES
from controller.record.cards import Card
from controller.record.events import Draw, Event, Seat
from controller.rules.match import AnyMatch
from controller.rules.speech import Seen, Spread
from controller.table import special_places
from controller.table.command_words import accepted
from controller.table.dealing import begun

Kind: TypeAlias = Literal["dog", "upcard", "duel", "draw"]
_DUEL: Final = 2
"""Players of a duel."""


def awaited(match: AnyMatch) -> Kind | None:
    """Which cards the table would take in now without a word, or None."""
    if match.running and match.deal and match.deal.phase == "after":
        return "draw"
    return next((kind for kind in _places(match) if _can_lie(match, kind)), None)


def size(match: AnyMatch, kind: Kind) -> int:
    """How many cards are laid at once."""
    return {"dog": DOG_SIZES.get(match.rules.seats, 0), "upcard": 1, "duel": _DUEL, "draw": 1}[kind]


def said(match: AnyMatch, kind: Kind, cards: Sequence[Card], seat: Seat = 0) -> tuple[Event, ...] | str | None:
    """What cards say that are laid so; a text: why the match cannot take it in; None: they say nothing.

    Args:
        match: the match before it.
        kind: how they are laid.
        cards: of a duel by seat.
        seat: who draws.
    """
    if kind == "draw":
        meaning = accepted(match, (Draw(seat=seat, card=cards[0]),))
        return meaning if isinstance(meaning, tuple | str) else None
    spread = Spread(shown=tuple(enumerate(cards))) if kind == "duel" else Spread(placed=tuple(cards))
    found = special_places.lying(match, spread)
    return found.events if isinstance(found, Seen) else found


def likely(match: AnyMatch, kind: Kind, seat: Seat = 0) -> tuple[Card, ...]:
    """The cards of which it can be, in the deck's order; all of the deck for a draw, which is from a whole one."""
    if kind == "draw":
        return match.game.deck
    if kind == "upcard":
        return tuple(card for card in match.game.deck if isinstance(said(match, kind, (card,)), tuple))
    return _to_bid_with(match, seat) if kind == "duel" else hidden(match)


def hidden(match: AnyMatch) -> tuple[Card, ...]:
    """The cards of the deck that nobody has seen in this deal, in its order."""
    match = unseen(match)
    lying: Collection[Card] = ()
    if match.deal and match.running:
        lying = {play.card for play in (*match.deal.plays(), *match.deal.exposed)}
    return tuple(card for card in match.game.deck if card not in lying)


def _places(match: AnyMatch) -> Sequence[Kind]:
    """The kinds that this game knows in this part of a deal."""
    kinds: dict[str, tuple[Kind, ...]] = {"dog": ("dog",), "upcard": ("upcard", "duel")}
    known = vocabularies.load(match.game.name).places(begun(match)[0])
    return tuple(kind for place in known for kind in kinds.get(place, ()))


def _can_lie(match: AnyMatch, kind: Kind) -> bool:
    """Whether cards of it would be taken in: those that come first to mind."""
    if kind == "upcard":
        return bool(likely(match, kind))
    if kind == "duel":
        cards = [card for seat in range(_DUEL) for card in _to_bid_with(match, seat)[:1]]
    else:
        cards = [*hidden(match)[: size(match, kind)]]
    return isinstance(said(match, kind, cards), tuple)


def _to_bid_with(match: AnyMatch, seat: Seat) -> tuple[Card, ...]:
    """A seat's cards of its bidding suit that it has not laid yet (CON-A2)."""
    deal = begun(match)[0].deal
    if deal is None:
        return ()
    laid = {one.duel[seat] for one in deal.own.rounds if one.duel}
    return tuple(card for card in match.game.deck if card.suit == deal.own.bidding[seat] and card not in laid)
