"""Belote read a second time, from the events alone: who wins each trick, and what is written for each pair.

Nothing of ``controller.games.belote`` is asked; ranks and points are tables of their own, written as players say them.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from controller.record.cards import Card
from controller.record.events import Bid, DealStart, Declare, Event, Played, Seat, Value

TRUMPS = {"J": (8, 20), "9": (7, 14), "A": (6, 11), "10": (5, 10), "K": (4, 4), "Q": (3, 3), "8": (2, 0), "7": (1, 0)}
OTHERS = {"A": (8, 11), "10": (7, 10), "K": (6, 4), "Q": (5, 3), "J": (4, 2), "9": (3, 0), "8": (2, 0), "7": (1, 0)}
EACH_TRUMP = {"J": 14, "9": 9, "A": 6, "10": 5, "K": 3, "Q": 1}
LETTERS = {"spades": "S", "hearts": "H", "diamonds": "D", "clubs": "C"}
ROW = ["7", "8", "9", "10", "J", "Q", "K", "A"]
FOURS = {"J": 200, "9": 150, "A": 100, "10": 100, "K": 100, "Q": 100}
STAKES = {"capot": 250, "generale": 500}
Laid = tuple[Seat, Card]
"""A card, and who laid it."""


@dataclass
class Deal:
    """One deal as it was heard and seen."""

    dealer: Seat
    turned: Card | None
    taker: Seat | None = None
    play: str = ""
    stake: str | None = None
    times: int = 1
    cards: list[Laid] = field(default_factory=list[Laid])
    said: dict[Seat, list[tuple[int, tuple[Card, ...]]]] = field(
        default_factory=dict[Seat, list[tuple[int, tuple[Card, ...]]]]
    )
    belote: set[Seat] = field(default_factory=set[Seat])

    def worth(self, card: Card) -> tuple[int, int]:
        """Rank and points of a card."""
        if self.play == "all-trump":
            return TRUMPS[card.rank][0], EACH_TRUMP.get(card.rank, 0)
        if self.play == "no-trump":
            return OTHERS[card.rank][0], 19 if card.rank == "A" else OTHERS[card.rank][1]
        return (TRUMPS if card.suit == LETTERS[self.play] else OTHERS)[card.rank]

    def master(self, trick: Sequence[Laid]) -> Seat:
        """Who wins the cards that lie there."""
        trumps = [one for one in trick if one[1].suit == LETTERS.get(self.play)]
        follows = [one for one in trick if one[1].suit == trick[0][1].suit]
        return max(trumps or follows, key=lambda one: self.worth(one[1])[0])[0]


def deals(events: Iterable[Event]) -> Iterator[Deal]:
    """The deals that were played to their end."""
    deal: Deal | None = None
    for event in events:
        if isinstance(event, DealStart):
            deal = Deal(event.dealer, event.turned)
        elif deal is None:
            continue
        elif isinstance(event, Bid):
            _hear(deal, event)
        elif isinstance(event, Declare) and event.what == "belote":
            deal.belote.add(event.seat)
        elif isinstance(event, Declare):
            _announce(deal, event)
        elif isinstance(event, Played):
            deal.cards.append((event.seat, event.card))
            if len(deal.cards) == 32:
                yield deal


def _hear(deal: Deal, bid: Bid) -> None:
    if bid.call == "take":
        assert deal.turned
        deal.taker, deal.play = bid.seat, next(name for name, letter in LETTERS.items() if letter == deal.turned.suit)
    elif bid.as_:
        deal.taker, deal.play, deal.stake = bid.seat, bid.as_, bid.call
    elif bid.call in ("double", "redouble"):
        deal.times *= 2
    elif bid.call != "pass":
        deal.taker, deal.play = bid.seat, bid.call


def _announce(deal: Deal, event: Declare) -> None:
    own, told = deal.said.setdefault(event.seat, []), (event.points or 0, event.cards or ())
    if len(deal.cards) < 4:
        own.append(told)
    else:
        own[own.index((told[0], ()))] = told


def _groups(cards: Iterable[Card], trump: str | None) -> Iterator[tuple[int, tuple[object, ...]]]:
    """Points and strength of all that a hand could announce."""
    held = {*cards}
    for rank, points in FOURS.items():
        if {Card(suit + rank) for suit in "SHDC"} <= held:
            yield points, (1, points, [*"QK", "10", "A", "9", "J"].index(rank))
    for suit in "SHDC":
        for start in range(8):
            for end in range(start + 3, 9):
                if {Card(suit + rank) for rank in ROW[start:end]} <= held:
                    points = {3: 20, 4: 50}.get(end - start, 100)
                    yield points, (0, points, end - start, end, suit == trump)


def announced(deal: Deal) -> tuple[int, int]:
    """What is announced counts for the pair with the best of it."""
    trump = LETTERS.get(deal.play)
    best: list[tuple[tuple[object, ...], int, int]] = []
    for seat, told in deal.said.items():
        hand = [card for who, card in deal.cards if who == seat]
        for points, cards in told:
            ranks = [rank for worth, rank in _groups(cards or hand, trump) if worth == points]
            best.append((max(ranks, default=(0, points, 0, 0, False)), -((seat - deal.dealer - 1) % 4), seat))
    if not best:
        return 0, 0
    side = max(best)[2] % 2
    total = sum(points for seat, told in deal.said.items() if seat % 2 == side for points, _ in told)
    return (total, 0) if side == 0 else (0, total)


class _Tricks:
    """Winners of the tricks of a deal, and the points of tricks and announcements, by pair."""

    def __init__(self, deal: Deal, rules: Mapping[str, Value]) -> None:
        assert deal.taker is not None
        self.deal, self.rules = deal, rules
        self.we, self.they = deal.taker % 2, 1 - deal.taker % 2
        self.piles, self.tricks, self.alone = [0, 0], [0, 0], [0] * 4
        for number, (_, group) in enumerate(groupby(enumerate(deal.cards), key=lambda one: one[0] // 4), 1):
            trick = [one for _, one in group]
            who = deal.master(trick)
            self.piles[who % 2] += sum(deal.worth(card)[1] for _, card in trick) + 10 * (number == 8)
            self.tricks[who % 2] += 1
            self.alone[who] += 1
        assert sum(self.piles) == 162
        self.capot = 8 in self.tricks
        if self.capot:
            self.piles = [252 if own == 8 else 0 for own in self.tricks]
        self.shown, self.belote = announced(deal), self._belote()

    def _belote(self) -> list[int]:
        found = [0, 0]
        if letter := LETTERS.get(self.deal.play):
            royals = {who for who, card in self.deal.cards if card in (letter + "K", letter + "Q")}
            counted = self.rules["belote"] == "silent"
            for who in royals if counted and len(royals) == 1 else () if counted else self.deal.belote:
                found[who % 2] = 20
        return found

    def tens(self) -> list[int]:
        """The points of the tricks, in tens where they are written so: the takers' are rounded."""
        if not self.rules["tens"] or self.capot:
            return [own // 10 * 10 if self.rules["tens"] else own for own in self.piles]
        mine = self.piles[self.we] + 4 - (self.piles[self.we] + 4) % 10
        return [mine if side == self.we else 160 - mine for side in (0, 1)]

    def all_tricks(self, side: int) -> int:
        """What a pair writes that is given all tricks."""
        whole = 252 if self.tricks[side] == 8 else 162
        return whole - whole % 10 if self.rules["tens"] else whole

    def in_all(self, side: int) -> int:
        return self.piles[side] + self.shown[side] + self.belote[side]

    def written(self) -> list[int]:
        """What each pair writes that keeps its own."""
        return [self.tens()[side] + self.shown[side] + self.belote[side] for side in (0, 1)]

    def lost(self, winner: int, points: list[int]) -> list[int]:
        """These points, with belote as those have it who lost the deal."""
        stays = self.rules["lost_belote"] == "stays"
        kept = self.belote if stays else [sum(self.belote) * (side == winner) for side in (0, 1)]
        return [points[side] + kept[side] for side in (0, 1)]


def paper(deal: Deal, rules: Mapping[str, Value], held: int) -> tuple[list[int], int]:
    """What is written for the two pairs, and what is held for the next deal."""
    tricks = _Tricks(deal, rules)
    if deal.stake is None:
        return _taken(tricks, held)
    return (_by_federation if rules["federation"] else _staked)(tricks, deal.stake), held


def _taken(tricks: _Tricks, held: int) -> tuple[list[int], int]:
    """A deal whose takers need more than the others."""
    we, they, rest = tricks.we, tricks.they, [0, 0]
    mine, other = tricks.in_all(we), tricks.in_all(they)
    if mine == other and tricks.rules["litige"] == "carried" and tricks.tricks[we] != 8:
        rest[they] = tricks.written()[they]
        return rest, held + tricks.written()[we]
    won = mine > other or tricks.tricks[we] == 8
    rest[we if won else they] = held
    if won:
        return [rest[side] + tricks.written()[side] for side in (0, 1)], 0
    rest[they] += tricks.all_tricks(they) + sum(tricks.shown)
    return tricks.lost(they, rest), 0


def _staked(tricks: _Tricks, stake: str) -> list[int]:
    """A deal whose takers have bid what they make."""
    we, rules, times = tricks.we, tricks.rules, tricks.deal.times
    need = STAKES.get(stake) or int(stake)
    helped = tricks.in_all(we) - (0 if rules["belote_helps"] else tricks.belote[we])
    alone = tricks.alone[tricks.deal.taker or 0] == 8
    won = {"capot": tricks.tricks[we] == 8, "generale": alone}.get(stake, helped >= need)
    on_tricks, on_bid = rules["score"] != "bid-only", rules["score"] != "made-only"
    if won and times == 1:
        return [
            on_tricks * tricks.tens()[side] + tricks.shown[side] + tricks.belote[side] + (side == we) * on_bid * need
            for side in (0, 1)
        ]
    winner = we if won else tricks.they
    is_all = rules["doubled"] == "all-points"
    bid = need * (times if is_all else {1: 1, 2: 2, 4: 3}[times])
    on_table = (times if is_all else 1) * (on_tricks * tricks.all_tricks(winner) + sum(tricks.shown))
    return tricks.lost(winner, [(on_table + on_bid * bid) * (side == winner) for side in (0, 1)])


def _by_federation(tricks: _Tricks, stake: str) -> list[int]:
    """The same as the Fédération Française de Belote writes it."""
    we, they, times = tricks.we, tricks.they, tricks.deal.times
    need = STAKES.get(stake) or int(stake)
    swept = tricks.tricks[we] == 8
    shown = [sum(tricks.shown) * (side == we) for side in (0, 1)] if swept else tricks.shown
    mine, other = (tricks.piles[side] + shown[side] + tricks.belote[side] for side in (we, they))
    helped = mine - (0 if tricks.rules["belote_helps"] else tricks.belote[we])
    alone = tricks.alone[tricks.deal.taker or 0] == 8
    won = {"capot": swept, "generale": alone}.get(stake, helped >= need and mine > other)
    if won and times == 1:
        whole = [int(tricks.piles[side] / 10 + 0.5) * 10 + shown[side] + tricks.belote[side] for side in (0, 1)]
        return [whole[side] + need * (side == we) for side in (0, 1)]
    winner = we if won else they
    stakes = (250 if won and swept else 160) + need + sum(shown) + tricks.belote[winner]
    return [stakes * times if side == winner else tricks.belote[side] for side in (0, 1)]


def lawful(deal: Deal, rules: Mapping[str, str], seat: Seat, hand: Sequence[Card], trick: Sequence[Laid]) -> set[Card]:
    """The cards of a hand that may be played, as players say the rules."""
    if not trick:
        return {*hand}
    led, trump = trick[0][1].suit, LETTERS.get(deal.play)
    who = deal.master(trick)
    top = next(card for one, card in trick if one == who)
    follows = [card for card in hand if card.suit == led]
    if follows:
        ups = [card for card in follows if deal.worth(card)[0] > deal.worth(top)[0]]
        return {*ups} if (led == trump or deal.play == "all-trump") and ups else {*follows}
    trumps = [card for card in hand if card.suit == trump]
    if not trumps or ((who - seat) % 2 == 0 and rules["partner"] == "free"):
        return {*hand}
    if top.suit != trump:
        return {*trumps}
    ups = [card for card in trumps if deal.worth(card)[0] > deal.worth(top)[0]]
    return {*ups} or ({*trumps} if rules["undertrump"] == "owed" else {*hand})
