"""The face of a table: the one pure function that composes it from match and table state, and its parts."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from controller.record.cards import EXCUSE, JOKER, TRUMPS
from controller.record.events import Seat
from controller.record.message import Field, Listed, Message
from controller.rules import standing
from controller.rules.match import AnyMatch
from controller.rules.results import Verdict
from controller.rules.sheet import signed
from firmware_bridge.face.face import Alert, AlertKind, Face, Lamp, Row, printable

# The state of a table beside its match: troubles, notices, confirmations, and how phones find it.

Notice: TypeAlias = tuple[AlertKind, str]
"""A notice and its sentence: the same words as another kind of notice are another notice."""
NO_NOTICE: Final[Notice] = ("notice", "")


@dataclass(frozen=True, slots=True)
class TableState:
    """The state of a table at one moment; texts are sentences, or empty."""

    trouble: str = ""
    """The trouble that blinds the table, such as a camera unplugged, until it is over."""
    unsaved: str = ""
    """The reason why events are not on the disk, while some are not."""
    call: str = ""
    """The call for the arbiter, until it is withdrawn."""
    answer: str = ""
    """The answer to the last word, if it has no meaning now or waits for more."""
    reply: str = ""
    """The text that somebody asked to be shown, until the next event."""
    remark: str = ""
    """Another notice: a doubt, a mat that differs from the record, too many misreadings."""
    withdrawn: tuple[Verdict, ...] = ()
    """Verdicts that the newest event withdrew."""
    confirmed: frozenset[tuple[object, ...]] = frozenset()
    """Accusations that the table has confirmed, once and for all."""
    read: Notice = NO_NOTICE
    """The notice that the table has confirmed, until there is another one."""
    coming: str = ""
    """The name of the arbiter who is on the way; else empty."""
    code: str = ""
    """The code that pairs a phone now, in words."""
    address: str = ""
    """The address of the table's page, if it has one."""

    @property
    def notice(self) -> Notice:
        """The first notice that is not empty, apart from trouble and verdicts."""
        notices: tuple[Notice, ...] = (
            ("trouble", self.unsaved),
            ("call", self.call),
            ("answer", self.answer),
            ("notice", self.reply),
            ("notice", self.remark),
        )
        return next((notice for notice in notices if notice[1]), NO_NOTICE)

    def with_notices(self, unsaved: str, call: str, answer: str, remark: str) -> "TableState":
        """Return the state with other notices; a changed notice is shown, whatever was confirmed or withdrawn."""
        state = replace(self, unsaved=unsaved, call=call, answer=answer, remark=remark)
        return state if state.notice == self.notice else replace(state, read=NO_NOTICE, withdrawn=())

    def with_confirmed(self, announced: tuple[Verdict, ...]) -> "TableState":
        """Return the state after the table confirmed these verdicts and every notice that does not last by itself."""
        lasting = self.unsaved or self.call
        accusations = self.confirmed | {verdict.accusation for verdict in announced}
        return replace(self, confirmed=accusations, withdrawn=(), read=NO_NOTICE if lasting else self.notice)


PLAIN: Final = TableState()
"""The state of a table without trouble, notice or alert."""


DOUBTS: Final = frozenset(("impossible-card", "short-trick"))
"""Verdicts that accuse nobody: something should be looked at (referee.md, "Doubt is not guilt")."""

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


@dataclass(frozen=True, slots=True)
class ComposedFace:
    """A face, and the values it was composed from."""

    match: AnyMatch
    announced: tuple[Verdict, ...]
    """The verdicts that the table may know of."""
    state: TableState
    face: Face


def face(match: AnyMatch, announced: Sequence[Verdict], state: TableState = PLAIN) -> Face:
    """Return the score, whose turn it is, and what must not be overlooked.

    Before the first deal it says where the table's page is.

    The texts are messages, to be translated where they are shown (:func:`controller.language.translate.on_face`).

    Args:
        match: the match as it stands.
        announced: the verdicts that the table may know of; the newest of the deal is shown until the next deal begins.
        state: what is true of the table beside the match.
    """
    verdicts = _of_this_deal(match, announced)
    check = _check(verdicts)
    unsaved = Message("NOT SAVED") if state.unsaved else ""
    coming = Message("{name} is coming", name=state.coming) if state.coming else ""
    question = Message("a question waits") if match.question or match.unread else ""
    status = _joined(unsaved, coming, _status(match), match.owed_before, check, question)
    title, alert = _title(match), alert_of(match, announced, state)
    if state.address and match.deal is None and not match.ended:
        # Nobody has scored: the place is better used for what a phone can read.
        return Face(title, status=status, alert=alert, address=state.address)
    return Face(
        title,
        _rows(match, verdicts),
        status,
        alert,
        contract=_contract(match),
        trick=_trick(match),
        lead=_lead(match),
        check=check,
    )


