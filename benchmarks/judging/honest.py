"""Legal deals of every game, none of which may bring a verdict: the referee's first duty, tried on very many.

Run it from the project's folder: ``python -m benchmarks.judging.honest [--deals 100000] [--first SEED] [--jobs N]
[--words SHARE]``. Tables and profiles come by turns, a match of up to four deals each. Exit status 1, with the seed, if
anybody is accused.
"""

import argparse
import os
from collections import Counter
from functools import partial
from multiprocessing import Pool

from controller.commands.progress import progress
from tests.support.honest import Honest, honest

CHUNK = 16
"""The number of matches that a process plays at a time."""


def main() -> int:
    """Play, count, print."""
    parser = argparse.ArgumentParser(description="Legal deals of every game, and what the referee says of them.")
    parser.add_argument("--deals", type=int, default=100_000)
    parser.add_argument(
        "--first", type=int, default=0, metavar="SEED", help="from 1000000000 on: games after the eight"
    )
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument(
        "--words",
        type=float,
        default=0.0,
        metavar="SHARE",
        help="of plays before which players look for a word that only they know to be allowed, or that the goal allows",
    )
    options = parser.parse_args()
    matches: list[Honest] = []
    with Pool(options.jobs) as pool, progress("deals") as advance:
        seeds = range(options.first, options.first + options.deals)
        deals = 0
        for match in pool.imap(partial(honest, words=options.words), seeds, CHUNK):
            matches.append(match)
            deals += match.deals
            advance(min(deals, options.deals), options.deals)
            if deals >= options.deals:
                break
        pool.terminate()
    return report(matches)


def report(matches: list[Honest]) -> int:
    """Print the counts by game and table; returns 1 if anything was wrong."""
    counts: dict[str, Counter[tuple[str, int]]] = {"matches": Counter(), "deals": Counter(), "plays": Counter()}
    for match in matches:
        counts["matches"][match.table] += 1
        counts["deals"][match.table] += match.deals
        counts["plays"][match.table] += match.plays
    print(f"{'game':16} {'seats':>5} {'matches':>9} {'deals':>9} {'plays':>9}")
    for name, seats in counts["matches"]:
        each = " ".join(f"{count[name, seats]:9}" for count in counts.values())
        print(f"{name:16} {seats:5} {each}")
    whole = " ".join(f"{count.total():9}" for count in counts.values())
    print(f"{'all':22} {whole}")
    said = Counter(what for match in matches for what in match.wrong)
    accused = said["revoke"], said["someone-revoked"]
    print(f"revoke {accused[0]}, someone-revoked {accused[1]}, anything else {said.total() - sum(accused)}")
    for match in matches:
        if match.wrong:
            print(f"seed {match.seed}, {match.table}, profile {match.profile}: {', '.join(match.wrong)}")
    print(f"seeds {matches[0].seed} to {matches[-1].seed}")
    return 1 if said else 0


if __name__ == "__main__":
    raise SystemExit(main())
