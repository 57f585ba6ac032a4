"""The exhibits of a verdict: the cards that were led, laid and held, and hands in which all was still lawful."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from controller.explain.case import PublicFacts, RecordedVerdict, World
from controller.explain.why import last_all_lawful, last_doubt
from controller.record.cards import Card
from controller.record.events import Seat
from controller.rules.card_sets import cards_of
from controller.rules.deal import AnyDeal, Play
from controller.rules.results import ILLEGAL_PLAYS

Part = Literal["led", "laid", "held", "before", "turn", "lay", "missing", "shows"]
"""The part of a card: led the trick; is the act; was in the hand of the act, too; was played before the act; marks the
seat to play; lay in a short trick; is missing in it; shows a statement to be wrong."""


@dataclass(frozen=True, slots=True)
class Exhibit:
    """One card of a verdict, and its part in it."""

    part: Part
    seat: Seat | None
    """The player's seat; None for a seat that is not at the table."""
    name: str
    """The player's name."""
    card: Card | None = None
    """The card; None where one is missing, or where the matter is the turn."""
    event: int | None = None
    """The line that shows the card; None where no play has shown it."""
    trick: int | None = None
    """The trick in which the card lies, from 1; None: in none."""


@dataclass(frozen=True, slots=True)
class PossibleHand:
    """The unseen cards of one place in a deal in which all was lawful."""

    name: str
    """The player's name, or a message such as ``the blind``."""
    seat: Seat | None
    cards: tuple[Card, ...]
    proof_cards: tuple[Card, ...] = ()
    """The cards that were shown later and prove the verdict."""


@dataclass(frozen=True, slots=True)
class LastDoubt:
    """The newest moment before the proof at which all was lawful in some deal of the unseen cards, and that deal."""

    shown: Exhibit | None
    """The play that ended the doubt; None if no play did."""
    hands: tuple[PossibleHand, ...]


@dataclass(frozen=True, slots=True)
class ShownTrick:
    """A trick from that of the act to that of the proof, as it was played."""

    number: int
    """The trick's number, from 1."""
    cards: tuple[Exhibit, ...]
    """The cards in order of play: ``laid`` for the act, ``held`` for its proof, ``lay`` for all others."""


@dataclass(frozen=True, slots=True)
class Exhibits:
    """All parts of a verdict's picture."""

    cards: tuple[Exhibit, ...]
    """The cards in the order led, laid, held."""
    tricks: int
    """The number of tricks of the whole deal."""
    act_trick: int | None
    proof_trick: int | None
    """The trick of the play that proved it."""
    doubt: LastDoubt | None = None
    """The newest moment of doubt; None where there was none, or where it cannot be shown."""
    played: tuple[ShownTrick, ...] = ()
    """The tricks from the act to the proof; empty where the act lies in no trick."""

    @property
    def is_late(self) -> bool:
        """Whether it was proven in a later trick than that of the act."""
        return None not in (self.act_trick, self.proof_trick) and self.act_trick != self.proof_trick


def exhibits(case: RecordedVerdict, *, argued: bool = True) -> Exhibits:
    """Collect the exhibits of a verdict.

    Args:
        case: the verdict in its record.
        argued: whether a deal of the unseen cards may be laid out; it may name hands that nobody may know of yet.
    """
    final = case.stages[case.at].match.deal
    play = case.play(case.at)
    return Exhibits(
        cards=tuple(_cards(case)),
        tricks=final.size if final else 0,
        act_trick=_trick(case, case.act, case.verdict.event),
        proof_trick=_trick(case, case.at, play.event) if play else None,
        doubt=_last_doubt(case) if argued else None,
        played=tuple(_played(case)),
    )


def _played(case: RecordedVerdict) -> Iterator[ShownTrick]:
    """Yield the tricks from that of the act to that of the proof."""
    deal, act = case.stages[case.at].match.deal, _trick(case, case.act, case.verdict.event)
    if deal is None or act is None:
        return
    for number, trick in enumerate((*deal.tricks, deal.open), 1):
        if number >= act and trick.plays:
            yield ShownTrick(number, tuple(_exhibit(case, _part(case, one), one, number) for one in trick.plays))


