"""Claims that the cards refute: Weis, Stöck and the exchange (HAN-W1, HAN-W2, HAN-W5, HAN-X1).

A claim is refuted when no hand that fits the cards seen could make it; never because it is unlikely.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from controller.games.handjass import weis
from controller.games.handjass.state import (
    HAND,
    HandClaim,
    HandjassDeal,
    known,
    seen_elsewhere,
    seen_from,
    six,
    turned_at,
)
from controller.record.cards import Card
from controller.record.message import Message
from controller.rules.game import Fault

RULES: Final = {"weis": "HAN-W1", "stock": "HAN-W5", "exchange": "HAN-X1"}
"""The rule that says what a claim means."""

Sets = Sequence[frozenset[Card]]


def four_nines(deal: HandjassDeal) -> int:
    """The points of four nines (HAN-W1)."""
    return int(str(deal.rules["four_nines"]))


def royal(deal: HandjassDeal) -> frozenset[Card]:
    """King and queen of trump (HAN-W5)."""
    suit = deal.own.turned.suit
    return frozenset((Card(suit + "K"), Card(suit + "Q")))


def newly_refuted(deal: HandjassDeal) -> tuple[HandClaim, ...]:
    """The claims that do not stand against what is seen, and were not refuted before."""
    before = deal.own.refuted
    return tuple(claim for claim in deal.own.claims if claim.event not in before and _rule_broken(deal, claim))


def faults(deal: HandjassDeal, fresh: Sequence[HandClaim], newest: Card | None) -> Iterator[Fault]:
    """The verdicts on refuted claims; ``newest`` is the card that refutes them, if one just came."""
    for claim in fresh:
        name, proof = deal.rules.names[claim.seat], (newest,) if newest else None
        text = _disagrees(name, claim, newest)
        rule = _rule_broken(deal, claim) or RULES[claim.what]
        card = claim.cards[0] if claim.what == "exchange" else None
        yield Fault("false-declaration", claim.seat, rule, text, card, proof, claim.event)


def marked(deal: HandjassDeal, fresh: tuple[HandClaim, ...]) -> HandjassDeal:
    """The deal with these claims marked as refuted; they count as declared all the same."""
    refuted = deal.own.refuted | {claim.event for claim in fresh}
    return replace(deal, own=replace(deal.own, refuted=refuted, fresh=fresh))


def _disagrees(name: str, claim: HandClaim, newest: Card | None) -> Message:
    if newest is None:
        return _disagrees_with_all(name, claim)
    match claim.what:
        case "weis":
            return Message(
                "{name} announced a Weis of {n}; {card}, just played does not agree with it.",
                name=name,
                n=claim.points,
                card=newest,
            )
        case "stock":
            return Message(
                "{name} announced Stöck; {card}, just played does not agree with it.", name=name, card=newest
            )
        case "exchange":
            return Message(
                "{name} announced the exchange of the trump 6; {card}, just played does not agree with it.",
                name=name,
                card=newest,
            )


def _disagrees_with_all(name: str, claim: HandClaim) -> Message:
    match claim.what:
        case "weis":
            return Message(
                "{name} announced a Weis of {n}; the cards known so far does not agree with it.",
                name=name,
                n=claim.points,
            )
        case "stock":
            return Message("{name} announced Stöck; the cards known so far does not agree with it.", name=name)
        case "exchange":
            return Message(
                "{name} announced the exchange of the trump 6; the cards known so far does not agree with it.",
                name=name,
            )


def _rule_broken(deal: HandjassDeal, claim: HandClaim) -> str | None:
    """The rule that a claim shows broken, or None while some hand could make it."""
    held, barred = _held_and_barred(deal, claim)
    if claim.what == "exchange":
        return None if _exchange_stands(deal, held, barred) else RULES[claim.what]
    if claim.what == "stock":
        return None if _fits(held, barred, royal(deal)) else RULES[claim.what]
    fitting = [cards for cards in _sets(deal, claim) if _fits(held, barred, cards)]
    if not fitting:
        return RULES[claim.what]
    earlier = [list(_sets(deal, other)) for other in _earlier(deal, claim) if other.seat == claim.seat]
    return None if _together(held, barred, frozenset(), [fitting, *earlier]) else "HAN-W2"


def _sets(deal: HandjassDeal, claim: HandClaim) -> Iterator[frozenset[Card]]:
    """The sets of cards of which a seat must hold one for its Weis to be true."""
    if not claim.cards:
        yield from weis.shortest(claim.points, four_nines(deal))
    elif any(one.points >= claim.points for one in weis.within(claim.cards, four_nines(deal))):
        yield frozenset(claim.cards)


def _earlier(deal: HandjassDeal, claim: HandClaim) -> Iterator[HandClaim]:
    """Weis announced before this one and not refuted."""
    for other in deal.own.claims:
        if other.event == claim.event:
            return
        if other.what == "weis" and other.event not in deal.own.refuted:
            yield other


def _held_and_barred(deal: HandjassDeal, claim: HandClaim) -> tuple[frozenset[Card], frozenset[Card]]:
    """What the seat is known to have held, and what it cannot have: seen from others, shown by them or elsewhere."""
    where, seen = known(deal), seen_from(deal, claim.seat)
    held = seen | {card for card, at in where.items() if at == claim.seat}
    elsewhere = {card for card, at in where.items() if at != claim.seat}
    shown = {card for other in _earlier(deal, claim) if other.seat != claim.seat for card in other.cards}
    return held, (seen_elsewhere(deal, claim.seat) | elsewhere | shown) - seen


def _fits(held: frozenset[Card], barred: frozenset[Card], cards: frozenset[Card]) -> bool:
    """Whether a hand of nine could hold these cards beside those known to be in it."""
    return cards.isdisjoint(barred) and len(held | cards) <= HAND


def _together(held: frozenset[Card], barred: frozenset[Card], used: frozenset[Card], claims: Sequence[Sets]) -> bool:
    """Whether one hand could hold a set of each claim, no card in two of them (HAN-W2)."""
    if not claims:
        return _fits(held, barred, used)
    first, *rest = claims
    return any(
        _fits(held, barred, used | cards) and _together(held, barred, used | cards, rest)
        for cards in first
        if used.isdisjoint(cards)
    )


def _exchange_stands(deal: HandjassDeal, held: frozenset[Card], barred: frozenset[Card]) -> bool:
    """Whether the 6 was given and the turned-up card taken, as far as is seen (HAN-X1)."""
    others = {play.seat for play in (*deal.plays(), *deal.exposed) if play.card == six(deal)}
    in_place = all(seat == turned_at(deal) for seat in others)
    return in_place and _fits(held, barred, frozenset((deal.own.turned,)))
