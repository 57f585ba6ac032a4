"""Announcements before the play: in, out and blind, the agreement of two, the exchange of the 6 (HAN-B, HAN-X1)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from controller.games import jass
from controller.games.faults import illegal_bid
from controller.games.handjass.state import (
    FULL,
    HAND,
    HandjassDeal,
    HandjassState,
    blind_cards,
    known_places,
    moved,
    six,
    turned_at,
)
from controller.games.weis import claims as weis_claims
from controller.games.weis import worth
from controller.games.weis.claims import HandClaim, disagrees, earlier, fits, seen_elsewhere, seen_from, sets, together
from controller.games.weis.worth import STOCK, Scale, Strength
from controller.record.cards import Card
from controller.record.events import Agree, Bid, Declare, Exchange, Seat
from controller.record.message import Message
from controller.rules.parts import Fault, Outcome
from controller.rules.results import VerdictKind

# Claims that the cards refute: Weis, Stöck and the exchange (HAN-W1, HAN-W2, HAN-W5, HAN-X1).
#
# A claim is refuted when no hand that fits the cards seen could make it; never because it is unlikely.

RULES: Final = {"weis": "HAN-W1", "stock": "HAN-W5", "exchange": "HAN-X1"}
"""The rule for the meaning of each claim."""

SCALE: Final = Scale((20, 50, 100), (("10", 100), ("J", 200), ("Q", 100), ("K", 100), ("A", 100)))
"""The points of Weis: the longest sequences as one of five, four of the ranks from ten on (HAN-W1)."""
SCALE_WITH_NINES: Final = Scale(SCALE.runs, (*SCALE.fours, ("9", 150)))
"""The same where four nines count, too."""


def scale(deal: HandjassDeal) -> Scale:
    """Return the scale of Weis at this table (HAN-W1)."""
    nines = int(str(deal.rules["four_nines"]))
    return SCALE_WITH_NINES if nines else SCALE


def royal(deal: HandjassDeal) -> frozenset[Card]:
    """Return king and queen of trump (HAN-W5)."""
    suit = deal.own.turned.suit
    return frozenset((Card(suit + "K"), Card(suit + "Q")))


def newly_refuted(deal: HandjassDeal) -> tuple[HandClaim, ...]:
    """Return the claims that do not stand against the cards seen, and were not refuted before."""
    before = deal.own.refuted
    return tuple(claim for claim in deal.own.claims if claim.event not in before and _rule_broken(deal, claim))


def claim_faults(deal: HandjassDeal, fresh: Sequence[HandClaim], newest: Card | None) -> Iterator[Fault]:
    """Yield the verdicts on refuted claims; ``newest`` is the card that refutes them, if one just came."""
    for claim in fresh:
        name, proof = deal.rules.names[claim.seat], (newest,) if newest else None
        text = disagrees(name, claim, newest)
        rule = _rule_broken(deal, claim) or RULES[claim.kind]
        card = claim.cards[0] if claim.kind == "exchange" else None
        yield Fault("false-declaration", claim.seat, rule, text, card, proof, claim.event)


def mark_claims(deal: HandjassDeal, fresh: tuple[HandClaim, ...]) -> HandjassDeal:
    """Mark these claims as refuted in the deal; they still count as declared."""
    refuted = deal.own.refuted | {claim.event for claim in fresh}
    return replace(deal, own=replace(deal.own, refuted=refuted, fresh=fresh))


def _rule_broken(deal: HandjassDeal, claim: HandClaim) -> str | None:
    """Return the rule that a claim breaks, or None while some hand could make it."""
    in_hand, barred = _certain_cards(deal, claim)
    if claim.kind == "exchange":
        return None if _exchange_stands(deal, in_hand, barred) else RULES[claim.kind]
    if claim.kind == "stock":
        return None if fits(in_hand, barred, royal(deal), HAND) else RULES[claim.kind]
    fitting = [cards for cards in sets(claim, scale(deal)) if fits(in_hand, barred, cards, HAND)]
    if not fitting:
        return RULES[claim.kind]
    before = [list(sets(other, scale(deal))) for other in earlier(deal.own, claim) if other.seat == claim.seat]
    return None if together(in_hand, barred, [fitting, *before], HAND) else "HAN-W2"


def _certain_cards(deal: HandjassDeal, claim: HandClaim) -> tuple[frozenset[Card], frozenset[Card]]:
    """Separate the cards the seat has held for certain from those it cannot have, seen or shown elsewhere."""
    where, played = known_places(deal), seen_from(deal, claim.seat)
    in_hand = played | {card for card, at in where.items() if at == claim.seat}
    elsewhere = {card for card, at in where.items() if at != claim.seat}
    of_others = {card for other in earlier(deal.own, claim) if other.seat != claim.seat for card in other.cards}
    return in_hand, (seen_elsewhere(deal, claim.seat) | elsewhere | of_others) - played


def _exchange_stands(deal: HandjassDeal, in_hand: frozenset[Card], barred: frozenset[Card]) -> bool:
    """Whether the 6 was given and the turned-up card taken, as far as is seen (HAN-X1)."""
    others = {play.seat for play in (*deal.plays(), *deal.exposed) if play.card == six(deal)}
    in_place = all(seat == turned_at(deal) for seat in others)
    return in_place and fits(in_hand, barred, frozenset((deal.own.turned,)), HAND)


CALLS: Final = ("in", "out", "blind")
DUEL: Final = 2
"""Players left when nobody can agree on sharing: only one of them scores."""

HandjassOutcome = Outcome[HandjassState]


def bid(deal: HandjassDeal, event: Bid) -> HandjassOutcome | Message:
    """Apply a seat's bid of in, out or blind (HAN-B1, HAN-B2, HAN-B3)."""
    table, name = deal.own, deal.rules.names[event.seat]
    if event.seat != table.speaker:
        return Outcome(deal, (illegal_bid(deal, event, "HAN-B1", _turn_text(deal)),))
    if event.call == "blind" and (len(table.players) == FULL or table.blind is not None):
        why = Message("there is none") if len(table.players) == FULL else Message("it is taken")
        text = Message("{name} asked for the blind, but {why}.", name=name, why=why)
        return refused(deal, "illegal-bid", event.seat, "HAN-B2", text)
    deal = replace(deal, own=replace(table, words=(*table.words, (event.seat, event.call))))
    return _spoken(_take_blind(deal, event.seat) if event.call == "blind" else deal)


