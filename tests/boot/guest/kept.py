"""Waits until so many cards are in the archive: ``kept.py DATABASE COUNT``.

It looks by itself, in one small process: whoever starts the program again and again to ask takes the one processor of
this machine from the eyes.
"""

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


while plays(sys.argv[1]) < int(sys.argv[2]):
    time.sleep(0.3)
