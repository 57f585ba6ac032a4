"""The auction of Condor Whist: thirteen duels for up-cards, and the piles that come of it (CON-A)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from controller.games.condor.suits import DECK, STOCK, rank, suit
from controller.record.cards import JOKER, Card
from controller.record.events import Choose, Duel, Seat, Upcard
from controller.record.message import Message
from controller.rules.deal import Deal
from controller.rules.parts import Fault, Outcome

ROUNDS: Final = 13


@dataclass(frozen=True, slots=True)
class Round:
    """A round of the auction."""

    upcard: Card
    duel: tuple[Card, ...] = ()
    """The bidding cards by seat, once revealed."""
    taker: Seat | None = None
    """The seat that took the up-card; None while that is open."""


@dataclass(frozen=True, slots=True)
class CondorAuction:
    """The rounds so far, oldest first."""

    bidding: tuple[str, ...]
    """The suit of the bidding cards by seat: hearts for the dealer, spades for the other (CON-D1)."""
    marker: Seat
    rounds: tuple[Round, ...] = ()

    @property
    def open(self) -> Round | None:
        """The round in progress."""
        return self.rounds[-1] if self.rounds and self.rounds[-1].taker is None else None

    @property
    def done(self) -> bool:
        """Whether all rounds are over."""
        return len(self.rounds) == ROUNDS and self.open is None

    @property
    def indicator(self) -> Card:
        """The card that shows trump, laid aside; the joker is that card (CON-A1)."""
        return self.rounds[0].upcard

    def upcard_in_pile(self, number: int) -> Card:
        """Return the up-card of a round, from 1, as it lies in its taker's pile: in round 1 the joker (CON-A1)."""
        return JOKER if number == 1 else self.rounds[number - 1].upcard


CondorDeal = Deal[CondorAuction]
CondorOutcome = Outcome[CondorAuction]


def upcard(deal: CondorDeal, event: Upcard) -> CondorOutcome | Message:
    """Turn up the stock's top card; the first one's suit is trump (CON-A1)."""
    auction = deal.own
    if auction.done or auction.open:
        why = Message("the auction is over") if auction.done else Message("a round is open")
        return Message("{card} was turned up, but {why}", card=event.card, why=why)
    if event.card not in DECK or event.card.suit not in STOCK:
        why = Message("the stock is of diamonds and clubs")
        return Message("{card} was turned up, but {why}", card=event.card, why=why)
    if event.card in (one.upcard for one in auction.rounds):
        return Message("{card} was turned up in an earlier round", card=event.card)
    trump = deal.trump or suit(event.card)
    return Outcome(replace(deal, trump=trump, own=replace(auction, rounds=(*auction.rounds, Round(event.card)))))


def duel(deal: CondorDeal, event: Duel) -> CondorOutcome | Message:
    """Reveal both bidding cards: the higher takes the up-card (CON-A2)."""
    auction = deal.own
    if not auction.open or auction.open.duel:
        return Message("two cards were laid, but no up-card waits for a duel")
    if set(event.cards) != {0, 1}:
        return Message("a duel is of one card of seat 0 and one of seat 1")
    if faults := tuple(_misbids(deal, event)):
        return Outcome(deal, faults)
    cards = event.cards[0], event.cards[1]
    laid = _with_round(deal, replace(auction.open, duel=cards))
    ranks = [rank(card) for card in cards]
    return Outcome(laid if ranks[0] == ranks[1] else _award(laid, ranks.index(max(ranks))))


def _misbids(deal: CondorDeal, event: Duel) -> Iterator[Fault]:
    """Yield the faults of a bidding card laid again, or one that is not of the own suit."""
    for seat, card in sorted(event.cards.items()):
        name = deal.rules.names[seat]
        if card.suit != deal.own.bidding[seat] or card not in DECK:
            text = Message("{name} bid with {card}, which is no card to bid with.", name=name, card=card)
            yield Fault("foreign-card", seat, "CARD", text, card)
        elif any(one.duel[seat] == card for one in deal.own.rounds if one.duel):
            text = Message("{name} bid with {card} a second time.", name=name, card=card)
            yield Fault("duplicate-card", seat, "CARD", text, card)


def choose(deal: CondorDeal, event: Choose) -> CondorOutcome | Message:
    """Apply the choice after equal ranks: the marker's holder takes the up-card or leaves it (CON-A3)."""
    auction = deal.own
    if not auction.open or not auction.open.duel:
        return Message("no equal ranks wait for a choice")
    if event.seat != auction.marker:
        name, other = deal.rules.names[event.seat], deal.rules.names[auction.marker]
        text = Message("{name} chose, but {other} holds the marker.", name=name, other=other)
        return Outcome(deal, (Fault("illegal-bid", event.seat, "CON-A3", text),))
    return Outcome(_award(deal, event.seat if event.take else 1 - event.seat))


def _award(deal: CondorDeal, seat: Seat) -> CondorDeal:
    """Give the up-card and the marker to a seat; after the last round it leads (CON-A4, CON-P1)."""
    won = _with_round(deal, replace(deal.own.rounds[-1], taker=seat))
    won = replace(won, own=replace(won.own, marker=seat), leader=seat)
    return replace(won, phase="play") if won.own.done else won


def _with_round(deal: CondorDeal, last: Round) -> CondorDeal:
    return replace(deal, own=replace(deal.own, rounds=(*deal.own.rounds[:-1], last)))
