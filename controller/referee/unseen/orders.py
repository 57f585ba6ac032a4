"""The orders in which the cards of a trick can have been laid, and the listed order (unseen.md, "Order")."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from controller.record.events import Seat
from controller.rules.deal import Deal, Play, S, Trick
from controller.rules.game import Game
from controller.rules.parts import B


def first_of(one: Play, other: Play) -> Play | None:
    """Return the one of two cards that was certainly laid first; None: either may have been.

    Args:
        one: the card listed first; where one of the two is people's word, the list counts.
        other: a card listed after it; where only one of the two went unseen, nobody knows which was first.
    """
    seen, later = one.seen, other.seen
    if seen.told != later.told:
        return None
    if seen.at is None or later.at is None:
        return one
    before, after = seen.at[1] <= later.at[0], later.at[1] <= seen.at[0]
    if before == after:
        return None
    return one if before else other


def in_order(plays: Sequence[Play]) -> bool:
    """Whether the cards were certainly laid in the order in which they are listed."""
    pairs = ((one, other) for at, one in enumerate(plays) for other in plays[at + 1 :])
    return all(first_of(one, other) is one for one, other in pairs)


def led_by(plays: Sequence[Play], seat: Seat) -> bool:
    """Whether a card of this seat was certainly laid before all the others."""
    before = Counter(first.event for first, _ in _certain(plays))
    return any(play.seat == seat and before[play.event] == len(plays) - 1 for play in plays)


def orders(plays: Sequence[Play]) -> Iterator[tuple[Play, ...]]:
    """Yield every order in which the cards can have been laid; none where the moments contradict each other."""
    late = {(first.event, second.event) for first, second in _certain(plays)}
    yield from _from(tuple(plays), late)


def _from(rest: tuple[Play, ...], late: set[tuple[int, int]]) -> Iterator[tuple[Play, ...]]:
    if not rest:
        yield ()
    for at, play in enumerate(rest):
        others = rest[:at] + rest[at + 1 :]
        if not any((other.event, play.event) in late for other in others):
            yield from ((play, *more) for more in _from(others, late))


def _certain(plays: Sequence[Play]) -> Iterator[tuple[Play, Play]]:
    for at, one in enumerate(plays):
        for other in plays[at + 1 :]:
            if first := first_of(one, other):
                yield (one, other) if first is one else (other, one)


def listed(game: Game[S, B], deal: Deal[S]) -> Deal[S]:
    """List the open trick's cards from the leader on, if that order is possible; else in the order of their events.

    A card that is listed before others may be the one that has made trump.
    """
    plays, count = deal.open.plays, deal.rules.seats
    leader = deal.leader if deal.leader is not None else _opened_by(deal)
    around = plays if leader is None else tuple(sorted(plays, key=lambda play: (play.seat - leader) % count))
    ways = list(orders(plays)) or [plays]
    best = around if around in ways and leader in deal.open.seats else plays if plays in ways else ways[0]
    if best == plays:
        return deal
    trump = replace(deal, open=Trick(), trump=deal.trump_led, impossible=True)
    for play in best:
        trump = game.played(replace(trump, open=Trick((*trump.open.plays, play))))
    return replace(deal, open=Trick(best), trump=trump.trump)


def _opened_by(deal: Deal[S]) -> Seat | None:
    """Return the seat that has laid the opening card, whose holder leads; None if it does not lie there."""
    return next((play.seat for play in deal.open.plays if play.card == deal.opener), None)
