"""Plays the film on, card for card, each once the one before is in the archive: ``dealer.py DATABASE FIRST-LAST...``.

For each card the pictures in which it lies and nothing moves. It prints ``card NUMBER`` when that many are in the
archive. It is one small process: whoever starts a program for each card takes the one processor of this machine from
the eyes, which then see nothing for a moment.
"""

import http.client
import json
import sqlite3
import sys
import time
from contextlib import closing


def plays(path: str) -> int:
    """Cards played in all matches that are on the disk."""
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=60)) as base:
        lines = base.execute("SELECT data FROM line").fetchall()
    return sum(json.loads(data)["e"] == "play" for (data,) in lines)


def show(still: str) -> None:
    """Have the film play on until nothing moves, and stay there."""
    first, last = still.split("-")
    camera = http.client.HTTPConnection("localhost:8099", timeout=120)
    camera.request("GET", f"/show?first={first}&last={last}")
    camera.getresponse().read()
    camera.close()


def main(path: str, *stills: str) -> None:
    """Deal the cards, and gather the last trick."""
    *cards, end = stills
    for number, still in enumerate(cards, 1):
        show(still)
        while plays(path) < number:
            time.sleep(0.5)
        sys.stdout.write(f"card {number}\n")
        sys.stdout.flush()
    show(end)


main(*sys.argv[1:])
