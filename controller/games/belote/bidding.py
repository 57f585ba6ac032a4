"""The words of Belote: the trump taken or bid for (BEL-B, BEL-C1 to BEL-C5), and announcements."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from controller.games.belote.cards import DECK, IN_SEQUENCE, PLAYS, SUITS
from controller.games.belote.state import (
    DOUBLE,
    GENERALE,
    PASS,
    REDOUBLE,
    TAKE,
    WORTH,
    BeloteCall,
    BeloteContract,
    BeloteDeal,
    BeloteState,
)
from controller.games.faults import illegal_bid
from controller.games.pair_game import PAIRS, pair
from controller.games.weis.claims import HandClaim, seen_from
from controller.games.weis.refute import Terms, faults, marked, newly_refuted, royal
from controller.games.weis.worth import Scale, Weis, every, within
from controller.record.events import Bid, Declare, Seat
from controller.record.message import Message
from controller.rules.parts import Fault, Outcome

# Announcements of Belote: sequences and fours of trick 1, and belote (BEL-A1 to BEL-A4, BEL-R1).

BELOTE: Final = 20
"""Points of king and queen of trump (BEL-R1)."""
SCALE: Final = Scale(
    (20, 50, 100), (("A", 100), ("10", 100), ("K", 100), ("Q", 100), ("J", 200), ("9", 150)), IN_SEQUENCE
)
"""The points of announcements (BEL-A1)."""
TERMS: Final = Terms(SCALE, weis="BEL-A1", pair="BEL-R1", several="BEL-A1")
_FOURS: Final = ("Q", "K", "10", "A", "9", "J")
"""Fours, the weakest first (BEL-A3)."""

AnnouncementStrength = tuple[bool, int, int, int, bool]
"""Whether it is four of a rank, points, the rank or the length, the top card, trump: the greater is the stronger."""


def declare(deal: BeloteDeal, number: int, event: Declare) -> Outcome[BeloteState] | Message:
    """Apply a seat's announcement of a sequence or four of a rank, its showing of one, or belote."""
    if event.what not in ("weis", "belote"):
        return Message("there is no {kind} in {game}", kind=event.what, game="Belote")
    if any(card not in DECK for card in event.cards or ()):
        return Message("the cards of the {kind} are not all of {game}", kind=event.what, game="Belote")
    if event.what == "belote":
        return _belote(deal, number, event)
    if not deal.rules["declarations"]:
        return Message("no Weis is announced at this table")
    if claims := _shown(deal, event):
        return _judged(replace(deal, own=replace(deal.own, claims=claims)), event.seat)
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
    """Return the deal with this seat's newest word, and with the faults that the cards show in it at once."""
    fresh = tuple(one for one in newly_refuted(deal, TERMS) if one.seat == seat)
    return Outcome(marked(deal, fresh), tuple(faults(deal, fresh, None, TERMS)))


def _claim(number: int, event: Declare) -> HandClaim:
    """Return the announcement; one that was only shown has the points of its cards."""
    cards = event.cards or ()
    counted = max((one.points for one in within(cards, SCALE)), default=0)
    points = counted if event.points is None else event.points
    return HandClaim(number, event.seat, "weis", points, cards, first=True)


def _shown(deal: BeloteDeal, event: Declare) -> tuple[HandClaim, ...]:
    """Return the announcements with the cards now shown for one of them; none if they are for none (BEL-A4)."""
    claims = deal.own.claims
    if not event.cards or not deal.tricks:
        return ()
    points = _claim(0, event).points
    mine = next((one for one in claims if (one.seat, one.points, one.cards) == (event.seat, points, ())), None)
    return tuple(replace(one, cards=event.cards) if one == mine else one for one in claims) if mine else ()


def _too_late(deal: BeloteDeal, seat: Seat) -> Message | None:
    """Explain why nothing can be announced now: it goes with the own card of trick 1 (BEL-A2)."""
    if deal.own.contract is None:
        return Message("the play has not begun")
    if deal.tricks:
        last_of_all = len(deal.tricks) == 1 and not deal.open.plays and deal.tricks[0].seats[-1:] == (seat,)
        return None if last_of_all else Message("nothing was announced with the own first card")
    late = seat in deal.open.seats and deal.open.seats[-1] != seat
    return Message("another card lies on the own first card") if late else None


