"""Parts that all comparisons with another engine share: the counts, the seeds, the report."""

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TypeVar

from controller.record.cards import Card
from controller.rules.results import DealResult, Result, TrickResult


@dataclass
class Differences:
    """The counts of what was compared, and the differences."""

    deals: int = 0
    cards: int = 0
    """The number of cards played; before each of them the whole hand was compared."""
    choices: int = 0
    """The number of cards of a hand that were compared."""
    told: list[str] = field(default_factory=list[str])
    """The differences, in a sentence each."""


D = TypeVar("D", bound=Differences)


def compared(play: Callable[[int, D], None], found: D, seeds: range) -> D:
    """Play the deals of these seeds in both, and return what was found."""
    for seed in seeds:
        play(seed, found)
    return found


def shuffled(deck: Sequence[Card], random: Random) -> list[Card]:
    """Return a deck in a random order."""
    cards = list(deck)
    random.shuffle(cards)
    return cards


def unexpected(results: Sequence[Result]) -> list[str]:
    """List the verdicts and errors among the results of a lawful deal, which should have none."""
    return [str(one) for one in results if not isinstance(one, TrickResult | DealResult)]


def report(differences: Callable[[range], Differences]) -> None:
    """Play the deals from one seed to another, as the command line says; exit status 1 where something differs."""
    first, last = (int(word) for word in sys.argv[1:3])
    found = differences(range(first, last))
    for what, count in vars(found).items():
        if what != "told":
            print(f"{what.replace('_', ' ')}: {count}")
    print(f"differences: {len(found.told)}", *found.told[:20], sep="\n")
    sys.exit(bool(found.told))
