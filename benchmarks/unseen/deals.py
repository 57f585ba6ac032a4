"""Deals at tables where not all is seen: nobody honest may be accused, and the others only truly.

Run it from the project's folder: ``python -m benchmarks.unseen.deals [--honest 100000] [--cheaters 20000] [--first
SEED]``. A match of each game and table is played, happens in seconds, and is seen by eyes that miss things: blind
times, covered areas, late readings, cards that are never read, hands that lay and sweep in one motion. Each such look
at a match is counted as one deal. The referee judges the record that the eye writes. Exit status 1, with the seed, if
anybody is accused falsely.
"""

import argparse
import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from statistics import median
from time import monotonic, process_time
from typing import Any, Final

from controller.record.events import Gap, Played, Seen
from controller.referee import fold
from controller.referee.fold import start
from tests.support import disturbed, eye
from tests.support.eye import Blur, Table

LOOKS: Final = 5
"""The number of eyes that watch each match."""
CHEATING: Final = 0.85
"""The share of plays in which a cheater minds the rules."""


def _only(*fields: str) -> Callable[[Random, Table], Blur]:
    """Make an eye with one kind of fault."""

    def blur(random: Random, table: Table) -> Blur:
        every = eye.disturbed(table, random)
        return replace(Blur(), **{name: getattr(every, name) for name in fields})

    return blur


def _restarted(random: Random, table: Table) -> Blur:
    """Make an eye that is switched off for a while, so that nobody knows for how long."""
    when = random.uniform(1, table.end)
    return Blur(blind=(((when, when + random.uniform(1, 12)), "restart"),))


def _without_tricks(random: Random, table: Table) -> Blur:
    return Blur(unread=eye.without_tricks(table, random))


def _all(random: Random, table: Table) -> Blur:
    blur = eye.disturbed(table, random, much=random.choice((0.3, 1.0, 2.0)))
    tricks = eye.without_tricks(table, random) if random.random() < 0.2 else frozenset[int]()
    return replace(blur, unread=blur.unread | tricks)


FAULTS: Final[dict[str, Callable[[Random, Table], Blur]]] = {
    "areas covered 0.3 to 5 s": _only("covered"),
    "readings 0.2 to 3 s late": _only("late"),
    "cards never read": _only("unread"),
    "whole tricks never read": _without_tricks,
    "blind for 0.3 to 12 s": _only("blind"),
    "a restart": _restarted,
    "all at once": _all,
}


@dataclass
class Tally:
    """The counts of the findings."""

    deals: Counter[str] = field(default_factory=Counter[str])
    scored: Counter[str] = field(default_factory=Counter[str])
    accused: list[str] = field(default_factory=list[str])
    """The false accusations."""
    proven: dict[str, Counter[str]] = field(default_factory=dict[str, Counter[str]])
    """The accusations by fault of the eye: those in the undisturbed run, and those still made, by kind."""
    still: dict[str, Counter[str]] = field(default_factory=dict[str, Counter[str]])
    others: Counter[str] = field(default_factory=Counter[str])
    """The true accusations by fault that the undisturbed run lacks."""


def honest(tally: Tally, seed: int) -> int:
    """Look at an honest match in several ways; return the number of deals."""
    sweeping = 0.2 if seed % 3 == 0 else 0.0
    played = disturbed.match(seed, sweeping=sweeping)
    for look in range(LOOKS):
        heard = disturbed.heard(eye.written(played.table, _all(Random(seed * LOOKS + look), played.table)))
        tally.deals[played.name] += 1
        tally.scored[played.name] += sum(deal.score is not None for deal in heard.deals)
        tally.accused += [f"seed {seed}, look {look}: {verdict.text}" for verdict in heard.verdicts]
    return LOOKS


def cheated(tally: Tally, seed: int) -> int:
    """Look at a match of cheaters with each kind of fault; return the number of deals."""
    played = disturbed.match(seed, honesty=CHEATING, order=0.97)
    whole = disturbed.heard(eye.written(played.table, Blur()))
    tally.accused += [f"seed {seed}, undisturbed: {verdict.text}" for verdict in whole.false(played)]
    for number, (name, blur) in enumerate(FAULTS.items()):
        heard = disturbed.heard(eye.written(played.table, blur(Random(seed * len(FAULTS) + number), played.table)))
        tally.accused += [f"seed {seed}, {name}: {verdict.text}" for verdict in heard.false(played)]
        proven, still = (tally.proven.setdefault(name, Counter()), tally.still.setdefault(name, Counter()))
        proven.update(kind for kind, _, _ in whole.said)
        still.update(kind for kind, _, _ in heard.said.keys() & whole.said.keys())
        tally.others[name] += len(heard.said.keys() - whole.said.keys())
        tally.deals["cheaters"] += 1
    return len(FAULTS)


