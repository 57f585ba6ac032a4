"""The board as a room sees it: a score for each side, the trick as it lies, and the verdict that counts now.

The sides stand in the order of :func:`table_mat.score_sides`, the places of the trick in that of
:func:`card_pad.seats_in_turn`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from controller.console.views.card_pad import seats_in_turn
from controller.console.views.overlay import CalledVerdict, newest_verdict
from controller.console.views.table_mat import MatCard, ScoreSide, TableMat, score_sides, table_mat, taker
from controller.record.events import Seat
from controller.record.message import Message
from controller.rules import standing
from controller.rules.match import AnyMatch
from controller.rules.results import Verdict
from firmware_bridge.face.face import Face


@dataclass(frozen=True, slots=True)
class BoardPlace:
    """A seat's place in the trick."""

    seat: Seat
    name: str
    card: MatCard | None
    """The card; None: it is still to come."""
    to_act: bool


@dataclass(frozen=True, slots=True)
class ScoreBoard:
    """All that the board shows beside the texts of the display's face."""

    sides: tuple[ScoreSide, ...]
    places: tuple[BoardPlace, ...]
    """The places in the order of the trick; empty without a trick."""
    mat: TableMat
    verdict: CalledVerdict | None
    """The newest verdict of this deal that the table may know of, with its cards."""
    goal: int
    """The sum that ends the match; 0: no sum does."""
    missing: Message | None
    """The points that the highest sum lacks to the goal."""
    taker: Seat | None
    """The seat that plays alone against the others."""
    won: tuple[Seat, ...]
    """The side that has won; empty while the match goes on, or where none has."""


def score_board(match: AnyMatch, face: Face, verdicts: Sequence[Verdict]) -> ScoreBoard:
    """Return the board of a match.

    Args:
        match: the match as it stands.
        face: what the displays show of it.
        verdicts: the verdicts that the table may know of, oldest first.
    """
    mat = table_mat(match, face, None)
    lying: Mapping[Seat, MatCard] = {one.seat: one for one in mat.trick}
    is_shown = (bool(mat.trick) and not match.ended) or bool(
        match.running and match.deal and match.deal.phase == "play"
    )
    return ScoreBoard(
        sides=score_sides(match, mat),
        places=tuple(
            BoardPlace(seat, match.names[seat], lying.get(seat), match.turn == seat and seat not in lying)
            for seat in seats_in_turn(match)
            if is_shown
        ),
        mat=mat,
        verdict=newest_verdict(match, verdicts),
        goal=match.game.course.goal(match.rules),
        missing=standing.missing(match),
        taker=taker(match),
        won=standing.winner(match) if standing.is_won(match) else (),
    )
