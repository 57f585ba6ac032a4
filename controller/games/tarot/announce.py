"""Announcements at Tarot: poignée, misère, chelem, petit sec (TAR-Q1, TAR-Q2, TAR-Q4, TAR-D2)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from controller.games.tarot import refute
from controller.games.tarot.auction import call_open
from controller.games.tarot.dog import strange
from controller.games.tarot.state import (
    COURTS,
    PETIT,
    POIGNEES,
    SIZES,
    Declaration,
    PoigneeSize,
    TarotDeal,
    TarotState,
    is_trump,
    shown,
    strong_hand,
    turned_to_leader,
)
from controller.record.cards import Card
from controller.record.events import Declare, Event, Seat, Void
from controller.record.message import Message
from controller.rules.options import Rules
from controller.rules.parts import Fault, Outcome

PETIT_CHELEM: Final = 300
"""The ``points`` of a chelem declaration that announces a petit chelem only (TAR-Q4)."""


STOOD: Final[Mapping[PoigneeSize, Message]] = {
    "single": Message("a single one stood announced"),
    "double": Message("a double one stood announced"),
    "triple": Message("a triple one stood announced"),
}
"""The message that a poignée of this size stood announced, which a smaller one does not beat."""


def declare(deal: TarotDeal, number: int, event: Declare) -> Outcome[TarotState] | Message:
    """Apply a declaration; one that the cards refute stands and is marked."""
    match event.what:
        case "chelem":
            return _chelem(deal, event)
        case "poignee":
            return _poignee(deal, number, event)
        case "misere":
            return _misere(deal, number, event)
        case "petit-sec":
            return _petit_sec(deal, number, event)
        case _:
            return Message("{game} has no {kind} to declare", game="Tarot", kind=event.what)


def _refused(deal: TarotDeal, seat: Seat, what: refute.Announced, rule: str, why: Message) -> Outcome[TarotState]:
    text = refute.announced(deal.rules.names[seat], what, why)
    return Outcome(deal, (Fault("illegal-call", seat, rule, text),))


def _add_declaration(deal: TarotDeal, declaration: Declaration) -> Outcome[TarotState]:
    """Count the declaration, even a faulty one; a greater poignée takes the place of one before."""
    others = tuple(one for one in deal.own.declarations if (one.seat, one.kind) != (declaration.seat, declaration.kind))
    deal = replace(deal, own=replace(deal.own, declarations=(*others, declaration)))
    deal = refute.at_once(deal, declaration)
    return Outcome(deal, deal.own.new_faults)


def _chelem(deal: TarotDeal, event: Declare) -> Outcome[TarotState] | Message:
    """Apply the taker's chelem, said with the bid or before the first card (TAR-Q4); its announcer leads (TAR-P1)."""
    best, rules = deal.own.best, deal.rules
    petit = event.points == PETIT_CHELEM
    if petit and not (rules["petit_chelem"] and rules.seats == 4):
        return Message("a petit chelem was announced, which is not played here")
    what: refute.Announced = "petit chelem" if petit else "chelem"
    if best is None or best.seat != event.seat:
        return _refused(deal, event.seat, what, "TAR-Q4", Message("only the taker can"))
    if any(deal.plays()):
        return _refused(deal, event.seat, what, "TAR-Q4", Message("a card had been played"))
    state = replace(deal.own, chelem="petit" if petit else "chelem")
    return Outcome(turned_to_leader(replace(deal, own=state)))


def _poignee(deal: TarotDeal, number: int, event: Declare) -> Outcome[TarotState] | Message:
    """Apply a poignée: with the own first card, at least so many trumps (TAR-Q1)."""
    cards = event.cards or ()
    if why := strange(cards):
        return Message("a poignée was announced, but {why}", why=why)
    enough: list[PoigneeSize] = [
        size for size, need in zip(SIZES, POIGNEES[deal.rules.seats], strict=True) if len(cards) >= need
    ]
    size: PoigneeSize | None = event.size or (enough[-1] if enough else None)
    if size is None:
        return Message("a poignée was announced without its size")
    if why := call_open(deal):
        return _refused(deal, event.seat, "poignée", "TAR-Q1", why)
    if shown(deal, event.seat):
        return _refused(deal, event.seat, "poignée", "TAR-Q1", Message("its first card lay already"))
    before: list[PoigneeSize] = [
        said.size for said in deal.own.declarations_of("poignee") if said.seat == event.seat and said.size
    ]
    if before and SIZES.index(size) <= SIZES.index(before[0]):
        return _refused(deal, event.seat, "poignée", "TAR-Q1", STOOD[before[0]])
    return _add_declaration(deal, Declaration(number, event.seat, "poignee", size, cards))


def _misere(deal: TarotDeal, number: int, event: Declare) -> Outcome[TarotState] | Message:
    """Apply a misère: with the own first card, no trump and no court card (TAR-Q2)."""
    if not deal.rules["misere"]:
        return Message("a misère was announced, which is not played here")
    if why := call_open(deal):
        return _refused(deal, event.seat, "misère", "TAR-Q2", why)
    if shown(deal, event.seat):
        return _refused(deal, event.seat, "misère", "TAR-Q2", Message("its first card lay already"))
    return _add_declaration(deal, Declaration(number, event.seat, "misere"))


def _petit_sec(deal: TarotDeal, number: int, event: Declare) -> Outcome[TarotState] | Message:
    """Apply a petit sec, which concerns the hand as it was dealt (TAR-D2)."""
    if deal.phase != "before" or deal.own.dog is not None or deal.own.laid:
        return _refused(deal, event.seat, "petit sec", "TAR-D2", Message("the dog was taken or the play had begun"))
    return _add_declaration(deal, Declaration(number, event.seat, "petit-sec"))


def owed(deal: TarotDeal, hands: Mapping[Seat, Sequence[Card]]) -> Iterator[Event]:
    """List the words that hands owe before anybody bids: a petit sec, or that one voids the deal (TAR-D2, TAR-D3)."""
    if deal.own.spoken:
        return
    if any(deal.own.declarations_of("petit-sec")):
        if deal.rules["petit_sec"] == "void":
            yield Void(why="petit-sec")
    elif any(_voids(deal.rules, hand) for hand in hands.values()):
        yield Void(why="rule")
    else:
        alone = (seat for seat, hand in hands.items() if strong_hand(hand) == [PETIT])
        yield from (Declare(seat=seat, what="petit-sec") for seat in alone)


def _voids(rules: Rules, hand: Sequence[Card]) -> bool:
    """Whether a hand voids the deal by a rule of this table (TAR-D3)."""
    poor = int(str(rules["void_poor"]))
    few = sum(is_trump(card) or card.rank in COURTS for card in hand)
    return bool(rules["void_no_trump"] and not strong_hand(hand)) or few <= poor > 0
