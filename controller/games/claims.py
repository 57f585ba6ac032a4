"""Claims of any game: of so many of the tricks left for a side, and the answers to them.

Nothing is played any more once all have accepted: the deal is over, and the tricks that are left count as claimed.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from controller.record.cards import Card
from controller.record.events import Bid, Seat
from controller.record.message import Message
from controller.record.naming import number_of
from controller.rules.deal import AnyDeal, Claim, Deal, Play, S, Trick
from controller.rules.parts import ClaimRules, Outcome
from controller.rules.speech import Wording

CLAIM, CONCEDE, ACCEPT, CONTEST = "claim", "concede", "accept", "contest"
CALLS: Final = (CLAIM, CONCEDE, ACCEPT, CONTEST)
WORDINGS: Final[Mapping[str, Wording]] = {
    CLAIM: Wording("Claim", "Claim", "Je réclame", "Rivendico", "クレーム"),
    CONCEDE: Wording("Concede", "Rest abgeben", "Je concède", "Concedo", "コンシード"),
    ACCEPT: Wording("Accept", "Einverstanden", "J'accepte", "Accetto", "同意"),
    CONTEST: Wording("Contest", "Bestreiten", "Je conteste", "Contesto", "異議"),
}
SYNONYMS: Final[Mapping[str, tuple[str, ...]]] = {
    CLAIM: ("I claim", "claimed", "ich claime", "Anspruch", "revendication", "rivendicazione"),
    CONCEDE: ("I concede", "conceded", "ich gebe ab", "Konzession", "concession", "concessione"),
    ACCEPT: ("accepted", "I accept", "agreed", "I agree", "d'accord", "d'accordo"),
    CONTEST: ("contested", "I contest", "bestritten", "contesté", "contestato"),
}
"""Players' other names for these words."""
CALLED: Final[Mapping[str, Wording]] = {
    CLAIM: Wording("The rest is ours", "Der Rest gehört uns", "Le reste est à nous", "Il resto è nostro", "残りは全部"),
    CONCEDE: Wording(
        "The rest is yours", "Der Rest gehört euch", "Le reste est à vous", "Il resto è vostro", "残りは譲る"
    ),
}
"""Players' words for claiming all tricks that are left, or none."""
TOLD: Final[Mapping[str, Message]] = {
    CLAIM: Message("all tricks that are left"),
    CONCEDE: Message("all tricks that are left go to the other side"),
}
"""The meanings of the two words where all tricks that are left are claimed, or none."""

OtherSide = Callable[[Any, Seat], Seat | None]
Uncounted = Callable[[Deal[S], Bid], Message | None]
"""A function that explains why a game cannot count a deal after a claim, or accept one now; None: it can."""


def standing(deal: AnyDeal) -> Claim | None:
    """Return the claim that stands; a card that was played since has voided it."""
    claim = deal.claim
    return claim if claim is not None and claim.plays == len(deal.plays()) else None


def remaining_tricks(deal: AnyDeal) -> int:
    """Return the tricks that are not closed, the open one among them."""
    return deal.size - len(deal.tricks)


def act(
    deal: Deal[S],
    event: Bid,
    players: Collection[Seat],
    *,
    whole: bool = False,
    uncounted: Uncounted[S] | None = None,
) -> Outcome[S] | Message | None:
    """Apply a claim or an answer to one; the last consent ends the deal. Nobody is accused.

    Args:
        deal: the deal, in play.
        event: a call of :data:`CALLS`, by one of the players.
        players: the seats that have a part in the claim.
        whole: whether all tricks that are left are claimed, or none, as where cards count.
        uncounted: called before a claim is applied, not before an answer; None: every deal can be counted.
    """
    if event.call not in (CLAIM, CONCEDE):
        return _answered(deal, event, players)
    why = uncounted(deal, event) if uncounted else None
    return why or _claimed(deal, event, whole=whole)


def _claimed(deal: Deal[S], event: Bid, *, whole: bool) -> Outcome[S] | Message:
    before, names = standing(deal), deal.rules.names
    if deal.doubtful:
        return Message("a claim counts the tricks that are left, and cards are missing or unseen; tell of them first")
    if before and before.seat != event.seat:
        return Message("the claim of {name} waits for an answer", name=names[before.seat])
    rest = remaining_tricks(deal)
    named = rest if whole and event.as_ is None else number_of(event.as_ or "")
    tricks = 0 if event.call == CONCEDE else named
    if tricks is None or (event.call == CONCEDE and event.as_):
        return Message("a claim names the number of tricks that its side takes of those left")
    if tricks > rest:
        return Message("tricks claimed: {n}; tricks left: {left}", n=tricks, left=rest)
    if whole and tricks not in (0, rest):
        return _all_or_none(deal)
    return Outcome(replace(deal, claim=Claim(event.seat, tricks, len(deal.plays()))))


