"""What lamp, buzzer, voice and presses cost the game: time in the game's thread for each event and each face.

.venv/bin/python -m benchmarks.table.hands
"""

import statistics
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from gpiozero import Device  # pyrefly: ignore[implicit-reexport]  # gpiozero has no types
from gpiozero.pins.mock import MockFactory, MockPWMPin

from controller.live.session import AnnounceOptions, MatchSession
from controller.live.table import LiveTable
from controller.peripherals.panel import ControlPanel
from controller.record.cards import Card
from controller.record.events import Collect, DealStart, Event, MatchStart, Played
from controller.settings import model as config
from controller.store.journal import Journal
from firmware_bridge.protocol.messages import Key, Press

TABLE = '[table]\ngame = "mittlere"\nseats = ["Anna", "Berta", "Carla"]\n'
LAMP = '[lamp]\npin = 27\nsignals = ["card", "trick", "verdict", "alert"]\n'
BUZZER = '[buzzer]\npin = 18\nkind = "passive"\nsignals = ["card", "trick", "verdict"]\n'
VOICE = '[voice]\nlanguage = "de"\n'
TABLES = {"none": "", "lamp": LAMP, "lamp, buzzer": LAMP + BUZZER, "lamp, buzzer, voice": LAMP + BUZZER + VOICE}
EVENTS: list[Event] = [
    DealStart(dealer=2),
    *(Played(seat=seat, card=Card(card)) for seat, card in ((0, "H7"), (1, "DQ"), (2, "H8"))),
    Collect(),
    *(Played(seat=seat, card=Card(card)) for seat, card in ((1, "H9"), (2, "HA"), (0, "H10"))),
]
ROUNDS, PAUSE_S = 25, 0.02


def cost_us(what: Callable[[], object]) -> float:
    """Processor time that a call takes from the game's thread, microseconds."""
    began = time.thread_time()
    what()
    return (time.thread_time() - began) * 1e6


def measured(settings: str, directory: Path) -> dict[str, list[float]]:
    """The cost of each event told, each face shown and each key pressed at one table."""
    found: dict[str, list[float]] = {"event": [], "face": [], "key": []}
    with Journal(directory / "a.jsonl") as journal:
        session = MatchSession(journal, MatchStart(game="mittlere", seats=("A", "B", "C")), AnnounceOptions("training"))
        table = LiveTable(session)
        with closing(ControlPanel(config.parse(TABLE + settings), table)) as hands:
            table.subscribe(hands)
            hands.start()
            for event in EVENTS:
                news = session.add(event)
                found["face"].append(cost_us(lambda news=news: table.board.take(news)))
                found["event"].append(cost_us(lambda news=news: hands.on_event(news)))
                for press in (Press.DOWN, Press.UP):
                    found["key"].append(cost_us(lambda press=press: hands.key(Key("A", press))))
                time.sleep(PAUSE_S)
    return found


def main() -> None:
    """Measure the tables in turn, again and again, and print medians and worst cases."""
    Device.pin_factory = MockFactory(pin_class=MockPWMPin)
    sums: dict[str, dict[str, list[float]]] = {name: {"event": [], "face": [], "key": []} for name in TABLES}
    for _ in range(ROUNDS):
        for name, settings in TABLES.items():
            Device.pin_factory.reset()
            with tempfile.TemporaryDirectory() as directory:
                for what, costs in measured(settings, Path(directory)).items():
                    sums[name][what] += costs
    for name, table in sums.items():
        for what, costs in table.items():
            worst = statistics.quantiles(costs, n=100)[98]
            print(f"{name:20} {what:6} median {statistics.median(costs):6.1f} us, p99 {worst:7.1f} us of {len(costs)}")


if __name__ == "__main__":
    main()
