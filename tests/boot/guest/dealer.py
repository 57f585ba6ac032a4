"""Plays the film, card for card, each once the one before is in the archive: ``dealer.py DATABASE FIRST-LAST...``.

For the mat before the first card, for each card and for the end: the pictures in which nothing moves. It ends with
status 3 as soon as the eyes saw nothing for a moment: no score is kept of such a deal. It is one small process, since
whoever starts a program for each card takes the one processor of this machine from the eyes.
"""

import http.client
import json
import sqlite3
import sys
import time
from contextlib import closing

EMPTY_S = 5
"""Seconds of an empty mat before the first card."""


def archived(path: str) -> list[str]:
    """The kinds of all events on the disk."""
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=60)) as base:
        return [json.loads(data)["e"] for (data,) in base.execute("SELECT data FROM line").fetchall()]


def show(still: str, more: str = "") -> None:
    """Have the film play on until nothing moves, and stay there."""
    first, last = still.split("-")
    camera = http.client.HTTPConnection("localhost:8099", timeout=120)
    camera.request("GET", f"/show?first={first}&last={last}{more}")
    camera.getresponse().read()
    camera.close()


def main(path: str, empty: str, *stills: str) -> int:
    """Deal the cards, and gather the last trick; the exit status."""
    show(empty, "&at=0")
    time.sleep(EMPTY_S)
    before = len(archived(path))
    for number, still in enumerate(stills[:-1], 1):
        show(still)
        while (now := archived(path)[before:]).count("play") < number:
            time.sleep(0.5)
        if "gap" in now:
            return 3
    show(stills[-1])
    return 0


sys.exit(main(*sys.argv[1:]))
