"""Euchre before the play: making trump, playing alone, what the dealer lays away (EUC-B, EUC-A, EUC-X)."""

from dataclasses import replace

from controller.games.euchre.cards import SUITS
from controller.games.euchre.places import may_be_laid
from controller.games.euchre.state import ALONE, ORDER_UP, PASS, EuchreDeal, EuchreState, maker, partner, speaker
from controller.record.events import Bid, Discard, Seat
from controller.record.message import Message
from controller.rules.game import Fault, Outcome


def speak(deal: EuchreDeal, event: Bid) -> Outcome[EuchreState]:
    """The deal after a pass, an order or the name of a suit; all passed twice: void (EUC-B3)."""
    if found := _cannot_say(deal, event):
        rule, why = found
        return _refused(deal, event, rule, why)
    own = replace(deal.own, calls=(*deal.own.calls, event.call))
    after = replace(deal, own=own)
    if event.call == ORDER_UP:
        return Outcome(_taken(replace(after, trump=own.turned.suit)))
    if event.call != PASS:
        return Outcome(replace(after, trump=SUITS[event.call]))
    return Outcome(after, void="passed" if speaker(after) is None else None)


def _cannot_say(deal: EuchreDeal, event: Bid) -> tuple[str, Message] | None:
    """Why this seat cannot say so now, and the rule."""
    own, who, seats = deal.own, speaker(deal), deal.rules.seats
    if who is None:
        return "EUC-B1", Message("trump had been made")
    if event.seat != who:
        return "EUC-B1", Message("it was for {name} to speak", name=deal.rules.names[who])
    first = len(own.calls) < seats
    if event.call == PASS:
        stuck = bool(deal.rules["stick_dealer"]) and len(own.calls) == 2 * seats - 1
        return ("EUC-B3", Message("the dealer must name a suit")) if stuck else None
    if event.call == ORDER_UP:
        return None if first else ("EUC-B2", Message("{card} had been turned down", card=own.turned))
    if first:
        return "EUC-B1", Message("a suit is named once all have passed")
    if SUITS[event.call] == own.turned.suit:
        return "EUC-B2", Message("{card} had been turned down", card=own.turned)
    return None


def _taken(deal: EuchreDeal) -> EuchreDeal:
    """The dealer has another hand than the one dealt, and nobody knows which (EUC-X2)."""
    if not deal.hands or deal.dealer not in deal.hands:
        return deal
    others = {seat: hand for seat, hand in deal.hands.items() if seat != deal.dealer}
    return replace(deal, hands=others, own=replace(deal.own, dealt=deal.hands[deal.dealer]))


def play_alone(deal: EuchreDeal, event: Bid) -> Outcome[EuchreState] | Message:
    """The deal in which this seat's partner does not play (EUC-A1, EUC-A2)."""
    own, who = deal.own, maker(deal)
    if who is None or deal.phase != "before":
        return Message("{call} is said once trump is made, and before the first card", call=ALONE)
    if event.seat in own.alone:
        return Message("it had been said")
    if event.seat != who and not deal.rules["defend_alone"]:
        return _refused(deal, event, "EUC-A1", Message("only the maker plays alone"))
    if event.seat == partner(who) or (event.seat != who and partner(event.seat) in own.alone):
        return _refused(deal, event, "EUC-A2", Message("one of each pair can"))
    out = partner(event.seat)
    seats = tuple(seat for seat in deal.seats if seat != out)
    leader = next(seat for seat in _around(deal) if seat in seats)
    return Outcome(replace(deal, seats=seats, leader=leader, own=replace(own, alone=(*own.alone, event.seat))))


def _around(deal: EuchreDeal) -> tuple[Seat, ...]:
    return tuple((deal.dealer + step) % deal.rules.seats for step in range(1, deal.rules.seats + 1))


def _refused(deal: EuchreDeal, event: Bid, rule: str, why: Message) -> Outcome[EuchreState]:
    """A word against the rules: the deal stays as it is."""
    text = Message("{name} said {call}, but {why}.", name=deal.rules.names[event.seat], call=event.call, why=why)
    return Outcome(deal, (Fault("illegal-bid", event.seat, rule, text),))


def lay_away(deal: EuchreDeal, event: Discard) -> Outcome[EuchreState] | Message:
    """The dealer has taken the card turned up and lays one away (EUC-X1)."""
    own, names, cards = deal.own, deal.rules.names, event.cards or event.shown
    if deal.phase != "before":
        return Message("cards are laid away before the first card")
    if not all(may_be_laid(deal, card) for card in cards):
        return Message("cards were laid away that cannot lie there")
    if not own.is_ordered_up:
        why = Message("the card turned up was not taken")
    elif event.seat != deal.dealer:
        why = Message("only the dealer can")
    elif own.laid is not None:
        why = Message("that had been done")
    elif event.count != 1 or len(cards) > 1:
        why = Message("{n} must be", n=1)
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
    return Outcome(deal, (Fault("illegal-discard", event.seat, "EUC-X1", text),))
