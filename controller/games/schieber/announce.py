"""Announcements of Weis and Stöck in Schieber: their time, and the pair whose Weis count (SCH-W3 to SCH-W7)."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from controller.games import jass
from controller.games.pair_game import pair
from controller.games.schieber.counts import scale, terms
from controller.games.schieber.state import SchieberDeal, SchieberState
from controller.games.weis import claims as weis_claims
from controller.games.weis import worth
from controller.games.weis.claims import HandClaim, seen_from
from controller.games.weis.refute import faults, marked, newly_refuted, royal
from controller.games.weis.worth import STOCK, Strength
from controller.record.events import Declare, Seat
from controller.record.message import Message
from controller.rules.parts import Fault, Outcome

MayBeOut = Callable[[SchieberDeal, Seat], bool]
"""Whether a seat's pair may have enough points to win as a deal stands."""


def declare(deal: SchieberDeal, number: int, event: Declare) -> Outcome[SchieberState] | Message:
    """Apply a seat's announcement of a Weis or Stöck."""
    if event.what not in ("weis", "stock"):
        return Message("there is no {kind} in {game}", kind=event.what, game="Schieber")
    if any(card not in jass.DECK for card in event.cards or ()):
        return Message("the cards of the {kind} are not all of {game}", kind=event.what, game="Schieber")
    if event.what == "weis" and deal.rules["weis"] == "none":
        return Message("no Weis is announced at this table")
    claim = _claim(deal, number, event)
    if event.what == "stock":
        return _declare_stock(deal, claim, event)
    if claim.points not in {one.points for one in worth.every(scale(deal.rules))}:
        name = deal.rules.names[event.seat]
        text = Message("{name} announced a Weis of {n}, and none counts that.", name=name, n=claim.points)
        return Outcome(deal, (Fault("illegal-call", event.seat, "SCH-W1", text),))
    if why := _no_weis(deal, claim):
        text = Message("{name} cannot announce weis: {why}.", name=deal.rules.names[event.seat], why=why)
        return Outcome(deal, (Fault("illegal-call", event.seat, "SCH-W4", text),))
    return _judged(_with(deal, claim), claim)


def _declare_stock(deal: SchieberDeal, claim: HandClaim, event: Declare) -> Outcome[SchieberState] | Message:
    """Apply Stöck with its second card; at any other moment it stays open, to be judged at once (SCH-W5 to SCH-W7)."""
    if again := weis_claims.repeated_stock(_with_second(deal), event):
        return _cannot(deal, claim.seat, again)
    if why := _never_stock(deal, event):
        return Outcome(deal, (_no_stock(deal, claim.seat, why),))
    if any(one.trick and one.seat == claim.seat for one in deal.own.claims):
        return Outcome(deal)
    if weis_claims.mistimed_stock(deal, claim.seat, royal(deal)) is None:
        return _judged(_with(deal, claim), claim)
    with_cards = replace(claim, trick=max(1, _cards_of(deal, claim.seat)), cards=event.cards or ())
    return _judged(replace(_with(deal, with_cards), open_words=(*deal.open_words, with_cards.event)), with_cards)


def declare_after_thanks(
    deal: SchieberDeal, number: int, event: Declare, *, stock_is_enough: bool
) -> Outcome[SchieberState] | None:
    """Apply a word after thanks for trick 1: Stöck that is enough, or a Weis still in time (SCH-G5)."""
    if event.what == "weis":
        outcome = None if _no_weis(deal, _claim(deal, number, event)) else declare(deal, number, event)
        return outcome if isinstance(outcome, Outcome) else None
    if event.what != "stock" or not stock_is_enough or _never_stock(deal, event):
        return None
    claim = replace(_claim(deal, number, event), trick=1, cards=event.cards or ())
    return _judged(_with(deal, claim), claim)


def weigh_stock(deal: SchieberDeal, event: int, may_be_out: MayBeOut) -> Outcome[SchieberState] | None:
    """Whether open Stöck goes out or with a Weis; None: that Weis may still be announced (SCH-W6, SCH-W7)."""
    claim = next(one for one in deal.own.claims if one.event == event)
    settled = replace(deal, open_words=tuple(one for one in deal.open_words if one != event))
    if event in deal.own.refuted or _goes_with_weis(deal, claim.seat) or may_be_out(settled, claim.seat):
        return Outcome(deal)
    if _may_announce(deal, claim.seat):
        return None
    others = tuple(one for one in deal.own.claims if one != claim)
    why = weis_claims.mistimed_stock(deal, claim.seat, royal(deal)) or weis_claims.STOCK_EARLY
    fault = replace(_no_stock(deal, claim.seat, why), event=event)
    return Outcome(replace(deal, own=replace(deal.own, claims=others)), (fault,))


def _with(deal: SchieberDeal, claim: HandClaim) -> SchieberDeal:
    return replace(deal, own=replace(deal.own, claims=(*deal.own.claims, claim)))


def _judged(deal: SchieberDeal, claim: HandClaim) -> Outcome[SchieberState]:
    """Return the deal with its newest announcement, and the faults that the cards show in it at once."""
    weis_terms = terms(deal.rules)
    fresh = tuple(one for one in newly_refuted(deal, weis_terms) if one == claim)
    return Outcome(marked(deal, fresh), tuple(faults(deal, fresh, None, weis_terms)))


def _no_stock(deal: SchieberDeal, seat: Seat, why: Message) -> Fault:
    return Fault("illegal-call", seat, "SCH-W5", _cannot(deal, seat, why))


