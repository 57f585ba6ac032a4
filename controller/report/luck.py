"""The luck of the deal against the play: what a hand held of a deal's points, and what its player took of them.

The measure. Of a deal whose cards were all seen, each side's *share held* is the card points in the hands that it
played, of all card points that were played; its *share taken* is that of the tricks that it took. *Luck* is the share
held beyond an even one, *play* is the share taken beyond the share held, both in points of a hundred. Each is nought
over the table, deal by deal. Where cards carry no points (Condor), a card counts how many of the others it would take
if it were led to them, and a trick counts one.

What it cannot know: length, order of play, partners, what the contract asks for, cards that never came to a trick; and
whether more points were wanted at all. It is no proof of anything.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any, Final

from controller.record.cards import Card
from controller.record.events import Seat
from controller.rules.deal import AnyDeal, Play, Trick
from controller.rules.game import Game
from controller.rules.results import Number

FEWEST: Final = 10
"""Deals below which nothing is said of a player's luck."""


@dataclass(frozen=True, slots=True)
class Luck:
    """The sums of a player over some deals, in points of a hundred."""

    deals: int = 0
    held: float = 0.0
    """Shares held beyond an even one: the luck of the deal."""
    held_squares: float = 0.0
    taken: float = 0.0
    """Shares taken beyond those held: the play, and all that the measure does not see."""
    taken_squares: float = 0.0

    def __add__(self, other: "Luck") -> "Luck":
        """The deals of both."""
        return Luck(*(getattr(self, name) + getattr(other, name) for name in self.__slots__))

    @property
    def mean_held(self) -> float:
        """Luck of a deal."""
        return self.held / self.deals if self.deals else 0.0

    @property
    def mean_taken(self) -> float:
        """Play of a deal."""
        return self.taken / self.deals if self.deals else 0.0

    @property
    def error_held(self) -> float:
        """Twice the standard error of `mean_held`: what is smaller may be chance."""
        return _error(self.deals, self.held, self.held_squares)

    @property
    def error_taken(self) -> float:
        """Twice the standard error of `mean_taken`."""
        return _error(self.deals, self.taken, self.taken_squares)


def _error(count: int, total: float, squares: float) -> float:
    """Twice the standard error of a mean."""
    if count < 2:
        return 0.0
    return 2 * sqrt(max(squares - total * total / count, 0.0) / (count - 1) / count)


def luck_of_deal(game: Game[Any, Any], deal: AnyDeal, sides: Sequence[Sequence[Seat]]) -> dict[Seat, Luck] | None:
    """The luck of each seat in a deal; None unless every card of every hand was seen.

    Args:
        game: the deal's.
        deal: one that is over.
        sides: the seats that share one score all through the match.
    """
    plays = deal.plays()
    if not _is_known(deal, plays):
        return None
    worth = _worth(game, deal, [play.card for play in plays])
    whole = sum(worth.values())
    if whole <= 0:
        return None
    tricks = [trick for trick in deal.tricks if trick.winner is not None]
    counts_tricks = not any(game.card_points(deal, card) for card in worth)
    found: dict[Seat, Luck] = {}
    for side in sides:
        own = [seat for seat in side if seat in deal.seats]
        held = sum(worth[play.card] for play in plays if play.seat in own) / whole
        theirs = [trick for trick in tricks if trick.winner in own]
        points = sum(worth[card] for trick in theirs for card in trick.cards)
        taken = len(theirs) / len(tricks) if counts_tricks else points / whole
        luck, play_ = 100 * (held - len(own) / len(deal.seats)), 100 * (taken - held)
        found |= {seat: Luck(1, luck, luck * luck, play_, play_ * play_) for seat in own}
    return found


def _is_known(deal: AnyDeal, plays: Sequence[Play]) -> bool:
    """Whether every card of every hand was seen in its trick, and every trick is sure."""
    if not deal.over or deal.doubtful or any(play.told for play in plays):
        return False
    if any(trick.winner is None or not trick.sure for trick in deal.tricks):
        return False
    counts = [sum(play.seat == seat for play in plays) for seat in deal.seats]
    cards = {play.card for play in plays}
    return set(counts) == {deal.size} and len(cards) == len(plays) == deal.size * len(deal.seats)


def _worth(game: Game[Any, Any], deal: AnyDeal, cards: Sequence[Card]) -> dict[Card, Number]:
    """What each card counts: its points, or where no card has any how many of the others it takes when it is led."""
    points = {card: game.card_points(deal, card) for card in cards}
    return points if any(points.values()) else {card: _power(game, deal, card, cards) for card in cards}


def _power(game: Game[Any, Any], deal: AnyDeal, card: Card, cards: Sequence[Card]) -> int:
    first, second = deal.seats[0], deal.seats[1]
    led = Play(0, first, card)
    pairs = (Trick((led, Play(0, second, other))) for other in cards if other != card)
    return sum(game.winner(deal, pair) == first for pair in pairs)
