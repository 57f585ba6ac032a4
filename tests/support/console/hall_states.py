"""A hall's pages in each state of a tournament, for whoever looks at every page of every state."""

import time
from collections.abc import Collection, Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Final

import numpy as np
from selenium import webdriver

from controller.hall.arbiter import ArbiterDesk
from controller.hall.desk import actions
from controller.hall.desk.access import Office, code
from controller.hall.desk.book import TournamentBook
from controller.hall.desk.pages import Desk
from controller.hall.messages import AlertShown, RowShown, TableShown, VerdictCard, VerdictPicture, VerdictTold
from controller.hall.overview import HallSeen, TableSeen
from controller.hall.server import BoardServer
from controller.hall.tables import find_record
from controller.live.evidence import PicturedPlay, evidence_jpeg
from controller.web.newest import Latest
from tests.support.console.browser_talk import command, press, script
from tests.support.waiting import until

LATER_S: Final = 1500
"""Seconds since a round began: the pages show half of its time."""
RECORD: Final = "2026-11-26T190000Z"
CARDS: Final = (
    VerdictCard(part="led", card="HA"),
    VerdictCard(part="laid", card="DQ"),
    VerdictCard(part="held", card="H9"),
)
BOARD: Final = ("", "arbiter", "ranking")
DESK: Final = (*BOARD, "organiser")
DeskStep = tuple[str, Mapping[str, str]]
"""An action of the organiser, and its fields."""


def steps(*names: str, **fields: Mapping[str, str]) -> tuple[DeskStep, ...]:
    """Steps in their order, each with its fields."""
    return tuple((name, fields.get(name, {})) for name in names)


@dataclass(frozen=True)
class HallState:
    """A state of a hall, and the pages that show it.

    Attributes:
        name: of the state, for messages.
        pages: paths without their leading stroke.
        done: by the organiser.
        tables: how many of them have said something.
    """

    name: str
    pages: Sequence[str]
    done: Sequence[DeskStep] = ()
    tables: int = 0


class SeenWays:
    """The ways of arbiters to tables that have no machine: what they do is seen."""

    def __init__(self, seen: Latest[HallSeen]) -> None:
        self.seen = seen

    def send_arbiter(self, table: str, name: str) -> None:
        """See who is on the way to a table."""
        hall = self.seen.value
        self.seen.put(hall.with_table(replace(hall.of(table), coming=name)))

    def close_verdicts(self, table: str, numbers: Collection[int]) -> None:
        """See that nothing is left to be done about verdicts."""
        self.seen.put(self.seen.value.doing(numbers))

    def admit(self, table: str, name: str) -> str:
        """No table has pages."""
        return ""


def seen_table(name: str, points: int, *, alert: str = "", kind: str = "call", silent_s: float = 0) -> TableSeen:
    """A table of a hall in the middle of a trick, as its board page has heard of it."""
    rows = (
        RowShown(name="Anna and Carla", score=str(points), lamp="turn"),
        RowShown(name="Berta and Dora", score="12"),
    )
    shown = TableShown(
        sender=f"{int(name):016x}",
        record=RECORD,
        lines=points,
        title="Schieber, deal 3",
        status="trick 4 of 9, trump hearts",
        rows=rows,
        alert=AlertShown(kind=kind, text=alert) if alert else None,
        address="http://127.0.0.1:9/",
    )
    called_s = time.time() - silent_s if alert and kind == "call" else 0
    return TableSeen(name, is_online=True, shown=shown, heard_s=time.time() - silent_s, called_s=called_s)


def photographed(text: str) -> bytes:
    """A picture of a mat in grey stripes, under its caption."""
    return evidence_jpeg(np.tile(np.repeat(np.arange(60, 200, 20, dtype=np.uint8), 90), (420, 1)), text)


def verdict_told(line: int, *, withdrawn: bool = False, pictured: tuple[PicturedPlay, ...] = ()) -> VerdictTold:
    """A revoke that a table was told, with pictures of these plays."""
    text = "Berta did not follow suit in trick 3: hearts were led and she held the 9 of hearts"
    mark, record = f"{line:016x}", RECORD
    return VerdictTold(
        sender=mark,
        record=record,
        line=line,
        verdict="revoke",
        name="Berta",
        rule="SCH-F",
        text=text,
        withdrawn=withdrawn,
        about=f"revoke/{line}",
        cards=(
            VerdictCard(part="led", card="HA"),
            VerdictCard(part="laid", card="DQ"),
            VerdictCard(part="held", card="H9"),
        ),
        suits="swiss",
        pictures=tuple(VerdictPicture(of=of, jpeg=photographed(f"{of}, trick 3")) for of in pictured),
    )


def _tables(count: int) -> tuple[TableSeen, ...]:
    """Tables of a hall: one calls, one is away, one is doubled, one has said nothing."""
    verdict = "Berta did not follow suit in trick 3: hearts were led and she held the 9 of hearts"
    special = {
        2: seen_table("2", 64, alert=verdict, kind="verdict", silent_s=1500),
        7: seen_table("7", 107, alert="Anna calls the arbiter", silent_s=300),
        3: replace(seen_table("3", 8), is_online=False),
        4: TableSeen("4", is_online=True, heard_s=time.time()),
        5: replace(seen_table("5", 157), marks={"1" * 16: time.time(), "2" * 16: time.time()}),
    }
    return tuple(special.get(number, seen_table(str(number), 100 + number)) for number in range(1, count + 1))


