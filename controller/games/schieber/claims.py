"""Weis and Stöck of Schieber that the cards refute, and where shown cards lie (SCH-W1, SCH-W2, SCH-W5)."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from controller.games.schieber.counts import scale
from controller.games.schieber.state import SchieberDeal
from controller.games.weis.claims import (
    HandClaim,
    disagrees,
    earlier,
    fits,
    seen_elsewhere,
    seen_from,
    sets,
    together,
)
from controller.record.cards import Card
from controller.record.message import Message
from controller.rules.deal import Play
from controller.rules.game import Fault
from controller.rules.layout import Layout, hands, shown, with_declared

RULES: Final = {"weis": "SCH-W1", "stock": "SCH-W5"}
"""The rule that says what a claim means."""


def royal(deal: SchieberDeal) -> frozenset[Card]:
    """King and queen of trump; none where there is no trump (SCH-W5)."""
    return frozenset((Card(deal.trump + "K"), Card(deal.trump + "Q"))) if deal.trump else frozenset()


def newly_refuted(deal: SchieberDeal) -> tuple[HandClaim, ...]:
    """The claims that do not stand against what is seen, and were not refuted before."""
    before = deal.own.refuted
    return tuple(claim for claim in deal.own.claims if claim.event not in before and _rule_broken(deal, claim))


def faults(deal: SchieberDeal, fresh: Sequence[HandClaim], newest: Card | None) -> Iterator[Fault]:
    """The verdicts on refuted claims; ``newest`` is the card that refutes them, if one just came."""
    for claim in fresh:
        text = disagrees(deal.rules.names[claim.seat], claim, newest)
        rule = _rule_broken(deal, claim) or RULES[claim.what]
        proof = (newest,) if newest else None
        yield Fault("false-declaration", claim.seat, rule, text, None, proof, claim.event)


def marked(deal: SchieberDeal, fresh: tuple[HandClaim, ...]) -> SchieberDeal:
    """The deal with these claims marked as refuted; they count as declared all the same."""
    refuted = deal.own.refuted | {claim.event for claim in fresh}
    return replace(deal, own=replace(deal.own, refuted=refuted, fresh=fresh))


def _rule_broken(deal: SchieberDeal, claim: HandClaim) -> str | None:
    """The rule that a claim shows broken, or None while some hand could make it."""
    held, barred = _held_and_barred(deal, claim)
    if claim.what == "stock":
        return None if fits(held, barred, royal(deal), deal.size) else RULES[claim.what]
    worth = scale(deal.rules)
    fitting = [cards for cards in sets(claim, worth) if fits(held, barred, cards, deal.size)]
    if not fitting:
        return RULES[claim.what]
    before = [list(sets(other, worth)) for other in earlier(deal.own, claim) if other.seat == claim.seat]
    return None if together(held, barred, [fitting, *before], deal.size, beside) else "SCH-W2"


def beside(one: frozenset[Card], other: frozenset[Card]) -> bool:
    """Whether two Weis may be announced of one hand: a card counts in a sequence and in four of its rank (SCH-W2)."""
    return one.isdisjoint(other) or _is_run(one) != _is_run(other)


def _is_run(cards: frozenset[Card]) -> bool:
    return len({card.suit for card in cards}) == 1


def _held_and_barred(deal: SchieberDeal, claim: HandClaim) -> tuple[frozenset[Card], frozenset[Card]]:
    """What the seat is known to have held, and what it cannot have: seen from others, or shown by them."""
    dealt, seen = deal.hands or {}, seen_from(deal, claim.seat)
    held = seen | frozenset(dealt.get(claim.seat, ()))
    elsewhere = {card for seat, hand in dealt.items() if seat != claim.seat for card in hand}
    told = {card for other in earlier(deal.own, claim) if other.seat != claim.seat for card in other.cards}
    return held, (seen_elsewhere(deal, claim.seat) | elsewhere | told) - seen


def layout(deck: tuple[Card, ...], deal: SchieberDeal) -> Layout:
    """The hands; cards shown for a Weis lie in the hand of who showed them."""
    table = deal.own
    standing = [claim for claim in table.claims if claim.event not in table.refuted]
    doubted = (claim for claim in table.claims if claim.event in table.refuted and claim.cards)
    return with_declared(deck, deal, standing, doubted, lambda believed: _laid(deal, believed))


def _laid(deal: SchieberDeal, believed: Iterable[HandClaim]) -> Layout:
    places = hands(deal)
    where, gone = shown(deal, places), {play.card for play in deal.plays()}
    for claim in believed:
        here = frozenset(number for number, place in enumerate(places) if place.seat == claim.seat)
        for card in claim.cards:
            if card not in gone:
                where[card] = where.get(card, here) & here
    return Layout(places, where)


def impossible(deal: SchieberDeal, play: Play) -> Fault | None:
    """A card that another seat has shown for a Weis, or that lies in a hand that was shown."""
    dealt = [seat for seat, hand in (deal.hands or {}).items() if play.card in hand]
    told = [claim.seat for claim in deal.own.claims if play.card in claim.cards]
    owners = dealt or told
    if {*dealt, *told} <= {play.seat}:
        return None
    owner = next((seat for seat in owners if seat != play.seat), told[0] if told else play.seat)
    names = deal.rules.names
    why = Message("is known to be with {name}", name=names[owner])
    name = names[play.seat]
    text = Message("{name} played {card}, which {why}; please check that card.", name=name, card=play.card, why=why)
    return Fault("impossible-card", play.seat, "CARD", text, play.card)
