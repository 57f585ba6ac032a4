"""Cards that say something without a word: turned up, the dog, a duel, a draw; which are awaited, and what they say."""

from collections.abc import Collection, Sequence
from typing import Final, Literal, TypeAlias

from controller.console.views.options_to_say import unseen
from controller.games import vocabularies
from controller.record.cards import Card, faces
from controller.record.events import Draw, Event, Seat
from controller.rules.match import AnyMatch
from controller.rules.speech import Spread, SpreadMeaning
from controller.table import special_places
from controller.table.command_words import accepted
from controller.table.dealing import begun

OpenCardsKind: TypeAlias = Literal["dog", "upcard", "duel", "draw"]
_OF_GAMES: Final[tuple[OpenCardsKind, ...]] = ("dog", "upcard", "duel")
"""The kinds that only some games have, in the order in which they come."""


def awaited_cards(match: AnyMatch) -> OpenCardsKind | None:
    """Which cards the table would take in now without a word, or None."""
    if match.draws_now:
        return "draw"
    for kind in _places(match):
        if _can_lie(match, kind):
            return kind
    return "draw" if match.owed and not match.ended else None


def open_size(match: AnyMatch, kind: OpenCardsKind) -> int:
    """How many cards are laid at once."""
    return 1 if kind == "draw" else vocabularies.load(match.game.name).count(kind, match.rules.seats)


def laid_open(match: AnyMatch, kind: OpenCardsKind, cards: Sequence[Card], seat: Seat = 0) -> tuple[Event, ...] | str | None:
    """The events of cards laid open; a text: why the match cannot take them in; None: they mean nothing.

    Args:
        match: the match before it.
        kind: how they are laid.
        cards: of a duel by seat.
        seat: who draws.
    """
    if kind == "draw":
        meaning = accepted(match, (Draw(seat=seat, card=cards[0]),))
        return meaning if isinstance(meaning, (tuple, str)) else None
    spread = Spread(shown=tuple(enumerate(cards))) if kind == "duel" else Spread(placed=tuple(cards))
    found = special_places.lying(match, spread)
    return found.events if isinstance(found, SpreadMeaning) else found


def likely_cards(match: AnyMatch, kind: OpenCardsKind, seat: Seat = 0) -> tuple[Card, ...]:
    """The cards of which it can be, in the deck's order; all of the deck for a draw, which is from a whole one."""
    if kind == "draw":
        return faces(match.game.deck)
    own = vocabularies.load(match.game.name).candidates(begun(match)[0], kind, seat)
    if own is not None:
        return tuple(card for card in match.game.deck if card in own)
    if open_size(match, kind) == 1:
        return tuple(card for card in match.game.deck if isinstance(laid_open(match, kind, (card,)), tuple))
    return unseen_cards(match)


def unseen_cards(match: AnyMatch) -> tuple[Card, ...]:
    """The cards of the deck that nobody has seen in this deal, in its order."""
    match = unseen(match)
    lying: Collection[Card] = ()
    if match.deal and match.running:
        lying = {play.card for play in (*match.deal.plays(), *match.deal.exposed)}
    return faces(tuple(card for card in match.game.deck if card not in lying))


def _places(match: AnyMatch) -> Sequence[OpenCardsKind]:
    """The kinds that this game knows in this part of a deal."""
    is_open = vocabularies.load(match.game.name).places(begun(match)[0])
    return tuple(kind for kind in _OF_GAMES if is_open and open_size(match, kind))


def _can_lie(match: AnyMatch, kind: OpenCardsKind) -> bool:
    """Whether the match would take in cards of this kind, tried with the likeliest ones."""
    count = open_size(match, kind)
    if kind == "duel":
        cards = [card for seat in range(count) for card in likely_cards(match, kind, seat)[:1]]
    else:
        cards = [*likely_cards(match, kind)[:count]]
    return len(cards) == count and isinstance(laid_open(match, kind, cards), tuple)
