"""Spades players: they bid about what they may take, and nil now and then."""

from controller.games.spades import SpadesDeal, speaker
from controller.record.events import Bid, Event
from controller.rules.match import AnyMatch
from tests.support.players import Players as Base


class Players(Base):
    """Players of Spades."""

    def before(self, match: AnyMatch) -> Event | None:
        """The bid of whose turn it is."""
        assert match.deal is not None
        deal: SpadesDeal = match.deal
        seat = speaker(deal)
        return None if seat is None else Bid(seat=seat, call=str(self.random.choice((0, 1, 2, 3, 4, 5, 11, 13))))
