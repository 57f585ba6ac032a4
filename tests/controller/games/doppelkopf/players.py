"""Doppelkopf players: they name any game that their hands allow, and announce what they may."""

from dataclasses import replace
from typing import cast

from controller.games.doppelkopf.announce import came_in_time, is_in_time
from controller.games.doppelkopf.cards import CLUB_QUEEN, FOX, NINES, suit_of
from controller.games.doppelkopf.parties import (
    Parties,
    cards_in_hand,
    game_of,
    helper,
    is_clear,
    parties,
    seats_to_answer,
)
from controller.games.doppelkopf.poverty import MOST
from controller.games.doppelkopf.state import (
    KONTRA,
    LEAVE,
    MARRIAGE,
    NORMAL,
    PARTIES,
    PIGS,
    POVERTY,
    RE,
    REFUSALS,
    SOLOS,
    TAKE,
    DoppelkopfDeal,
    SeatCall,
)
from controller.record.cards import Card
from controller.record.events import Bid, Event, Played, Seat
from controller.rules.match import AnyMatch
from tests.support.players import Players as Base


class Players(Base):
    """Players of Doppelkopf, who know from the deal on who holds the queens of clubs."""

    def deal_out(self, match: AnyMatch, size: int) -> list[Card]:
        """Without nines where they are out."""
        rest = super().deal_out(match, size)
        if match.rules["nines"]:
            return rest
        deck = [card for card in match.game.deck if card not in NINES]
        self.random.shuffle(deck)
        count = match.rules.seats
        size = len(deck) // count
        self.hands = [deck[seat * size : (seat + 1) * size] for seat in range(count)]
        return []

    def queens(self, seat: Seat) -> int:
        """How many queens of clubs a seat has in hand."""
        return sum(card.face == CLUB_QUEEN for card in self.hands[seat])

    def foxes(self, seat: Seat) -> int:
        """Count the aces of diamonds in the hand of a seat."""
        return sum(card.face == FOX for card in self.hands[seat])

    def next(self, match: AnyMatch) -> Event:
        """The next event; pigs are said now and then behind the first of them, whoever took that trick."""
        event = super().next(match)
        assert match.deal is not None
        if not isinstance(event, Played) or event.card.face != FOX:
            return event
        if self.can_say_pigs(match, event.seat, laid=1) and self.random.random() < 0.7:
            self.said.append(Bid(seat=event.seat, call=PIGS))
        return event

    def can_say_pigs(self, match: AnyMatch, seat: Seat, *, laid: int = 0) -> bool:
        """Whether a seat has both aces of diamonds, so many of which it lays now, and may say so."""
        deal = match.deal
        assert deal is not None
        shown = any(play.card.face == FOX for play in (*deal.plays(), *deal.exposed))
        silent = seat not in [one.seat for one in deal.own.pigs]
        return (
            self.foxes(seat) + laid == 2 and deal.trump == "D" and not shown and silent and match.rules["pigs"] is True
        )

    def before(self, match: AnyMatch) -> Event | None:
        """What is played; now and then a solo goes before what somebody has said."""
        assert match.deal is not None
        holder = next((seat for seat in match.deal.seats if self.can_say_pigs(match, seat)), None)
        if holder is not None and self.random.random() < 0.3:
            return Bid(seat=holder, call=PIGS)
        said, due = match.deal.own.reservations, match.deal.own.due
        if due is not None:
            return None if said else Bid(seat=due, call=self.random.choice([*SOLOS]))
        silent = [seat for seat in match.deal.seats if seat not in [one.seat for one in said]]
        if seats_to_answer(match.deal):
            return self.answer_poverty(match)
        if helper(match.deal) is not None:
            return None
        if said and (len(said) > 1 or self.random.random() < 0.9):
            return None
        if self.random.random() < (0.1 if said else 0.3):
            return Bid(seat=self.random.choice(silent), call=self.random.choice([*SOLOS]))
        if said:
            return None
        poor = next((seat for seat in silent if match.rules["poverty"] and len(self.trumps(seat)) <= MOST), None)
        if poor is not None and self.random.random() < 0.8:
            return Bid(seat=poor, call=POVERTY)
        bride = next((seat for seat in silent if self.queens(seat) > 1), None)
        if bride is not None and self.random.random() < 0.7:
            return Bid(seat=bride, call=MARRIAGE)
        return Bid(seat=self.random.choice(silent), call=NORMAL)

    def trumps(self, seat: Seat) -> list[Card]:
        """The trumps of a hand where diamonds are."""
        return [card for card in self.hands[seat] if suit_of(card, "D") == "D"]

    def answer_poverty(self, match: AnyMatch) -> Event:
        """Somebody takes the poverty, and cards are passed face down; or leaves it."""
        deal = cast("DoppelkopfDeal", match.deal)
        game = game_of(deal)
        assert game is not None
        assert game[1] is not None
        seat = self.random.choice(seats_to_answer(deal))
        if self.random.random() < 0.7:
            return Bid(seat=seat, call=LEAVE)
        pigs = [one.seat for one in deal.own.pigs]
        poor, taker = self.hands[game[1]], self.hands[seat]
        trumps = self.trumps(game[1])
        rest = [card for card in poor if card not in trumps]
        passed = [*trumps, *self.random.sample(rest, MOST - len(trumps))]
        taker += passed
        back = self.random.sample([card for card in taker if card.face != FOX or not {seat, game[1]} & {*pigs}], MOST)
        for cards, source, target in ((passed, poor, None), (back, taker, poor)):
            for card in cards:
                source.remove(card)
            if target is not None:
                target += cards
        return Bid(seat=seat, call=TAKE)

    def declare(self, match: AnyMatch, seat: Seat, card: Card) -> list[Event]:
        """Now and then Re or Kontra, what the other party will not reach, or pigs."""
        if card.face == FOX and self.can_say_pigs(match, seat) and self.random.random() < 0.5:
            return [Bid(seat=seat, call=PIGS)]
        deal = cast("DoppelkopfDeal", self.playing(match))
        usual = self.usual(match, deal, seat)
        return usual or (self.answer(match, deal) if self.happens(self.words) and is_clear(deal) else [])

    def usual(self, match: AnyMatch, deal: DoppelkopfDeal, seat: Seat) -> list[Event]:
        """A word that everybody knows to come in time."""
        if self.random.random() > 0.25 or not is_clear(deal):
            return []
        mine = [one.call for one in deal.own.announcements if one.seat == seat]
        call = self.random.choice((self.party(match, seat), *REFUSALS))
        if call in mine or (call in PARTIES and {*PARTIES} & {*mine}):
            return []
        after, word = self.heard(deal, seat, call)
        return [Bid(seat=seat, call=call)] if is_in_time(after, word) else []

    def answer(self, match: AnyMatch, deal: DoppelkopfDeal) -> list[Event]:
        """Re or Kontra by anybody to whom the other party has said something, whoever knows that it has."""
        true = Parties(frozenset(seat for seat in deal.seats if self.party(match, seat) == RE))
        told = {one.seat for one in deal.own.announcements if one.call in PARTIES}
        words = [
            Bid(seat=seat, call=self.party(match, seat))
            for seat in deal.seats
            if seat not in told and came_in_time(*self.heard(deal, seat, self.party(match, seat)), true)
        ]
        return [self.random.choice(words)] if words else []

    def heard(self, deal: DoppelkopfDeal, seat: Seat, call: str) -> tuple[DoppelkopfDeal, SeatCall]:
        """The deal with a word, and the word."""
        word = SeatCall(seat, call, 0, cards_in_hand(deal, seat))
        return replace(deal, own=replace(deal.own, announcements=(*deal.own.announcements, word))), word

    def party(self, match: AnyMatch, seat: Seat) -> str:
        """The party of a seat, as it knows it by its own hand."""
        deal = cast("DoppelkopfDeal", self.playing(match))
        found, game = parties(deal), game_of(deal)
        if found is not None:
            return RE if seat in found.re else KONTRA
        assert game is not None
        own = self.queens(seat) + sum(play.seat == seat and play.card.face == CLUB_QUEEN for play in deal.plays())
        return RE if own or game[1] == seat else KONTRA
