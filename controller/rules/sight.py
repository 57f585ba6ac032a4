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
"""Number of observations that are remembered; a line counts for the card that comes after it."""


@dataclass(frozen=True, slots=True)
class MatchSight:
    """The observations of a match that its next events rest on."""

    since: int | None = None
    """First line from which the camera's events need observations; None: the record tells no sight."""
    seen: tuple[Seen, ...] = ()
    """The ``seen`` lines since the newest gap, oldest first."""
    restart: bool = False
    """Whether the program was away in the newest gap, so that its length is unknown."""
    lay: tuple[tuple[Seat, Card], ...] = ()
    """The trick that lay there before the newest gap, while it can still be found unmoved."""
    pending: tuple[int, ...] = ()
    """Lines of the gaps between deals that may belong to the next one, oldest first."""
    begun: bool = False
    """Whether something lay there after one of these gaps by which the next deal may have begun in it."""
    opening: bool = False
    """Whether the newest gap is the start of the match: cards that lie there then are no plays of it."""
    fresh: bool = False
    """Whether no word and no play came in the deal since it was dealt."""
    blind_till: float | None = None
    """The end of the newest gap, seconds since the match event: no area was watched across it."""
    ends: tuple[float, ...] = ()
    """Moments by which the deal's holes lay behind: a card that may have been laid before may be of a trick in one."""
    cleared: float | None = None
    """Moment at which the table was clear before the coming trick: the last was gathered, or people still talked."""

    def watches(self, number: int, event: Event) -> bool:
        """Whether the event of this line rests on observations; people's words do not."""
        return self.since is not None and number >= self.since and event.src == "camera"

    def play(
        self, number: int, event: Played, before: Collection[Play], seats: Collection[Seat], *, awaited: bool = True
    ) -> Play:
        """Make the play of an event's card, with its possible moments and the observations of the table meanwhile.

        Args:
            number: line of the event.
            event: the event.
            before: the open trick.
            seats: the seats that take part; the empty area of another one shows nothing.
            awaited: whether it is the next card of that trick, without a gap since it began; it then needs no look.
        """
        if not self.watches(number, event):
            return Play(number, event.seat, event.card)
        if event.t is None:
            unknown = CardSight(UNKNOWN, frozenset(), steady=False, apart=bool(before))
            return Play(number, event.seat, event.card, unknown)
        since = event.t if event.since is None else event.since
        looked = any(sight.t is not None and sight.t >= event.t for sight in self.seen)
        lying = self.lying(event.t)
        still = {(play.seat, play.card) for play in before} <= lying
        watched = {(play.seat, play.card) for play in before if play.seen.at}
        # A card that people entered need not be seen lying; one that lies proves that the trick does.
        together = not before or (bool(watched) and watched <= lying)
        others = frozenset(seats) - {event.seat}
        steady = still if before else not others.isdisjoint(self._clear(event.t))
        apart = (looked or not awaited) and not together
        sole = not any(sight.t is not None and sight.t >= event.t and event.seat in sight.unread for sight in self.seen)
        empty = self.empty(since, event.t) if sole else frozenset[Seat]()
        sight = CardSight((since, event.t), empty, steady=steady and sole, apart=apart, sole=sole)
        return Play(number, event.seat, event.card, sight)

    def _clear(self, till: float) -> frozenset[Seat]:
        """Return the seats that were empty since the table was clear: no trick can have come and gone since."""
        return frozenset() if self.cleared is None else self.empty(self.cleared + AT_ONCE, till)

    def empty(self, since: float, till: float) -> frozenset[Seat]:
        """Return the seats whose areas were seen empty without a break from one moment to another."""
        return frozenset(
            seat
            for look in self.seen
            if look.t is not None and look.t >= till
            for seat, begin in look.empty.items()
            if begin <= since
        )

    def lying(self, when: float) -> frozenset[tuple[Seat, Card]]:
        """Return the cards that were seen to lie at a moment, or after it."""
        lines = (look for look in self.seen if look.t is not None and look.t >= when)
        return frozenset((seat, card) for look in lines for seat, cards in look.lies.items() for card in cards)

    def missing(self, number: int, event: Collect, last: Collection[Play]) -> frozenset[Seat] | None:
        """Return the seats proven to have no card in a gathered trick; None: people's word is for all.

        Their areas were empty without a break, from the earliest moment of the last card until all had left. A card
        that people entered was not seen either.
        """
        if not self.watches(number, event):
            return None
        begins = [play.seen.at[0] for play in last if play.seen.at]
        return frozenset() if event.t is None or len(begins) < len(last) else self.empty(max(begins), event.t)

    def left_over(self, play: Play, others: Collection[Play]) -> bool:
        """Whether a card may have lain there since a hole, so that its trick is before the trick of the others."""
        begins = [other.seen.at[0] for other in others if other.seen.at]
        return play.seen.at is not None and any(play.seen.at[0] < end <= begin for end in self.ends for begin in begins)

    def with_hole_end(self, end: float) -> "MatchSight":
        """Add a hole that lay behind by a moment."""
        return replace(self, ends=(*self.ends, end)[-KEPT:])

    def with_observation(self, event: Seen) -> "MatchSight":
        """Add one more observation."""
        return replace(self, seen=(*self.seen, event)[-KEPT:])


