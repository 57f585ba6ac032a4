"""The summaries of ``record list``, kept beside the records: a long match is not read again to be listed."""

import json
from contextlib import suppress
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final, cast

from controller.appliance.owner import own_all, owner_of
from controller.record import text as record
from controller.referee.start import MatchError
from controller.report.summary import Summary, summary
from controller.rules.results import Number
from controller.store import atomic
from controller.store.archive import Archive, KeptMatch
from controller.store.background import bounds

FILE: Final = "summaries.json"


@dataclass(frozen=True, slots=True)
class ShortSummary:
    """A match in a line of a list."""

    lines: int
    game: str = ""
    """Empty where it cannot be read by the games that there are here."""
    players: tuple[str, ...] = ()
    deals: int = 0
    total: tuple[Number, ...] = ()
    ended: bool = False
    is_too_long: bool = False
    """No evening is so long: it is not read to be listed, whatever somebody has made it of."""


class Summaries:
    """The summaries of an archive's matches; each is made once for the lines that the match has."""

    def __init__(self, archive: Archive) -> None:
        """Read those that are kept; what is damaged or by another version of the program is made anew."""
        self._archive, self._path = archive, archive.path.with_name(FILE)
        self._changed = False
        self._kept: dict[str, Any] = {}
        with suppress(OSError, ValueError, TypeError, AttributeError):
            held = json.loads(self._path.read_bytes())
            if held["v"] == version("schiri"):
                self._kept = dict(held["matches"])

    def of(self, kept: KeptMatch) -> ShortSummary:
        """The summary of a match."""
        mark = self._archive.mark(kept.id)
        with suppress(LookupError, TypeError, ValueError):
            if (known := self._kept[str(kept.id)])["mark"] == mark:
                return _read(known)
        made = _made(self._archive, kept)
        self._kept[str(kept.id)] = {"mark": mark, **asdict(made)}
        self._changed = True
        return made

    def keep(self) -> None:
        """Write what was made; where nothing can be written it is made again the next time."""
        if self._changed:
            data = json.dumps({"v": version("schiri"), "matches": self._kept}, ensure_ascii=False).encode()
            with suppress(OSError):
                atomic.write(self._path, data, 0o640, durable=False)
                own_all([self._path], owner_of(Path(self._archive.path)))


def whole(data: bytes, kept: KeptMatch) -> Summary | None:
    """The summary of a match from its lines; None where it cannot be read by the games that there are here."""
    try:
        return summary(kept.name, record.read(data).events)
    except (record.RecordError, MatchError):
        return None


def _made(archive: Archive, kept: KeptMatch) -> ShortSummary:
    data = archive.record(kept.id)
    lines = bounds.lines(data)
    if bounds.is_too_long(data):
        return ShortSummary(lines, is_too_long=True)
    found = whole(data, kept)
    if found is None:
        return ShortSummary(lines)
    return ShortSummary(lines, found.game, found.players, len(found.deals), found.total, found.ended)


def _read(known: dict[str, Any]) -> ShortSummary:
    names, total = cast("list[str]", known["players"]), cast("list[Number]", known["total"])
    told = known["lines"], known["game"], tuple(names), known["deals"], tuple(total)
    return ShortSummary(*told, known["ended"], known["is_too_long"])
