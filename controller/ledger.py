"""The deals that are over, each with what it counts as played and as ruled (referee.md).

A ruling may come deals later, so the sheet is added up anew from the first deal whenever one does.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic

from controller import rulebooks
from controller.deal import Deal, S, Trick
from controller.events import Ruling, Scores
from controller.game import B, Game, Settlement, Tie
from controller.proposal import Case, Forfeit, Proposal
from controller.results import DealResult, Number, Verdict


@dataclass(frozen=True, slots=True)
class Entry(Generic[S]):
    """A deal that is over."""

    deal: Deal[S]
    void: str | None = None
    """Why it did not count, whatever the arbiter says of it later; None if it was played."""
    result: DealResult | None = None
    """What was last said of it."""


@dataclass(frozen=True, slots=True)
class Rulings:
    """The arbiter's word on the verdicts of a match."""

    verdicts: Sequence[Verdict]
    said: Mapping[int, Ruling]
    """By number of the verdict, the newest last."""

    def on(self, deal: int) -> Iterator[tuple[Verdict, Ruling]]:
        """The rulings with an effect on a deal, oldest first."""
        for number, ruling in self.said.items():
            verdict = self.verdicts[number - 1]
            if verdict.deal == deal and ruling.effect != "none":
                yield verdict, ruling


@dataclass(frozen=True, slots=True)
class Counted(Generic[B]):
    """What a deal counts, and the game's book after it."""

    result: DealResult
    book: B


@dataclass(frozen=True, slots=True)
class Account(Generic[S, B]):
    """The sheet before a deal that is to be counted."""

    game: Game[S, B]
    book: B
    total: tuple[Number, ...]

    def count(self, entry: Entry[S], rulings: Rulings) -> Counted[B] | Tie:
        """What a deal counts with the rulings on it, or who must draw first.

        The newest ruling that voids the deal or sets its scores wins; otherwise forfeited tricks are counted anew.
        """
        played, said = self._as_played(entry), list(rulings.on(entry.deal.number))
        if entry.void or not said:
            return played
        score = None if isinstance(played, Tie) else played.result.score
        proposals = [self._proposal(entry.deal, verdict, ruling, score) for verdict, ruling in said]
        ruled = self._as_ruled(entry, played, [ruling for _, ruling in said], proposals)
        if isinstance(ruled, Tie):
            return ruled
        told = {"without": score, "text": "; ".join(proposal.text for proposal in proposals)}
        return replace(ruled, result=replace(ruled.result, detail={**ruled.result.detail, "ruling": told}))

    def _as_ruled(
        self, entry: Entry[S], played: Counted[B] | Tie, said: Sequence[Ruling], proposals: Sequence[Proposal]
    ) -> Counted[B] | Tie:
        whole = next((ruling for ruling in reversed(said) if ruling.pack is None), None)
        if whole and whole.score is not None:
            return self._with_score(entry.deal, played, whole.score)
        if whole or any(proposal.effect == "void-deal" for proposal in proposals):
            return Counted(void_result(entry.deal, self.total, "ruling"), self.book)
        forfeits = [proposal.effect for proposal in proposals if isinstance(proposal.effect, Forfeit)]
        return self._as_played(replace(entry, deal=_forfeited(entry.deal, forfeits))) if forfeits else played

    def _as_played(self, entry: Entry[S]) -> Counted[B] | Tie:
        """A deal without any ruling; where cards are missing it cannot be scored, and the sheet stays as it is."""
        deal, before = entry.deal, entry.result
        if entry.void:
            return Counted(void_result(deal, self.total, entry.void), self.book)
        if deal.short:
            return Counted(DealResult(deal.number, None, _won(deal), None, self.total, {"missing": "cards"}), self.book)
        done = self.game.settle(deal, self.book, self.total)
        if isinstance(done, Settlement):
            result = DealResult(deal.number, done.points, _won(deal), done.score, done.total, done.detail)
            return Counted(result, done.book)
        if before is None or before.score is None:
            return done
        # Nobody draws for a deal that was scored: what a ruling on an earlier deal has made level stays as it was.
        book, total = self.game.ruled(deal, self.book, self.total, before.score)
        return Counted(replace(before, total=total), book)

    def _with_score(self, deal: Deal[S], played: Counted[B] | Tie, score: Scores) -> Counted[B]:
        book, total = self.game.ruled(deal, self.book, self.total, score)
        if isinstance(played, Tie):
            return Counted(DealResult(deal.number, None, _won(deal), score, total, {}), book)
        return Counted(replace(played.result, score=score, total=total), book)

    def _proposal(self, deal: Deal[S], verdict: Verdict, ruling: Ruling, score: Scores | None) -> Proposal:
        """What a ruling does, in words; one by a pack does what the pack proposes."""
        if ruling.pack is not None:
            return rulebooks.load(ruling.pack)(Case(self.game, deal, verdict, score))
        if ruling.score is not None:
            return Proposal("the arbiter has set the scores")
        if ruling.effect == "redeal":
            return Proposal("the deal is void and dealt again", "void-deal")
        return Proposal("the deal is void", "void-deal")


def void_result(deal: Deal[Any], total: tuple[Number, ...], why: str) -> DealResult:
    """The result of a deal that does not count."""
    none = (0,) * deal.rules.seats
    return DealResult(deal.number, none, none, none, total, {"void": why})


def _won(deal: Deal[Any]) -> tuple[int, ...]:
    """Tricks by seat."""
    return tuple(sum(trick.winner == seat for trick in deal.tricks) for seat in range(deal.rules.seats))


def _forfeited(deal: Deal[S], forfeits: Sequence[Forfeit]) -> Deal[S]:
    """The deal with forfeited tricks counted for the other side."""

    def credited(number: int, trick: Trick) -> Trick:
        for forfeit in forfeits:
            if forfeit.first <= number <= (forfeit.last or number):
                return replace(trick, winner=forfeit.seat)
        return trick

    return replace(deal, tricks=tuple(credited(number, trick) for number, trick in enumerate(deal.tricks, 1)))
