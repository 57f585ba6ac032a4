"""Deals whose hands the test knows: players who keep the rules, and players who do not."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from controller import fold
from controller.cards import Card
from controller.events import DealStart, Event, MatchStart, Played, Seat
from controller.match import AnyMatch, start


@dataclass
class Players:
    """Players of one match, their hands in the open."""

    random: Random
    honesty: float = 1.0
    """Share of plays in which a player minds the rules."""

    def deal(self, match: AnyMatch, dealer: Seat) -> Iterator[tuple[Event, bool]]:
        """Events of one deal, each with whether it is a play against the rules."""
        opening = DealStart(dealer=dealer)
        yield opening, False
        match, _ = fold.step(match, 0, opening)
        hands = self.hands(match)
        while match.running and match.deal:
            seat = match.deal.to_play
            card = self._choose(match, hands[seat])
            illegal = bool(match.game.duty(match.deal, card).breaks(hands[seat]))
            hands[seat].remove(card)
            play = Played(seat=seat, card=card)
            yield play, illegal
            match, _ = fold.step(match, 0, play)

    def hands(self, match: AnyMatch) -> list[list[Card]]:
        """The deck dealt out at random."""
        deck, size = list(match.game.deck), match.deal.size if match.deal else 0
        self.random.shuffle(deck)
        return [deck[seat * size : (seat + 1) * size] for seat in range(match.rules.seats)]

    def _choose(self, match: AnyMatch, hand: list[Card]) -> Card:
        deal = match.deal
        assert deal is not None
        legal = [card for card in hand if not match.game.duty(deal, card).breaks(hand)]
        assert legal, f"no legal card in {hand}"
        return self.random.choice(legal if self.random.random() < self.honesty else hand)


def record(opening: MatchStart, seed: int, *, deals: int = 1, honesty: float = 1.0) -> tuple[list[Event], set[int]]:
    """A record of so many deals, and the numbers of the plays in it that break the rules."""
    players, match = Players(Random(seed), honesty), start(opening)
    events: list[Event] = [opening]
    illegal: set[int] = set()
    for number in range(deals):
        for event, wrong in players.deal(match, number % len(opening.seats)):
            events.append(event)
            if wrong:
                illegal.add(len(events))
            match, _ = fold.step(match, len(events), event)
    return events, illegal