def _part(case: RecordedVerdict, play: Play) -> Part:
    """Return the part of a card that lies in a trick."""
    if play.event == case.verdict.event:
        return "shows" if case.verdict.seat is None else "laid"
    is_proof = play.card in (case.verdict.proof or ()) and play.seat == case.verdict.seat
    return "held" if is_proof and case.verdict.kind in ILLEGAL_PLAYS else "lay"


def _trick(case: RecordedVerdict, index: int, event: int) -> int | None:
    deal = case.stages[index].match.deal
    return deal.trick_of(event) if deal else None


def _exhibit(case: RecordedVerdict, part: Part, play: Play, trick: int | None) -> Exhibit:
    has_seat = 0 <= play.seat < len(case.names)
    seat, name = (play.seat, case.names[play.seat]) if has_seat else (None, "")
    return Exhibit(part, seat, name, play.card, play.event, trick)


def _cards(case: RecordedVerdict) -> Iterator[Exhibit]:
    deal, play, kind = case.deal_before(case.act), case.play(case.act), case.verdict.kind
    if deal is None:
        return
    number = deal.number_of_trick if deal.phase == "play" else None
    if kind == "short-trick":
        yield from (_exhibit(case, "lay", one, number) for one in deal.open.plays)
        yield from (Exhibit("missing", seat, case.names[seat], trick=number) for seat in case.verdict.seats or ())
        return
    if play is None:
        yield from _shown(case, "shows")
        return
    if deal.open.plays and kind not in ("duplicate-card", "second-card"):
        yield _exhibit(case, "led", deal.open.plays[0], number)
    if (before := _played_before(deal, play, kind)) is not None:
        yield _exhibit(case, "before", before, deal.trick_of(before.event))
    if kind == "out-of-turn" and (turn := case.to_play()) is not None:
        yield Exhibit("turn", turn, case.names[turn], trick=number)
    # Where nobody is named, the newest card proves the fault; its player may be innocent.
    part: Part = "shows" if case.verdict.seat is None else "laid"
    yield _exhibit(case, part, play, _trick(case, case.act, play.event) or number)
    if kind in ILLEGAL_PLAYS:
        yield from (one for one in _shown(case, "held") if one.card != play.card)


def _played_before(deal: AnyDeal, play: Play, kind: str) -> Play | None:
    """Find the card that makes the card played a second one, or a second copy."""
    if kind == "duplicate-card":
        return deal.find(play.card)
    if kind == "second-card":
        return next((one for one in deal.open.plays if one.seat == play.seat), None)
    return None


def _shown(case: RecordedVerdict, part: Part) -> Iterator[Exhibit]:
    """Yield the cards that prove the verdict, each with the play that has shown it."""
    facts = case.stages[case.at].match.deal
    plays = {play.card: play for play in (*facts.plays(), *facts.exposed)} if facts else {}
    act = case.play(case.act)
    seat = act.seat if act else case.verdict.seat
    for card in case.verdict.proof or ():
        play = plays.get(card)
        if play and facts:
            yield _exhibit(case, part, play, facts.trick_of(play.event))
        else:
            yield Exhibit(part, seat, "" if seat is None else case.names[seat], card)


def _last_doubt(case: RecordedVerdict) -> LastDoubt | None:
    doubt = _last_lawful(case)
    if doubt is None:
        return None
    _, facts, world = doubt
    play = case.play(case.at)
    exhibit = _exhibit(case, "shows", play, _trick(case, case.at, play.event)) if play else None
    return LastDoubt(exhibit, tuple(_hands(case, facts, world)))


def _last_lawful(case: RecordedVerdict) -> tuple[int, PublicFacts, World] | None:
    """Find the newest stage before the proof at which all was lawful in some world, and that world."""
    if case.verdict.kind == "someone-revoked":
        return last_all_lawful(case)
    owed = case.owed() if case.verdict.kind in ILLEGAL_PLAYS else None
    return last_doubt(case, owed) if owed else None


def _hands(case: RecordedVerdict, facts: PublicFacts, world: World) -> Iterator[PossibleHand]:
    telling = case.verdict.proof or ()
    for place, some in zip(facts.layout.places, world, strict=True):
        if place.room:
            cards = cards_of(case.game.deck, some)
            yield PossibleHand(place.name, place.seat, cards, tuple(card for card in cards if card in telling))
