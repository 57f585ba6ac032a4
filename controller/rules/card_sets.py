"""Sets of cards in a player's words: ``spades``, ``SJ or not spades``, ``trumps above T12``, ``D2, D4 or DQ``."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from controller.record.cards import TRUMPS, Card
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
"""The cards of a suit, and one of them."""

LOW: Final = ("no", "one", "two", "three", "four", "five", "six")
NUMBERS: Final = (*LOW, "seven", "eight", "nine", "ten", "eleven", "twelve")

MOST_EXCEPTIONS: Final = 2
"""Cards of a suit that are named as exceptions rather than all the others."""


def number(count: int) -> str:
    """A number as a sentence has it: in words up to twelve.

    >>> number(4), number(13)
    ('four', '13')
    """
    return NUMBERS[count] if 0 <= count < len(NUMBERS) else str(count)


def counted(count: int, what: str = "card") -> str:
    """A number of cards.

    >>> counted(1), counted(4, "unseen card")
    ('one card', 'four unseen cards')
    """
    return f"{number(count)} {what}{'s' * (count != 1)}"


def either(words: Sequence[str]) -> str:
    """Words of which one holds.

    >>> either(["D2", "D4", "DQ"])
    'D2, D4 or DQ'
    """
    return " or ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def together(words: Sequence[str]) -> str:
    """Words that all hold.

    >>> together(["Anna", "Berta", "the dog"])
    'Anna, Berta and the dog'
    """
    return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def cards_of(deck: tuple[Card, ...], cards: Cards) -> tuple[Card, ...]:
    """The cards of a set, in the deck's order."""
    return tuple(card for card, bit in bits_of(deck).items() if cards & bit)


def set_of(deck: tuple[Card, ...], cards: Iterable[Card]) -> Cards:
    """Cards as a set; the inverse of :func:`cards_of`."""
    return sum(bits_of(deck)[card] for card in cards)


@dataclass(frozen=True, slots=True)
class Kinds:
    """What tells cards that may lie in a place from cards that may not."""

    allowed: tuple[Card, ...]
    barred: tuple[Card, ...]
    owed: tuple[Card, ...]
    """All cards that a rule asks for, seen ones too: they tell where ``trumps above`` begins."""

    def unseen(self) -> str:
        """The count over all unseen cards: ``only three unseen cards were not spades``."""
        if not self.allowed:
            return f"every unseen card was {self._barred(1)}"
        count = len(self.allowed)
        return f"only {number(count)} unseen card{'s' * (count != 1)} {'was' if count == 1 else 'were'} {self.which()}"

    def there(self, *, loose: bool) -> str:
        """The count over the cards that may lie in the place; ``loose``: some of them were seen already."""
        unseen = "" if loose else "unseen "
        if not self.allowed:
            return f"every {unseen}card that could lie there was {self._barred(1)}"
        count = len(self.allowed)
        cards = f"{unseen}card{'s' * (count != 1)} that {'was' if count == 1 else 'were'} {self.which()}"
        return f"only {number(count)} {cards} could lie there"

    def which(self) -> str:
        """What the allowed cards are, in the fewest words."""
        parts, count = list(self._parts()), len(self.allowed)
        suits = list(dict.fromkeys(card.suit for card in self.allowed))
        if all(part.suit and not part.exceptions for part in parts) and len(suits) < len(parts):
            return either([SUIT_WORDS[suit][count == 1] for suit in suits])
        exceptions = [card for part in parts for card in part.exceptions]
        return either([*exceptions, f"not {self._barred(count)}"])

    def _barred(self, count: int) -> str:
        return either([word for part in self._parts() for word in part.words(count)])

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
        """The words for one card or for several."""
        if self.suit:
            yield SUIT_WORDS[self.suit][count == 1]
        elif self.above:
            yield f"{SUIT_WORDS[TRUMPS][count == 1]} above T{self.above}"
        else:
            yield from self.listed


def _of(suit: str, cards: Collection[Card]) -> tuple[Card, ...]:
    return tuple(card for card in cards if card.suit == suit)
