"""Coiffeur players: they name what is left to them, now and then pass, and obey when they may not."""

from controller.games.coiffeur.auction import JOKERS, WITH_START, contracts
from controller.record.events import Bid, Event
from controller.rules.match import AnyMatch
from tests.support.players import Players as Base


class Players(Base):
    """Players of Coiffeur."""

    favourite: str | None = None
    """The contract that they name while they can."""

    def before(self, match: AnyMatch) -> Event | None:
        """The next bid, until a contract is named."""
        assert match.deal is not None
        auction = match.deal.own
        seat = auction.speaker
        left = sorted(auction.open_rows[seat])
        may_pass = auction.must_name() is None
        if not left or (may_pass and self.random.random() < 0.4):
            return Bid(seat=seat, call="pass")
        row = self.favourite if self.favourite and self.favourite in left else self.random.choice(left)
        playable = [other for other in contracts(match.rules) if other not in JOKERS]
        play = self.random.choice(playable) if row in JOKERS else None
        if (play or row) not in WITH_START:
            return Bid(seat=seat, call=row, as_=play)
        return Bid(seat=seat, call=row, as_=play, start="up" if self.random.random() < 0.5 else "down")