def _turn_text(deal: HandjassDeal) -> Message:
    """Explain whose turn it was to speak."""
    if deal.own.speaker is None:
        return Message("all have spoken")
    return Message("it was for {name} to speak", name=deal.rules.names[deal.own.speaker])


def _spoken(deal: HandjassDeal) -> HandjassOutcome:
    """Pass the turn on; after all have spoken or all but one are out, two or more play (HAN-B3, HAN-P1)."""
    table = deal.own
    if table.speaker is not None:
        return Outcome(replace(deal, leader=table.speaker))
    if len(table.staying) < DUEL:
        return Outcome(deal, finished=True)
    return Outcome(replace(deal, seats=tuple(sorted(table.staying)), leader=table.staying[0]))


def _take_blind(deal: HandjassDeal, seat: Seat) -> HandjassDeal:
    """Lay the hand away unseen; the blind becomes the hand (HAN-B2)."""
    if not deal.hands or seat not in deal.hands:
        return deal
    blind = blind_cards(deal)
    others = {at: hand for at, hand in deal.hands.items() if at != seat}
    state = replace(deal.own, laid_away=deal.hands[seat])
    return replace(deal, own=state, hands=others | ({seat: blind} if blind else {}))


def agree(deal: HandjassDeal, event: Agree) -> HandjassOutcome | Message:
    """Apply the agreement of the two seats that are in to share the deal without play (HAN-B4)."""
    table = deal.own
    if not event.seats or not all(map(deal.rules.has, event.seats)):
        seats = repr(list(event.seats))
        return Message("an agreement of seats {reason} at this table of {n}", reason=seats, n=deal.rules.seats)
    ready = deal.phase == "before" and table.speaker is None and len(table.players) > DUEL
    if not ready or len(table.staying) != DUEL or sorted(event.seats) != sorted(table.staying):
        text = Message("Only two that are alone in may agree on a point each, before the first lead.")
        return refused(deal, "illegal-bid", event.seats[0], "HAN-B4", text)
    return Outcome(replace(deal, own=replace(table, agreed=True)), finished=True)


def exchange(deal: HandjassDeal, number: int, event: Exchange) -> HandjassOutcome | Message:
    """Exchange the trump 6 for the turned-up card, wherever that is now (HAN-X1)."""
    table = deal.own
    if why := _no_exchange(deal, event):
        text = Message(
            "{name} cannot exchange {card} for {card2}: {why}.",
            name=deal.rules.names[event.seat],
            card=event.gives,
            card2=event.takes,
            why=why,
        )
        return refused(deal, "illegal-discard", event.seat, "HAN-X1", text)
    own_hand = (deal.hands or {}).get(event.seat, (event.gives,))
    false = event.gives not in own_hand or known_places(deal).get(event.gives, event.seat) != event.seat
    claim = HandClaim(number, event.seat, "exchange", cards=(event.gives,))
    deal = moved(deal, event.seat, (event.gives,), (event.takes,))
    holder = turned_at(deal)
    if holder is not None and holder != event.seat:
        deal = moved(deal, holder, (event.takes,), (event.gives,))
    deal = replace(deal, own=replace(table, claims=(*table.claims, claim)))
    fresh = (claim,) if false else newly_refuted(deal)
    return Outcome(mark_claims(deal, fresh), tuple(claim_faults(deal, fresh, None)))


