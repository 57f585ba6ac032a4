"""Announcing Weis and Stöck: when, in which order, and whose Weis score (HAN-W3, HAN-W4, HAN-W5)."""

from collections.abc import Iterator
from dataclasses import replace

from controller.games import jass
from controller.games.handjass.calls import HandjassOutcome, refused
from controller.games.handjass.claims import claim_faults, mark_claims, newly_refuted, royal, scale
from controller.games.handjass.state import HandjassDeal
from controller.games.weis import claims as weis_claims
from controller.games.weis import worth
from controller.games.weis.claims import HandClaim, seen_from
from controller.games.weis.worth import STOCK, Strength
from controller.record.events import Declare, Seat
from controller.record.message import Message
from controller.rules.game import Outcome


def declare(deal: HandjassDeal, number: int, event: Declare) -> HandjassOutcome | Message:
    """A seat announces a Weis or Stöck."""
    if event.what not in ("weis", "stock"):
        return Message("there is no {kind} in {game}", kind=event.what, game="Handjass")
    if any(card not in jass.DECK for card in event.cards or ()):
        return Message("the cards of the {kind} are not all of {game}", kind=event.what, game="Handjass")
    if again := weis_claims.said_stock(deal.own.claims, event):
        return _cannot(deal, event, again)
    claim = _claim(deal, number, event)
    if event.what == "weis" and claim.points not in {one.points for one in worth.every(scale(deal))}:
        name = deal.rules.names[event.seat]
        text = Message("{name} announced a Weis of {n}, and none counts that.", name=name, n=claim.points)
        return refused(deal, "illegal-call", event.seat, "HAN-W1", text)
    why = _no_weis(deal, claim) if event.what == "weis" else no_stock(deal, event)
    if why:
        rule = "HAN-W4" if event.what == "weis" else "HAN-W5"
        return refused(deal, "illegal-call", event.seat, rule, _cannot(deal, event, why))
    deal = replace(deal, own=replace(deal.own, claims=(*deal.own.claims, claim)))
    fresh = tuple(one for one in newly_refuted(deal) if one == claim)
    return Outcome(mark_claims(deal, fresh), tuple(claim_faults(deal, fresh, None)))


def _cannot(deal: HandjassDeal, event: Declare, why: Message) -> Message:
    name = deal.rules.names[event.seat]
    if event.what == "weis":
        return Message("{name} cannot announce weis: {why}.", name=name, why=why)
    return Message("{name} cannot announce stock: {why}.", name=name, why=why)


def _claim(deal: HandjassDeal, number: int, event: Declare) -> HandClaim:
    """The announcement; a Weis that was only shown counts what its cards do."""
    if event.what == "stock":
        return HandClaim(number, event.seat, "stock", STOCK)
    shown = event.cards or ()
    counted = max((one.points for one in worth.within(shown, scale(deal))), default=0)
    points = counted if event.points is None else event.points
    return HandClaim(number, event.seat, "weis", points, shown, first=not deal.tricks)


def _no_weis(deal: HandjassDeal, claim: HandClaim) -> Message | None:
    """Why this Weis cannot be announced now (HAN-W4)."""
    if not _plays(deal, claim.seat):
        return Message("the seat is not in the play")
    if deal.tricks:
        return None if claim.seat in _may_lead(deal) else Message("only the strongest Weis scores")
    if claim.seat in deal.open.seats:
        return Message("the own first card lies already")
    standing = max((other.points for other in first_claims(deal)), default=0)
    return Message("{n} stands announced", n=standing) if claim.points < standing else None


def _plays(deal: HandjassDeal, seat: Seat) -> bool:
    return deal.own.to_say is None and seat in deal.seats


def no_stock(deal: HandjassDeal, event: Declare) -> Message | None:
    """Why Stöck cannot be announced now (HAN-W5)."""
    if not _plays(deal, event.seat):
        return Message("the seat is not in the play")
    return weis_claims.no_stock(deal, deal.own.claims, event, royal(deal))


def first_claims(deal: HandjassDeal) -> Iterator[HandClaim]:
    """The Weis announced with the cards of trick 1."""
    return (claim for claim in deal.own.claims if claim.what == "weis" and claim.first)


def strength(deal: HandjassDeal, claim: HandClaim) -> tuple[Strength, int]:
    """How an announced Weis compares; without its cards the seat's own played ones tell (HAN-W3)."""
    table = deal.own
    shown = claim.cards or tuple(seen_from(deal, claim.seat))
    nearest = -table.players.index(claim.seat)
    return worth.best_of(claim.points, shown, deal.trump, scale(deal)), nearest


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
