"""The interface of rulebooks: a case in, a proposal out."""

from dataclasses import dataclass, replace
from typing import Generic, Literal

from controller.record.events import Scores, Seat
from controller.record.message import Message
from controller.rules.deal import Deal, Play, S
from controller.rules.game import Game
from controller.rules.parts import B
from controller.rules.results import Verdict


@dataclass(frozen=True, slots=True)
class Forfeit:
    """Tricks that are counted for a seat which did not win them."""

    seat: Seat
    tricks: tuple[int, ...]
    """The tricks' numbers, from 1, lowest first."""
    onwards: bool = False
    """Whether every trick after these is forfeited, too."""

    def counts(self, trick: int) -> bool:
        """Whether the trick of this number is forfeited."""
        return trick in self.tricks or (self.onwards and trick > self.tricks[-1])


@dataclass(frozen=True, slots=True)
class Proposal:
    """The proposed effect for an upheld verdict, with its reason in words."""

    text: Message
    effect: Literal["none", "void-deal"] | Forfeit = "none"


@dataclass(frozen=True, slots=True)
class Case(Generic[S, B]):
    """A verdict before the arbiter."""

    game: Game[S, B]
    deal: Deal[S]
    """The deal of the verdict, as far as it is played."""
    verdict: Verdict
    score: Scores | None = None
    """The deal's score without any ruling; None while it is played or where it cannot be scored."""
    others: tuple[Verdict, ...] = ()
    """The other verdicts of the deal that no arbiter has dismissed."""

    @property
    def seen_at_once(self) -> bool:
        """Whether the verdict was proven while the trick of the act was open."""
        return self.trick is not None and self.trick == self.deal.trick_of(self.verdict.proved)

    @property
    def other_cases(self) -> tuple["Case[S, B]", ...]:
        """Cases of the deal's other verdicts."""
        every = (self.verdict, *self.others)
        return tuple(replace(self, verdict=one, others=tuple(o for o in every if o is not one)) for one in self.others)

    @property
    def trick(self) -> int | None:
        """Number of the trick of the act, from 1; None where the act was no card of a trick."""
        return self.deal.trick_of(self.verdict.event)

    @property
    def play(self) -> Play | None:
        """The act, where it was a card of a trick; None elsewhere."""
        return next((play for play in self.deal.plays() if play.event == self.verdict.event), None)

    @property
    def offender(self) -> str:
        """The name of the seat concerned; "somebody" where the verdict names none."""
        return Message("somebody") if self.verdict.seat is None else self.deal.rules.names[self.verdict.seat]
