"""The shortest story that still breaks a law: faults, habits and deals are dropped as long as it does."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Final, TypeVar

from tests.support.storm.plan import Plan

T = TypeVar("T")
PATIENCE: Final = 150
"""Evenings that are tried."""


def shrunk(plan: Plan, fails: Callable[[Plan], bool]) -> Plan:
    """The smallest plan found that fails as well."""
    tries = 0
    again = True
    while again and tries < PATIENCE:
        again = False
        for smaller in _smaller(plan):
            tries += 1
            if tries > PATIENCE:
                break
            if fails(smaller):
                plan, again = smaller, True
                break
    return plan


def _smaller(plan: Plan) -> Iterator[Plan]:
    """Plans with less in them, the least first."""
    if plan.deals > 1:
        yield replace(plan, deals=1)
        yield replace(plan, deals=plan.deals - 1)
    for habits in _parts(plan.habits):
        yield replace(plan, habits=habits)
    for faults in _parts(plan.faults):
        yield replace(plan, faults=faults)


def _parts(items: Sequence[T]) -> Iterator[tuple[T, ...]]:
    """The items without some of them: none, without a half, a quarter and so on, without one."""
    size = len(items)
    while size:
        for first in range(0, len(items), size):
            yield (*items[:first], *items[first + size :])
        size //= 2