def _belote(deal: BeloteDeal, number: int, event: Declare) -> Outcome[BeloteState] | Message:
    """Apply belote with the first of king and queen, rebelote with the second; either counts for both (BEL-R1)."""
    if why := no_belote(deal, event):
        text = Message("{name} cannot say belote: {why}.", name=deal.rules.names[event.seat], why=why)
        return Outcome(deal, (Fault("illegal-call", event.seat, "BEL-R1", text),))
    if any(one.kind == "belote" and one.seat == event.seat for one in deal.own.claims):
        return Outcome(deal)
    claim = HandClaim(number, event.seat, "belote", BELOTE)
    return _judged(replace(deal, own=replace(deal.own, claims=(*deal.own.claims, claim))), event.seat)


def no_belote(deal: BeloteDeal, event: Declare) -> Message | None:
    """Explain why belote cannot be said now, or None (BEL-R1)."""
    if event.points not in (None, BELOTE):
        return Message("it counts {n}", n=BELOTE)
    if deal.own.contract is None:
        return Message("the play has not begun")
    if not deal.trump:
        return Message("there is no trump")
    cards = [play.card for play in deal.plays() if play.seat == event.seat]
    late = royal(deal) <= {*cards} and cards[-1] not in royal(deal)
    return Message("the second of its cards was played before") if late else None


def announced(deal: BeloteDeal) -> Iterator[HandClaim]:
    """Return the announcements of trick 1."""
    return (claim for claim in deal.own.claims if claim.kind == "weis")


def weis_strength(weis: Weis, trump: str | None) -> AnnouncementStrength:
    """Rank an announcement: fours before sequences, then points, length, top card, trump (BEL-A3)."""
    suits = {card.suit for card in weis.cards}
    if not weis.is_run:
        return True, weis.points, _FOURS.index(next(iter(weis.cards)).rank), 0, False
    top = max(IN_SEQUENCE.index(card.rank) for card in weis.cards)
    return False, weis.points, len(weis.cards), top, suits == {trump}


def strength(deal: BeloteDeal, claim: HandClaim) -> tuple[AnnouncementStrength, int]:
    """Rank an announcement; without its cards by the seat's own played ones, then by nearness to forehand."""
    cards = claim.cards or seen_from(deal, claim.seat)
    fitting = [weis_strength(one, deal.trump) for one in within(cards, SCALE) if one.points == claim.points]
    nearest = -((claim.seat - deal.dealer - 1) % deal.rules.seats)
    return max(fitting, default=(False, claim.points, 0, 0, False)), nearest


def best(deal: BeloteDeal) -> Seat | None:
    """Return the seat with the strongest announcement; its pair alone scores its own (BEL-A3)."""
    best_claim = max(announced(deal), key=lambda claim: strength(deal, claim), default=None)
    return best_claim.seat if best_claim else None


def weis_points(deal: BeloteDeal) -> tuple[int, int]:
    """Return the points of announcements by pair: all of one, none of the other (BEL-A3)."""
    winner = best(deal)
    won = [0 if winner is None or side != pair(winner) else 1 for side in PAIRS]
    sums = [sum(one.points for one in announced(deal) if pair(one.seat) == side) * won[side] for side in PAIRS]
    return sums[0], sums[1]


def belote_points(deal: BeloteDeal) -> tuple[int, int]:
    """Return the twenty of king and queen of trump, by pair (BEL-R1)."""
    contract = deal.own.contract
    if contract is None or contract.play not in SUITS:
        return 0, 0
    seats = {claim.seat for claim in deal.own.claims if claim.kind == "belote"}
    if deal.rules["belote"] == "silent":
        seats = _holders(deal)
    scored = {pair(seat) for seat in seats}
    return BELOTE * (0 in scored), BELOTE * (1 in scored)


def _holders(deal: BeloteDeal) -> set[Seat]:
    """Return the seat that has played king and queen of trump."""
    played = {play.card: play.seat for play in deal.plays() if play.card in royal(deal)}
    seats = {*played.values()}
    return seats if len(played) == len(royal(deal)) and len(seats) == 1 else set()


