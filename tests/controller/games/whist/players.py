"""Whist players: the dealer turns the own last card up."""

from dataclasses import replace

from controller.record.events import DealStart, Seat
from controller.rules.match import AnyMatch
from tests.support.players import Players as Base


class Players(Base):
    """Players of Whist."""

    def opening(self, match: AnyMatch, dealer: Seat) -> DealStart:
        """Deal the cards, the last one face up (WHI-D2)."""
        return replace(super().opening(match, dealer), turned=self.hands[dealer][-1])
