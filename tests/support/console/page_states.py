"""Tables in each state in which guests meet the pages, for whoever looks at every page of every state."""

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, cast

from controller.live import camera_words
from controller.live.moments import wiring
from controller.record.cards import Card
from controller.record.events import DealStart, End, Event, Gap, MatchStart, Played
from controller.record.text import to_line
from controller.settings.model import ConsoleConfig
from controller.store.archive import Archive, RecordLine
from controller.store.background import match_figures, summaries
from controller.store.journal import Journal
from hardware.camera.source import CameraError
from tests.support import table_talk
from tests.support.console.console_rig import OPENING, REVOKED, Rig
from tests.support.console.setup_rig import set_up
from tests.support.examples import Example
from tests.support.small_moments import small

SEATS: Final = ("Antonia", "Quentin", "Carla", "Dora", "Emma")
"""Some as long as first names often are."""
BLIND: Final = camera_words.blind(CameraError("", "missing"))
LIVE: Final = ("", "tap", "sheet", "verdicts", "history", "board", "fix")
ASIDE: Final = ("more", "join", "pair", "language", "phones", "archive", "statistics")
SETTING_UP: Final = (
    "setup",
    "setup/game",
    "setup/game?game=bridge&seats=4",
    "setup/language",
    "setup/places",
    "setup/displays",
    "setup/displays/0",
    "setup/displays/1?kind=wled",
    "setup/camera",
    "setup/decks",
    "setup/health",
    "setup/moments",
    "setup/releases",
    "setup/test",
    "prints",
)


@dataclass(frozen=True)
class PageState:
    """A state of a table, and the pages that show it.

    Attributes:
        name: of the state, for messages.
        source: an example record such as "bridge/4-three-boards"; empty: ``events`` of a Mittlere.
        count: how many events of the example after its opening; None: all of them.
        pages: paths without their leading stroke.
        trouble: what is wrong with the table, in words.
        archived: matches of earlier evenings in the archive.
    """

    name: str
    pages: Sequence[str]
    source: str = ""
    count: int | None = None
    events: Sequence[Event] = ()
    trouble: str = ""
    archived: int = 0


UNSEEN: Final[tuple[Event, ...]] = (
    DealStart(dealer=0, t=1.0),
    Played(seat=1, card=Card("SA"), t=20.0, src="camera"),
    Gap(from_=21.0, t=25.0, why="camera"),
)
STATES: Final = (
    PageState("before the first deal", (*LIVE, *ASIDE, "say", *SETTING_UP)),
    PageState("mid-trick", (*LIVE, "say", "overlay"), "schieber/4-evening", 20),
    PageState("an auction", ("", "tap", "say", "board"), "bridge/4-three-boards", 3),
    PageState("dummy", (*LIVE, "say"), "bridge/4-three-boards", 12),
    PageState("five players", (*LIVE, "say"), "tarot/5-called-king", 31),
    PageState("a verdict", (*LIVE, "verdicts/1", "verdicts/1?steps=1", "overlay"), events=REVOKED),
    PageState("asking", ("", "unseen", "board", "tap"), events=UNSEEN),
    PageState("a blind camera", ("", "tap", "board", "setup/health"), "belote/4-evening", 40, trouble=BLIND),
    PageState("ended", (*LIVE, "verdicts/1"), "coiffeur/4-partners-ruled"),
    PageState("five sums", ("", "sheet"), "differenzler/5-a-deal"),
    PageState("each for itself", ("sheet",), "coiffeur/4-alone"),
    PageState("three for themselves", ("sheet",), "coiffeur/3-three-deals"),
    PageState("many evenings", ("archive", "statistics"), archived=2),
)


@contextmanager
def table_in(state: PageState, folder: Path) -> Generator[Rig]:
    """A table in this state whose pages are on the network."""
    folder.mkdir(parents=True)
    first, *events = Example(state.source).events if state.source else (OPENING, *state.events)
    opening = replace(cast("MatchStart", first), seats=SEATS[: len(cast("MatchStart", first).seats)])
    _archive(folder, state.archived)
    with Journal(folder / "current.jsonl") as journal:
        settings = ConsoleConfig(address="127.0.0.1", port=0)
        rig = Rig(journal, opening, settings=settings, watching=False)
        assert rig.console.open()
        wiring.store(set_up(rig).config).add(small())
        rig.enter(events[: state.count])
        if state.trouble:
            rig.table.trouble(state.trouble)
        yield rig
        rig.console.close()


def _archive(folder: Path, count: int) -> None:
    """Keep matches of earlier evenings, counted."""
    if not count:
        return
    with Archive(folder, make=True) as archive:
        for seed in range(count):
            told, _ = table_talk.record(MatchStart(game="mittlere", seats=OPENING.seats), seed, deals=12)
            with archive.transaction():
                lines = [RecordLine(f"{to_line(event)}\n".encode(), b"") for event in (*told, End())]
                archive.write(archive.add(f"2026-11-2{seed}T190000Z"), 1, lines)
        for _, counted in match_figures.update_figures(archive, {}):
            match_figures.keep(folder, counted)
        summaries.summarise(archive, running=False)
