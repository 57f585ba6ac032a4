"""Announcements of Belote: sequences and fours of trick 1, and belote (BEL-A1 to BEL-A4, BEL-R1)."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from controller.games.belote.cards import DECK, IN_SEQUENCE, SUITS
from controller.games.belote.state import BeloteDeal, BeloteState
from controller.games.pairs import PAIRS, pair
from controller.games.weis.claims import HandClaim, seen_from
from controller.games.weis.refute import Terms, faults, marked, newly_refuted, royal
from controller.games.weis.worth import Scale, Weis, every, within
from controller.record.events import Declare, Seat
from controller.record.message import Message
from controller.rules.game import Fault, Outcome

BELOTE: Final = 20
"""Points of king and queen of trump (BEL-R1)."""
SCALE: Final = Scale(
    (20, 50, 100), (("A", 100), ("10", 100), ("K", 100), ("Q", 100), ("J", 200), ("9", 150)), IN_SEQUENCE
)
"""What announcements count (BEL-A1)."""
TERMS: Final = Terms(SCALE, weis="BEL-A1", pair="BEL-R1", several="BEL-A1")
_FOURS: Final = ("Q", "K", "10", "A", "9", "J")
"""Fours, the weakest first (BEL-A3)."""

AnnouncementStrength = tuple[bool, int, int, int, bool]
"""Whether it is four of a rank, points, the rank or the length, the top card, trump: the greater is the stronger."""


def declare(deal: BeloteDeal, number: int, event: Declare) -> Outcome[BeloteState] | Message:
    """A seat announces a sequence or four of a rank, shows one, or says belote."""
    if event.what not in ("weis", "belote"):
        return Message("there is no {kind} in {game}", kind=event.what, game="Belote")
    if any(card not in DECK for card in event.cards or ()):
        return Message("the cards of the {kind} are not all of {game}", kind=event.what, game="Belote")
    if event.what == "belote":
        return _belote(deal, number, event)
    if not deal.rules["declarations"]:
        return Message("no Weis is announced at this table")
    if shown := _shown(deal, event):
        return _judged(replace(deal, own=replace(deal.own, claims=shown)), event.seat)
    claim = _claim(number, event)
    if claim.points not in {one.points for one in every(SCALE)}:
        name = deal.rules.names[event.seat]
        text = Message("{name} announced a Weis of {n}, and none counts that.", name=name, n=claim.points)
        return Outcome(deal, (Fault("illegal-call", event.seat, "BEL-A1", text),))
    if why := _too_late(deal, event.seat):
        text = Message("{name} cannot announce weis: {why}.", name=deal.rules.names[event.seat], why=why)
        return Outcome(deal, (Fault("illegal-call", event.seat, "BEL-A2", text),))
    return _judged(replace(deal, own=replace(deal.own, claims=(*deal.own.claims, claim))), event.seat)


def _judged(deal: BeloteDeal, seat: Seat) -> Outcome[BeloteState]:
    """The deal with what this seat has said, and what is refuted of it at once."""
    fresh = tuple(one for one in newly_refuted(deal, TERMS) if one.seat == seat)
    return Outcome(marked(deal, fresh), tuple(faults(deal, fresh, None, TERMS)))


def _claim(number: int, event: Declare) -> HandClaim:
    """The announcement; one that was only shown counts what its cards do."""
    told = event.cards or ()
    counted = max((one.points for one in within(told, SCALE)), default=0)
    points = counted if event.points is None else event.points
    return HandClaim(number, event.seat, "weis", points, told, first=True)


def _shown(deal: BeloteDeal, event: Declare) -> tuple[HandClaim, ...]:
    """The announcements with the cards that are shown now for one of them; none if they are for none (BEL-A4)."""
    claims = deal.own.claims
    if not event.cards or not deal.tricks:
        return ()
    wanted = _claim(0, event).points
    mine = next((one for one in claims if (one.seat, one.points, one.cards) == (event.seat, wanted, ())), None)
    return tuple(replace(one, cards=event.cards) if one == mine else one for one in claims) if mine else ()


def _too_late(deal: BeloteDeal, seat: Seat) -> Message | None:
    """Why nothing can be announced now: it goes with the own card of trick 1 (BEL-A2)."""
    if deal.own.contract is None:
        return Message("the play has not begun")
    if deal.tricks:
        last_of_all = len(deal.tricks) == 1 and not deal.open.plays and deal.tricks[0].seats[-1:] == (seat,)
        return None if last_of_all else Message("nothing was announced with the own first card")
    late = seat in deal.open.seats and deal.open.seats[-1] != seat
    return Message("another card lies on the own first card") if late else None


def _belote(deal: BeloteDeal, number: int, event: Declare) -> Outcome[BeloteState] | Message:
    """Belote with the first of king and queen, rebelote with the second; either counts for both (BEL-R1)."""
    if why := no_belote(deal, event):
        text = Message("{name} cannot say belote: {why}.", name=deal.rules.names[event.seat], why=why)
        return Outcome(deal, (Fault("illegal-call", event.seat, "BEL-R1", text),))
    if any(one.what == "belote" and one.seat == event.seat for one in deal.own.claims):
        return Outcome(deal)
    claim = HandClaim(number, event.seat, "belote", BELOTE)
    return _judged(replace(deal, own=replace(deal.own, claims=(*deal.own.claims, claim))), event.seat)


def no_belote(deal: BeloteDeal, event: Declare) -> Message | None:
    """Why belote cannot be said now, or None (BEL-R1)."""
    if event.points not in (None, BELOTE):
        return Message("it counts {n}", n=BELOTE)
    if deal.own.contract is None:
        return Message("the play has not begun")
    if not deal.trump:
        return Message("there is no trump")
    own = [play.card for play in deal.plays() if play.seat == event.seat]
    late = royal(deal) <= {*own} and own[-1] not in royal(deal)
    return Message("the second of its cards was played before") if late else None


def announced(deal: BeloteDeal) -> Iterator[HandClaim]:
    """The announcements of trick 1."""
    return (claim for claim in deal.own.claims if claim.what == "weis")


def weis_strength(weis: Weis, trump: str | None) -> AnnouncementStrength:
    """How announcements compare: fours before sequences, points, length, top card, trump (BEL-A3)."""
    suits = {card.suit for card in weis.cards}
    if not weis.is_run:
        return True, weis.points, _FOURS.index(next(iter(weis.cards)).rank), 0, False
    top = max(IN_SEQUENCE.index(card.rank) for card in weis.cards)
    return False, weis.points, len(weis.cards), top, suits == {trump}


def strength(deal: BeloteDeal, claim: HandClaim) -> tuple[AnnouncementStrength, int]:
    """How an announcement compares; without its cards the seat's own played ones tell, then who is nearer forehand."""
    told = claim.cards or seen_from(deal, claim.seat)
    fitting = [weis_strength(one, deal.trump) for one in within(told, SCALE) if one.points == claim.points]
    nearest = -((claim.seat - deal.dealer - 1) % deal.rules.seats)
    return max(fitting, default=(False, claim.points, 0, 0, False)), nearest


