"""The record's observations: when areas were empty, which cards lay there, when nothing was seen (unseen.md)."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, Generic, TypeVar

from controller.record.cards import Card
from controller.record.events import Collect, Event, Missed, Played, Seat, Seen
from controller.record.message import Message
from controller.rules.deal import Play
from controller.rules.doubt import CardSight, Doubt
from controller.rules.proof import ProofMemory
from controller.rules.results import Verdict

M = TypeVar("M")
"""A match."""

KEPT: Final = 8
"""Lines of what was seen that are kept in mind; a line counts for the card that comes after it."""


@dataclass(frozen=True, slots=True)
class MatchSight:
    """The observations of a match that its next events rest on."""

    since: int | None = None
    """First line of which the camera's events need what was seen; None: a record of version 1."""
    seen: tuple[Seen, ...] = ()
    """The ``seen`` lines since the newest gap, oldest first."""
    restart: bool = False
    """Whether the program was away in the newest gap, so that nobody knows how long it was."""
    lay: tuple[tuple[Seat, Card], ...] = ()
    """The trick that lay there before the newest gap, while it can still be found unmoved."""
    pending: tuple[int, ...] = ()
    """Lines of the gaps between deals that may belong to the next one, oldest first."""
    opening: bool = False
    """Whether the newest gap is the start of the match: cards that lie there then are no plays of it."""
    fresh: bool = False
    """Whether nothing was said or played in the deal since it was dealt."""
    blind_till: float | None = None
    """The end of the newest gap, seconds since the match event: nothing was watched from before it on."""
    ends: tuple[float, ...] = ()
    """By when each hole of the deal lay behind: a card that may have been laid before may be of a trick in it."""
    cleared: float | None = None
    """When the table was clear before the trick to come: the one before was gathered, or people still talked."""

    def watches(self, number: int, event: Event) -> bool:
        """Whether the event of this line rests on observations; people's words do not."""
        return self.since is not None and number >= self.since and event.src == "camera"

    def play(
        self, number: int, event: Played, before: Collection[Play], seats: Collection[Seat], *, awaited: bool = True
    ) -> Play:
        """The card of an event, with when it can have been laid and what was seen of the table meanwhile.

        Args:
            number: line of the event.
            event: the event.
            before: the open trick.
            seats: those that take part; the empty area of one that does not shows nothing.
            awaited: whether it is the next card of that trick, without a gap since it began; that needs no look.
        """
        if not self.watches(number, event):
            return Play(number, event.seat, event.card)
        if event.t is None:
            unknown = CardSight(UNKNOWN, frozenset(), steady=False, apart=bool(before))
            return Play(number, event.seat, event.card, unknown)
        since = event.t if event.since is None else event.since
        looked = any(seen.t is not None and seen.t >= event.t for seen in self.seen)
        lying = self.lying(event.t)
        still = {(play.seat, play.card) for play in before} <= lying
        watched = {(play.seat, play.card) for play in before if play.seen.at}
        # That a card which people entered is not seen lying says nothing; one that lies shows that the trick does.
        together = not before or (bool(watched) and watched <= lying)
        others = frozenset(seats) - {event.seat}
        steady = still if before else not others.isdisjoint(self._clear(event.t))
        apart = (looked or not awaited) and not together
        sole = not any(seen.t is not None and seen.t >= event.t and event.seat in seen.unread for seen in self.seen)
        empty = self.empty(since, event.t) if sole else frozenset[Seat]()
        seen = CardSight((since, event.t), empty, steady=steady and sole, apart=apart, sole=sole)
        return Play(number, event.seat, event.card, seen)

    def _clear(self, till: float) -> frozenset[Seat]:
        """The seats that were empty since the table was clear: no trick can have been played that has left again."""
        return frozenset() if self.cleared is None else self.empty(self.cleared + AT_ONCE, till)

    def empty(self, since: float, till: float) -> frozenset[Seat]:
        """The seats whose areas were seen empty without a break from one moment to another."""
        return frozenset(
            seat
            for seen in self.seen
            if seen.t is not None and seen.t >= till
            for seat, begin in seen.empty.items()
            if begin <= since
        )

    def lying(self, when: float) -> frozenset[tuple[Seat, Card]]:
        """The cards that were seen to lie at a moment, or after it."""
        lines = (seen for seen in self.seen if seen.t is not None and seen.t >= when)
        return frozenset((seat, card) for seen in lines for seat, cards in seen.lies.items() for card in cards)

    def missing(self, number: int, event: Collect, last: Collection[Play]) -> frozenset[Seat] | None:
        """The seats that are proven to have no card in a trick that was gathered; None: people's word for all.

        They were empty without a break, from the earliest moment of the last card until all had left; of a card that
        people entered nobody saw either.
        """
        if not self.watches(number, event):
            return None
        begins = [play.seen.at[0] for play in last if play.seen.at]
        return frozenset() if event.t is None or len(begins) < len(last) else self.empty(max(begins), event.t)

    def left_over(self, play: Play, others: Collection[Play]) -> bool:
        """Whether a card may have lain there since a hole, so that it is of a trick before that of the others."""
        begins = [other.seen.at[0] for other in others if other.seen.at]
        return play.seen.at is not None and any(play.seen.at[0] < end <= begin for end in self.ends for begin in begins)

    def behind(self, end: float) -> "MatchSight":
        """With a hole that lay behind by a moment."""
        return replace(self, ends=(*self.ends, end)[-KEPT:])

    def and_seen(self, event: Seen) -> "MatchSight":
        """With one more line of what was seen."""
        return replace(self, seen=(*self.seen, event)[-KEPT:])


