"""The score of a deal of Whist: tricks above six, honours, games and rubbers (WHI-S1 to WHI-S4, WHI-R1 to WHI-R3)."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from controller.games.pair_game import PAIRS, SEATS, pair
from controller.games.trick_game import Won
from controller.games.whist.state import WhistBook, WhistDeal, goal, in_rubbers
from controller.record.events import Seat
from controller.record.message import Listed, Message
from controller.rules.deal import Trick
from controller.rules.options import Rules

BOOK: Final = 6
"""Tricks of a pair that count nothing (WHI-S1)."""
RANKS: Final = ("A", "K", "Q", "J")
"""The honours of the trump suit (WHI-S2)."""
WORTH: Final = {3: 2, 4: 4}
"""Points of a pair for so many honours."""
TREBLE, DOUBLE, SINGLE = 3, 2, 1
"""Points of a game in a rubber (WHI-R2)."""
GAMES: Final = 2
"""Games that win a rubber."""
RUBBER: Final = 2
"""Points for winning the rubber (WHI-R3)."""


def names(rules: Rules, side: int) -> Listed:
    """The names of a pair."""
    return Listed(tuple(rules.names[seat] for seat in SEATS[side]), " and ")


def held(deal: WhistDeal, side: int) -> int:
    """Count the honours that a pair has played."""
    return sum(
        play.card.suit == deal.trump and play.card.rank in RANKS for play in deal.plays() if pair(play.seat) == side
    )


def honours(deal: WhistDeal, side: int) -> int:
    """The worth of a pair's honours: those that the cards show, or that it has called (WHI-S2)."""
    told = deal.rules["honours"] == "counted" or any(pair(seat) == side for seat in deal.own.called)
    return WORTH.get(held(deal, side), 0) if told and deal.rules["honours"] != "none" else 0


def forfeiting(deal: WhistDeal, winner: Callable[[Trick], Seat]) -> set[int]:
    """The pairs of which tricks are counted for the other one, as for a revoke (WHI-S4)."""
    pairs = ((pair(winner(trick)), pair(trick.winner)) for trick in deal.tricks if trick.winner is not None)
    return {own for own, counted in pairs if own != counted}


@dataclass(frozen=True, slots=True)
class WhistPoints:
    """The points that the pairs score in a deal, and why some do not count."""

    tricks: tuple[int, int]
    honours: tuple[int, int]
    remarks: tuple[Message, ...] = ()

    @property
    def score(self) -> tuple[int, int]:
        """Add up what each pair scores."""
        one, other = (sum(own) for own in zip(self.tricks, self.honours, strict=True))
        return one, other


def points(deal: WhistDeal, won: Won, before: WhistBook, barred: set[int]) -> WhistPoints:
    """Count tricks first, then honours; ``barred`` pairs cannot win the game (WHI-S1 to WHI-S4)."""
    target, remarks, stopped = goal(deal.rules), list[Message](), set[int]()

    def capped(side: int, own: int, more: int) -> int:
        """Return what a pair can still score of so many points, after its own of this deal."""
        if not target or side not in barred:
            return more
        left = max(target - 1 - before.points[side] - own, 0)
        if more > left:
            stopped.add(side)
        return min(more, left)

    above = (max(sum(won.tricks[seat] for seat in SEATS[side]) - BOOK, 0) for side in PAIRS)
    tricks = [capped(side, 0, own) for side, own in enumerate(above)]
    decided = bool(target) and any(before.points[side] + tricks[side] >= target for side in PAIRS)
    counted = [0, 0]
    worth = [honours(deal, side) for side in PAIRS]
    for side in filter(worth.__getitem__, PAIRS):
        if decided:
            remarks.append(Message("tricks have won the game, so the honours do not count"))
        elif target and before.points[side] >= target - 1:
            remarks.append(
                Message("{names} lacked one point, so their honours do not count", names=names(deal.rules, side))
            )
        else:
            counted[side] = capped(side, tricks[side], worth[side])
    for side in sorted(stopped):
        remarks.append(
            Message("{names} cannot win the game by a deal in which they forfeit tricks", names=names(deal.rules, side))
        )
    return WhistPoints((tricks[0], tricks[1]), (counted[0], counted[1]), tuple(remarks))


@dataclass(frozen=True, slots=True)
class WhistEntry:
    """The book after points were written down, and what the sums of the pairs gain by them."""

    book: WhistBook
    gained: tuple[int, int]
    remarks: tuple[Message, ...] = ()


def entered(rules: Rules, before: WhistBook, score: Sequence[int]) -> WhistEntry:
    """Write points down; with enough of them a game is won, and perhaps the rubber (WHI-R1 to WHI-R3)."""
    sums = (before.points[0] + score[0], before.points[1] + score[1])
    target = goal(rules)
    if not in_rubbers(rules):
        return WhistEntry(WhistBook(sums), (score[0], score[1]))
    # An arbiter may take points off; nobody has fewer than none of a game.
    sums = (max(sums[0], 0), max(sums[1], 0))
    if not target or max(sums) < target or sums[0] == sums[1]:
        return WhistEntry(WhistBook(sums, before.games, before.rubbers), (0, 0))
    side = sums.index(max(sums))
    value = worth_of_game(target, sums[1 - side])
    games = (before.games[0] + (side == 0), before.games[1] + (side == 1))
    is_last = games[side] == GAMES
    book = WhistBook((0, 0), (0, 0), before.rubbers + 1) if is_last else WhistBook((0, 0), games, before.rubbers)
    gained = value + RUBBER * is_last
    return WhistEntry(
        book, (gained * (side == 0), gained * (side == 1)), tuple(_told(rules, side, value, is_last=is_last))
    )


def worth_of_game(target: int, other: int) -> int:
    """The value of a game whose losers have so many points.

    >>> [worth_of_game(5, other) for other in range(5)]
    [3, 2, 2, 1, 1]
    """
    if not other:
        return TREBLE
    return DOUBLE if 2 * other < target else SINGLE


def _told(rules: Rules, side: int, value: int, *, is_last: bool) -> Iterator[Message]:
    won = {
        TREBLE: Message("{names} have won a treble: the game counts 3", names=names(rules, side)),
        DOUBLE: Message("{names} have won a double: the game counts 2", names=names(rules, side)),
        SINGLE: Message("{names} have won a single: the game counts 1", names=names(rules, side)),
    }
    yield won[value]
    if is_last:
        yield Message("{names} have won the rubber, which counts {n}", names=names(rules, side), n=RUBBER)
