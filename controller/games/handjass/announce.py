"""Announcing Weis and Stöck: when, in which order, and whose Weis score (HAN-W3, HAN-W4, HAN-W5)."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from controller.games import jass
from controller.games.handjass import weis
from controller.games.handjass.calls import Done, refused
from controller.games.handjass.claims import faults, four_nines, marked, newly_refuted, royal
from controller.games.handjass.state import Claim, HandjassDeal, seen_from
from controller.record.events import Declare, Seat
from controller.rules.game import Act

STOCK: Final = 20
"""Points of Stöck (HAN-W5)."""


def declare(deal: HandjassDeal, number: int, event: Declare) -> Done | str:
    """A seat announces a Weis or Stöck."""
    if event.what not in ("weis", "stock"):
        return f"there is no {event.what} in Handjass"
    if any(card not in jass.DECK for card in event.cards or ()):
        return f"the cards of the {event.what} are not all of Handjass"
    claim = _claim(deal, number, event)
    if event.what == "weis" and claim.points not in {one.points for one in weis.every(four_nines(deal))}:
        text = f"{deal.rules.names[event.seat]} announced a Weis of {claim.points}, and none counts that."
        return refused(deal, "illegal-call", event.seat, "HAN-W1", text)
    why = _no_weis(deal, claim) if event.what == "weis" else _no_stock(deal, event)
    if why:
        rule = "HAN-W4" if event.what == "weis" else "HAN-W5"
        text = f"{deal.rules.names[event.seat]} cannot announce {event.what}: {why}."
        return refused(deal, "illegal-call", event.seat, rule, text)
    deal = replace(deal, own=replace(deal.own, claims=(*deal.own.claims, claim)))
    fresh = tuple(one for one in newly_refuted(deal) if one == claim)
    return Act(marked(deal, fresh), tuple(faults(deal, fresh, None)))


def _claim(deal: HandjassDeal, number: int, event: Declare) -> Claim:
    """The announcement; a Weis that was only shown counts what its cards do."""
    if event.what == "stock":
        return Claim(number, event.seat, "stock", STOCK)
    shown = event.cards or ()
    worth = max((one.points for one in weis.within(shown, four_nines(deal))), default=0)
    points = worth if event.points is None else event.points
    return Claim(number, event.seat, "weis", points, shown, first=not deal.tricks)


def _no_weis(deal: HandjassDeal, claim: Claim) -> str | None:
    """Why this Weis cannot be announced now (HAN-W4)."""
    if not _plays(deal, claim.seat):
        return "the seat is not in the play"
    if deal.tricks:
        return None if claim.seat in _may_lead(deal) else "only the strongest Weis scores"
    if claim.seat in deal.open.seats:
        return "the own first card lies already"
    standing = max((other.points for other in first_claims(deal)), default=0)
    return f"{standing} stands announced" if claim.points < standing else None


def _plays(deal: HandjassDeal, seat: Seat) -> bool:
    return deal.own.to_say is None and seat in deal.seats


def _no_stock(deal: HandjassDeal, event: Declare) -> str | None:
    """Why Stöck cannot be announced now: it goes with the second of king and queen (HAN-W5)."""
    if not _plays(deal, event.seat):
        return "the seat is not in the play"
    if event.points not in (None, STOCK):
        return f"it counts {STOCK}"
    if any(claim.what == "stock" and claim.seat == event.seat for claim in deal.own.claims):
        return "it is announced already"
    own = [play.card for play in deal.plays() if play.seat == event.seat]
    shown = royal(deal) & set(own)
    if not shown:
        return "it goes with the second of king and queen of trump"
    return "the second of its cards was played before" if shown == royal(deal) and own[-1] not in shown else None


def first_claims(deal: HandjassDeal) -> Iterator[Claim]:
    """The Weis announced with the cards of trick 1."""
    return (claim for claim in deal.own.claims if claim.what == "weis" and claim.first)


def strength(deal: HandjassDeal, claim: Claim) -> tuple[weis.Strength, int]:
    """How an announced Weis compares; without its cards the seat's own played ones tell (HAN-W3)."""
    table = deal.own
    shown = claim.cards or tuple(seen_from(deal, claim.seat))
    nearest = -table.players.index(claim.seat)
    return weis.best_of(claim.points, shown, deal.trump, four_nines(deal)), nearest


def _may_lead(deal: HandjassDeal) -> set[Seat]:
    """The seats whose Weis may be the strongest, as far as is known after trick 1."""
    claims = list(first_claims(deal))
    most = max((claim.points for claim in claims), default=0)
    level = [claim for claim in claims if claim.points == most]
    unshown = {claim.seat for claim in level if not claim.cards}
    shown = [claim for claim in level if claim.cards]
    return unshown | ({max(shown, key=lambda claim: strength(deal, claim)).seat} if shown else set())


def weis_winner(deal: HandjassDeal) -> Seat | None:
    """The seat with the strongest Weis announced; it alone scores its Weis (HAN-W3)."""
    best = max(first_claims(deal), key=lambda claim: strength(deal, claim), default=None)
    return best.seat if best else None


def weis_points(deal: HandjassDeal) -> dict[Seat, int]:
    """The Weis points of the seat that scores them (HAN-W3)."""
    winner = weis_winner(deal)
    own = [claim.points for claim in deal.own.claims if claim.what == "weis" and claim.seat == winner]
    return {} if winner is None else {winner: sum(own)}


def stock_points(deal: HandjassDeal) -> dict[Seat, int]:
    """Stöck of those who announced it, or showed both cards in a Weis that scores (HAN-W5)."""
    said = {claim.seat for claim in deal.own.claims if claim.what == "stock"}
    winner = weis_winner(deal)
    shown = {card for claim in deal.own.claims if claim.what == "weis" and claim.seat == winner for card in claim.cards}
    silent = {winner} if winner is not None and royal(deal) <= shown else set[Seat]()
    return dict.fromkeys(said | silent, STOCK)
