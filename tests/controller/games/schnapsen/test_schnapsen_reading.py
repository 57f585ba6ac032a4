"""Schnapsen read a second time: deals of players whose hands are known, settled by another formulation of the rules.

Nothing here is asked of the game: a deal is a list of what happened, cards are ordered by one line of letters, and the
hands are dealt and drawn anew from the talon that the players have.
"""

from random import Random

import pytest

from controller.record.events import Bid, DealStart, Declare, Event, Exchange, MatchStart, Played
from controller.referee.fold import start
from controller.rules.results import DealResult
from tests.controller.games.schnapsen.players import Players
from tests.support.table_talk import told_by

ORDER = ("J", "Q", "K", "10", "A")
COUNT = {"J": 2, "Q": 3, "K": 4, "10": 10, "A": 11}
DEALS = 60


class Tableau:
    """A deal as somebody beside the table sees it who looks into both hands."""

    def __init__(self, hands: list[list[str]], talon: list[str], dealer: int, failed: int) -> None:
        self.hands, self.talon, self.failed = [[*hand] for hand in hands], [*talon], failed
        self.trump, self.lead = talon[0][0], 1 - dealer
        self.heap: list[list[str]] = [[], []]
        self.bonus = [0, 0]
        self.table: list[str] = []
        self.shut: tuple[int, int, bool] | None = None
        """The closer, the points of the other, and whether that one had a trick."""
        self.result: tuple[int, int] | None = None

    def eyes(self, who: int) -> int:
        """What somebody counts; a marriage counts nothing without a trick."""
        return sum(COUNT[card[1:]] for card in self.heap[who]) + (self.bonus[who] if self.heap[who] else 0)

    def may(self, who: int) -> set[str]:
        """The cards that may be played."""
        hand = {*self.hands[who]}
        if not self.table or (self.talon and not self.shut):
            return hand
        led = self.table[0]
        suit = {card for card in hand if card[0] == led[0]}
        over = {card for card in suit if ORDER.index(card[1:]) > ORDER.index(led[1:])}
        return over or suit or {card for card in hand if card[0] == self.trump} or hand

    def play(self, who: int, card: str) -> None:
        """A card, and what follows from the second one."""
        self.hands[who].remove(card)
        self.table.append(card)
        if len(self.table) == 1:
            return
        one, other = self.table
        same = other[0] == one[0]
        second = ORDER.index(other[1:]) > ORDER.index(one[1:]) if same else other[0] == self.trump
        won = who if second else 1 - who
        self.heap[won] += self.table
        self.table, self.lead = [], won
        if self.talon and not self.shut:
            self.hands[won].append(self.talon.pop())
            self.hands[1 - won].append(self.talon.pop())
        if not self.hands[0]:
            self.end()

    def end(self) -> None:
        """The last card lies."""
        if self.shut:
            closer = self.shut[0]
            is_out = self.lead == closer and self.eyes(closer) >= 66
            self.result = self.win(closer) if is_out else self.lose(closer, closed=True)
        else:
            self.result = self.win(self.lead) if self.eyes(self.lead) >= 66 else (self.lead, 1)

    def claim(self, who: int) -> None:
        """Somebody says enough."""
        own = self.shut is not None and self.shut[0] == who
        if self.eyes(who) < 66:
            self.result = self.lose(who, closed=own)
        elif self.shut and not own:
            self.result = self.lose(1 - who, closed=True)
        else:
            self.result = self.win(who)

    def win(self, who: int) -> tuple[int, int]:
        """Somebody has 66."""
        eyes, tricks = (self.shut[1], self.shut[2]) if self.shut else (self.eyes(1 - who), bool(self.heap[1 - who]))
        return who, 1 if eyes >= 33 else 2 if tricks else 3

    def lose(self, who: int, *, closed: bool) -> tuple[int, int]:
        """Somebody has not enough."""
        tricks = self.shut[2] if self.shut and closed else bool(self.heap[1 - who])
        return 1 - who, self.failed if tricks else 3

    def see(self, event: Event) -> None:
        """One thing that happens."""
        match event:
            case Played():
                self.play(event.seat, str(event.card))
            case Bid(call="close"):
                other = 1 - event.seat
                self.shut = event.seat, self.eyes(other), bool(self.heap[other])
            case Bid(call="enough"):
                self.claim(event.seat)
            case Exchange():
                hand = self.hands[event.seat]
                hand[hand.index(self.trump + "J")], self.talon[0] = self.talon[0], self.trump + "J"
            case Declare(cards=cards) if cards:
                self.bonus[event.seat] += 40 if cards[0][0] == self.trump else 20
            case _:
                raise AssertionError(event)


class Open(Players):
    """Players who leave what they were dealt to be looked at."""

    dealt_hands: list[list[str]]
    dealt_talon: list[str]

    def dealt(self, match: object, dealer: int) -> DealStart:
        event = super().dealt(match, dealer)  # pyrefly: ignore[bad-argument-type]  # a match of any game
        self.dealt_hands, self.dealt_talon = [[*map(str, hand)] for hand in self.hands], [*map(str, self.talon)]
        return event


@pytest.mark.rule("SCN-D1", "SCN-P1", "SCN-P2", "SCN-W1", "SCN-H1", "SCN-S1", "SCN-S2", "SCN-S3", "SCN-S4")
def test_a_second_reading_of_the_rules_settles_deals_alike() -> None:
    reached: set[object] = set()
    for seed in range(DEALS):
        random = Random(seed)
        honesty, failed = random.choice((1.0, 1.0, 0.6)), random.choice((2, 3))
        opening = MatchStart(game="schnapsen", seats=("Anna", "Berta"), options={"failed": failed, "talon": 2})
        players = Open(random, honesty)
        told = told_by(start(opening), players, 1)
        read = Tableau(players.dealt_hands, players.dealt_talon, 0, failed)
        illegal: list[int] = []
        for number, event in enumerate(told.events[1:], 3):
            if isinstance(event, Played) and str(event.card) not in read.may(event.seat):
                illegal.append(number)
            read.see(event)
        [done] = [one for one in told.results if isinstance(one, DealResult)]
        assert read.result is not None
        winner, worth = read.result
        score = tuple(worth if seat == winner else 0 for seat in (0, 1))
        assert (seed, done.points, done.score, told.illegal) == (seed, (read.eyes(0), read.eyes(1)), score, illegal)
        reached.add((done.detail["rule"], worth))
        reached |= {"illegal"} if illegal else set[object]()
    assert reached >= {
        ("SCN-S1", 1),
        ("SCN-S1", 2),
        ("SCN-S1", 3),
        ("SCN-S2", 3),
        ("SCN-S3", 3),
        ("SCN-S4", 1),
        "illegal",
    }
