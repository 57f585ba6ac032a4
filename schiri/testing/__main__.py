"""``python -m schiri.testing NAME``: try the laws on a game, and say what to write where."""

import argparse
import sys
from collections.abc import Sequence
from typing import Final

from controller import games
from schiri.testing.breach import BrokenLawError, UnplayableError
from schiri.testing.laws import LAWS, hold

MATCHES: Final = 30
BROKEN: Final = 1
"""Exit status: the game breaks a law."""
UNKNOWN: Final = 2
"""Exit status: there is no such game."""


def run(words: Sequence[str]) -> int:
    """Try every law on a game and print a line for each; returns the exit status."""
    parser = argparse.ArgumentParser("python -m schiri.testing", description="Try the laws of all games on one.")
    parser.add_argument("game", help="its name, as `schiri games` lists it")
    parser.add_argument(
        "--matches", type=int, default=MATCHES, help="on so many matches each law is tried (%(default)s)"
    )
    asked = parser.parse_args(words)
    try:
        game = games.load(asked.game)
    except games.NoGameError as error:
        found = "a game of your own is found by the name of its entry point, once its package is installed"
        sys.stderr.write(f"{error}\n{found} ({sys.executable} -m pip install -e FOLDER)\n")
        return UNKNOWN
    status = 0
    for name, law in LAWS.items():
        try:
            tried = hold(game, law, asked.matches)
        except UnplayableError as error:
            sys.stdout.write(f"!! cannot be tried: {error}\n")
            return BROKEN
        except BrokenLawError as error:
            sys.stdout.write(f"!! {name:18} {error}\n")
            status = BROKEN
            continue
        counted = f"{tried.matches} matches, {tried.cards} cards" if tried.matches else ""
        sys.stdout.write(f"ok {name:18} {', '.join(filter(None, (counted, tried.note)))}\n")
    return status


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
