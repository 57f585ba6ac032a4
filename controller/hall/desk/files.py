"""The files of a tournament by their usual names: papers to print, and exports to take along."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from controller.hall.desk import exports, papers
from controller.hall.desk.exports import RecordReader
from controller.hall.desk.texts import DeskView
from controller.record.message import Message
from controller.tournament.entries import TournamentRound
from controller.tournament.fold import Tournament
from controller.tournament.steps import StepError


@dataclass(frozen=True, slots=True)
class DeskFile:
    """A file that is made of the tournament as it stands."""

    kind: str
    """Its media type."""
    make: Callable[[DeskView, int, RecordReader], bytes]
    """Makes it of the tournament, the number of a round (0: the newest) and the tables' records; raises StepError."""


def _slips(view: DeskView, number: int, _: RecordReader) -> bytes:
    return papers.slips(view, _round(view.state, number))


def _seating(view: DeskView, number: int, _: RecordReader) -> bytes:
    return papers.seating(view, _round(view.state, number))


def _round(state: Tournament, number: int) -> TournamentRound:
    """The round of a number, 0 for the newest; raises StepError."""
    if not state.rounds:
        raise StepError(Message("no round was seated yet"))
    return state.round(number or len(state.rounds))


FILES: Final[Mapping[str, DeskFile]] = {
    "slips.pdf": DeskFile("application/pdf", _slips),
    "seating.pdf": DeskFile("application/pdf", _seating),
    "ranking.pdf": DeskFile("application/pdf", lambda view, _, __: papers.ranking(view)),
    "ranking.csv": DeskFile("text/csv", lambda view, _, __: exports.as_csv(view).encode()),
    "tournament.json": DeskFile("application/json", lambda view, _, __: exports.as_json(view.state).encode()),
    "boards.pbn": DeskFile("text/plain", lambda view, _, read: exports.as_pbn(view.state, read).encode()),
}
"""What can be printed or taken along."""
