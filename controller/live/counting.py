"""Counting: tricks that are laid under the camera one after the other, their points, and what could not be read."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

from controller.live import camera_words
from controller.record.cards import SUITS, Card
from controller.record.events import DealStart
from controller.record.message import Listed, Message
from controller.referee.fold import step
from controller.rules.deal import Deal
from controller.rules.match import AnyMatch
from controller.rules.results import Number
from controller.settings.names import ReadError
from groundwork.picture import Gray
from vision.base.observation import Laid
from vision.eyes.pipeline import Eyes
from vision.marks.identity import NO_DECK

_UNREAD_S: Final = 2.0
"""Seconds for which something must have lain unread before it is taken for cards."""


def deal_to_count(match: AnyMatch, trump: str | None) -> Deal[Any]:
    """Return the deal by which cards count.

    Raises ReadError where they count nothing, or nothing is known without the trump.

    Args:
        match: a match of the game, before its first deal.
        trump: the suit by its letter; empty: nothing is trump; None: nobody has said it.
    """
    game, turned = match.game, next((card for card in match.game.deck if card.suit == (trump or SUITS[0])), None)
    opened, _ = step(match, 1, DealStart(dealer=0))
    if opened.deal is None:
        opened, _ = step(match, 1, DealStart(dealer=0, turned=turned))
    if opened.deal is None:
        raise ReadError(Message("no deal of {game} can be counted", game=game.title))
    by_trump = {suit: replace(opened.deal, trump=suit) for suit in (None, *SUITS)}
    worth = {suit: [game.card_points(deal, card) for card in game.deck] for suit, deal in by_trump.items()}
    if not any(any(points) for points in worth.values()):
        raise ReadError(Message("in {game} cards have no points", game=game.title))
    if trump is None and any(points != worth[None] for points in worth.values()):
        raise ReadError(
            Message("in {game} cards count by the trump: say it with --trump, such as hearts, or none", game=game.title)
        )
    if sum(worth[trump or None]) != max(map(sum, worth.values())):
        raise ReadError(
            Message("in {game} nobody can count without a trump suit: say it with --trump", game=game.title)
        )
    return by_trump[trump or None]


@dataclass(frozen=True, slots=True)
class CountedTrick:
    """The cards of one trick, and how many of it could not be read."""

    cards: tuple[Card, ...]
    unread: int


class TrickCounter:
    """A counter of tricks that are laid under the eyes, each removed before the next.

    A trick that lacked a card can be laid once more: it is the one with which it shares a card.

    Attributes:
        tricks: tricks that were taken away, in their order.
    """

    def __init__(self, eyes: Eyes, match: AnyMatch, deal: Deal[Any], bonus: Number = 0) -> None:
        """Count by a deal of a match (`deal_to_count`), and add a bonus to the points of the cards."""
        self.tricks = list[CountedTrick]()
        self._bonus = bonus
        self._eyes, self._match, self._deal = eyes, match, deal
        self._cards = list[Card]()
        """The cards of the trick that lies there."""
        self._is_there = False
        """Whether something lies there, read or not."""
        self._trouble = ""

    @property
    def points(self) -> Number:
        """The points of all cards that were read, and the bonus."""
        game, cards = self._match.game, [card for trick in self.tricks for card in trick.cards]
        return sum(game.card_points(self._deal, card) for card in cards) + self._bonus

    @property
    def cards(self) -> int:
        """The cards that were read."""
        return sum(len(trick.cards) for trick in self.tricks)

    @property
    def unread(self) -> int:
        """The cards that lay there and could not be read."""
        return sum(trick.unread for trick in self.tricks)

    def feed(self, seconds: float, gray: Gray) -> Iterator[Message | str]:
        """Read one frame; yield the sentences that are due."""
        for observation in self._eyes.feed(seconds, gray):
            if isinstance(observation, Laid) and observation.deck != NO_DECK:
                yield from self._laid(Card(observation.card))
        trouble, before = camera_words.trouble_text(self._eyes.trouble), self._trouble
        self._trouble = trouble
        if trouble and trouble != before:
            yield trouble
        areas = self._eyes.sight().areas
        if any(area.unread_since is not None and seconds - area.unread_since >= _UNREAD_S for area in areas):
            self._is_there = True
        if not self._eyes.laid and areas and all(area.empty_since is not None for area in areas):
            yield from self.remove_card()

    def remove_card(self) -> Iterator[Message]:
        """Count the removed trick, if there was one."""
        if not self._is_there and not self._cards:
            return
        cards, self._cards, self._is_there = tuple(self._cards), [], False
        same = next((one for one in self.tricks if one.unread and set(one.cards) & set(cards)), None)
        if same is None:
            number = len(self.tricks)
            self.tricks.append(self._trick(cards))
        else:
            number = self.tricks.index(same)
            self.tricks[number] = self._trick(tuple(dict.fromkeys((*same.cards, *cards))))
        trick = self.tricks[number]
        if trick.unread:
            yield Message.counted(
                "trick {n2}: {n} card could not be read; lay the whole trick once more, or go on",
                "trick {n2}: {n} cards could not be read; lay the whole trick once more, or go on",
                trick.unread,
                n=trick.unread,
                n2=number + 1,
            )
        else:
            points = f"{self.points:g}"
            yield Message("trick {n}: {cards}; {points} so far", n=number + 1, cards=Listed(trick.cards), points=points)

    def summary(self) -> Iterator[Message]:
        """Yield the sum, and the tricks that could not be read completely."""
        yield Message("{points} points in {n} cards", points=f"{self.points:g}", n=self.cards)
        for number, trick in enumerate(self.tricks, 1):
            if trick.unread:
                yield Message.counted(
                    "of trick {n2} {n} card is missing beside {cards}",
                    "of trick {n2} {n} cards are missing beside {cards}",
                    trick.unread,
                    n=trick.unread,
                    n2=number,
                    cards=Listed(trick.cards) if trick.cards else Message("nothing that was read"),
                )

    def _trick(self, cards: tuple[Card, ...]) -> CountedTrick:
        return CountedTrick(cards, max(0, self._match.rules.seats - len(cards)))

    def _laid(self, card: Card) -> Iterator[Message]:
        if card not in self._match.game.deck:
            yield Message("{card} is not in the deck of {game}", card=card, game=self._match.game.title)
            return
        if card in self._cards:
            return
        is_gone = not any(one.card in self._cards for one in self._eyes.laid)
        if is_gone or len(self._cards) == self._match.rules.seats:
            yield from self.remove_card()
        self._is_there = True
        if any(card in trick.cards and not trick.unread for trick in self.tricks):
            yield Message("{card} was counted already", card=card)
            return
        self._cards.append(card)
