"""Whist: two pairs, the dealer's last card makes trump, each trick above six counts one (games.md section 9)."""

from dataclasses import replace
from typing import Final

from controller.games.follow_rule import follow
from controller.games.pair_game import PAIRS, SEATS, PairGame, PairGameCourse
from controller.games.trick_game import Score, Won
from controller.record.cards import DECKS, Card
from controller.record.events import DealStart
from controller.record.message import Message
from controller.rules.deal import Deal, Play
from controller.rules.layout import Layout, all_in_hands
from controller.rules.options import Option, Rules
from controller.rules.parts import Audit, Fault, Slip
from controller.rules.results import BreakdownLine, counting
from controller.rules.score.slip import SlipLine, one_scores
from controller.rules.speech import Wording

BOOK: Final = 6
"""Tricks of a pair that count nothing (WHI-S1)."""

WhistDeal = Deal[Card]
"""With the card turned up."""


class WhistSlip(Slip):
    """The lines of Whist that can stand on a slip."""

    def fault(self, rules: Rules, line: SlipLine) -> Message | None:
        """One pair alone has tricks above six, at most seven (WHI-S1)."""
        del rules
        return one_scores(line, 1, 13 - BOOK)


class WhistAudit(Audit[Card]):
    """The faults that only Whist can find."""

    def elsewhere(self, deal: WhistDeal, play: Play) -> Fault | None:
        """The card turned up is the dealer's (WHI-D2)."""
        if play.card != deal.own or play.seat == deal.dealer:
            return None
        names = deal.rules.names
        why = Message("is known to be with {name}", name=names[deal.dealer])
        name = names[play.seat]
        text = Message("{name} played {card}, which {why}; please check that card.", name=name, card=play.card, why=why)
        return Fault("impossible-card", play.seat, "CARD", text, play.card)


class WhistCourse(PairGameCourse[Card, None]):
    """The course of a match of Whist."""

    def cannot_deal(self, rules: Rules, event: DealStart) -> Message | None:
        """The last card, the dealer's own, is turned up and makes trump (WHI-D2)."""
        del rules
        if event.turned is None or event.turned not in Whist.deck:
            return Message("a deal of Whist needs the dealer's last card turned up, which makes trump")
        if not event.hands:
            return None
        others = [hand for seat, hand in event.hands.items() if seat != event.dealer]
        if event.turned in event.hands.get(event.dealer, (event.turned,)) and not any(
            event.turned in hand for hand in others
        ):
            return None
        return Message("{card}, turned up, is not in the hand of the dealer", card=event.turned)


class Whist(PairGame[Card, None]):
    """Follow suit, and win more than half of the tricks; aces are high (WHI-F1, WHI-W1)."""

    name = "whist"
    title = "Whist"
    wording = Wording("Game of Whist", "Whist (Spiel)", "Whist (jeu)", "Whist (gioco)", "ホイスト")
    other_names = ("Short Whist", "Classic Whist", "Partnership Whist")
    clockwise = True
    deck = DECKS["whist52"]
    follow_rule = (follow("WHI-F1"),)
    options = (
        Option(
            "goal",
            (5, 7, 9, 0),
            "WHI-G1",
            Message("Points that win the match; 0: until the players stop."),
            free=True,
            profiles={"american": 7, "long": 9},
        ),
    )
    slip = WhistSlip()
    audit = WhistAudit()
    course = WhistCourse()

    def opening(self, rules: Rules, event: DealStart, book: None) -> Card:
        """The card turned up."""
        del rules, book
        assert event.turned is not None  # noqa: S101 - cannot_deal lets no other event through
        return event.turned

    def open_deal(self, rules: Rules, number: int, event: DealStart, book: None) -> WhistDeal:
        """Thirteen cards each; the suit turned up is trump, and forehand leads (WHI-D1, WHI-D2, WHI-P1)."""
        deal = super().open_deal(rules, number, event, book)
        return replace(deal, trump=deal.own.suit)

    def layout(self, deal: WhistDeal) -> Layout:
        """All cards are in hands, the one turned up in the dealer's until it is played (WHI-D2)."""
        everywhere = all_in_hands(deal)
        place = everywhere.place_of(deal.dealer)
        if place is None or deal.find(deal.own):
            return everywhere
        return replace(everywhere, known={**everywhere.known, deal.own: frozenset({place})})

    def score(self, deal: WhistDeal, won: Won, book: None) -> Score[None]:
        """WHI-S1."""
        del deal
        above = tuple(max(sum(won.tricks[seat] for seat in SEATS[side]) - BOOK, 0) for side in PAIRS)
        written = self.of_seats(above)
        return Score("WHI-S1", written, book, counting(BreakdownLine(Message("tricks above six"), written)))


GAME = Whist()
