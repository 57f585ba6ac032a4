"""Differenzler players: they say numbers openly, seal them, or write them down and tell them at the end."""

from controller.games.differenzler import FEWEST, MOST, NUMBERS, SIX, DifferenzlerDeal, around, speaker
from controller.record.cards import Card
from controller.record.events import Bid, DealStart, Event, Reveal, Seal, Seat, seal
from controller.rules.match import AnyMatch
from tests.support.players import Players as Base

SEALING = 0.6
"""Share of secret numbers that are said on a phone; the others are written down."""


class Players(Base):
    """Players of Differenzler."""

    def opening(self, match: AnyMatch, dealer: Seat) -> DealStart:
        """Deal the cards, and turn up the one that makes trump (DIF-D2, DIF-T1)."""
        seats, deck = match.rules.seats, list(match.game.deck)
        self.sealed: dict[Seat, tuple[str, str]] = {}
        self.writing: set[Seat] = set()
        self.random.shuffle(deck)
        size = len(deck) // (seats + 1 if seats == FEWEST else seats)
        if seats == MOST and len(deck) > seats * size:
            deck.append(deck.pop(next(place for place, card in enumerate(deck) if card.rank == SIX)))
        self.hands = [deck[seat * size : (seat + 1) * size] for seat in range(seats)]
        return DealStart(dealer=dealer, turned=self._turned(match, dealer, deck[seats * size :]))

    def _turned(self, match: AnyMatch, dealer: Seat, rest: list[Card]) -> Card:
        if match.rules["turned"] == "drawn":
            return self.random.choice(match.game.deck)
        return rest[0] if match.rules.seats == FEWEST else self.hands[dealer][-1]

    def before(self, match: AnyMatch) -> Event | None:
        """The number of whose turn it is; secret ones as it comes."""
        assert match.deal is not None
        deal: DifferenzlerDeal = match.deal
        if match.rules["numbers"] == "open":
            seat = speaker(deal)
            return None if seat is None else Bid(seat=seat, call=self._number())
        for seat in around(deal):
            if seat not in self.sealed and seat not in self.writing:
                if self.random.random() < SEALING:
                    self.sealed[seat] = self._number(), f"{self.random.getrandbits(128):032x}"
                    return Seal(seat=seat, seal=seal(*self.sealed[seat]))
                self.writing.add(seat)
        return None

    def next(self, match: AnyMatch) -> Event:
        """The next event; when all cards are played, the numbers that were secret."""
        if not match.untold_now:
            return super().next(match)
        seat = self.random.choice(match.untold_now)
        if seat not in self.sealed:
            return Bid(seat=seat, call=self._number())
        call, salt = self.sealed[seat]
        return Reveal(seat=seat, call=call, salt=salt)

    def _number(self) -> str:
        return str(self.random.choice(NUMBERS))
