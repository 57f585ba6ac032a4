"""Announcements that the cards refute, and the places of cards shown for them (SCH-W, BEL-A, BEL-R).

What differs from game to game are the terms: what counts how much, and the rules that are cited.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeVar

from controller.games.faults import holder_phrase, impossible_card
from controller.games.weis.claims import (
    Beside,
    HandClaim,
    apart,
    disagrees,
    earlier,
    fits,
    seen_elsewhere,
    seen_from,
    sets,
    standing_before,
    together,
)
from controller.games.weis.worth import Scale
from controller.record.cards import Card
from controller.record.events import Seat
from controller.rules.deal import AnyDeal, Deal, Play
from controller.rules.layout import Layout, hands, shown, with_declared
from controller.rules.parts import Fault


@dataclass(frozen=True, slots=True)
class ClaimState:
    """The announcements of a deal: the part of its state that games with Weis share."""

    claims: tuple[HandClaim, ...] = ()
    """All claims, oldest first."""
    refuted: frozenset[int] = frozenset()
    """Events of the claims that cards refute."""
    fresh: tuple[HandClaim, ...] = ()
    """Claims that the newest card refutes."""


A = TypeVar("A", bound=ClaimState)
_NOBODYS: Final[Mapping[Card, Seat]] = {}


@dataclass(frozen=True, slots=True)
class Terms:
    """The scale of announcements at a table, and the rules that are cited."""

    scale: Scale
    weis: str
    """The rule that defines a Weis."""
    pair: str
    """The rule of king and queen of trump."""
    several: str
    """The rule of cards that count in more than one."""
    beside: Beside = apart


def royal(deal: AnyDeal) -> frozenset[Card]:
    """Return king and queen of trump; none where there is no trump."""
    return frozenset((Card(deal.trump + "K"), Card(deal.trump + "Q"))) if deal.trump else frozenset()


def newly_refuted(deal: Deal[A], terms: Terms) -> tuple[HandClaim, ...]:
    """Return the claims that do not stand against the cards seen, and were not refuted before."""
    before = deal.own.refuted
    return tuple(claim for claim in deal.own.claims if claim.event not in before and _rule_broken(deal, claim, terms))


def faults(deal: Deal[A], fresh: Sequence[HandClaim], newest: Card | None, terms: Terms) -> Iterator[Fault]:
    """Yield the verdicts on refuted claims; ``newest`` is the card that refutes them, if one just came."""
    for claim in fresh:
        text = disagrees(deal.rules.names[claim.seat], claim, newest)
        rule = _rule_broken(deal, claim, terms) or (terms.weis if claim.kind == "weis" else terms.pair)
        proof = (newest,) if newest else None
        yield Fault("false-declaration", claim.seat, rule, text, None, proof, claim.event)


def marked(deal: Deal[A], fresh: tuple[HandClaim, ...]) -> Deal[A]:
    """Mark these claims as refuted in the deal; they still count as declared."""
    refuted = deal.own.refuted | {claim.event for claim in fresh}
    return replace(deal, own=replace(deal.own, refuted=refuted, fresh=fresh))


def _rule_broken(deal: Deal[A], claim: HandClaim, terms: Terms) -> str | None:
    """Return the rule that a claim breaks, or None while some hand could make it."""
    in_hand, barred = _certain_cards(deal, claim)
    if claim.kind != "weis":
        is_pair = royal(deal).issuperset(claim.cards)
        return None if is_pair and fits(in_hand, barred, royal(deal), deal.size) else terms.pair
    fitting = [cards for cards in sets(claim, terms.scale) if fits(in_hand, barred, cards, deal.size)]
    if not fitting:
        return terms.weis
    before = [list(sets(other, terms.scale)) for other in earlier(deal.own, claim) if other.seat == claim.seat]
    return None if together(in_hand, barred, [fitting, *before], deal.size, terms.beside) else terms.several


def _certain_cards(deal: Deal[A], claim: HandClaim) -> tuple[frozenset[Card], frozenset[Card]]:
    """Separate the cards the seat has held for certain from those it cannot have, seen or shown elsewhere."""
    dealt, played = deal.hands or {}, seen_from(deal, claim.seat)
    in_hand = played | frozenset(dealt.get(claim.seat, ()))
    elsewhere = {card for seat, hand in dealt.items() if seat != claim.seat for card in hand}
    of_others = {card for other in standing_before(deal.own, claim) if other.seat != claim.seat for card in other.cards}
    return in_hand, (seen_elsewhere(deal, claim.seat) | elsewhere | of_others) - played


def layout(deck: tuple[Card, ...], deal: Deal[A], holders: Mapping[Card, Seat] = _NOBODYS) -> Layout:
    """Return the hands; cards shown for a Weis or Stöck lie in the hand of the seat that showed them.

    Args:
        deck: the game's deck.
        deal: the deal.
        holders: other cards that everybody knows to have been in a hand when the play began.
    """
    table = deal.own
    standing = [claim for claim in table.claims if claim.event not in table.refuted]
    doubted = (claim for claim in table.claims if claim.event in table.refuted and claim.cards)
    return with_declared(deck, deal, standing, doubted, lambda believed: _laid(deal, believed, holders))


def _laid(deal: Deal[A], believed: Iterable[HandClaim], holders: Mapping[Card, Seat]) -> Layout:
    places = hands(deal)
    where, gone = shown(deal, places), {play.card for play in deal.plays()}
    lying = [*holders.items(), *((card, claim.seat) for claim in believed for card in claim.cards)]
    for card, seat in lying:
        if card not in gone:
            here = frozenset(number for number, place in enumerate(places) if place.seat == seat)
            where[card] = where.get(card, here) & here
    return Layout(places, where)


def impossible(deal: Deal[A], play: Play, holders: Mapping[Card, Seat] = _NOBODYS) -> Fault | None:
    """Return the fault of a card that another seat has shown, or that is known to lie in another hand."""
    dealt = [seat for seat, hand in (deal.hands or {}).items() if play.card in hand]
    dealt += [holders[play.card]] if play.card in holders else []
    claimants = [claim.seat for claim in deal.own.claims if play.card in claim.cards]
    owners = dealt or claimants
    if {*dealt, *claimants} <= {play.seat}:
        return None
    owner = next((seat for seat in owners if seat != play.seat), claimants[0] if claimants else play.seat)
    return impossible_card(deal, play, holder_phrase(deal, owner))