AT_ONCE: Final = 0.5
"""Seconds within which no trick is laid and gathered: all that is assumed of hands (unseen.md)."""

UNKNOWN: Final = (float("-inf"), float("inf"))
"""The moments between which a card was laid of which no moment is known."""


@dataclass(frozen=True, slots=True)
class HoleAccount:
    """People's account of one hole, and the time of that hole."""

    number: int
    """The line of the account."""
    event: Missed
    hole: int
    """The line of the event that left the hole."""
    span: tuple[float, float] | None = None
    """The time in which nothing was seen, seconds since the match event; None: unknown."""
    blind: bool = False
    """Whether the whole table was unseen meanwhile, and not only cards of one trick."""
    lay: tuple[tuple[Seat, Card], ...] = ()
    """The trick that lay there before."""

    @property
    def silent(self) -> bool:
        """Whether the account claims nothing that can be true or false: nothing is known, or nothing was played."""
        return not self.event.plays and not self.event.won and self.event.trump is None and not self.event.over


@dataclass(frozen=True, slots=True)
class AccountObjection:
    """An observation that contradicts an account, which is then left out."""

    hole: int
    """The hole of the account."""
    text: Message
    """The contradiction, in one sentence."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One reading of the deal in play, in which less was lost than may have been (unseen.md, "How it closes")."""

    holes: tuple[int, ...]
    """The holes that are open in this reading."""
    doubt: Doubt | None
    memory: ProofMemory
    verdicts: tuple[Verdict, ...] = ()
    """The verdicts of this reading, withheld until it is known to be true."""


@dataclass(frozen=True, slots=True)
class MatchUnseen(Generic[M]):
    """The observations of a match, and its readings where something of it went unseen."""

    sight: MatchSight = field(default_factory=MatchSight)
    """The observations of the table; verdicts rest on them."""
    whole: Reading | None = None
    """The deal in play if nothing of it was lost; None if it has no hole, or something was lost for certain."""
    resumed: Reading | None = None
    """The deal in play if nothing was lost in its newest gap, while the cards lying there can still prove it."""
    worded: Reading | None = None
    """The deal in play if all accounts of it are true; None if nothing of it went unseen."""
    told: Mapping[int, HoleAccount] = field(default_factory=dict[int, HoleAccount])
    """People's accounts of holes, by the line of the hole."""
    weighed: frozenset[int] = frozenset()
    """The holes whose account was applied, or found to be impossible."""
    accounts: tuple[HoleAccount, ...] = ()
    """The accounts that were applied to the newest deal."""
    untold: M | None = None
    """The match as it was seen, without any account; its verdicts are the match's. None: there is no account."""
    objection: AccountObjection | None = None
    """The newest observation against an account; the record has to be folded anew without that account."""


NOTHING_MISSED: Final[MatchUnseen[Any]] = MatchUnseen()
"""The state of a match without any observation yet."""
