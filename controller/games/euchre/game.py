"""Euchre: two pairs, one of which makes trump and has to take three tricks of five (games.md section 16)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from controller.games.euchre import cards, moves, places
from controller.games.euchre.auction import lay_away, play_alone, speak
from controller.games.euchre.cards import DECK, HAND, NAMES, RANKS
from controller.games.euchre.options import OPTIONS
from controller.games.euchre.score import LONE, POINT, count
from controller.games.euchre.state import ALONE, ORDER_UP, PASS, EuchreDeal, EuchreState, maker, speaker
from controller.games.euchre.words import CALL_NAMES
from controller.games.follow_rule import follow
from controller.games.pair_game import PairGame
from controller.games.trick_game import Score, Won
from controller.record.cards import Card
from controller.record.events import Bid, DealStart, Discard, Event, Moved, Seat
from controller.record.message import Message
from controller.rules import sheet
from controller.rules.deal import Play
from controller.rules.game import Fault, Outcome
from controller.rules.layout import Layout
from controller.rules.movements.description import Movement
from controller.rules.options import Rules
from controller.rules.results import DealResult
from controller.rules.score.breakdown import BreakdownLine, counting
from controller.rules.score.slip import SlipLine, one_scores
from controller.rules.speech import Wording

_BIDS: Final = (PASS, ORDER_UP, *cards.SUITS)


class Euchre(PairGame[EuchreState, None]):
    """Make trump and take three tricks; the jacks of trump's colour are the highest trumps (EUC-W1)."""

    name = "euchre"
    title = "Euchre"
    wording = Wording("Euchre", "Euchre", "Euchre", "Euchre", "ユーカー")
    other_names = ("North American Euchre",)
    call_names = CALL_NAMES
    deck, ranks = DECK, RANKS
    numbered = False
    options = OPTIONS
    first_phase = "before"
    follow_rule = (follow("EUC-F1"),)

    def slip_fault(self, rules: Rules, line: SlipLine) -> Message | None:
        """One pair alone scores, a point to four (EUC-S1, EUC-S2)."""
        del rules
        return one_scores(line, POINT, LONE)

    def cannot_deal(self, event: DealStart) -> Message | None:
        """The card turned up is of the kitty (EUC-D2)."""
        if event.turned is None or event.turned not in self.deck:
            return Message("a deal of Euchre needs the card turned up")
        if any(event.turned in hand for hand in (event.hands or {}).values()):
            return Message("{card}, turned up, is shown in a hand", card=event.turned)
        return None

    def opening(self, rules: Rules, event: DealStart, book: None) -> EuchreState:
        """Nothing is said yet."""
        del rules, book
        assert event.turned is not None  # noqa: S101 - cannot_deal lets no other event through
        return EuchreState(event.turned)

    def open_deal(self, rules: Rules, number: int, event: DealStart, book: None) -> EuchreDeal:
        """Five cards each; the seat after the dealer speaks first, and leads (EUC-D1, EUC-B1, EUC-P1)."""
        return replace(super().open_deal(rules, number, event, book), size=HAND)

    def act(self, deal: EuchreDeal, book: None, number: int, event: Event) -> Outcome[EuchreState] | Message:
        """Trump is made, somebody plays alone, the dealer lays a card away (EUC-B, EUC-A, EUC-X)."""
        if isinstance(event, Discard):
            return lay_away(deal, event)
        if isinstance(event, Bid) and event.call == ALONE:
            return play_alone(deal, event)
        if isinstance(event, Bid) and event.call in _BIDS:
            return speak(deal, event)
        return super().act(deal, book, number, event)

    def offered(self, deal: EuchreDeal) -> Sequence[Movement]:
        """The card turned up and the one laid away for it (EUC-X1)."""
        return tuple(moves.offered(deal))

    def as_moved(self, deal: EuchreDeal, event: Event) -> tuple[Moved, ...]:
        """The card turned up and the one laid away for it (EUC-X1)."""
        return moves.as_moved(deal, event)

    def as_told(self, deal: EuchreDeal, move: Moved) -> Event:
        """EUC-X1."""
        return moves.as_told(deal, move)

    def begin_play(self, deal: EuchreDeal) -> EuchreDeal | Message:
        """No card counts before trump is made; then the first card begins the play."""
        return replace(deal, phase="play") if deal.own.made else Message("trump has not been made")

    def speaker(self, deal: EuchreDeal) -> Seat | None:
        """Who speaks; once trump is made, who leads."""
        return deal.leader if deal.own.made else speaker(deal)

    def taker(self, deal: EuchreDeal) -> Seat | None:
        """The maker, who may play alone (EUC-A1)."""
        return maker(deal)

    def suit_in_play(self, card: Card, trump: str | None) -> str:
        """The left bower is a trump (EUC-F1)."""
        return cards.suit_in_play(card, trump)

    def order(self, card: Card, trump: str | None) -> int:
        """EUC-W1."""
        return cards.order(card, trump)

    def layout(self, deal: EuchreDeal) -> Layout:
        """Hands, kitty and what was laid away; the card turned up (EUC-D2, EUC-X2)."""
        return places.layout(deal)

    def elsewhere(self, deal: EuchreDeal, play: Play) -> Fault | None:
        """A card that is out of play, or the dealer's (EUC-X2)."""
        return places.impossible(deal, play)

    def score(self, deal: EuchreDeal, won: Won, book: None) -> Score[None]:
        """EUC-S1, EUC-S2."""
        done = count(deal, won.tricks)
        written = self.of_seats(tuple(done.points if side == done.side else 0 for side in (0, 1)))
        detail = {"taker": done.maker, "trump": deal.trump, "alone": [*deal.own.alone], "won": done.won}
        return Score(done.rule, written, book, counting(BreakdownLine(done.why, written)), detail=detail)

    def next_dealer(self, deal: EuchreDeal, book: None, *, void: str | None) -> Seat:
        """The deal passes on, also when all have passed; after a misdeal it stays (EUC-B3)."""
        del book
        return deal.dealer if void == "misdeal" else (deal.dealer + 1) % deal.rules.seats

    def line_head(self, rules: Rules, deal: DealResult) -> str:
        """The deal, who made trump, and which."""
        return sheet.taken_head(rules.names, deal, NAMES.get(deal.detail.get("trump", "")))

    def calls(self, seats: int) -> Mapping[str, Message]:
        """EUC-B1, EUC-A1, EUC-S1."""
        del seats
        return {
            ORDER_UP: Message("the suit turned up is trump"),
            ALONE: Message("{n} for all tricks", n=LONE),
        }

    def facts(self, deal: EuchreDeal) -> Message:
        """The card turned up; then who made trump and which, and who plays alone."""
        own, who, names = deal.own, maker(deal), deal.rules.names
        if who is None or deal.trump is None:
            return Message("{card} turned up", card=own.turned)
        made = Message("{name} {call}", name=names[who], call=NAMES[deal.trump])
        return Message.join(", ", [made, *(Message("{name} alone", name=names[seat]) for seat in own.alone)])


GAME = Euchre()