def _cannot(deal: SchieberDeal, seat: Seat, why: Message) -> Message:
    return Message("{name} cannot announce stock: {why}.", name=deal.rules.names[seat], why=why)


def _claim(deal: SchieberDeal, number: int, event: Declare) -> HandClaim:
    """Return the announcement; a Weis that was only shown has the points of its cards."""
    if event.what == "stock":
        return HandClaim(number, event.seat, "stock", STOCK)
    cards = event.cards or ()
    counted = max((one.points for one in worth.within(cards, scale(deal.rules))), default=0)
    points = counted if event.points is None else event.points
    return HandClaim(number, event.seat, "weis", points, cards, first=_is_first(deal, event.seat))


def _is_first(deal: SchieberDeal, seat: Seat) -> bool:
    """Whether no card lies on the one that this seat has played to trick 1, or it has played none (SCH-W4)."""
    if deal.tricks:
        return len(deal.tricks) == 1 and not deal.open.plays and deal.tricks[0].seats[-1:] == (seat,)
    return seat not in deal.open.seats or deal.open.seats[-1] == seat


def _may_announce(deal: SchieberDeal, seat: Seat) -> bool:
    """Whether a seat can still announce its first Weis (SCH-W4)."""
    return deal.rules["weis"] != "none" and _is_first(deal, seat)


def _goes_with_weis(deal: SchieberDeal, seat: Seat) -> bool:
    """Whether a seat has announced a Weis, and has not gone on to the second trick (SCH-W7)."""
    return _cards_of(deal, seat) <= 1 and any(one.seat == seat for one in first_claims(deal))


def _cards_of(deal: SchieberDeal, seat: Seat) -> int:
    return sum(play.seat == seat for play in deal.plays())


def _no_weis(deal: SchieberDeal, claim: HandClaim) -> Message | None:
    """Explain why this Weis cannot be announced now (SCH-W4)."""
    if deal.own.contract is None or deal.own.contract.missing:
        return Message("the play has not begun")
    if claim.first:
        return None
    if not deal.tricks:
        return Message("another card lies on the own first card")
    began = any(one.seat == claim.seat for one in first_claims(deal))
    return None if began else Message("nothing was announced with the own first card")


def no_stock(deal: SchieberDeal, event: Declare) -> Message | None:
    """Explain why Stöck cannot be announced with the second of its cards now (SCH-W5)."""
    return _never_stock(deal, event) or weis_claims.mistimed_stock(deal, event.seat, royal(deal))


def _never_stock(deal: SchieberDeal, event: Declare) -> Message | None:
    """Explain why Stöck can never be announced; a seat that showed it may say it again with the second card."""
    if not deal.rules["stock"]:
        return Message("Stöck is not announced at this table")
    return weis_claims.never_stock(_with_second(deal), event) if deal.trump else Message("there is no trump")


def _with_second(deal: SchieberDeal) -> Iterator[HandClaim]:
    """Return the announcements, but for Stöck that was shown before its second card."""
    return (claim for claim in deal.own.claims if not claim.trick)


def first_claims(deal: SchieberDeal) -> Iterator[HandClaim]:
    """Return the Weis announced with the cards of trick 1."""
    return (claim for claim in deal.own.claims if claim.kind == "weis" and claim.first)


def strength(deal: SchieberDeal, claim: HandClaim) -> tuple[Strength, int]:
    """Rank an announced Weis; without its cards by the seat's own played ones (SCH-W3)."""
    seats, low = deal.rules.seats, deal.own.low
    cards = claim.cards or tuple(seen_from(deal, claim.seat))
    nearest = -((claim.seat - deal.dealer - 1) % seats)
    return worth.best_of(claim.points, cards, deal.trump, scale(deal.rules), low=low), nearest


def weis_winner(deal: SchieberDeal) -> Seat | None:
    """Return the seat with the strongest Weis announced; its pair alone scores its Weis (SCH-W3)."""
    best = max(first_claims(deal), key=lambda claim: strength(deal, claim), default=None)
    return best.seat if best else None


def weis_points(deal: SchieberDeal) -> Mapping[int, int]:
    """Return the Weis points by pair: all of one, none of the other (SCH-W3)."""
    winner = weis_winner(deal)
    if winner is None:
        return {}
    points = [claim.points for claim in deal.own.claims if claim.kind == "weis" and pair(claim.seat) == pair(winner)]
    return {pair(winner): sum(points)}


def as_best_for(deal: SchieberDeal, side: int) -> SchieberDeal:
    """Drop the other pair's Weis from the deal, if the comparison rests on cards that nobody has shown."""
    most = max((claim.points for claim in first_claims(deal)), default=0)
    best = [claim for claim in first_claims(deal) if claim.points == most]
    if all(claim.cards for claim in best) or all(pair(claim.seat) != side for claim in best):
        return deal
    claims = tuple(claim for claim in deal.own.claims if claim.kind == "stock" or pair(claim.seat) == side)
    return replace(deal, own=replace(deal.own, claims=claims))


def stock_tricks(deal: SchieberDeal) -> Mapping[int, int]:
    """Return the trick, from 1, in which Stöck was completed or shown, by the announcing pair (SCH-W5 to SCH-W7).

    Stöck that was shown before and refuted by cards does not count; nor does one that waits for its Weis.
    """
    tricks = [deal.trick_of(play.event) or 0 for play in deal.plays() if play.card in royal(deal)]
    counting = [
        claim
        for claim in deal.own.claims
        if claim.kind == "stock"
        and claim.event not in deal.open_words
        and not (claim.trick and claim.event in deal.own.refuted)
    ]
    return {pair(claim.seat): claim.trick or max(tricks, default=0) for claim in counting}
