"""Skat's auction: one bids numbers, another holds them, and a third goes on (SKA-B1 to SKA-B3)."""

from dataclasses import dataclass, replace
from typing import Final

from controller.games.faults import illegal_bid, illegal_discard, refused
from controller.games.skat import ramsch
from controller.games.skat.state import (
    DECK,
    GRAND,
    HAND,
    NULL,
    OUVERT,
    PASS,
    SCHNEIDER,
    SCHWARZ,
    SKAT,
    SUIT_GAMES,
    YES,
    SkatDeal,
    SkatState,
    SpokenBid,
)
from controller.games.skat.value import null_value
from controller.record.events import Bid, Discard, Seat
from controller.record.message import Message
from controller.record.naming import number_of
from controller.rules.parts import Fault, Outcome

VALUES: Final = tuple(
    sorted(
        {times * base for base in (9, 10, 11, 12) for times in range(2, 19)}
        | {24 * times for times in range(2, 12)}
        | {23, 35, 46, 59}
    )
)
"""The numbers that can be bid, lowest first (SKA-B2)."""
NUMBERS: Final = range(VALUES[0], VALUES[-1] + 1)


@dataclass(frozen=True, slots=True)
class AuctionState:
    """The auction as it stands."""

    turn: Seat | None
    """The seat that speaks; None once the auction is over."""
    is_answering: bool = False
    """Whether that seat answers a bid."""
    bid: int = 0
    """The highest number said; 0: none."""
    declarer: Seat | None = None


def auction(deal: SkatDeal) -> AuctionState:
    """Return the auction of a deal: middlehand bids to forehand, then rearhand to the remaining one (SKA-B1)."""
    fore, middle, rear = ((deal.dealer + step) % deal.rules.seats for step in (1, 2, 3))
    calls = iter(deal.own.spoken)
    bid, holder = 0, fore
    for bidder in (middle, rear):
        while True:
            call = next(calls, None)
            if call is None:
                return AuctionState(bidder, bid=bid)
            if call.call == PASS:
                break
            bid = int(call.call)
            answer = next(calls, None)
            if answer is None:
                return AuctionState(holder, is_answering=True, bid=bid)
            if answer.call == PASS:
                holder = bidder
                break
    if bid:
        return AuctionState(None, bid=bid, declarer=holder)
    last = next(calls, None)
    if last is None:
        return AuctionState(fore)
    return AuctionState(None) if last.call == PASS else AuctionState(None, bid=int(last.call), declarer=fore)


def speak(deal: SkatDeal, event: Bid) -> Outcome[SkatState]:
    """Apply a number, a yes or a pass; a deal that all have passed is void, or Ramsch (SKA-B3, SKA-R1)."""
    if fault := _cannot(deal, event):
        return Outcome(deal, (fault,))
    state = replace(deal.own, spoken=(*deal.own.spoken, SpokenBid(event.seat, event.call)))
    deal = replace(deal, own=state)
    now = auction(deal)
    if now.turn is not None or now.declarer is not None:
        return Outcome(deal)
    return Outcome(ramsch.begun(deal)) if deal.rules["ramsch"] else Outcome(deal, void="passed")


def _cannot(deal: SkatDeal, event: Bid) -> Fault | None:
    now, names, number = auction(deal), deal.rules.names, number_of(event.call)
    rule = "SKA-B1"
    if now.turn is None:
        why = Message("the auction was over")
    elif event.seat != now.turn:
        why = Message("it was for {name} to speak", name=names[now.turn])
    elif event.call == PASS:
        return None
    elif now.is_answering and event.call != YES:
        why = Message("a bid is answered by yes or pass")
    elif not now.is_answering and event.call == YES:
        why = Message("there is no bid to answer")
    elif now.is_answering:
        return None
    elif number not in VALUES:
        rule, why = "SKA-B2", Message("no game has this value")
    else:
        return None
    return illegal_bid(deal, event, rule, why)


# The declarer before the play: cards laid away, announcements, the game (SKA-C1 to SKA-C3, SKA-X1, SKA-X2).

GAMES: Final = (*SUIT_GAMES, GRAND, NULL)


def announce(deal: SkatDeal, event: Bid) -> Outcome[SkatState]:
    """Apply an announcement or the name of the game."""
    now, state, names = auction(deal), deal.own, deal.rules.names
    rule = "SKA-C1" if event.call in GAMES else "SKA-C2"
    if now.turn is not None:
        why: Message | None = Message("it was for {name} to speak", name=names[now.turn])
    elif now.declarer != event.seat:
        why = Message("only the declarer can")
    elif state.game is not None:
        why = Message("the game had been named")
    else:
        why = _game_fault(state, now.bid, event.call) if event.call in GAMES else _announcement_fault(state, event.call)
    if why is not None:
        return refused(deal, event, rule, why)
    if event.call not in GAMES:
        return Outcome(replace(deal, own=replace(state, announced=(*state.announced, event.call))))
    named = replace(deal, own=replace(state, game=event.call), trump=SUIT_GAMES.get(event.call), phase="play")
    return Outcome(_hands_known(named, event.seat))


def _announcement_fault(state: SkatState, call: str) -> Message | None:
    if call in state.announced:
        return Message("it had been announced")
    if call == HAND and state.laid is not None:
        return Message("the skat had been taken")
    if call in (SCHNEIDER, SCHWARZ) and HAND not in state.announced:
        return Message("it is announced from the hand only")
    return None


def _game_fault(state: SkatState, bid: int, game: str) -> Message | None:
    if game != NULL:
        bare = OUVERT in state.announced and HAND not in state.announced
        return Message("it is announced from the hand only") if bare else None
    if {SCHNEIDER, SCHWARZ} & {*state.announced}:
        return Message("there is no schneider in null")
    worth = null_value(state.announced)
    return Message("it is worth {n}, and {n2} was bid", n=worth, n2=bid) if worth < bid else None


def lay_away(deal: SkatDeal, event: Discard) -> Outcome[SkatState] | Message:
    """Apply the declarer's taking of the skat and laying away of two cards (SKA-X1)."""
    now, state, names = auction(deal), deal.own, deal.rules.names
    cards = event.cards or event.shown
    if len({*cards}) != len(cards) or any(card not in DECK for card in cards):
        return Message("cards were laid away that cannot lie together")
    if now.turn is not None:
        why = Message("it was for {name} to speak", name=names[now.turn])
    elif now.declarer != event.seat:
        why = Message("only the declarer can")
    elif HAND in state.announced:
        why = Message("the game is played from the hand")
    elif state.laid is not None or state.game is not None:
        why = Message("cards are laid away once, before the game is named")
    elif event.count != SKAT or len(cards) > SKAT:
        why = Message("{n} must be", n=SKAT)
    else:
        return Outcome(replace(deal, own=replace(state, laid=cards)))
    return Outcome(deal, (illegal_discard(deal, event, "SKA-X1", why),))


def _hands_known(deal: SkatDeal, declarer: int) -> SkatDeal:
    """Forget the dealt hand of a declarer who took the skat: nobody knows the new one (SKA-X2)."""
    if not deal.hands or declarer not in deal.hands or HAND in deal.own.announced:
        return deal
    others = {seat: hand for seat, hand in deal.hands.items() if seat != declarer}
    return replace(deal, hands=others, own=replace(deal.own, dealt=deal.hands[declarer]))
