"""Stöck of Schieber read a second time, from the events alone: who is told what, what counts, and who has won.

Contracts with a trump only, every Weis with its cards, nobody out of turn.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from controller.record.cards import Card
from controller.record.events import Bid, DealStart, Declare, Event, Played, Value

SUITS = {"spades": "S", "hearts": "H", "diamonds": "D", "clubs": "C"}
ROW = ["6", "7", "8", "9", "10", "J", "Q", "K", "A"]
TRUMP_ROW = ["6", "7", "8", "10", "Q", "K", "A", "9", "J"]
WORTH = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2}
USUAL = "stock-weis-trick"
Told = tuple[str, int, int, int]
"""Kind, seat, line of the word, line that proves it."""


@dataclass(eq=False)
class Stock:
    """Stöck that was told and not refused."""

    line: int
    seat: int
    shown_in: int
    """The trick in which it was shown; 0: it came with the second of its cards."""
    way: str = "with the second card"
    waits: bool = False
    refuted: bool = False


@dataclass
class Deal:
    """A deal as its events tell it."""

    dealer: int
    trump: str = ""
    times: int = 1
    laid: list[tuple[int, Card]] = field(default_factory=list[tuple[int, Card]])
    weis: list[tuple[int, bool, Declare]] = field(default_factory=list[tuple[int, bool, Declare]])
    """Each with its line, and whether no card lay on its player's first one."""
    stock: list[Stock] = field(default_factory=list[Stock])

    @property
    def royal(self) -> set[Card]:
        return {Card(self.trump + "K"), Card(self.trump + "Q")}

    def own(self, seat: int) -> list[Card]:
        return [card for one, card in self.laid if one == seat]

    def still_first(self, seat: int) -> bool:
        """Whether no card lies on the first one of a seat, or it has not played."""
        return seat not in [one for one, _ in self.laid[:-1]]

    def has_weis(self, seat: int) -> bool:
        """Whether it has announced a Weis with its first card, and not played its second one."""
        return len(self.own(seat)) <= 1 and any(first and one.seat == seat for _, first, one in self.weis)

    def tricks(self) -> list[tuple[int, int]]:
        """The pair that has won each complete trick, and its points."""
        found = list[tuple[int, int]]()
        for start in range(0, len(self.laid) - 3, 4):
            trick = self.laid[start : start + 4]
            high = [one for one in trick if one[1].suit == self.trump]
            suited = [one for one in trick if one[1].suit == trick[0][1].suit]
            by_trump = sorted(high, key=lambda one: TRUMP_ROW.index(one[1].rank))
            by_suit = sorted(suited, key=lambda one: ROW.index(one[1].rank))
            points = sum(self.worth(card) for _, card in trick) + 5 * (start == 32)
            found.append(((by_trump or by_suit)[-1][0] % 2, points))
        return found

    def worth(self, card: Card) -> int:
        special = {"J": 20, "9": 14} if card.suit == self.trump else {}
        return special.get(card.rank, WORTH.get(card.rank, 0))

    def best_weis(self) -> int | None:
        """The pair whose Weis count."""

        def strength(declared: Declare) -> tuple[int, int, int, bool, int]:
            cards = declared.cards or ()
            top = max(ROW.index(card.rank) for card in cards)
            in_trump = {card.suit for card in cards} == {self.trump}
            return declared.points or 0, len(cards), top, in_trump, -((declared.seat - self.dealer - 1) % 4)

        first = [declared for _, with_first, declared in self.weis if with_first]
        return max(first, key=strength).seat % 2 if first else None

    def steps(self, order: str) -> list[tuple[int, int]]:
        """Pair and points in the order in which they count."""
        tricks, found, best = self.tricks(), list[tuple[int, int]](), self.best_weis()
        lain = [place // 4 + 1 for place, (_, card) in enumerate(self.laid) if card in self.royal]
        when = {one.seat % 2: one.shown_in or max(lain, default=0) for one in self.counting()}
        for number, (side, points) in enumerate(tricks, 1):
            parts = {
                "stock": [(pair, 20) for pair, trick in when.items() if trick == number],
                "weis": [(best, one.points or 0) for *_, one in self.weis if best == one.seat % 2 and number == 1],
                "trick": [(side, points + 100 * (number == 9 and {pair for pair, _ in tricks} == {side}))],
            }
            for part in (USUAL if order == "first-thanks" else order).split("-"):
                found += parts[part]
        return [(pair, points * self.times) for pair, points in found]

    def counting(self) -> list[Stock]:
        return [one for one in self.stock if not one.waits and not (one.shown_in and one.refuted)]

    def score(self, side: int) -> int:
        """What a pair has as it stands."""
        tricks, best = self.tricks(), self.best_weis()
        cards = sum(points for pair, points in tricks if pair == side)
        match = 100 * (len(tricks) == 9 and {pair for pair, _ in tricks} == {side})
        weis = sum(one.points or 0 for *_, one in self.weis if best == side == one.seat % 2)
        return self.times * (cards + match + weis + 20 * any(one.seat % 2 == side for one in self.counting()))


@dataclass
class Reading:
    """The sums and winners of a match."""

    target: int
    doubled: str
    order: str
    told: list[Told] = field(default_factory=list[Told])
    stock: list[tuple[bool, bool]] = field(default_factory=list[tuple[bool, bool]])
    """Whether Stöck counts for either pair, for each deal."""
    sums: list[int] = field(default_factory=lambda: [0, 0])
    out: int | None = None
    """The pair that has won."""
    shown: set[str] = field(default_factory=set[str])
    """The ways in which Stöck was shown that counts."""

    def refuse(self, deal: Deal, stock: Stock, now: int) -> None:
        if stock in deal.stock:
            deal.stock.remove(stock)
        self.told.append(("illegal-call", stock.seat, stock.line, now))

    def hear(self, deal: Deal, declared: Declare, line: int) -> None:
        """Stöck is told."""
        seat, own = declared.seat, deal.own(declared.seat)
        if any(one.seat == seat for one in deal.stock):
            return
        stock = Stock(line, seat, 0)
        shown = deal.royal & {*own}
        with_the_second = bool(shown) and (shown != deal.royal or own[-1] in deal.royal)
        if with_the_second:
            deal.stock.append(stock)
        else:
            stock.shown_in, stock.way, stock.waits = max(1, len(own)), "to go out", True
            deal.stock.append(stock)
        self.refute(deal, line)
        self.settle_waiting(deal, line)

    def settle_waiting(self, deal: Deal, line: int) -> None:
        """Stöck waits for a Weis as long as no card lies on the first one of its player, or until it is enough."""
        for stock in [one for one in deal.stock if one.waits]:
            side, stock.waits = stock.seat % 2, False
            if deal.has_weis(stock.seat):
                stock.way = "with a Weis"
            elif self.sums[side] + deal.score(side) < self.target:
                stock.waits = deal.still_first(stock.seat)
                if not stock.waits:
                    self.refuse(deal, stock, line)

    def refute(self, deal: Deal, line: int) -> None:
        """One of the cards was seen elsewhere, or there is no room for both."""
        for stock in deal.stock:
            others = {card for seat, card in deal.laid if seat != stock.seat}
            shown = [one for line, _, one in deal.weis if line < stock.line and one.seat != stock.seat]
            others |= {card for one in shown for card in one.cards or ()}
            full = len({*deal.own(stock.seat)} | deal.royal) > 9
            if not stock.refuted and (deal.royal & others or full):
                stock.refuted, stock.waits = True, False
                self.told.append(("false-declaration", stock.seat, stock.line, line))

    def end(self, deal: Deal, thanks: int | None) -> None:
        """The deal is over, and perhaps the match."""
        sides = {one.seat % 2 for one in deal.counting()}
        self.shown |= {one.way for one in deal.counting()}
        self.stock.append((0 in sides, 1 in sides))
        before, scores = [*self.sums], [deal.score(side) for side in (0, 1)]
        self.sums = [own + more for own, more in zip(before, scores, strict=True)]
        self.out = None
        both_may = self.order != "first-thanks" and len(deal.laid) == 4 and min(self.sums) >= self.target
        if thanks is not None and not both_may:
            self.out = thanks if self.sums[thanks] >= self.target else 1 - thanks
            return
        self.shown |= {"by the order"} if thanks is not None else set()
        for side, points in deal.steps(self.order):
            before[side] += points
            if before[side] >= self.target and self.out is None:
                self.out = side

    def late(self, deal: Deal, thanks: int | None, declared: Declare, line: int) -> None:
        """A word behind the deal: by the order after thanks for trick 1, or Stöck that goes with its second card."""
        seat, own = declared.seat, deal.own(declared.seat)
        by_order = thanks is not None and self.order != "first-thanks" and len(deal.laid) == 4
        first = deal.still_first(seat)
        began = any(with_first and one.seat == seat for _, with_first, one in deal.weis)
        before = [more - deal.score(side) for side, more in enumerate(self.sums)]
        shown = deal.royal & {*own}
        if declared.what == "weis" and by_order and (first or began):
            deal.weis.append((line, first, declared))
        elif declared.what == "stock" and by_order and self.sums[seat % 2] + 20 * deal.times >= self.target:
            if not any(one.seat == seat for one in deal.stock):
                deal.stock.append(Stock(line, seat, 1, "after thanks"))
            self.refute(deal, line)
        elif declared.what == "stock" and shown and (shown != deal.royal or own[-1] in deal.royal):
            self.hear(deal, declared, line)
        else:
            return
        self.sums, _ = before, self.stock.pop()
        self.end(deal, thanks)


def read(events: Iterable[Event], options: Mapping[str, Value]) -> Reading:
    """The reading of the events behind a match line."""
    found = Reading(int(str(options["target"])), str(options["doubled"]), str(options["both_out"]))
    deal, over, thanks = Deal(0), False, None
    for line, event in enumerate(events, 2):
        match event:
            case DealStart():
                deal, over, thanks = Deal(event.dealer), False, None
            case Bid(call="thanks"):
                over, thanks = True, event.seat % 2
                found.end(deal, thanks)
            case Declare() if over:
                found.late(deal, thanks, event, line)
            case Bid() if event.call in SUITS:
                deal.trump = SUITS[event.call]
                deal.times = 2 if event.call in found.doubled.split("-") else 1
            case Declare(what="weis"):
                deal.weis.append((line, deal.still_first(event.seat), event))
                found.settle_waiting(deal, line)
            case Declare():
                found.hear(deal, event, line)
            case Played():
                deal.laid.append((event.seat, event.card))
                found.refute(deal, line)
                found.settle_waiting(deal, line)
                if len(deal.laid) == 36:
                    over = True
                    found.end(deal, None)
            case _:
                pass
    return found
