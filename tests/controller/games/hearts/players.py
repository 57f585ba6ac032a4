"""Hearts players: they pass cards before they play, and show their hands, if they do, before that."""

from controller.record.events import DealStart, Event, Seat
from controller.rules.match import AnyMatch
from tests.support.players import Players as Base

PASSED = 3
STEPS = {0: 1, 1: -1, 2: 2, 3: 0}
"""Number of seats by which the cards go on, by the deal's turn."""


class Players(Base):
    """Players of Hearts; they pass at random."""

    passed = True
    """Whether the cards of the deal were passed."""

    def opening(self, match: AnyMatch, dealer: Seat) -> DealStart:
        self.passed = False
        return super().opening(match, dealer)

    def next(self, match: AnyMatch) -> Event:
        assert match.deal is not None
        passing: int | None = match.deal.own.passing
        if not self.passed and passing is not None:
            self.pass_cards(STEPS[passing])
        self.passed = True
        return super().next(match)

    def pass_cards(self, steps: int) -> None:
        """Three cards of each hand go so many seats on."""
        count = min(PASSED, *map(len, self.hands))
        given = [self.random.sample(hand, count) for hand in self.hands]
        for seat, cards in enumerate(given):
            for card in cards if steps else ():
                self.hands[seat].remove(card)
                self.hands[(seat + steps) % len(self.hands)].append(card)
