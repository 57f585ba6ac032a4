"""A table told as a story, second by second, by an eye that says what it saw and what it did not (unseen.md).

Seats are the first letters of Anna, Berta, Carla, Dora and Emma; a card laid is ``"A S7"``.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Literal

from controller.record.cards import Card
from controller.record.events import (
    Bid,
    Collect,
    DealStart,
    Event,
    Gap,
    MatchStart,
    Missed,
    Played,
    Seat,
    Seen,
    Undo,
    Value,
)
from controller.referee import fold
from controller.rules.match import AnyMatch
from controller.rules.results import DealResult, ErrorResult, Result, TrickResult, Verdict

NAMES: Final = ("Anna", "Berta", "Carla", "Dora", "Emma")
Why = Literal["start", "camera", "frozen", "restart", "mat", "dark", "load"]
LOOKED: Final = 0.2
"""Seconds from the first sight of a card to a look at the whole table."""


def laid(text: str) -> tuple[Seat, Card]:
    """A seat and its card, as in ``A S7``."""
    who, card = text.split()
    return "ABCDE".index(who), Card(card)


def seats(letters: str) -> tuple[Seat, ...]:
    """The seats of these letters."""
    return tuple("ABCDE".index(who) for who in letters)


@dataclass
class History:
    """A history of a table with sight, and the referee's results of it."""

    game: str
    count: int
    options: dict[str, Value] = field(default_factory=dict[str, Value])
    lines: list[Event] = field(init=False)
    now: float = 1.0
    clear: float = 0.1
    """Time since which the areas without a card are empty."""
    lying: dict[Seat, list[Card]] = field(default_factory=dict[Seat, list[Card]])
    """The cards that can be seen to lie there."""

    def __post_init__(self) -> None:
        opening = MatchStart(sight=True, game=self.game, seats=NAMES[: self.count], options=self.options)
        self.lines = [opening, Gap(from_=0.0, t=0.1, why="start")]
        self.looks(empty="ABCDE"[: self.count])

    def deal(
        self, dealer: str = "A", turned: str | None = None, hands: dict[Seat, Sequence[str]] | None = None
    ) -> None:
        """Cards are dealt; that takes its time."""
        self.wait(20)
        shown = {seat: tuple(map(Card, cards)) for seat, cards in (hands or {}).items()} or None
        up = Card(turned) if turned else None
        self.says(DealStart(dealer="ABCDE".index(dealer), turned=up, hands=shown))

    def says(self, event: Event) -> None:
        """People tell the console something."""
        self.wait(1)
        self._write(event, "console")

    def wait(self, seconds: float) -> None:
        """Let time go by."""
        self.now = round(self.now + seconds, 3)

    def lays(
        self,
        *cards: str,
        empty: str | None = None,
        unread: str = "",
        since: float = 0.3,
        known: float = 1.0,
        gone: str = "",
    ) -> None:
        """Cards come to lie, a second apart.

        Args:
            cards: seats and cards.
            empty: seats that a look at the table finds empty, just before the line of the card; None: nobody looks.
            unread: seats in whose areas that look finds something unread.
            since: seconds before it was seen lying, at which its spot was last seen without it.
            known: seconds that the hand and eye take before.
            gone: seats whose cards are not found by that look.
        """
        for text in cards:
            seat, card = laid(text)
            self.wait(known)
            first = self.now
            if empty is not None:
                self.wait(LOOKED)
                for who in seats(gone):
                    self.lying.pop(who, None)
                self.lying.setdefault(seat, []).append(card)
                self.looks(empty, unread)
            else:
                self.lying.setdefault(seat, []).append(card)
            self._write(Played(seat=seat, card=card, since=round(first - since, 3)), "camera", first)

    def trick(self, *cards: str) -> None:
        """A whole trick in sight, in order, and gathered."""
        self.lays(*cards)
        self.sweeps()

    def sweeps(self, empty: str | None = None, unread: str = "", since: float | None = None) -> None:
        """The trick is gathered; ``empty``: a look at these areas, empty since a moment, goes before."""
        self.wait(1)
        self.lying = {}
        if empty is not None:
            self.looks(empty, unread, since=since)
        self._write(Collect(), "camera")
        self.clear = self.now

    def loses(self, seconds: float = 4, why: Why = "camera", *, lying: str = "") -> None:
        """Nothing is seen for some seconds; ``lying``: the seats whose cards lie there still."""
        begin = self.now
        self.wait(seconds)
        self.lying = {seat: cards for seat, cards in self.lying.items() if seat in seats(lying)}
        self._write(Gap(from_=begin, why=why), "camera")
        self.clear = self.now

    def looks(
        self, empty: str = "", unread: str = "", *, since: float | None = None, lies: Iterable[str] | None = None
    ) -> None:
        """A line of what is seen; ``lies``: the cards, if not those that were laid."""
        found = self.lying
        if lies is not None:
            found = dict[Seat, list[Card]]()
            for seat, card in map(laid, lies):
                found.setdefault(seat, []).append(card)
        self._write(
            Seen(
                empty=dict.fromkeys(seats(empty), self.clear if since is None else since),
                lies={seat: tuple(cards) for seat, cards in found.items() if seat not in seats(empty)},
                unread=seats(unread),
            ),
            "camera",
        )

    def missed(
        self, of: int, *cards: str, won: str | None = None, over: bool | None = None, none: bool = False
    ) -> None:
        """People tell what went unseen; ``none``: they do not know."""
        plays = None if none else tuple(map(laid, cards))
        self.says(Missed(of=of, plays=plays, won=None if won is None else seats(won), over=over))

    def undo(self, count: int = 1) -> None:
        """The last things are taken back."""
        self.says(Undo(n=count))

    def _write(self, event: Event, src: Literal["camera", "console"], when: float | None = None) -> None:
        self.lines.append(replace(event, t=self.now if when is None else when, src=src))

    @property
    def line(self) -> int:
        """Number of the newest line."""
        return len(self.lines)

    @property
    def results(self) -> list[Result]:
        """What the referee makes of it."""
        return [result for stage in fold.fold(self.lines) for result in stage.results]

    @property
    def match(self) -> AnyMatch:
        """The match as it stands."""
        return fold.outcome(self.lines)

    @property
    def holes(self) -> tuple[int, ...]:
        """The lines at which something went unseen that is open in the deal."""
        deal = self.match.deal
        return deal.holes if deal else ()

    @property
    def said(self) -> list[str]:
        """The verdicts, as in ``revoke C H7``."""
        return [accused(result) for result in self.results if isinstance(result, Verdict)]

    @property
    def errors(self) -> list[str]:
        """What cannot be part of the match."""
        return [str(result.text) for result in self.results if isinstance(result, ErrorResult)]

    @property
    def tricks(self) -> list[TrickResult]:
        """The tricks."""
        return [result for result in self.results if isinstance(result, TrickResult)]

    @property
    def deals(self) -> list[DealResult]:
        """The deals."""
        return [result for result in self.results if isinstance(result, DealResult)]

    def said_ever(self) -> set[str]:
        """The verdicts of the record cut after any line."""
        found: set[str] = set()
        for count in range(1, len(self.lines) + 1):
            for stage in fold.fold(self.lines[:count]):
                found |= {accused(result) for result in stage.results if isinstance(result, Verdict)}
        return found


