"""Deals read by faces: the questions to the table, and their outcome; nobody may be accused falsely.

Run it from the project's folder: ``python -m benchmarks.judging.questions [--deals 1000] [--first SEED] [--add FILE]``.
Tables come by turns, those of games with each card twice left out. Honest deals and such with revokes are read as in
room light, and by a reader that misreads a card in a hundred; people answer truly. With ``--add`` a run
goes on where the one before ended, and prints the sum. Exit status 1, with the seed, if a verdict is not true.
"""

import argparse
import json
from collections import Counter
from pathlib import Path
from random import Random
from typing import Final

from controller.referee import fold
from controller.rules.results import ILLEGAL_PLAYS
from tests.support import disturbed, honest
from tests.support.read_by_faces import POOR, ROOM, answered, read

TABLES: Final = [table for table in honest.TABLES if table[0] != "doppelkopf"]
READERS: Final = {"room": ROOM, "poor": POOR}
CHEATING: Final = 0.97
"""The share of plays in which a cheater minds the rules."""


def look(seed: int, found: Counter[str]) -> None:
    """Read the honest and the other deal of a seed by each reader, and count the outcomes."""
    for kind, honesty in (("honest", 1.0), ("revokes", CHEATING)):
        played = disturbed.match(seed, honesty=honesty)
        proven = {one.accusation for one in fold.outcome(played.lines).verdicts if one.kind in ILLEGAL_PLAYS}
        for name, reader in READERS.items():
            reading = answered(read(played, Random(seed), reader))
            asked = [one.verdict.accusation for one in reading.asked]
            found[f"{kind}, {name}: deals"] += 1
            found[f"{kind}, {name}: questions"] += len(asked)
            found[f"{kind}, {name}: deals with a question"] += bool(asked)
            found[f"{kind}, {name}: verdicts"] += len(reading.match.verdicts)
            found[f"{kind}, {name}: proven with marks"] += len(proven)
            found[f"{kind}, {name}: asked with the right two cards"] += len(proven.intersection(asked))
            if reading.false:
                found["false verdicts"] += len(reading.false)
                print(f"seed {seed}, {kind}, {name}: {reading.false[0].text}")


def main() -> int:
    """Play, count, print."""
    parser = argparse.ArgumentParser(description="Deals read by faces, and what the table is asked about them.")
    parser.add_argument("--deals", type=int, default=1000, help="honest ones, and as many with revokes")
    parser.add_argument("--first", type=int, default=0, metavar="NUMBER")
    parser.add_argument("--add", type=Path, metavar="FILE", help="go on from there, and keep what is found")
    options = parser.parse_args()
    kept = json.loads(options.add.read_text()) if options.add and options.add.exists() else {}
    found, first = Counter[str](kept.get("found", {})), int(kept.get("next", options.first))
    for number in range(first, first + options.deals):
        turn, table = divmod(number, len(TABLES))
        look(honest.seed_of(TABLES[table], turn), found)
        if options.add:
            options.add.write_text(json.dumps({"next": number + 1, "found": found}))
    for what, count in sorted(found.items()):
        print(f"{what}: {count}")
    print(f"numbers {options.first} to {first + options.deals - 1}; false: {found['false verdicts']}")
    return 1 if found["false verdicts"] else 0


if __name__ == "__main__":
    raise SystemExit(main())