# Taking the card turned up, or naming another suit in the second round (BEL-B1, BEL-B2).

ROUNDS = 2


def speaker(deal: BeloteDeal) -> Seat | None:
    """Return the seat whose turn it is to speak, from forehand on; None once somebody has taken."""
    return None if deal.own.contract else (deal.dealer + 1 + len(deal.own.calls)) % deal.rules.seats


def is_second_round(deal: BeloteDeal) -> bool:
    """Whether all have passed once."""
    return len(deal.own.calls) >= deal.rules.seats


def turned_suit(deal: BeloteDeal) -> str:
    """Return the contract of the suit that was turned up."""
    assert deal.own.turned is not None  # noqa: S101 - no such deal begins without it
    return next(play for play, suit in SUITS.items() if suit == deal.own.turned.suit)


def speak_taking(deal: BeloteDeal, event: Bid) -> Outcome[BeloteState] | Message:
    """Return the deal after a word; all passed twice: void (BEL-B2)."""
    if event.as_ is not None or event.call not in (PASS, TAKE, *PLAYS):
        return Message("{call} is not said where a card is turned up", call=event.call)
    if fault := _cannot_take(deal, event):
        return Outcome(deal, (fault,))
    play = turned_suit(deal) if event.call == TAKE else None if event.call == PASS else event.call
    calls = (*deal.own.calls, BeloteCall(event.seat, event.call, play))
    contract = BeloteContract(event.seat, play) if play else None
    deal = replace(deal, own=replace(deal.own, calls=calls, contract=contract))
    if contract is None:
        return Outcome(deal, void="passed" if len(calls) == ROUNDS * deal.rules.seats else None)
    return Outcome(replace(deal, phase="play", trump=SUITS.get(contract.play)))


def _cannot_take(deal: BeloteDeal, event: Bid) -> Fault | None:
    names, turn, rule = deal.rules.names, speaker(deal), "BEL-B1"
    if deal.own.contract:
        why = Message("{name} had taken", name=names[deal.own.contract.taker])
    elif event.seat != turn:
        why = Message("it was for {name} to speak", name=names[deal.dealer if turn is None else turn])
    elif event.call == PASS or (event.call == TAKE and not is_second_round(deal)):
        return None
    elif event.call == TAKE:
        rule, why = "BEL-B2", Message("in the second round another trump is named")
    elif not is_second_round(deal):
        why = Message("in the first round the card turned up is taken or passed")
    elif event.call == turned_suit(deal):
        rule, why = "BEL-B2", Message("this suit was turned up and passed")
    elif event.call not in _contracts(deal):
        rule, why = "BEL-C4", Message("it is not played at this table")
    else:
        return None
    return illegal_bid(deal, event, rule, why)


def _contracts(deal: BeloteDeal) -> tuple[object, ...]:
    chosen = deal.rules["contracts"]
    return chosen if isinstance(chosen, tuple) else ()


PASSES: Final = 3
"""Passes after a bid that end the auction (BEL-C2)."""


@dataclass(frozen=True, slots=True)
class BeloteBidding:
    """The auction as it stands."""

    turn: Seat | None
    """The seat that speaks; None once the auction is over. After a double, the taker, who may redouble or not."""
    best: BeloteCall | None = None
    """The highest bid."""
    times: int = 1

    @property
    def contract(self) -> BeloteContract | None:
        """The contract if no higher bid comes; None: nobody has bid."""
        if self.best is None or self.best.play is None:
            return None
        return BeloteContract(self.best.seat, self.best.play, self.best.call, self.times)


def auction(deal: BeloteDeal) -> BeloteBidding:
    """Return the auction of a deal."""
    calls, seats = deal.own.calls, deal.rules.seats
    spoken = {one.call for one in calls}
    best = next((one for one in reversed(calls) if one.call in WORTH), None)
    times = 4 if REDOUBLE in spoken else 2 if DOUBLE in spoken else 1
    if best and times > 1:
        passed = {one.seat for one in calls[_doubled_at(calls) :] if one.call == PASS}
        return BeloteBidding(None if times > 2 or len(passed) > 1 else best.seat, best, times)
    if best and len(calls) - calls.index(best) > PASSES:
        return BeloteBidding(None, best)
    return BeloteBidding((deal.dealer + 1 + len(calls)) % seats, best)


