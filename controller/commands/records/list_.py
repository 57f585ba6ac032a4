"""``schiri record list``: the matches in the archive."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TextIO

from controller.commands import terminal
from controller.language.catalogues import locale
from controller.language.translate import translated
from controller.record.message import Message
from controller.rules.sheet import padded, signed, width
from controller.store.archive import Archive, StoredMatch
from controller.store.background.summaries import ShortSummary, Summaries
from controller.store.match_journal import began
from controller.store.sqlite import DamagedError

MatchStatus = Literal["in progress", "ended", "broken off", "too long", "unreadable"]

_STATES: Final[dict[MatchStatus, Message]] = {
    "in progress": Message("still being played"),
    "ended": Message("played to its end"),
    "broken off": Message("broken off"),
    "too long": Message("too long"),
    "unreadable": Message("unreadable"),
}


@dataclass(frozen=True, slots=True)
class ListedMatch:
    """A match of the archive, in short."""

    stored: StoredMatch
    summary: ShortSummary

    @property
    def state(self) -> MatchStatus:
        """Whether it goes on."""
        if self.summary.is_too_long:
            return "too long"
        if not self.summary.game:
            return "unreadable"
        if self.summary.ended:
            return "ended"
        return "in progress" if self.stored.running else "broken off"


def run(archive: Archive, *, newest: int, as_json: bool, out: TextIO) -> int:
    """Print the newest matches, oldest first; returns the exit status."""
    summaries = Summaries(archive)
    entries = [ListedMatch(kept, summaries.of(kept)) for kept in archive.matches()[-newest:]]
    summaries.keep()
    if as_json:
        out.writelines(f"{_json(entry)}\n" for entry in entries)
    else:
        terminal.write(_table(entries), out)
    return 0


def nothing(*, as_json: bool, out: TextIO) -> int:
    """Print that there is no archive yet; returns the exit status."""
    if not as_json:
        out.write("no match was refereed here yet\n")
    return 0


def _json(one: ListedMatch) -> str:
    stored, summary = one.stored, one.summary
    fields: dict[str, object] = {
        "r": "kept",
        "id": stored.id,
        "name": stored.name,
        "state": one.state,
        "lines": summary.lines,
    }
    if summary.game:
        fields |= {"game": summary.game, "players": summary.players, "deals": summary.deals, "total": summary.total}
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":"))


def _table(entries: Sequence[ListedMatch]) -> Iterator[str]:
    if not entries:
        yield _translate(Message("No match yet."))
        return
    heads = (Message("Began"), Message("Game"), Message("Deals"), Message("State"), Message("Total"))
    rows = [("id", *map(_translate, heads)), *map(_cells, entries)]
    widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "  ".join(map(padded, row, widths)).rstrip()


def _translate(text: str) -> str:
    """Translate a message into the language of whoever types here."""
    return translated(text, locale(terminal.language()))


def _cells(one: ListedMatch) -> tuple[str, ...]:
    try:
        when = f"{began(one.stored.name).astimezone():%Y-%m-%d %H:%M}"
    except DamagedError:
        when = terminal.plain(one.stored.name)  # one such name hides no other match
    summary = one.summary
    state = _translate(_STATES[one.state])
    if not summary.game:
        return str(one.stored.id), when, "?", "?", state, _translate(Message("lines: {n}", n=summary.lines))
    score = ", ".join(f"{name} {signed(own)}" for name, own in zip(summary.players, summary.total, strict=True))
    return str(one.stored.id), when, summary.game, str(summary.deals), state, score
