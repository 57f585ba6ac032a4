"""Announcing Weis and Stöck in Schieber: when, and whose Weis count (SCH-W3, SCH-W4, SCH-W5)."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from controller.games import jass
from controller.games.pairs import pair
from controller.games.schieber.claims import terms
from controller.games.schieber.counts import scale
from controller.games.schieber.state import SchieberDeal, SchieberState
from controller.games.weis import claims as weis_claims
from controller.games.weis import worth
from controller.games.weis.claims import HandClaim, seen_from
from controller.games.weis.refute import faults, marked, newly_refuted, royal
from controller.games.weis.worth import STOCK, Strength
from controller.record.events import Declare, Seat
from controller.record.message import Message
from controller.rules.game import Fault, Outcome


def declare(deal: SchieberDeal, number: int, event: Declare) -> Outcome[SchieberState] | Message:
    """A seat announces a Weis or Stöck."""
    if event.what not in ("weis", "stock"):
        return Message("there is no {kind} in {game}", kind=event.what, game="Schieber")
    if any(card not in jass.DECK for card in event.cards or ()):
        return Message("the cards of the {kind} are not all of {game}", kind=event.what, game="Schieber")
    if event.what == "weis" and deal.rules["weis"] == "none":
        return Message("no Weis is announced at this table")
    claim = _claim(deal, number, event)
    if event.what == "weis" and claim.points not in {one.points for one in worth.every(scale(deal.rules))}:
        name = deal.rules.names[event.seat]
        text = Message("{name} announced a Weis of {n}, and none counts that.", name=name, n=claim.points)
        return Outcome(deal, (Fault("illegal-call", event.seat, "SCH-W1", text),))
    why = _no_weis(deal, claim) if event.what == "weis" else no_stock(deal, event)
    if why:
        return Outcome(deal, (_refused(deal, event, why),))
    deal = replace(deal, own=replace(deal.own, claims=(*deal.own.claims, claim)))
    meant = terms(deal.rules)
    fresh = tuple(one for one in newly_refuted(deal, meant) if one == claim)
    return Outcome(marked(deal, fresh), tuple(faults(deal, fresh, None, meant)))


def _refused(deal: SchieberDeal, event: Declare, why: Message) -> Fault:
    name = deal.rules.names[event.seat]
    if event.what == "weis":
        text = Message("{name} cannot announce weis: {why}.", name=name, why=why)
        return Fault("illegal-call", event.seat, "SCH-W4", text)
    text = Message("{name} cannot announce stock: {why}.", name=name, why=why)
    return Fault("illegal-call", event.seat, "SCH-W5", text)


def _claim(deal: SchieberDeal, number: int, event: Declare) -> HandClaim:
    """The announcement; a Weis that was only shown counts what its cards do."""
    if event.what == "stock":
        return HandClaim(number, event.seat, "stock", STOCK)
    told = event.cards or ()
    counted = max((one.points for one in worth.within(told, scale(deal.rules))), default=0)
    points = counted if event.points is None else event.points
    return HandClaim(number, event.seat, "weis", points, told, first=_is_first(deal, event.seat))


def _is_first(deal: SchieberDeal, seat: Seat) -> bool:
    """Whether no card lies on the one that this seat has played to trick 1, or it has played none (SCH-W4)."""
    if deal.tricks:
        return len(deal.tricks) == 1 and not deal.open.plays and deal.tricks[0].seats[-1:] == (seat,)
    return seat not in deal.open.seats or deal.open.seats[-1] == seat


def _no_weis(deal: SchieberDeal, claim: HandClaim) -> Message | None:
    """Why this Weis cannot be announced now (SCH-W4)."""
    if deal.own.contract is None or deal.own.contract.missing:
        return Message("the play has not begun")
    if claim.first:
        return None
    if not deal.tricks:
        return Message("another card lies on the own first card")
    began = any(one.seat == claim.seat for one in first_claims(deal))
    return None if began else Message("nothing was announced with the own first card")


def no_stock(deal: SchieberDeal, event: Declare) -> Message | None:
    """Why Stöck cannot be announced now (SCH-W5)."""
    if not deal.trump:
        return Message("there is no trump")
    return weis_claims.no_stock(deal, deal.own.claims, event, royal(deal))


def first_claims(deal: SchieberDeal) -> Iterator[HandClaim]:
    """The Weis announced with the cards of trick 1."""
    return (claim for claim in deal.own.claims if claim.what == "weis" and claim.first)


def strength(deal: SchieberDeal, claim: HandClaim) -> tuple[Strength, int]:
    """How an announced Weis compares; without its cards the seat's own played ones tell (SCH-W3)."""
    seats, low = deal.rules.seats, deal.own.low
    told = claim.cards or tuple(seen_from(deal, claim.seat))
    nearest = -((claim.seat - deal.dealer - 1) % seats)
    return worth.best_of(claim.points, told, deal.trump, scale(deal.rules), low=low), nearest


def weis_winner(deal: SchieberDeal) -> Seat | None:
    """The seat with the strongest Weis announced; its pair alone scores its Weis (SCH-W3)."""
    best = max(first_claims(deal), key=lambda claim: strength(deal, claim), default=None)
    return best.seat if best else None


def weis_points(deal: SchieberDeal) -> Mapping[int, int]:
    """The Weis points by pair: all of one, none of the other (SCH-W3)."""
    winner = weis_winner(deal)
    if winner is None:
        return {}
    own = [claim.points for claim in deal.own.claims if claim.what == "weis" and pair(claim.seat) == pair(winner)]
    return {pair(winner): sum(own)}


def stock_tricks(deal: SchieberDeal) -> Mapping[int, int]:
    """The trick in which Stöck was completed, from 1, by the pair that announced it (SCH-W5)."""
    seats = [claim.seat for claim in deal.own.claims if claim.what == "stock"]
    tricks = [deal.trick_of(play.event) or 0 for play in deal.plays() if play.card in royal(deal)]
    return {pair(seat): max(tricks, default=0) for seat in seats}