def cost(seeds: range) -> tuple[list[float], list[float]]:
    """Return the microseconds to fold and judge a card: in whole deals, and after a gap in their third trick."""
    costs: tuple[list[float], list[float]] = ([], [])
    for seed in seeds:
        lines = disturbed.match(seed, honesty=0.95).lines
        for with_gap, found in enumerate(costs):
            match, plays = start(lines[0]), 0  # pyrefly: ignore[bad-argument-type]  # the opening
            for number, event in enumerate(lines[1:], 2):
                if isinstance(event, Played):
                    plays += 1
                    if with_gap and plays == 3 * match.rules.seats:
                        match, _ = fold.step(match, number, Gap(from_=1.0, t=2.0, why="camera"))
                        match, _ = fold.step(match, number, Seen(t=2.1))
                begin = process_time()
                match, _ = fold.step(match, number, event)
                if isinstance(event, Played) and plays > 3 * match.rules.seats:
                    found.append((process_time() - begin) * 1e6)
    return costs


def run(work: Callable[[Tally, int], int], tally: Tally, deals: int, first: int, seconds: float) -> int:
    """Play matches until there are so many deals, or the time is over; return the next seed."""
    begin, done, seed = monotonic(), 0, first
    while done < deals and monotonic() - begin < seconds:
        done += work(tally, seed)
        seed += 1
    return seed


def main() -> int:
    """Play, count, print."""
    parser = argparse.ArgumentParser(description="Deals of which not all is seen, and what the referee says of them.")
    parser.add_argument("--honest", type=int, default=100_000)
    parser.add_argument("--cheaters", type=int, default=20_000)
    parser.add_argument("--first", type=int, default=0, metavar="SEED")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="for each of the two")
    parser.add_argument("--add", type=Path, metavar="FILE", help="add what is found to that of earlier runs")
    options = parser.parse_args()
    fair, unfair = Tally(), Tally()
    nexts = [
        run(honest, fair, options.honest, options.first, options.seconds),
        run(cheated, unfair, options.cheaters, options.first, options.seconds),
    ]
    for line in report(fair, unfair):
        print(line)
    print(f"seeds from {options.first} to {nexts[0] - 1} and {nexts[1] - 1}")
    if options.add:
        _add(options.add, fair, unfair)
    whole, gap = (sorted(found) for found in cost(range(26)))
    for name, found in (("in whole deals", whole), ("after a gap", gap)):
        slow = found[int(len(found) * 0.99)]
        print(f"a card judged {name}: {median(found):.0f} us at the median, {slow:.0f} in one of 100 ({len(found)})")
    return 1 if fair.accused or unfair.accused else 0


def report(fair: Tally, unfair: Tally) -> Iterator[str]:
    """Yield the findings, in lines."""
    yield f"{fair.deals.total()} honest deals disturbed, {fair.scored.total()} of them scored: {dict(fair.deals)}"
    yield f"accusations of the honest: {len(fair.accused)}"
    yield from fair.accused
    yield f"{unfair.deals.total()} deals with cheaters disturbed, false accusations: {len(unfair.accused)}"
    yield from unfair.accused
    for name, proven in unfair.proven.items():
        shares = [f"{kind} {unfair.still[name][kind]}/{count}" for kind, count in sorted(proven.items())]
        yield f"  {name}: {', '.join(shares)}; {unfair.others[name]} more, true ones"


def _add(path: Path, *tallies: Tally) -> None:
    """Add the findings to those of earlier runs, and print the sum."""
    before: list[dict[str, Any]] = json.loads(path.read_text()) if path.exists() else [{}, {}]
    summed: list[Tally] = []
    for tally, old in zip(tallies, before, strict=True):
        tally.deals.update(old.get("deals", {}))
        tally.scored.update(old.get("scored", {}))
        tally.others.update(old.get("others", {}))
        tally.accused += old.get("accused", [])
        for counts, kept in ((tally.proven, old.get("proven", {})), (tally.still, old.get("still", {}))):
            for name, more in kept.items():
                counts.setdefault(name, Counter()).update(more)
        summed.append(tally)
    path.write_text(json.dumps([vars(tally) for tally in summed]))
    print("all runs together:", *report(*summed), sep="\n")


if __name__ == "__main__":
    raise SystemExit(main())
