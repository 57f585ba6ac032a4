"""Announcements of Weis and Stöck, and their refutation (HAN-W1, HAN-W2, HAN-W5, SCH-W1, SCH-W2, SCH-W5).

A claim is refuted when no hand that fits the cards seen could make it; never because it is unlikely.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal, Protocol

from controller.games.weis import worth
from controller.games.weis.worth import Scale
from controller.record.cards import Card
from controller.record.events import Declare, Seat
from controller.record.message import Message
from controller.rules.deal import AnyDeal

Sets = Sequence[frozenset[Card]]
"""The sets of cards of which a hand must hold one for a claim to be true."""
STOCK_EARLY: Final = Message("it goes with the second of king and queen of trump")
"""The reason why Stöck cannot be announced before one of its cards was played."""


@dataclass(frozen=True, slots=True)
class HandClaim:
    """A seat's claim about its hand: a Weis, Stöck (in Belote, belote), or that it exchanged the trump 6."""

    event: int
    """Number of the event that says so."""
    seat: Seat
    kind: Literal["weis", "stock", "belote", "exchange"]
    points: int = 0
    cards: tuple[Card, ...] = ()
    """The cards shown; empty where none were."""
    first: bool = False
    """Whether it was announced with the seat's card of trick 1 (HAN-W4, SCH-W4)."""
    trick: int = 0
    """The trick in which Stöck counts that did not come with the second of its cards; 0: with that (SCH-W6, SCH-W7)."""


class Claims(Protocol):
    """The announcements of a deal, in the state of a game in which there are any."""

    @property
    def claims(self) -> tuple[HandClaim, ...]:
        """All claims, oldest first."""
        ...

    @property
    def refuted(self) -> frozenset[int]:
        """The events of claims that cards refute."""
        ...


def seen_from(deal: AnyDeal, seat: Seat) -> frozenset[Card]:
    """Return the cards this seat has played or exposed."""
    return frozenset(play.card for play in (*deal.plays(), *deal.exposed) if play.seat == seat)


def seen_elsewhere(deal: AnyDeal, seat: Seat) -> frozenset[Card]:
    """Return the cards other seats have played or exposed."""
    return frozenset(play.card for play in (*deal.plays(), *deal.exposed) if play.seat != seat)


def sets(claim: HandClaim, scale: Scale) -> Iterator[frozenset[Card]]:
    """Yield the sets of cards of which a seat must hold one for its Weis to be true."""
    if not claim.cards:
        yield from worth.shortest(claim.points, scale)
    elif any(one.points >= claim.points for one in worth.within(claim.cards, scale)):
        yield frozenset(claim.cards)


def standing_before(table: Claims, claim: HandClaim) -> Iterator[HandClaim]:
    """Yield the announcements before this one that are not refuted."""
    for other in table.claims:
        if other.event == claim.event:
            return
        if other.event not in table.refuted:
            yield other


def earlier(table: Claims, claim: HandClaim) -> Iterator[HandClaim]:
    """Return the Weis announced before this one and not refuted."""
    return (other for other in standing_before(table, claim) if other.kind == "weis")


def no_stock(deal: AnyDeal, claims: Iterable[HandClaim], event: Declare, royal: frozenset[Card]) -> Message | None:
    """Explain why Stöck cannot be announced now: it goes with the second of king and queen (HAN-W5, SCH-W5)."""
    return never_stock(claims, event) or mistimed_stock(deal, event.seat, royal)


def never_stock(claims: Iterable[HandClaim], event: Declare) -> Message | None:
    """Explain why Stöck can never be announced so, now or at another moment."""
    if event.points not in (None, worth.STOCK):
        return Message("it counts {n}", n=worth.STOCK)
    return repeated_stock(claims, event)


def repeated_stock(claims: Iterable[HandClaim], event: Declare) -> Message | None:
    """Return the message to a seat that announces Stöck again, which breaks no rule; None: it is new."""
    is_repeated = event.what == "stock" and any(claim.kind == "stock" and claim.seat == event.seat for claim in claims)
    return Message("it is announced already") if is_repeated else None


def mistimed_stock(deal: AnyDeal, seat: Seat, royal: frozenset[Card]) -> Message | None:
    """Explain why this is not the moment of the second of king and queen of trump."""
    played = [play.card for play in deal.plays() if play.seat == seat]
    royals = royal & set(played)
    if not royals:
        return STOCK_EARLY
    late = royals == royal and played[-1] not in royals
    return Message("the second of its cards was played before") if late else None


def fits(in_hand: frozenset[Card], barred: frozenset[Card], cards: frozenset[Card], room: int) -> bool:
    """Whether a hand of so many cards could hold these beside those known to be in it."""
    return cards.isdisjoint(barred) and len(in_hand | cards) <= room


Beside = Callable[[frozenset[Card], frozenset[Card]], bool]
"""Whether two Weis may be announced of one hand."""


def apart(one: frozenset[Card], other: frozenset[Card]) -> bool:
    """Whether no card counts in both Weis (HAN-W2)."""
    return one.isdisjoint(other)


def together(
    in_hand: frozenset[Card],
    barred: frozenset[Card],
    claims: Sequence[Sets],
    room: int,
    beside: Beside = apart,
    used: tuple[frozenset[Card], ...] = (),
) -> bool:
    """Whether one hand could hold a set of each claim, each beside the others (HAN-W2, SCH-W2).

    Args:
        in_hand: the cards known to be in the hand.
        barred: the cards known to be elsewhere.
        claims: the sets of each claim.
        room: cards of a hand.
        beside: the claims that may be announced of one hand.
        used: the sets chosen already.
    """
    cards = in_hand.union(*used)
    if not claims:
        return fits(in_hand, barred, cards, room)
    first, *rest = claims
    return any(
        fits(cards, barred, one, room) and together(in_hand, barred, rest, room, beside, (*used, one))
        for one in first
        if all(beside(other, one) for other in used)
    )


def disagrees(name: str, claim: HandClaim, newest: Card | None) -> Message:
    """Return the message that a claim is refuted, by the newest card or by the known cards without one."""
    if newest is None:
        return _disagrees_with_all(name, claim)
    match claim.kind:
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
        case "belote":
            return Message("{name} said belote; {card}, just played does not agree with it.", name=name, card=newest)
        case "exchange":
            return Message(
                "{name} announced the exchange of the trump 6; {card}, just played does not agree with it.",
                name=name,
                card=newest,
            )


def _disagrees_with_all(name: str, claim: HandClaim) -> Message:
    match claim.kind:
        case "weis":
            return Message(
                "{name} announced a Weis of {n}; the cards known so far do not agree with it.",
                name=name,
                n=claim.points,
            )
        case "stock":
            return Message("{name} announced Stöck; the cards known so far do not agree with it.", name=name)
        case "belote":
            return Message("{name} said belote; the cards known so far do not agree with it.", name=name)
        case "exchange":
            return Message(
                "{name} announced the exchange of the trump 6; the cards known so far do not agree with it.",
                name=name,
            )
