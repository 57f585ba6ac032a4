"""The overlay of a stream: trick, scores, the newest card and verdict; no card that the table has not seen."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from controller.console.views.table_mat import MatCard, ScoreSide, score_sides, table_mat
from controller.live.verdict_cards import What, open_cards, seen_plays
from controller.record.cards import Card
from controller.rules.match import AnyMatch
from controller.rules.results import Verdict
from firmware_bridge.face.face import Face

LONGEST_DELAY_S: Final = 600
"""The longest delay of a stream, for broadcasts with delayed pictures."""


@dataclass(frozen=True, slots=True)
class CalledVerdict:
    """A verdict by the cards that lie open: as a stream and a screen in the room show it."""

    id: str
    """An id that stays while accusation and sentence stay."""
    verdict: Verdict
    names: tuple[str, ...]
    """The names of the accused players."""
    is_shown: bool
    """Whether its sentence may be shown: it names no card that only a hidden hand shows."""
    cards: tuple[tuple[Card, What], ...]
    """The card led, the card laid, and the card proven to have been in the accused hand."""


@dataclass(frozen=True, slots=True)
class Overlay:
    """All that a stream shows of a table."""

    sides: tuple[ScoreSide, ...]
    """Players, or partners who have one score together."""
    trick: tuple[MatCard, ...]
    next: str
    """The name of the player whose card is awaited in the open trick; empty if nobody's is."""
    newest: MatCard | None
    """The card that was laid last in the trick that lies there."""
    trump: str
    """The letter of a suit; empty if none is trump."""
    verdict: CalledVerdict | None


def overlay(match: AnyMatch, face: Face, verdicts: Sequence[Verdict]) -> Overlay:
    """Return the overlay of a match.

    Args:
        match: as it stands.
        face: face of the displays, which has the scores.
        verdicts: the verdicts that the table may know of.
    """
    mat = table_mat(match, face, None)
    awaited = match.turn if mat.is_open else None
    return Overlay(
        sides=score_sides(match, mat),
        trick=mat.trick,
        next="" if awaited is None else match.names[awaited],
        newest=mat.trick[-1] if mat.trick else None,
        trump=mat.trump,
        verdict=newest_verdict(match, verdicts),
    )


def newest_verdict(match: AnyMatch, verdicts: Sequence[Verdict]) -> CalledVerdict | None:
    """Return the newest verdict of the deal that is not dismissed."""
    deal = match.deal
    dismissed = {verdict.accusation for number, verdict in enumerate(match.verdicts, 1) if match.dismissed(number)}
    standing = [one for one in verdicts if deal and one.deal == deal.number and one.accusation not in dismissed]
    return _shown(match, standing[-1]) if standing else None


def _shown(match: AnyMatch, verdict: Verdict) -> CalledVerdict:
    cards, seen_cards = open_cards(match, verdict), {play.card for play in seen_plays(match)}
    laid = {card for card, what in cards if what == "laid"}
    seats = verdict.seats or (() if verdict.seat is None else (verdict.seat,))
    names = tuple(match.names[seat] for seat in seats if match.rules.has(seat))
    named = "/".join(map(str, (*verdict.accusation, verdict.text)))
    is_told = all(card in seen_cards for card in verdict.proof or () if card not in laid)
    return CalledVerdict(named, verdict, names, is_told, cards)
