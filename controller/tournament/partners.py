"""The draw with changing partners: each round new partners and, as far as can be had, new opponents."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from controller.tournament.fixed import circle
from controller.tournament.lots import drawn
from controller.tournament.matching import pairings

_ATTEMPTS: Final = 6
"""Different beginnings from which the tables are put together; the best one counts."""

_COMPANY: Final = (1, 2)
"""Whom a player meets in a round: a partner and two opponents."""

Meetings = Mapping[frozenset[int], int]
"""How often two have met."""
Units = tuple[int, ...]
"""Players who sit down together: partners, or one alone."""


@dataclass(frozen=True, slots=True)
class PartnerDraw:
    """The draw of one round."""

    seed: str
    number: int
    """Of the round."""
    rounds: int
    """That are to be played in all."""
    partnered: Meetings
    met: Meetings
    """At one table, as partners or opponents."""

    def tables(self, order: Sequence[int], sizes: Sequence[int]) -> list[tuple[Units, ...]]:
        """The sides of each table.

        Args:
            order: the players by their lots; as many as fill whole tables.
            sizes: of the sides of a table, all of them one or all of them two.
        """
        units = [(player,) for player in order] if sizes[0] == 1 else self._partners(order)
        best, least = list[tuple[Units, ...]](), float("inf")
        for attempt in range(_ATTEMPTS):
            lots = drawn(self.seed, f"round {self.number}, tables {attempt}", range(len(units)))
            tables = [
                [units[at] for at in lots[first : first + len(sizes)]] for first in range(0, len(lots), len(sizes))
            ]
            cost = self._settle(tables)
            if cost < least:
                best, least = [tuple(table) for table in tables], cost
        return best

    def _partners(self, order: Sequence[int]) -> list[Units]:
        """Partners who have not been any before, as long as there are such; in a large club, who have not met."""
        chance = drawn(self.seed, f"round {self.number}, partners", order)
        if 2 * (sum(_COMPANY) * (self.rounds - 1)) < len(order):
            # Everybody has met fewer than half of the others by then, so that all can be paired (Dirac 1952).
            return [*pairings(chance, lambda one, other: not self.met.get(frozenset((one, other)), 0))]
        for turn in range(self.number, self.number + len(order) - 1):
            pairs = [(order[one], order[other]) for one, other in circle(len(order), turn)]
            if all(self._are_new(*pair) for pair in pairs):
                return [*pairs]
        return [*pairings(chance, self._are_new)]

    def _are_new(self, one: int, other: int) -> bool:
        return not self.partnered.get(frozenset((one, other)), 0)

    def _settle(self, tables: list[list[Units]]) -> int:
        """Exchange units between tables as long as fewer meet again; what is left of meetings that are repeated."""
        cost = self._cost_of()
        pairs = [(one, other) for one in range(len(tables)) for other in range(one)]
        while sum(self._exchange(tables[one], tables[other], cost) for one, other in pairs):
            pass
        return sum(_within(table, cost) for table in tables)

    def _exchange(self, one: list[Units], other: list[Units], cost: Callable[[Units, Units], int]) -> bool:
        before = _within(one, cost) + _within(other, cost)
        if not before:
            return False
        for mine in range(len(one)):
            for theirs in range(len(other)):
                one[mine], other[theirs] = other[theirs], one[mine]
                if _within(one, cost) + _within(other, cost) < before:
                    return True
                one[mine], other[theirs] = other[theirs], one[mine]
        return False

    def _cost_of(self) -> Callable[[Units, Units], int]:
        def cost(one: Units, other: Units) -> int:
            return sum(self.met.get(frozenset((mine, theirs)), 0) ** 2 for mine in one for theirs in other)

        return cost


def _within(table: Sequence[Units], cost: Callable[[Units, Units], int]) -> int:
    return sum(cost(table[one], table[other]) for one in range(len(table)) for other in range(one))
