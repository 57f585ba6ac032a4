"""The declarer before the play: cards laid away, announcements, the game (SKA-C1 to SKA-C3, SKA-X1, SKA-X2)."""

from dataclasses import replace
from typing import Final

from controller.games.skat.auction import auction
from controller.games.skat.cards import DECK, GRAND, NULL, SKAT, SUIT_GAMES
from controller.games.skat.state import HAND, OUVERT, SCHNEIDER, SCHWARZ, SkatDeal, SkatState
from controller.games.skat.value import null_value
from controller.record.events import Bid, Discard
from controller.record.message import Message
from controller.rules.game import Fault, Outcome

GAMES: Final = (*SUIT_GAMES, GRAND, NULL)


def announce(deal: SkatDeal, event: Bid) -> Outcome[SkatState]:
    """The deal after an announcement or the name of the game."""
    now, own, names = auction(deal), deal.own, deal.rules.names
    rule = "SKA-C1" if event.call in GAMES else "SKA-C2"
    if now.turn is not None:
        why: Message | None = Message("it was for {name} to speak", name=names[now.turn])
    elif now.declarer != event.seat:
        why = Message("only the declarer can")
    elif own.game is not None:
        why = Message("the game had been named")
    else:
        why = _game_fault(own, now.bid, event.call) if event.call in GAMES else _announcement_fault(own, event.call)
    if why is not None:
        text = Message("{name} said {call}, but {why}.", name=names[event.seat], call=event.call, why=why)
        return Outcome(deal, (Fault("illegal-bid", event.seat, rule, text),))
    if event.call not in GAMES:
        return Outcome(replace(deal, own=replace(own, announced=(*own.announced, event.call))))
    named = replace(deal, own=replace(own, game=event.call), trump=SUIT_GAMES.get(event.call), phase="play")
    return Outcome(_hands_known(named, event.seat))


def _announcement_fault(own: SkatState, call: str) -> Message | None:
    if call in own.announced:
        return Message("it had been announced")
    if call == HAND and own.laid is not None:
        return Message("the skat had been taken")
    if call in (SCHNEIDER, SCHWARZ) and HAND not in own.announced:
        return Message("it is announced from the hand only")
    return None


def _game_fault(own: SkatState, bid: int, game: str) -> Message | None:
    if game != NULL:
        bare = OUVERT in own.announced and HAND not in own.announced
        return Message("it is announced from the hand only") if bare else None
    if {SCHNEIDER, SCHWARZ} & {*own.announced}:
        return Message("there is no schneider in null")
    worth = null_value(own.announced)
    return Message("it is worth {n}, and {n2} was bid", n=worth, n2=bid) if worth < bid else None


def lay_away(deal: SkatDeal, event: Discard) -> Outcome[SkatState] | Message:
    """The declarer has taken the skat and lays two cards away (SKA-X1)."""
    now, own, names = auction(deal), deal.own, deal.rules.names
    cards = event.cards or event.shown
    if len({*cards}) != len(cards) or any(card not in DECK for card in cards):
        return Message("cards were laid away that cannot lie together")
    if now.turn is not None:
        why = Message("it was for {name} to speak", name=names[now.turn])
    elif now.declarer != event.seat:
        why = Message("only the declarer can")
    elif HAND in own.announced:
        why = Message("the game is played from the hand")
    elif own.laid is not None or own.game is not None:
        why = Message("cards are laid away once, before the game is named")
    elif event.count != SKAT or len(cards) > SKAT:
        why = Message("{n} must be", n=SKAT)
    else:
        return Outcome(replace(deal, own=replace(own, laid=cards)))
    text = Message.counted(
        "{name} laid {n} card away, but {why}.",
        "{name} laid {n} cards away, but {why}.",
        event.count,
        name=names[event.seat],
        n=event.count,
        why=why,
    )
    return Outcome(deal, (Fault("illegal-discard", event.seat, "SKA-X1", text),))


def _hands_known(deal: SkatDeal, declarer: int) -> SkatDeal:
    """A declarer who took the skat has another hand than the one dealt, and nobody knows which (SKA-X2)."""
    if not deal.hands or declarer not in deal.hands or HAND in deal.own.announced:
        return deal
    others = {seat: hand for seat, hand in deal.hands.items() if seat != declarer}
    return replace(deal, hands=others, own=replace(deal.own, dealt=deal.hands[declarer]))