NAMES: Final = "\n".join(f"{name} {letter}." for letter in "ABC" for name in ("Antonia", "Quentin", "Bartholomäus"))
PAIRS: Final = "\n".join(f"Antonia {letter}. + Konstanze {letter}." for letter in "ABCD")
OPENED: Final = {"title": "Clubmeisterschaft", "game": "schieber", "rounds": "4", "minutes": "45"}
JASS: Final = {
    "open": {**OPENED, "movement": "draw"},
    "register": {"names": NAMES},
    "draw": {"seed": "seven"},
    "result": {"round": "1", "table": "1", "slip": "102:55 (20:0)"},
}
TEAMS: Final = (
    "Name;Nr;Team;Ersatz\n"
    + "\n".join(
        f"{name} {letter}.;{number};{'Sonne' if number % 2 else 'Bären'};"
        for number, (name, letter) in enumerate(((n, t) for t in "ABCD" for n in ("Antonia", "Quentin")), 1)
    )
    + "\nEmil Ersatz;99;Sonne;ja"
)
LEAGUE: Final = {**JASS, "register": {"names": TEAMS}, "attend": {"entries": "8"}}
BRIDGE: Final = {
    "open": {**OPENED, "game": "bridge", "movement": "mitchell", "deals": "3", "ranked": "matchpoints"},
    "register": {"names": PAIRS},
    "draw": {"seed": "seven"},
}
ENTERED: Final = ("open", "register", "draw", "round")
STATES: Final = (
    HallState("a hall before its evening", DESK),
    HallState("a hall with entries", DESK, steps("open", "register", **JASS), 2),
    HallState("a hall in a round", DESK, steps(*ENTERED, "result", **JASS), 8),
    HallState(
        "a hall after a round",
        DESK,
        (
            *steps(*ENTERED, "result", **JASS),
            ("result", {"round": "1", "table": "2", "slip": "0:257"}),
            *steps("close", "round"),
            ("award", {"entry": "2", "points": "-30", "why": "late"}),
        ),
        30,
    ),
    HallState(
        "a hall of teams",
        ("ranking", "organiser", "organiser?open=here", "organiser?open=t-1-1", "organiser?open=register"),
        (
            *steps("open", "register", "attend", **LEAGUE),
            ("round", {"lots": "1"}),
            ("substitute", {"entry": "1", "comes": "Emil Ersatz"}),
        ),
    ),
    HallState("a hall of pairs", ("ranking", "organiser"), steps(*ENTERED, **BRIDGE)),
    HallState("a hall that has ended", DESK, steps(*ENTERED, "result", "close", "end", **JASS), 90),
)


@contextmanager
def hall_in(state: HallState, folder: Path) -> Generator[str]:
    """A hall in this state whose pages are on the network, by their address."""
    begin_s = time.time() - LATER_S
    now_s = [begin_s]
    book = TournamentBook(folder, lambda: now_s[0])
    try:
        for name, fields in state.done:
            book.add_steps(actions.step_maker(name, fields))
        now_s[0] += LATER_S
        hall = HallSeen()
        for table in _tables(state.tables):
            hall = hall.with_table(table)
        told = (
            verdict_told(1),
            verdict_told(2, pictured=("act", "proof")),
            verdict_told(3, withdrawn=True, pictured=("act",)),
        )
        for number, verdict in enumerate(told if state.tables else (), 1):
            hall = hall.with_verdict(str(number), verdict, begin_s)
        desk, seen = Desk(book, folder, partial(find_record, folder)), Latest(hall)
        arbiter = ArbiterDesk(seen, SeenWays(seen), folder)
        server = BoardServer(seen, "127.0.0.1", 0, desk=desk, arbiter=arbiter)
        try:
            yield f"http://127.0.0.1:{server.port}"
        finally:
            server.close()
    finally:
        book.close()


def enter(phone: webdriver.Chrome, address: str, folder: Path, office: Office = "organiser") -> None:
    """Type the code of an office of the hall that keeps its files in this folder."""
    phone.get(f"{address}/{office}")
    script(phone, "document.querySelector('details')?.setAttribute('open', '')")
    script(phone, "document.querySelector('[name=code]').value = arguments[0]", code(folder, office))
    script(phone, "const name = document.querySelector('[name=name]'); if (name) name.value = 'Rita'")
    press(phone, "form:has([name=code]) button")
    until(lambda: script(phone, "return !document.querySelector('[name=code]')"))


def speaks(phone: webdriver.Chrome, lang: str) -> None:
    """Let the browser ask for a language, from which a hall's pages take theirs."""
    command(phone, "Network.enable")
    command(phone, "Network.setExtraHTTPHeaders", headers={"Accept-Language": lang})


def settled(phone: webdriver.Chrome, state: HallState) -> None:
    """Wait until the board has every table that has said something; every other page is whole at once."""
    count = "const list = document.getElementById('tables'); return list ? list.children.length : arguments[0]"
    until(lambda: script(phone, count, state.tables) == state.tables)
