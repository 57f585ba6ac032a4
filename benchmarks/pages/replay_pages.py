"""Replays of long evenings: how long they take to make and how large they are, game by game.

python -m benchmarks.pages.replay_pages [--deals 36]
"""

import argparse
import time

from controller import games
from controller.console.replay.course import course
from controller.console.replay.document import document
from controller.record.events import MatchStart, Value
from controller.record.text import RecordText
from tests.support import table_talk

_NAMES = ("Anna", "Berta", "Carla", "Dora", "Emma")


def main() -> None:
    """Tell a line a game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=36)
    wanted: int = parser.parse_args().deals
    for name in games.names():
        game = games.load(name)
        endless = next((option.name for option in game.options if option.name == "deals"), None)
        options: dict[str, Value] = {endless: 0} if endless else {}
        seats = game.seats[-1]
        opening = MatchStart(game=name, seats=_NAMES[:seats], options=options)
        events, _ = table_talk.record(opening, 7, deals=wanted)
        text = RecordText(tuple(events))
        begin = time.process_time()
        found = course(text)
        told = time.process_time()
        size = len(document(text).encode())
        ended = time.process_time()
        seconds = f"{ended - told:.2f} s in all, {told - begin:.2f} s of it the course"
        print(f"{name}, {seats} players, {len(found.deals)} deals: {seconds}; {size / 1000:.0f} kB")


if __name__ == "__main__":
    main()