def alert_of(match: AnyMatch, heard: Sequence[Verdict], state: TableState) -> Alert:
    """Return the alert of a face: the first of trouble, withdrawn verdicts, verdict, notice, pairing code."""
    if state.trouble:
        return Alert(_visible(state.trouble), "trouble")
    if state.withdrawn:
        told = [Message("withdrawn: {why}", why=verdict.text) for verdict in state.withdrawn]
        return Alert(_visible(Message.join(" ", told)), "withdrawn", about(state.withdrawn[-1]))
    new = [verdict for verdict in _of_this_deal(match, heard) if verdict.accusation not in state.confirmed]
    if new:
        return Alert(_visible(new[-1].text), "check" if new[-1].kind in DOUBTS else "verdict", about(new[-1]))
    kind, notice = state.notice
    if notice and state.notice != state.read:
        return Alert(_visible(notice), kind)
    return Alert(state.code, "code") if state.code else Alert()


def about(verdict: Verdict) -> str:
    """Return the identity of a verdict's accusation as one opaque word, the same for every proof of it."""
    return "/".join(str(part) for part in verdict.accusation)


def _of_this_deal(match: AnyMatch, heard: Sequence[Verdict]) -> list[Verdict]:
    """Return the verdicts of the newest deal that are not dismissed, oldest first."""
    deal = match.deal.number if match.deal else 0
    dismissed = {verdict.accusation for number, verdict in enumerate(match.verdicts, 1) if match.dismissed(number)}
    return [verdict for verdict in heard if verdict.deal == deal and verdict.accusation not in dismissed]


def _rows(match: AnyMatch, verdicts: Sequence[Verdict]) -> tuple[Row, ...]:
    foul, turn = {verdict.seat for verdict in verdicts}, match.turn
    lamps = (
        Lamp.FOUL if seat in foul else Lamp.TURN if seat == turn else Lamp.OFF for seat in range(match.rules.seats)
    )
    return tuple(
        Row(name, signed(score), match.game.sheet.strokes(score), lamp)
        for name, score, lamp in zip(match.names, match.total, lamps, strict=True)
    )


def _title(match: AnyMatch) -> Message:
    game = match.game.title
    return (
        Message("{game}, deal {n}", game=game, n=match.deal.number)
        if match.deal
        else Message.of("{game}", {"game": game})
    )


def _status(match: AnyMatch) -> str:
    if match.ended:
        return standing.result(match)
    if match.deal is None or not match.running:
        dealer = match.dealer
        return Message("ready to deal") if dealer is None else Message("{name} deals", name=match.names[dealer])
    lead = _lead(match) if _led(match) else ""
    return _joined(_trick(match), _contract(match), lead or match.awaited)


def _trick(match: AnyMatch) -> str:
    deal = match.deal
    if deal is None or not match.running or deal.phase != "play":
        return ""
    return Message("trick {n} of {n2}", n=deal.number_of_trick, n2=deal.size)


def _contract(match: AnyMatch) -> str:
    return _visible(match.game.summary.facts(match.deal)) if match.deal and match.running else ""


def _lead(match: AnyMatch) -> str:
    """Return who leads or led what to the open trick; a lamp shows whose turn it is."""
    led, leader = _led(match), _leader(match)
    if leader is None or leader >= len(match.names):
        return ""
    name = match.names[leader]
    return _visible(Message("{name} led {suit}", name=name, suit=led) if led else Message("{name} leads", name=name))


def _led(match: AnyMatch) -> str:
    """Return the suit that leads the open trick, in a word."""
    deal = match.deal if match.running else None
    return LED.get(match.game.suit_of(deal, deal.led), "") if deal and deal.led else ""


def _leader(match: AnyMatch) -> Seat | None:
    """Return who leads the open trick, or has led it."""
    deal = match.deal
    if deal is None or not match.running or deal.phase != "play":
        return None
    return deal.open.plays[0].seat if deal.open.plays else deal.leader


def _check(verdicts: Sequence[Verdict]) -> str:
    """Return the cards to look at before anybody can be accused of a revoke (referee.md, "Doubt is not guilt")."""
    cards = [verdict.card for verdict in verdicts if verdict.kind == "impossible-card" and verdict.card]
    short = any(verdict.kind == "short-trick" for verdict in verdicts)
    if not cards:
        return Message("please check the short trick") if short else ""
    if short:
        return Message("please check {cards} and the short trick", cards=Listed(tuple(cards)))
    return Message("please check {cards}", cards=Listed(tuple(cards), "and"))


def _joined(*parts: str) -> str:
    """Return the parts of a status that there are."""
    shown_parts = [_visible(part) for part in parts if part]
    return Message.join(", ", shown_parts) if shown_parts else ""


def _visible(text: str) -> str:
    """Return a text as a display can take it; a message stays one."""
    if not isinstance(text, Message):
        return printable(text)
    return text.with_fields({name: _visible_field(value) for name, value in text.fields.items()})


def _visible_field(value: Field) -> Field:
    if isinstance(value, Listed):
        return Listed(tuple(map(_visible, value.items)), value.how)
    return _visible(value) if isinstance(value, str) else value
