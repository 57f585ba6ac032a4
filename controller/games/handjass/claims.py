"""Claims that the cards refute: Weis, Stöck and the exchange (HAN-W1, HAN-W2, HAN-W5, HAN-X1).

A claim is refuted when no hand that fits the cards seen could make it; never because it is unlikely.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from controller.games.handjass.state import HAND, HandjassDeal, known, six, turned_at
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
from controller.games.weis.worth import Scale
from controller.record.cards import Card
from controller.rules.game import Fault

RULES: Final = {"weis": "HAN-W1", "stock": "HAN-W5", "exchange": "HAN-X1"}
"""The rule that says what a claim means."""

SCALE: Final = Scale((20, 50, 100), (("10", 100), ("J", 200), ("Q", 100), ("K", 100), ("A", 100)))
"""What Weis count: the longest sequences as one of five, four of the ranks from ten on (HAN-W1)."""
SCALE_WITH_NINES: Final = Scale(SCALE.runs, (*SCALE.fours, ("9", 150)))
"""The same where four nines count, too."""


def scale(deal: HandjassDeal) -> Scale:
    """What Weis count at this table (HAN-W1)."""
    nines = int(str(deal.rules["four_nines"]))
    return SCALE_WITH_NINES if nines else SCALE


def royal(deal: HandjassDeal) -> frozenset[Card]:
    """King and queen of trump (HAN-W5)."""
    suit = deal.own.turned.suit
    return frozenset((Card(suit + "K"), Card(suit + "Q")))


def newly_refuted(deal: HandjassDeal) -> tuple[HandClaim, ...]:
    """The claims that do not stand against what is seen, and were not refuted before."""
    before = deal.own.refuted
    return tuple(claim for claim in deal.own.claims if claim.event not in before and _rule_broken(deal, claim))


def claim_faults(deal: HandjassDeal, fresh: Sequence[HandClaim], newest: Card | None) -> Iterator[Fault]:
    """The verdicts on refuted claims; ``newest`` is the card that refutes them, if one just came."""
    for claim in fresh:
        name, proof = deal.rules.names[claim.seat], (newest,) if newest else None
        text = disagrees(name, claim, newest)
        rule = _rule_broken(deal, claim) or RULES[claim.what]
        card = claim.cards[0] if claim.what == "exchange" else None
        yield Fault("false-declaration", claim.seat, rule, text, card, proof, claim.event)


def mark_claims(deal: HandjassDeal, fresh: tuple[HandClaim, ...]) -> HandjassDeal:
    """The deal with these claims marked as refuted; they count as declared all the same."""
    refuted = deal.own.refuted | {claim.event for claim in fresh}
    return replace(deal, own=replace(deal.own, refuted=refuted, fresh=fresh))


def _rule_broken(deal: HandjassDeal, claim: HandClaim) -> str | None:
    """The rule that a claim shows broken, or None while some hand could make it."""
    held, barred = _held_and_barred(deal, claim)
    if claim.what == "exchange":
        return None if _exchange_stands(deal, held, barred) else RULES[claim.what]
    if claim.what == "stock":
        return None if fits(held, barred, royal(deal), HAND) else RULES[claim.what]
    fitting = [cards for cards in sets(claim, scale(deal)) if fits(held, barred, cards, HAND)]
    if not fitting:
        return RULES[claim.what]
    before = [list(sets(other, scale(deal))) for other in earlier(deal.own, claim) if other.seat == claim.seat]
    return None if together(held, barred, [fitting, *before], HAND) else "HAN-W2"


def _held_and_barred(deal: HandjassDeal, claim: HandClaim) -> tuple[frozenset[Card], frozenset[Card]]:
    """What the seat is known to have held, and what it cannot have: seen from others, shown by them or elsewhere."""
    where, seen = known(deal), seen_from(deal, claim.seat)
    held = seen | {card for card, at in where.items() if at == claim.seat}
    elsewhere = {card for card, at in where.items() if at != claim.seat}
    shown = {card for other in earlier(deal.own, claim) if other.seat != claim.seat for card in other.cards}
    return held, (seen_elsewhere(deal, claim.seat) | elsewhere | shown) - seen


def _exchange_stands(deal: HandjassDeal, held: frozenset[Card], barred: frozenset[Card]) -> bool:
    """Whether the 6 was given and the turned-up card taken, as far as is seen (HAN-X1)."""
    others = {play.seat for play in (*deal.plays(), *deal.exposed) if play.card == six(deal)}
    in_place = all(seat == turned_at(deal) for seat in others)
    return in_place and fits(held, barred, frozenset((deal.own.turned,)), HAND)
