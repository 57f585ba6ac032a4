"""What the displays should show of a match right now."""

from collections.abc import Sequence
from typing import Final

from controller.record.cards import EXCUSE, JOKER, TRUMPS
from controller.record.events import Seat
from controller.rules.match import AnyMatch
from controller.rules.results import Verdict
from controller.rules.sheet import signed
from firmware_bridge.face.face import Face, Lamp, Row

LED: Final = {
    "S": "spades",
    "H": "hearts",
    "D": "diamonds",
    "C": "clubs",
    TRUMPS: "trump",
    EXCUSE: "the Excuse",
    JOKER: "the joker",
}
"""Suits in a word."""


def face(match: AnyMatch, heard: Sequence[Verdict], trouble: str = "", notice: str = "", *, address: str = "") -> Face:
    """The score, whose turn it is, and what must not be overlooked; before the first deal where the table's page is.

    Args:
        match: the match as it stands.
        heard: the verdicts that the table may know of; the newest of the deal is shown until the next deal begins.
        trouble: what is wrong with the table, in words; it goes before a verdict.
        notice: what else the table should know; a verdict goes before it.
        address: of the table's page; empty if it has none.
    """
    if address and match.deal is None and not match.ended:
        # Nobody has scored: the place is better used for what a phone can read.
        return idle(match.game.title, _status(match), address, trouble or notice)
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
    check = _check(found)
    status = ", ".join(filter(None, (_status(match), check)))
    return Face(
        _title(match),
        rows,
        status,
        trouble or (found[-1].text if found else notice),
        contract=_contract(match),
        trick=_trick(match),
        led=_led(match),
        leader=_leader(match),
        check=check,
    )


def idle(title: str, status: str, address: str, trouble: str = "") -> Face:
    """What is shown while nobody plays: what this is, its state, and where its page is, with a QR code."""
    return Face(title, status=status, alert=trouble, address=address)


def _of_this_deal(match: AnyMatch, heard: Sequence[Verdict]) -> list[Verdict]:
    """The verdicts of the newest deal that are not dismissed, oldest first."""
    deal = match.deal.number if match.deal else 0
    dismissed = {verdict.accusation for number, verdict in enumerate(match.verdicts, 1) if match.dismissed(number)}
    return [verdict for verdict in heard if verdict.deal == deal and verdict.accusation not in dismissed]


def _title(match: AnyMatch) -> str:
    return f"{match.game.title}, deal {match.deal.number}" if match.deal else match.game.title


def _status(match: AnyMatch) -> str:
    if match.ended:
        return "the match is over"
    if match.deal is None or not match.running:
        return "ready to deal" if match.dealer is None else f"{match.names[match.dealer]} deals"
    return ", ".join(filter(None, (_trick(match), _contract(match), _lead(match) or match.awaited)))


def _trick(match: AnyMatch) -> str:
    deal = match.deal
    if deal is None or not match.running or deal.phase != "play":
        return ""
    return f"trick {deal.number_of_trick} of {deal.size}"


def _contract(match: AnyMatch) -> str:
    return match.game.facts(match.deal) if match.deal and match.running else ""


def _lead(match: AnyMatch) -> str:
    """Who led what to the open trick; whose turn it is, is told by a lamp."""
    led, leader = _led(match), _leader(match)
    return f"{match.names[leader]} led {led}" if led and leader is not None else ""


def _led(match: AnyMatch) -> str:
    """The suit that leads the open trick, in a word."""
    led = match.deal.led if match.deal and match.running else None
    return LED.get(led.suit, "") if led else ""


def _leader(match: AnyMatch) -> Seat | None:
    """Who leads the open trick, or has led it."""
    deal = match.deal
    if deal is None or not match.running or deal.phase != "play":
        return None
    return deal.open.plays[0].seat if deal.open.plays else deal.leader


def _check(found: Sequence[Verdict]) -> str:
    """The cards to look at before anybody can be accused of a revoke (referee.md, "Doubt is not guilt")."""
    cards = [verdict.card for verdict in found if verdict.kind == "impossible-card" and verdict.card]
    short = any(verdict.kind == "short-trick" for verdict in found)
    wanted = [*cards, *(["the short trick"] if short else [])]
    return f"please check {' and '.join(wanted)}" if wanted else ""
