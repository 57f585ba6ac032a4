"""What the displays should show of a match right now."""

from collections.abc import Sequence

from controller.match import AnyMatch
from controller.results import Verdict
from controller.sheet import signed
from firmware_bridge.face import Face, Lamp, Row


def face(match: AnyMatch, heard: Sequence[Verdict], trouble: str = "") -> Face:
    """The score, whose turn it is, and what must not be overlooked.

    Args:
        match: the match as it stands.
        heard: the verdicts that the table may know of; the newest of the deal is shown until the next deal begins.
        trouble: what is wrong with the table, in words; it goes before a verdict.
    """
    found = _of_this_deal(match, heard)
    foul = {verdict.seat for verdict in found}
    turn = match.turn
    lamps = (
        Lamp.FOUL if seat in foul else Lamp.TURN if seat == turn else Lamp.OFF for seat in range(match.rules.seats)
    )
    rows = tuple(
        Row(name, signed(score), match.game.strokes(score), lamp)
        for name, score, lamp in zip(match.names, match.total, lamps, strict=True)
    )
    status = ", ".join(filter(None, (_status(match), _check(found))))
    return Face(_title(match), rows, status, trouble or (found[-1].text if found else ""))


def _of_this_deal(match: AnyMatch, heard: Sequence[Verdict]) -> list[Verdict]:
    """The verdicts of the newest deal that are not dismissed, oldest first."""
    deal = match.deal.number if match.deal else 0
    dismissed = [verdict for number, verdict in enumerate(match.verdicts, 1) if match.dismissed(number)]
    return [verdict for verdict in heard if verdict.deal == deal and verdict not in dismissed]


def _title(match: AnyMatch) -> str:
    return f"{match.game.title}, deal {match.deal.number}" if match.deal else match.game.title


def _status(match: AnyMatch) -> str:
    if match.ended:
        return "the match is over"
    if match.deal is None or not match.running:
        return "ready to deal" if match.dealer is None else f"{match.names[match.dealer]} deals"
    parts = [
        f"trick {match.deal.number_of_trick} of {match.deal.size}" if match.deal.phase == "play" else "",
        match.game.facts(match.deal),
        match.awaited,
    ]
    return ", ".join(part for part in parts if part)


def _check(found: Sequence[Verdict]) -> str:
    """The cards to look at before anybody can be accused of a revoke (referee.md, "Doubt is not guilt")."""
    cards = [verdict.card for verdict in found if verdict.kind == "impossible-card" and verdict.card]
    short = any(verdict.kind == "short-trick" for verdict in found)
    wanted = [*cards, *(["the short trick"] if short else [])]
    return f"please check {' and '.join(wanted)}" if wanted else ""
