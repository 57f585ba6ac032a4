"""Skat: one declarer against two, by the highest bid (games.md section 12)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from controller.games import claims
from controller.games.skat import claims as skat_claims
from controller.games.skat import moves, places, slip
from controller.games.skat.announce import GAMES, announce, lay_away
from controller.games.skat.auction import NUMBERS, auction, speak
from controller.games.skat.cards import DECK, HAND_SIZE, POINTS, SUIT_GAMES, strength, suit_of
from controller.games.skat.options import OPTIONS
from controller.games.skat.score import score
from controller.games.skat.state import ANNOUNCED, PASS, YES, SkatDeal, SkatState
from controller.games.skat.value import BASES, NULLS
from controller.games.skat.words import CALL_NAMES
from controller.record.cards import Card
from controller.record.events import Bid, DealStart, Discard, Event, Moved, Seat
from controller.record.message import Message
from controller.record.numbers import NONE, number_of
from controller.rules import sheet
from controller.rules.deal import Deal, Play, Trick
from controller.rules.duty import FREE, Duty, avoid
from controller.rules.game import Fault, Game, Outcome, Settlement
from controller.rules.layout import Layout
from controller.rules.movements.description import Movement
from controller.rules.options import Rules
from controller.rules.results import NO_WORDS, DealResult, Number
from controller.rules.score.slip import SlipLine
from controller.rules.speech import Wording, contract_words


class Skat(Game[SkatState, None]):
    """German Skat."""

    name = "skat"
    title = "Skat"
    wording = Wording("Skat", "Skat", "Skat", "Skat", "スカート")
    call_names = CALL_NAMES
    number_calls = NUMBERS
    seats = (3,)
    deck = DECK
    options = OPTIONS
    count_rule = "SKA-H1"

    def slip_fault(self, rules: Rules, line: SlipLine) -> Message | None:
        """The declarer has won or lost a game of 18 at least, and the others what that gives them (SKA-S1, SKA-S2)."""
        return slip.slip_fault(line, with_extra=rules["score"] == "seeger-fabian")

    def open_book(self, rules: Rules) -> None:
        """Nothing is remembered from deal to deal but the totals."""

    def open_deal(self, rules: Rules, number: int, event: DealStart, book: None) -> SkatDeal:
        """Ten cards each and two in the skat; forehand leads (SKA-D1, SKA-P1)."""
        del book
        seats, forehand = tuple(range(rules.seats)), (event.dealer + 1) % rules.seats
        size = HAND_SIZE
        return Deal(number, event.dealer, rules, seats, size, forehand, SkatState(), phase="before")

    def act(self, deal: SkatDeal, book: None, number: int, event: Event) -> Outcome[SkatState] | Message:
        """Auction, announcements, the game and what is laid away (SKA-B, SKA-C, SKA-X)."""
        if isinstance(event, Discard):
            return lay_away(deal, event)
        if isinstance(event, Bid) and event.call in claims.CALLS:
            return claims.act(deal, event, deal.seats, whole=True, uncounted=skat_claims.uncounted)
        if isinstance(event, Bid) and event.call in (*GAMES, *ANNOUNCED):
            return announce(deal, event)
        if isinstance(event, Bid) and (event.call in (PASS, YES) or number_of(event.call) is not None):
            return speak(deal, event)
        return super().act(deal, book, number, event)

    def offered(self, deal: SkatDeal) -> Sequence[Movement]:
        """The skat and what is laid away for it (SKA-X1)."""
        return tuple(moves.offered(deal))

    def as_moved(self, deal: SkatDeal, event: Event) -> tuple[Moved, ...]:
        """The skat and what is laid away for it (SKA-X1)."""
        return moves.as_moved(deal, event)

    def as_told(self, deal: SkatDeal, move: Moved) -> Event:
        """SKA-X1."""
        return moves.as_told(deal, move)

    def claimed(self, deal: SkatDeal, seat: Seat, tricks: int) -> Event | Message:
        """SKA-E1."""
        return claims.claimed(deal, seat, tricks, whole=True)

    def answered(self, seat: Seat, *, accepts: bool) -> Event:
        """SKA-E1."""
        return claims.answered(seat, accepts=accepts)

    def begin_play(self, deal: SkatDeal) -> SkatDeal | Message:
        """No card counts before the game is named."""
        if deal.own.game is None:
            return Message("no game has been named")
        return replace(deal, phase="play")

    def speaker(self, deal: SkatDeal) -> Seat | None:
        """Who is to speak in the auction, then the declarer; once the game is named, who leads."""
        now = auction(deal)
        if now.turn is not None:
            return now.turn
        return now.declarer if deal.own.game is None else deal.leader

    def taker(self, deal: SkatDeal) -> Seat | None:
        """The declarer (SKA-B3)."""
        return auction(deal).declarer

    def other_side(self, deal: SkatDeal, seat: Seat) -> Seat | None:
        """The declarer for an opponent, an opponent for the declarer."""
        declarer = auction(deal).declarer
        if declarer is None:
            return None
        return (seat + 1) % deal.rules.seats if seat == declarer else declarer

    def numbers(self, deal: SkatDeal, seat: Seat) -> range:
        """SKA-B2: numbers above the last one, while a number is awaited."""
        del seat
        now = auction(deal)
        waits = deal.phase == "before" and now.turn is not None and not now.holds
        return range(max(NUMBERS[0], now.bid + 1), NUMBERS[-1] + 1) if waits else NONE

    def layout(self, deal: SkatDeal) -> Layout:
        """The hands and the skat (SKA-D1, SKA-X2)."""
        return places.layout(deal)

    def elsewhere(self, deal: SkatDeal, play: Play) -> Fault | None:
        """A card that was laid away in sight, or shown by another seat (SKA-X2)."""
        return places.impossible(deal, play)

    def duty(self, deal: SkatDeal, card: Card) -> Duty:
        """SKA-F1."""
        led, game = deal.led, deal.own.game
        if led is None or suit_of(card, game) == (suit := suit_of(led, game)):
            return FREE
        return avoid([one for one in self.deck if suit_of(one, game) == suit], "SKA-F1")

    def suit_of(self, deal: SkatDeal, card: Card) -> str:
        """SKA-F1: the trumps are one suit, jacks among them."""
        return suit_of(card, deal.own.game)

    def strength(self, deal: SkatDeal, trick: Trick, card: Card) -> int:
        """SKA-W1."""
        return strength(card, trick.cards[0], deal.own.game)

    def card_points(self, deal: SkatDeal, card: Card) -> Number:
        """SKA-H1."""
        del deal
        return POINTS.get(card.rank, 0)

    def settle(self, deal: SkatDeal, book: None, total: tuple[Number, ...]) -> Settlement[None]:
        """SKA-S1, SKA-S2."""
        ended = claims.detail(deal)
        points, scores, detail, parts = score(skat_claims.counted(deal, self.other_side))
        sums = tuple(before + now for before, now in zip(total, scores, strict=True))
        return Settlement(points, scores, sums, book, {**detail, **ended}, parts)

    def next_dealer(self, deal: SkatDeal, book: None, *, void: str | None) -> Seat:
        """The deal passes on, also when all have passed; after a misdeal it stays (SKA-B3)."""
        del book
        return deal.dealer if void == "misdeal" else (deal.dealer + 1) % deal.rules.seats

    def line_head(self, rules: Rules, deal: DealResult) -> str:
        """The deal, its declarer and the game."""
        return sheet.taken_head(rules.names, deal, deal.detail.get("contract"))

    def strokes(self, score: Number) -> str:
        """Skat is written in figures."""
        del score
        return ""

    def calls(self, seats: int) -> Mapping[str, Message]:
        """The games with their base values (SKA-V2, SKA-V4)."""
        del seats
        bases = {**BASES, "null": NULLS[False, False]}
        told = {game: Message("x {n}", n=bases[game]) for game in (*SUIT_GAMES, "grand", "null")}
        return {**told, **claims.TOLD}

    def facts(self, deal: SkatDeal) -> Message:
        """The highest number; then the declarer and the game."""
        now, own, names = auction(deal), deal.own, deal.rules.names
        if now.declarer is not None and own.game is not None:
            plays = contract_words(own.game, deal.trump, names[now.declarer])
            return Message.join(", ", (plays, *filter(None, (claims.told(deal),))))
        return Message("bid {n}", n=now.bid) if now.bid else NO_WORDS


GAME = Skat()