def accused(verdict: Verdict) -> str:
    """A verdict in short."""
    who = "".join("ABCDE"[seat] for seat in ([verdict.seat] if verdict.seat is not None else verdict.seats or ()))
    return " ".join(filter(None, (verdict.kind, who, verdict.card)))


def mittlere(dealer: str = "C") -> History:
    """A deal of Mittlere."""
    told = History("mittlere", 3)
    told.deal(dealer)
    return told


def coiffeur(call: str, start: str | None = None) -> History:
    """A deal of Coiffeur in which Anna has named a contract and leads."""
    told = History("coiffeur", 3)
    told.deal("C")
    told.says(Bid(seat=0, call=call, start="up" if start == "up" else "down" if start else None))
    return told


def handjass(turned: str, count: int = 3, **hands: str) -> History:
    """A deal of Handjass in which all are in, dealt by the last seat."""
    told = History("handjass", count)
    told.deal("ABCD"[count - 1], turned, {"ABCD".index(who): cards.split() for who, cards in hands.items()})
    for seat in range(count):
        told.says(Bid(seat=seat, call="in"))
    return told


def tarot() -> History:
    """A deal of Tarot for five, dealt by Emma; nobody has spoken."""
    told = History("tarot", 5, {"lead_called": False})
    told.deal("E")
    return told