def _answered(deal: Deal[S], event: Bid, players: Collection[Seat]) -> Outcome[S] | Message:
    claim, name = standing(deal), deal.rules.names[event.seat]
    if claim is None:
        return Message("nothing has been claimed that {name} could answer", name=name)
    if event.seat == claim.seat:
        return Message("{name} has made the claim; the others answer it", name=name)
    if event.call == CONTEST:
        return Outcome(replace(deal, claim=None))
    agreed = claim.agreed | {event.seat}
    over = agreed | {claim.seat} >= {*players}
    return Outcome(replace(deal, claim=replace(claim, agreed=agreed, accepted=over)), finished=over)


def accepted(deal: AnyDeal) -> Claim | None:
    """Return the claim by which a deal is over; None: it was played, or is under way."""
    claim = standing(deal)
    return claim if claim is not None and claim.accepted else None


def counted(deal: Deal[S], other_side: OtherSide, rest: Sequence[Card] = ()) -> Deal[S]:
    """Return the deal as it counts: the tricks that a claim gave away closed, with the cards that lie in none.

    This deal is for the score alone: the players of those cards are unknown, and they stand as the winner's.

    Args:
        deal: the deal; one that was played out stays as it is.
        other_side: finds a seat of the opposing side, which has the tricks that are not claimed.
        rest: the cards that nobody has played; none where tricks count and cards do not.
    """
    claim = accepted(deal)
    if claim is None:
        return deal
    other = other_side(deal, claim.seat)
    winners = [claim.seat if number < claim.tricks else other for number in range(remaining_tricks(deal))]
    piles = [rest[number :: len(winners)] for number in range(len(winners))]
    first, *others = (_claimed_trick(winner, pile) for winner, pile in zip(winners, piles, strict=True))
    first = replace(first, plays=(*deal.open.plays, *first.plays))
    return replace(deal, tricks=(*deal.tricks, first, *others), open=Trick())


def _claimed_trick(winner: Seat | None, cards: Sequence[Card]) -> Trick:
    return Trick(tuple(Play(0, winner or 0, card) for card in cards), winner)


def unplayed(deck: Sequence[Card], deal: AnyDeal) -> Iterator[Card]:
    """Return the cards of the deck that lie in no trick."""
    played = {play.card for play in deal.plays()}
    return (card for card in deck if card not in played)


def describe(deal: AnyDeal) -> Message | None:
    """Describe the claim that stands; None: there is none."""
    claim = standing(deal)
    if claim is None:
        return None
    name, tricks, rest = deal.rules.names[claim.seat], claim.tricks, remaining_tricks(deal)
    if claim.accepted:
        return Message("claimed by {name}: {n} of the last {left}", name=name, n=tricks, left=rest)
    return Message(
        "{name} claims of the tricks left: {n} of {left}; accept or contest it", name=name, n=tricks, left=rest
    )


def detail(deal: AnyDeal) -> dict[str, object]:
    """Return the result's field for the claim that ended the deal; empty where it was played out."""
    claim = accepted(deal)
    return {"claimed": {"seat": claim.seat, "tricks": claim.tricks}} if claim else {}


class CallClaims(ClaimRules[Any]):
    """Claims that are said as calls; ``whole``: of all tricks that are left, or none."""

    def __init__(self, *, whole: bool = False) -> None:
        self._whole = whole

    def claim(self, deal: AnyDeal, seat: Seat, tricks: int) -> Bid | Message:
        """Return the event by which a seat claims so many of the tricks left; a message: so many is impossible."""
        if not self._whole:
            return Bid(seat=seat, call=CLAIM, as_=str(tricks))
        if tricks not in (0, remaining_tricks(deal)):
            return _all_or_none(deal)
        return Bid(seat=seat, call=CLAIM if tricks else CONCEDE)

    def answer(self, seat: Seat, *, accepts: bool) -> Bid:
        """Return the event by which a seat accepts or contests the claim that stands."""
        return Bid(seat=seat, call=ACCEPT if accepts else CONTEST)


def _all_or_none(deal: AnyDeal) -> Message:
    return Message("all {n} tricks that are left are claimed here, or none", n=remaining_tricks(deal))
