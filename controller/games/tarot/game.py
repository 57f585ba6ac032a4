"""French Tarot: one taker against the table, three to five seats (games.md section 5)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from controller.games import claims
from controller.games.tarot import (
    announce as tarot_announce,
)
from controller.games.tarot import (
    audit as tarot_end,
)
from controller.games.tarot import (
    dog as tarot_dog,
)
from controller.games.tarot import (
    follow,
    refute,
)
from controller.games.tarot import (
    places as tarot_places,
)
from controller.games.tarot import (
    score as tarot_score,
)
from controller.games.tarot import (
    score as tarot_sheet,
)
from controller.games.tarot.auction import call, call_open, speak, speaker
from controller.games.tarot.cards import DECK, DOG_SIZES, as_points, halves, strength, suit_led
from controller.games.tarot.options import OPTIONS
from controller.games.tarot.piles import counted, side_of, uncounted, wins_last
from controller.games.tarot.state import MULTIPLIERS, TarotDeal, TarotState, excuses
from controller.games.tarot.words import CALL_NAMES
from controller.record.cards import TRUMPS, Card
from controller.record.events import Bid, Call, DealStart, Declare, Discard, Dog, Event, Moved, Seat
from controller.record.message import Message
from controller.rules import sheet
from controller.rules.deal import Deal, Play, Trick
from controller.rules.duty import Duty
from controller.rules.game import Fault, Game, Outcome, Settlement
from controller.rules.layout import Layout
from controller.rules.movements.description import Movement
from controller.rules.options import Rules
from controller.rules.results import NO_WORDS, DealResult, Number
from controller.rules.score.slip import SlipLine, other_sum
from controller.rules.sheet import Grid
from controller.rules.speech import Wording


class Tarot(Game[TarotState, None]):
    """French Tarot."""

    name = "tarot"
    title = "Tarot"
    wording = Wording("French Tarot", "Französisches Tarot", "Tarot", "Tarot francese", "フランス・タロット")
    other_names = ("French Tarot", "Tarot français", "フレンチタロット", "タロット", "タロー")
    call_names = CALL_NAMES
    seats = (3, 4, 5)
    deck = DECK
    options = OPTIONS
    card_size = "61x112"
    count_rule = "TAR-H1"

    def slip_fault(self, rules: Rules, line: SlipLine) -> Message | None:
        """Players pay each other, so that all scores come to nothing (TAR-S2)."""
        del rules
        return other_sum(line, (0,))

    def open_book(self, rules: Rules) -> None:
        """Nothing is remembered from deal to deal but the totals."""

    def open_deal(self, rules: Rules, number: int, event: DealStart, book: None) -> TarotDeal:
        """TAR-D1; the auction begins with forehand (TAR-B1)."""
        del book
        seats = tuple(range(rules.seats))
        size = (len(DECK) - DOG_SIZES[rules.seats]) // rules.seats
        forehand = (event.dealer + 1) % rules.seats
        return Deal(number, event.dealer, rules, seats, size, forehand, TarotState(), TRUMPS, phase="before")

    def act(self, deal: TarotDeal, book: None, number: int, event: Event) -> Outcome[TarotState] | Message:
        """Auction, call, dog, discard, announcements (TAR-B, TAR-C, TAR-X, TAR-Q)."""
        match event:
            case Bid(call=call_) if call_ in claims.CALLS:
                return claims.act(deal, event, deal.seats, whole=True, uncounted=uncounted)
            case Bid():
                return speak(deal, event)
            case Call():
                return call(deal, number, event)
            case Dog():
                return tarot_dog.show(deal, event)
            case Discard():
                return tarot_dog.lay_away(deal, number, event)
            case Declare():
                return tarot_announce.declare(deal, number, event)
            case _:
                return super().act(deal, book, number, event)

    def offered(self, deal: TarotDeal) -> Sequence[Movement]:
        """The dog and what is laid away for it (TAR-X1)."""
        return tuple(tarot_dog.offered(deal))

    def as_moved(self, deal: TarotDeal, event: Event) -> tuple[Moved, ...]:
        """The dog and what is laid away for it (TAR-X1)."""
        return tarot_dog.as_moved(deal, event)

    def as_told(self, deal: TarotDeal, move: Moved) -> Event:
        """TAR-X1."""
        del deal
        return tarot_dog.as_told(move)

    def claimed(self, deal: TarotDeal, seat: Seat, tricks: int) -> Event | Message:
        """TAR-K1."""
        return claims.claimed(deal, seat, tricks, whole=True)

    def answered(self, seat: Seat, *, accepts: bool) -> Event:
        """TAR-K1."""
        return claims.answered(seat, accepts=accepts)

    def begin_play(self, deal: TarotDeal) -> TarotDeal | Message:
        """The play can begin after the auction, with five seats after the call (TAR-B1, TAR-C1)."""
        return call_open(deal) or replace(tarot_dog.known_hands(deal), phase="play")

    def duty(self, deal: TarotDeal, card: Card) -> Duty:
        """TAR-F1 to TAR-F5, TAR-C2."""
        return follow.duty(deal, card)

    def strength(self, deal: TarotDeal, trick: Trick, card: Card) -> int:
        """TAR-W1, but for the Excuse in the last trick."""
        free = excuses(deal)
        return strength(card, suit_led(trick, free), free)

    def winner(self, deal: TarotDeal, trick: Trick) -> Seat:
        """TAR-W1."""
        return trick.plays[0].seat if wins_last(deal, trick) else super().winner(deal, trick)

    def card_points(self, deal: TarotDeal, card: Card) -> Number:
        """TAR-H1."""
        del deal
        return as_points(halves(card))

    def trick_points(self, deal: TarotDeal, trick: Trick, *, last: bool) -> Number:
        """Points of the cards that lie there, the Excuse too (TAR-H1)."""
        del deal, last
        return as_points(sum(map(halves, trick.cards)))

    def layout(self, deal: TarotDeal) -> Layout:
        """The hands and the dog (TAR-D1)."""
        return tarot_places.layout(deal)

    def elsewhere(self, deal: TarotDeal, play: Play) -> Fault | None:
        """A card that lay in the dog, was laid away or was shown by another seat."""
        return tarot_places.impossible(deal, play)

    def played(self, deal: TarotDeal) -> TarotDeal:
        """Remember what the newest card refutes."""
        return refute.by_card(deal)

    def audit(self, deal: TarotDeal) -> tuple[Fault, ...]:
        """Declarations, calls and discards that the newest card refutes (TAR-C1, TAR-D2, TAR-Q1, TAR-Q2, TAR-X1)."""
        return deal.own.found

    def audit_end(self, deal: TarotDeal) -> tuple[Fault, ...]:
        """The faults shown by the cards laid away, or left in the dog (TAR-C1, TAR-D2, TAR-X1)."""
        return tarot_end.audit(deal)

    def settle(self, deal: TarotDeal, book: None, total: tuple[Number, ...]) -> Settlement[None]:
        """TAR-S1 to TAR-S3."""
        ended, deal = claims.detail(deal), counted(deal, self.other_side)
        points, score, detail, parts = tarot_score.score(deal)
        sums = tuple(before + now for before, now in zip(total, score, strict=True))
        return Settlement(points, score, sums, book, {**detail, **ended}, parts)

    def other_side(self, deal: TarotDeal, seat: Seat) -> Seat | None:
        """The taker for the defence, a defender for the taker's side."""
        against = [other for other in deal.seats if side_of(deal, other) != side_of(deal, seat)]
        taker = self.taker(deal)
        return taker if taker in against else next(iter(against), None)

    def cannot_void(self, rules: Rules, why: str) -> Message | None:
        """TAR-D2 and TAR-D3, as the table has them."""
        if why == "petit-sec" and rules["petit_sec"] != "void":
            return Message("at this table a petit sec plays as a second Excuse")
        if why == "rule" and not (rules["void_no_trump"] or rules["void_poor"]):
            return Message("this table has no rule by which a hand voids the deal")
        return None

    def next_dealer(self, deal: TarotDeal, book: None, *, void: str | None) -> Seat:
        """The deal passes to the next seat, void or not; after a misdeal it stays (TAR-P1, TAR-D2)."""
        del book
        return deal.dealer if void == "misdeal" else (deal.dealer + 1) % deal.rules.seats

    def sheet(self, rules: Rules, book: None, total: tuple[Number, ...], deals: Sequence[DealResult]) -> Iterator[str]:
        """Running totals."""
        del book
        return tarot_sheet.lines(self.title, rules, total, deals)

    def grid(self, rules: Rules, book: None, total: tuple[Number, ...], deals: Sequence[DealResult]) -> Grid:
        """Running totals, with what each deal has added."""
        return tarot_sheet.with_totals(super().grid(rules, book, total, deals), deals)

    def line_head(self, rules: Rules, deal: DealResult) -> str:
        """The deal, its taker and the bid."""
        return sheet.taken_head(rules.names, deal, deal.detail.get("bid"))

    def strokes(self, score: Number) -> str:
        """No strokes: Tarot is written in figures."""
        del score
        return ""

    def calls(self, seats: int) -> Mapping[str, Message]:
        """The bids, lowest first, with their multipliers (TAR-B2)."""
        del seats
        return {bid: Message("x {n}", n=times) for bid, times in MULTIPLIERS.items()}

    def taker(self, deal: TarotDeal) -> Seat | None:
        """Whoever bid highest (TAR-B2)."""
        return deal.own.best.seat if deal.own.best else None

    def facts(self, deal: TarotDeal) -> Message:
        """Who is to speak; then the taker, the bid and the called card."""
        own, names = deal.own, deal.rules.names
        turn = speaker(deal) if deal.phase == "before" else None
        if turn is not None:
            return Message("{name} to speak", name=names[turn])
        if own.best is None:
            return NO_WORDS
        bid = Message("{name} {call}", name=names[own.best.seat], call=own.best.call)
        called = _called(own.called.card) if own.called else None
        return Message.join(", ", filter(None, (bid, called, claims.told(deal))))


def _called(card: Card | None) -> Message:
    return Message("nobody called") if card is None else Message("{card} called", card=card)


GAME = Tarot()