AT_ONCE: Final = 0.5
"""Within so many seconds no trick is laid and gathered: all that is assumed of hands (unseen.md)."""

UNKNOWN: Final = (float("-inf"), float("inf"))
"""When a card can have been laid of which no moment is known."""


@dataclass(frozen=True, slots=True)
class HoleAccount:
    """People's account of one hole, and when that hole was."""

    number: int
    """The line that says it."""
    event: Missed
    hole: int
    """The line of the event that left the hole."""
    span: tuple[float, float] | None = None
    """When nothing was seen, seconds since the match event; None: the moment is not known."""
    blind: bool = False
    """Whether the whole table was unseen meanwhile, and not only cards of one trick."""
    lay: tuple[tuple[Seat, Card], ...] = ()
    """The trick that lay there before."""

    @property
    def silent(self) -> bool:
        """Whether it says nothing that could be true or false: that nobody knows, or that nothing was played."""
        return not self.event.plays and not self.event.won and self.event.trump is None and not self.event.over


@dataclass(frozen=True, slots=True)
class AccountObjection:
    """An observation with which an account cannot be true, so that it is left out."""

    hole: int
    """The hole of the account."""
    text: Message
    """The contradiction, in one sentence."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One reading of the deal in play, in which less was lost than may have been (unseen.md, "How it closes")."""

    holes: tuple[int, ...]
    """The holes that are open in it."""
    doubt: Doubt | None
    memory: ProofMemory
    verdicts: tuple[Verdict, ...] = ()
    """The verdicts of this reading, withheld until it is known to be what happened."""


@dataclass(frozen=True, slots=True)
class MatchUnseen(Generic[M]):
    """The observations of a match, and its readings where something of it went unseen."""

    sight: MatchSight = field(default_factory=MatchSight)
    """The observations of the table; verdicts rest on them."""
    whole: Reading | None = None
    """The deal in play if nothing of it was lost; None if it has no hole, or something was lost for certain."""
    resumed: Reading | None = None
    """The deal in play if nothing was lost in its newest gap, while what lies there can still show it."""
    worded: Reading | None = None
    """The deal in play if all that people told of it is true; None if nothing of it went unseen."""
    told: Mapping[int, HoleAccount] = field(default_factory=dict[int, HoleAccount])
    """People's accounts of holes, by the line of the hole."""
    weighed: frozenset[int] = frozenset()
    """The holes of which an account was taken in, or found to be impossible."""
    accounts: tuple[HoleAccount, ...] = ()
    """The accounts that were taken in for the newest deal."""
    untold: M | None = None
    """The match as far as it was seen, without any account; its verdicts are the match's. None: there is no account."""
    objection: AccountObjection | None = None
    """The newest observation against one of them; the record has to be folded anew without it."""


NOTHING_MISSED: Final[MatchUnseen[Any]] = MatchUnseen()
"""The state of a match of which nothing was observed yet."""