def best(deal: BeloteDeal) -> Seat | None:
    """The seat with the strongest announcement; its pair alone scores its own (BEL-A3)."""
    found = max(announced(deal), key=lambda claim: strength(deal, claim), default=None)
    return found.seat if found else None


def weis_points(deal: BeloteDeal) -> tuple[int, int]:
    """The points of announcements by pair: all of one, none of the other (BEL-A3)."""
    winner = best(deal)
    won = [0 if winner is None or side != pair(winner) else 1 for side in PAIRS]
    sums = [sum(one.points for one in announced(deal) if pair(one.seat) == side) * won[side] for side in PAIRS]
    return sums[0], sums[1]


def belote_points(deal: BeloteDeal) -> tuple[int, int]:
    """The twenty of king and queen of trump, by pair (BEL-R1)."""
    contract = deal.own.contract
    if contract is None or contract.play not in SUITS:
        return 0, 0
    said = {claim.seat for claim in deal.own.claims if claim.what == "belote"}
    if deal.rules["belote"] == "silent":
        said = _holders(deal)
    scored = {pair(seat) for seat in said}
    return BELOTE * (0 in scored), BELOTE * (1 in scored)


def _holders(deal: BeloteDeal) -> set[Seat]:
    """The seat that has played king and queen of trump."""
    played = {play.card: play.seat for play in deal.plays() if play.card in royal(deal)}
    seats = {*played.values()}
    return seats if len(played) == len(royal(deal)) and len(seats) == 1 else set()