def _doubled_at(calls: Sequence[BeloteCall]) -> int:
    return next(place for place, one in enumerate(calls) if one.call == DOUBLE)


def speak(deal: BeloteDeal, event: Bid) -> Outcome[BeloteState] | Message:
    """Return the deal after a call; all four passed: void (BEL-C2)."""
    call = BeloteCall(event.seat, event.call, event.as_)
    if why := _no_call(call):
        return why
    if broken := _broken_rule(deal, call):
        rule, reason = broken
        return Outcome(deal, (Fault("illegal-bid", event.seat, rule, _fault_text(deal, call, reason)),))
    deal = replace(deal, own=replace(deal.own, calls=(*deal.own.calls, call)))
    now = auction(deal)
    if now.best is None:
        return Outcome(deal, void="passed" if len(deal.own.calls) == deal.rules.seats else None)
    if now.turn is not None and now.times == 1:
        return Outcome(deal)
    contract = now.contract
    trump = SUITS.get(contract.play) if contract else None
    state = replace(deal.own, contract=contract)
    return Outcome(replace(deal, own=state, trump=trump, phase="play" if now.turn is None else "before"))


def _no_call(call: BeloteCall) -> Message | None:
    """Explain why words are no whole call, or None: half a call accuses nobody."""
    if call.call in (PASS, DOUBLE, REDOUBLE) and call.play is None:
        return None
    if call.call in WORTH and call.play in PLAYS:
        return None
    if call.call in WORTH:
        return Message("{call} alone is no bid; name the trump with it", call=call.call)
    if call.call in PLAYS:
        return Message("{call} alone is no bid; name the number with it, from 80 on", call=call.call)
    return Message("{call} is not said where bids are made", call=call.call)


def _fault_text(deal: BeloteDeal, call: BeloteCall, why: Message) -> Message:
    name = deal.rules.names[call.seat]
    if call.play is None:
        return Message("{name} said {call}, but {why}.", name=name, call=call.call, why=why)
    return Message("{name} said {call} {call2}, but {why}.", name=name, call=call.call, call2=call.play, why=why)


def _broken_rule(deal: BeloteDeal, call: BeloteCall) -> tuple[str, Message] | None:
    """Return the rule that a call breaks and how, or None."""
    now, names = auction(deal), deal.rules.names
    if now.turn is None or deal.phase != "before":
        return "BEL-C2", Message("the auction was over")
    if call.call in (DOUBLE, REDOUBLE):
        return _broken_rule_of_double(deal, now, call)
    if now.times > 1:
        theirs = now.best is not None and pair(call.seat) == pair(now.best.seat)
        return None if call.call == PASS and theirs else ("BEL-C2", Message("the bid had been doubled"))
    if call.seat != now.turn:
        return "BEL-C2", Message("it was for {name} to speak", name=names[now.turn])
    if call.call == PASS:
        return None
    if call.call == GENERALE and not deal.rules["generale"]:
        return "BEL-C5", Message("it is not played at this table")
    chosen = deal.rules["contracts"]
    if not isinstance(chosen, tuple) or call.play not in chosen:
        return "BEL-C4", Message("this trump is not played at this table")
    if now.best is not None and WORTH[call.call] <= WORTH[now.best.call]:
        return "BEL-C1", Message("{call} had been bid", call=now.best.call)
    return None


def _broken_rule_of_double(deal: BeloteDeal, now: BeloteBidding, call: BeloteCall) -> tuple[str, Message] | None:
    if call.call == REDOUBLE:
        mine = now.best is not None and pair(now.best.seat) == pair(call.seat)
        return None if now.times > 1 and mine else ("BEL-C3", Message("only who was doubled can redouble"))
    if now.best is None or pair(now.best.seat) == pair(call.seat) or now.times > 1:
        return "BEL-C3", Message("only a bid of the other side can be doubled, and only once")
    if deal.rules["double"] == "in-turn" and call.seat != now.turn:
        return "BEL-C3", Message("it was for {name} to speak", name=deal.rules.names[now.turn or 0])
    return None