def _no_exchange(deal: HandjassDeal, event: Exchange) -> Message | None:
    """Explain why such an exchange is impossible."""
    table = deal.own
    if len(table.players) == FULL:
        return Message("with four players nothing is exchanged")
    if deal.phase != "before" or table.speaker is not None:
        return Message("the time for it is after the last seat has spoken and before the first lead")
    if event.seat not in table.staying:
        return Message("the seat is out")
    if event.gives != six(deal) or event.takes != table.turned or event.gives == event.takes:
        return Message("only the trump 6 goes for the turned-up card")
    return Message("it is done already") if table.exchanged else None


def refused(deal: HandjassDeal, kind: VerdictKind, seat: Seat, rule: str, text: Message) -> HandjassOutcome:
    """Return the deal unchanged, with the fault of an act against the rules, seen at once."""
    return Outcome(deal, (Fault(kind, seat, rule, text),))


# Announcing Weis and Stöck: when, in which order, and whose Weis score (HAN-W3, HAN-W4, HAN-W5).


def declare(deal: HandjassDeal, number: int, event: Declare) -> HandjassOutcome | Message:
    """Apply a seat's announcement of a Weis or Stöck."""
    if event.what not in ("weis", "stock"):
        return Message("there is no {kind} in {game}", kind=event.what, game="Handjass")
    if any(card not in jass.DECK for card in event.cards or ()):
        return Message("the cards of the {kind} are not all of {game}", kind=event.what, game="Handjass")
    if again := weis_claims.repeated_stock(deal.own.claims, event):
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
    """Return the announcement; a Weis that was only shown has the points of its cards."""
    if event.what == "stock":
        return HandClaim(number, event.seat, "stock", STOCK)
    cards = event.cards or ()
    counted = max((one.points for one in worth.within(cards, scale(deal))), default=0)
    points = counted if event.points is None else event.points
    return HandClaim(number, event.seat, "weis", points, cards, first=not deal.tricks)


def _no_weis(deal: HandjassDeal, claim: HandClaim) -> Message | None:
    """Explain why this Weis cannot be announced now (HAN-W4)."""
    if not _plays(deal, claim.seat):
        return Message("the seat is not in the play")
    if deal.tricks:
        return None if claim.seat in _may_lead(deal) else Message("only the strongest Weis scores")
    if claim.seat in deal.open.seats:
        return Message("the own first card lies already")
    standing = max((other.points for other in first_claims(deal)), default=0)
    return Message("{n} stands announced", n=standing) if claim.points < standing else None


def _plays(deal: HandjassDeal, seat: Seat) -> bool:
    return deal.own.speaker is None and seat in deal.seats


def no_stock(deal: HandjassDeal, event: Declare) -> Message | None:
    """Explain why Stöck cannot be announced now (HAN-W5)."""
    if not _plays(deal, event.seat):
        return Message("the seat is not in the play")
    return weis_claims.no_stock(deal, deal.own.claims, event, royal(deal))


def first_claims(deal: HandjassDeal) -> Iterator[HandClaim]:
    """Return the Weis announced with the cards of trick 1."""
    return (claim for claim in deal.own.claims if claim.kind == "weis" and claim.first)


def strength(deal: HandjassDeal, claim: HandClaim) -> tuple[Strength, int]:
    """Rank an announced Weis; without its cards by the seat's own played ones (HAN-W3)."""
    table = deal.own
    cards = claim.cards or tuple(seen_from(deal, claim.seat))
    nearest = -table.players.index(claim.seat)
    return worth.best_of(claim.points, cards, deal.trump, scale(deal)), nearest


def _may_lead(deal: HandjassDeal) -> set[Seat]:
    """Return the seats whose Weis may be the strongest, as far as is known after trick 1."""
    claims = list(first_claims(deal))
    most = max((claim.points for claim in claims), default=0)
    level = [claim for claim in claims if claim.points == most]
    unshown = {claim.seat for claim in level if not claim.cards}
    with_cards = [claim for claim in level if claim.cards]
    return unshown | ({max(with_cards, key=lambda claim: strength(deal, claim)).seat} if with_cards else set())


def weis_winner(deal: HandjassDeal) -> Seat | None:
    """Return the seat with the strongest Weis announced; it alone scores its Weis (HAN-W3)."""
    best = max(first_claims(deal), key=lambda claim: strength(deal, claim), default=None)
    return best.seat if best else None


def weis_points(deal: HandjassDeal) -> dict[Seat, int]:
    """Return the Weis points of the seat that scores them (HAN-W3)."""
    winner = weis_winner(deal)
    points = [claim.points for claim in deal.own.claims if claim.kind == "weis" and claim.seat == winner]
    return {} if winner is None else {winner: sum(points)}


def stock_points(deal: HandjassDeal) -> dict[Seat, int]:
    """Return Stöck of those who announced it, or showed both cards in a Weis that scores (HAN-W5)."""
    seats = {claim.seat for claim in deal.own.claims if claim.kind == "stock"}
    winner = weis_winner(deal)
    in_weis = {
        card for claim in deal.own.claims if claim.kind == "weis" and claim.seat == winner for card in claim.cards
    }
    silent = {winner} if winner is not None and royal(deal) <= in_weis else set[Seat]()
    return dict.fromkeys(seats | silent, STOCK)
