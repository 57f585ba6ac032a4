"""What players announce at Tarot: poignée, misère, chelem, petit sec (TAR-Q1, TAR-Q2, TAR-Q4, TAR-D2)."""

from dataclasses import replace
from typing import Final

from controller.games.tarot import refute
from controller.games.tarot.auction import call_open
from controller.games.tarot.dog import strange
from controller.games.tarot.state import POIGNEES, SIZES, Own, Said, Size, TarotDeal, shown, turned_to_leader
from controller.record.events import Declare, Seat
from controller.rules.game import Act, Fault

PETIT_CHELEM: Final = 300
"""The ``points`` of a chelem declaration that announces a petit chelem only (TAR-Q4)."""


def declare(deal: TarotDeal, number: int, event: Declare) -> Act[Own] | str:
    """The deal after a declaration; one that the cards refute stands and is marked."""
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
            return f"Tarot has no {event.what} to declare"


def _refused(deal: TarotDeal, seat: Seat, what: str, rule: str, why: str) -> Act[Own]:
    text = f"{deal.rules.names[seat]} announced a {what}, but {why}."
    return Act(deal, (Fault("illegal-call", seat, rule, text),))


def _stands(deal: TarotDeal, said: Said) -> Act[Own]:
    """The declaration counts, whatever is wrong with it; a greater poignée takes the place of one before."""
    others = tuple(one for one in deal.own.said if (one.seat, one.what) != (said.seat, said.what))
    deal = replace(deal, own=replace(deal.own, said=(*others, said)))
    deal = refute.at_once(deal, said)
    return Act(deal, deal.own.found)


def _chelem(deal: TarotDeal, event: Declare) -> Act[Own] | str:
    """The taker, with the bid or before the first card (TAR-Q4); the announcer of a chelem leads (TAR-P1)."""
    best, rules = deal.own.best, deal.rules
    petit = event.points == PETIT_CHELEM
    if petit and not (rules["petit_chelem"] and rules.seats == 4):
        return "a petit chelem was announced, which is not played here"
    what = "petit chelem" if petit else "chelem"
    if best is None or best.seat != event.seat:
        return _refused(deal, event.seat, what, "TAR-Q4", "only the taker can")
    if any(deal.plays()):
        return _refused(deal, event.seat, what, "TAR-Q4", "a card had been played")
    own = replace(deal.own, chelem="petit" if petit else "chelem")
    return Act(turned_to_leader(replace(deal, own=own)))


def _poignee(deal: TarotDeal, number: int, event: Declare) -> Act[Own] | str:
    """With the own first card, at least so many trumps (TAR-Q1)."""
    cards = event.cards or ()
    if why := strange(cards):
        return f"a poignée was announced, but {why}"
    enough: list[Size] = [
        size for size, need in zip(SIZES, POIGNEES[deal.rules.seats], strict=True) if len(cards) >= need
    ]
    size = event.size or (enough[-1] if enough else None)
    if size is None:
        return "a poignée was announced without its size"
    if why := call_open(deal):
        return _refused(deal, event.seat, "poignée", "TAR-Q1", why)
    if shown(deal, event.seat):
        return _refused(deal, event.seat, "poignée", "TAR-Q1", "its first card lay already")
    before = [said.size for said in deal.own.saying("poignee") if said.seat == event.seat and said.size]
    if before and SIZES.index(size) <= SIZES.index(before[0]):
        return _refused(deal, event.seat, "poignée", "TAR-Q1", f"a {before[0]} one stood announced")
    return _stands(deal, Said(number, event.seat, "poignee", size, cards))


def _misere(deal: TarotDeal, number: int, event: Declare) -> Act[Own] | str:
    """With the own first card, no trump and no court card (TAR-Q2)."""
    if not deal.rules["misere"]:
        return "a misère was announced, which is not played here"
    if why := call_open(deal):
        return _refused(deal, event.seat, "misère", "TAR-Q2", why)
    if shown(deal, event.seat):
        return _refused(deal, event.seat, "misère", "TAR-Q2", "its first card lay already")
    return _stands(deal, Said(number, event.seat, "misere"))


def _petit_sec(deal: TarotDeal, number: int, event: Declare) -> Act[Own] | str:
    """Of the hand as it was dealt (TAR-D2)."""
    if deal.phase != "before" or deal.own.dog is not None or deal.own.laid:
        return _refused(deal, event.seat, "petit sec", "TAR-D2", "the dog was taken or the play had begun")
    return _stands(deal, Said(number, event.seat, "petit-sec"))
