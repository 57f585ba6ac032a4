"""Sets of cards in a player's words: ``spades``, ``SJ or not spades``, ``trumps above T12``, ``D2, D4 or DQ``."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from controller.record.cards import TRUMPS, Card
from controller.record.message import Listed, Message
from controller.rules.layout import bits_of
from controller.rules.worlds import Cards

SUIT_WORDS: Final = {
    "S": ("spades", "a spade"),
    "H": ("hearts", "a heart"),
    "D": ("diamonds", "a diamond"),
    "C": ("clubs", "a club"),
    "T": ("trumps", "a trump"),
    "EX": ("the Excuse", "the Excuse"),
    "JO": ("the joker", "the joker"),
}
"""Words for the cards of a suit, and for one of them."""

MOST_EXCEPTIONS: Final = 2
"""Cards of a suit that are named as exceptions, at most; else all the others are named."""


def cards_of(deck: tuple[Card, ...], cards: Cards) -> tuple[Card, ...]:
    """List the cards of a set, in the deck's order."""
    return tuple(card for card, bit in bits_of(deck).items() if cards & bit)


def set_of(deck: tuple[Card, ...], cards: Iterable[Card]) -> Cards:
    """Make a set of cards; the inverse of :func:`cards_of`."""
    return sum(bits_of(deck)[card] for card in cards)


@dataclass(frozen=True, slots=True)
class Kinds:
    """The kinds of cards that a sentence counts: allowed in a place, or barred from it."""

    allowed: tuple[Card, ...]
    barred: tuple[Card, ...]
    owed: tuple[Card, ...]
    """All cards that a rule asks for, seen ones too: ``trumps above`` begins at the lowest of them."""

    def unseen(self) -> Message:
        """Count all unseen cards in words: ``only three unseen cards were not spades``."""
        if not self.allowed:
            return Message("every unseen card was {suits}", suits=self._barred(1))
        if len(self.allowed) == 1:
            return Message("only one unseen card was {suits}", suits=self.which())
        return Message("only {count} unseen cards were {suits}", count=len(self.allowed), suits=self.which())

    def there(self) -> Message:
        """Count in words the unseen cards that may lie in the place."""
        if not self.allowed:
            return Message("every unseen card that could lie there was {suits}", suits=self._barred(1))
        if len(self.allowed) == 1:
            return Message("only one unseen card that was {suits} could lie there", suits=self.which())
        count, suits = len(self.allowed), self.which()
        return Message("only {count} unseen cards that were {suits} could lie there", count=count, suits=suits)

    def there_loose(self) -> Message:
        """Count in words the cards that may lie in the place, where some of them were seen already."""
        if not self.allowed:
            return Message("every card that could lie there was {suits}", suits=self._barred(1))
        if len(self.allowed) == 1:
            return Message("only one card that was {suits} could lie there", suits=self.which())
        count, suits = len(self.allowed), self.which()
        return Message("only {count} cards that were {suits} could lie there", count=count, suits=suits)

    def which(self) -> Listed:
        """Name the allowed cards, in the fewest words."""
        parts, count = list(self._parts()), len(self.allowed)
        suits = list(dict.fromkeys(card.suit for card in self.allowed))
        if all(part.suit and not part.exceptions for part in parts) and len(suits) < len(parts):
            return Listed(tuple(SUIT_WORDS[suit][count == 1] for suit in suits), "or")
        exceptions = [card for part in parts for card in part.exceptions]
        return Listed((*exceptions, Message("not {suits}", suits=self._barred(count))), "or")

    def _barred(self, count: int) -> Listed:
        return Listed(tuple(word for part in self._parts() for word in part.words(count)), "or")

    def _parts(self) -> Iterator["_Part"]:
        for suit in dict.fromkeys(card.suit for card in self.barred):
            barred, allowed = _of(suit, self.barred), _of(suit, self.allowed)
            above = min((int(card.rank) for card in _of(TRUMPS, self.owed)), default=0) - 1 if suit == TRUMPS else 0
            if not allowed:
                yield _Part(suit)
            elif above > 0 and all((int(card.rank) > above) == (card in barred) for card in (*barred, *allowed)):
                yield _Part(above=above)
            elif len(allowed) <= MOST_EXCEPTIONS and len(allowed) < len(barred):
                yield _Part(suit, exceptions=allowed)
            else:
                yield _Part(listed=barred)


@dataclass(frozen=True, slots=True)
class _Part:
    """The barred cards of one suit: the suit, but for some; the trumps above one; or a list."""

    suit: str = ""
    exceptions: tuple[Card, ...] = ()
    above: int = 0
    listed: tuple[Card, ...] = ()

    def words(self, count: int) -> Iterator[str]:
        """Yield the words for one card or for several."""
        if self.suit:
            yield SUIT_WORDS[self.suit][count == 1]
        elif self.above:
            yield _above(self.above, one=count == 1)
        else:
            yield from self.listed


def _above(trump: int, *, one: bool) -> Message:
    """Name the trumps above one, or one of them."""
    return Message("a trump above T{n}", n=trump) if one else Message("trumps above T{n}", n=trump)


def _of(suit: str, cards: Collection[Card]) -> tuple[Card, ...]:
    return tuple(card for card in cards if card.suit == suit)
