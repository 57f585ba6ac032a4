"""Doppelkopf players: they name any game that their hands allow, and announce what they may."""

from typing import cast

from controller.games.doppelkopf.announce import held, needed
from controller.games.doppelkopf.cards import CLUB_QUEEN, NINES
from controller.games.doppelkopf.parties import game_of, is_clear, parties
from controller.games.doppelkopf.state import KONTRA, MARRIAGE, NORMAL, PARTIES, RE, REFUSALS, SOLOS, DoppelkopfDeal
from controller.record.cards import Card
from controller.record.events import Bid, Event, Seat
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

    def before(self, match: AnyMatch) -> Event | None:
        """What is played; now and then a solo goes before what somebody has said."""
        assert match.deal is not None
        said = match.deal.own.reservations
        silent = [seat for seat in match.deal.seats if seat not in [one.seat for one in said]]
        if said and (len(said) > 1 or self.random.random() < 0.9):
            return None
        if self.random.random() < (0.1 if said else 0.3):
            return Bid(seat=self.random.choice(silent), call=self.random.choice([*SOLOS]))
        if said:
            return None
        bride = next((seat for seat in silent if self.queens(seat) > 1), None)
        if bride is not None and self.random.random() < 0.7:
            return Bid(seat=bride, call=MARRIAGE)
        return Bid(seat=self.random.choice(silent), call=NORMAL)

    def declare(self, match: AnyMatch, seat: Seat, card: Card) -> list[Event]:
        """Now and then Re or Kontra, or what the other party will not reach."""
        del card
        deal = cast("DoppelkopfDeal", self.playing(match))
        if self.random.random() > 0.25 or not is_clear(deal):
            return []
        mine = [one.call for one in deal.own.said if one.seat == seat]
        call = self.random.choice((self.party(match, seat), *REFUSALS))
        if call in mine or (call in PARTIES and {*PARTIES} & {*mine}) or held(deal, seat) < needed(deal, seat, call):
            return []
        return [Bid(seat=seat, call=call)]

    def party(self, match: AnyMatch, seat: Seat) -> str:
        """The party of a seat, as it knows it by its own hand."""
        deal = cast("DoppelkopfDeal", self.playing(match))
        found, game = parties(deal), game_of(deal)
        if found is not None:
            return RE if seat in found.re else KONTRA
        assert game is not None
        own = self.queens(seat) + sum(play.seat == seat and play.card.face == CLUB_QUEEN for play in deal.plays())
        return RE if own or game[1] == seat else KONTRA
