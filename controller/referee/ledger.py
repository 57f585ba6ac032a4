"""The deals that are over, each with its result as played and as ruled (referee.md).

A ruling may come deals later, so the sheet is added up anew from the first deal whenever one does.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic

from controller import rulebooks
from controller.record.events import Ruling, Scores
from controller.record.message import Message
from controller.rulebooks.proposal import Case, Forfeit, Proposal
from controller.rules.deal import Deal, S, Trick
from controller.rules.game import Game, Tie, Untold
from controller.rules.match import FinishedDeal
from controller.rules.parts import B
from controller.rules.results import OWED, UNTOLD, Breakdown, BreakdownLine, DealResult, Number, Verdict, counting

RULED = "ruling"
"""The reason of a deal that an arbiter has voided."""


@dataclass(frozen=True, slots=True)
class Rulings:
    """The arbiter's word on the verdicts of a match."""

    verdicts: Sequence[Verdict]
    said: Mapping[int, Ruling]
    """The newest ruling on each verdict, by the verdict's number, the newest last."""

    def on(self, deal: int) -> Iterator[tuple[Verdict, Ruling]]:
        """Yield the rulings with an effect on a deal, oldest first."""
        for number, ruling in self.said.items():
            verdict = self.verdicts[number - 1]
            if verdict.deal == deal and ruling.effect != "none":
                yield verdict, ruling

    def others(self, verdict: Verdict) -> tuple[Verdict, ...]:
        """Return the other verdicts of the same deal that no arbiter has dismissed."""
        numbered = ((self.said.get(number), one) for number, one in enumerate(self.verdicts, 1))
        standing = (one for ruling, one in numbered if ruling is None or ruling.decision != "dismissed")
        return tuple(one for one in standing if one.deal == verdict.deal and one is not verdict)

    def governing(self, deal: int) -> Ruling | None:
        """Return the newest ruling that voids a deal or sets its scores, whatever the rulebooks propose; or None."""
        return next((ruling for _, ruling in reversed([*self.on(deal)]) if ruling.pack is None), None)


@dataclass(frozen=True, slots=True)
class Counted(Generic[B]):
    """The counted result of a deal, with and without the rulings on it, and the game's book after it."""

    result: DealResult
    played: DealResult
    book: B


@dataclass(frozen=True, slots=True)
class Account(Generic[S, B]):
    """The sheet before a deal that is to be counted."""

    game: Game[S, B]
    book: B
    total: tuple[Number, ...]

    def count(
        self, deal: Deal[S], rulings: Rulings, before: FinishedDeal[S] | None = None, *, owing: bool = False
    ) -> Counted[B] | Tie:
        """Count a deal with the rulings on it, or name the seats that must draw first.

        The newest ruling that voids the deal or sets its scores wins; otherwise forfeited tricks are counted anew.

        Args:
            deal: as it was played.
            rulings: the rulings of the match.
            before: the earlier result of the deal, if it was counted before; then there is always a result.
            owing: whether it counts as far as it is certain while level seats still have to draw.
        """
        owing = owing or (before is not None and OWED in before.played.detail)
        played = self._as_played(deal, before, owing=owing)
        rulings_in_order = sorted(rulings.on(deal.number), key=lambda one: one[0].event)
        if not rulings_in_order or (before and before.void not in (None, RULED)):
            return played
        thrown_in = before is not None and before.void == RULED
        score = None if thrown_in or isinstance(played, Tie) else played.played.score
        proposals = [self._proposal(deal, verdict, ruling, score, rulings) for verdict, ruling in rulings_in_order]
        governing = rulings.governing(deal.number)
        owing = owing or before is not None
        ruled = played if thrown_in else self._as_ruled(deal, played, governing, proposals, owing=owing)
        if isinstance(ruled, Tie):
            return ruled
        detail = {"without": score, "text": "; ".join(proposal.text for proposal in proposals)}
        return replace(ruled, result=replace(ruled.result, detail={**ruled.result.detail, "ruling": detail}))

    def _as_ruled(
        self,
        deal: Deal[S],
        played: Counted[B] | Tie,
        governing: Ruling | None,
        proposals: Sequence[Proposal],
        *,
        owing: bool,
    ) -> Counted[B] | Tie:
        if governing and governing.score is not None:
            return self._with_score(deal, played, governing.score)
        if isinstance(played, Tie):
            return played
        if governing or any(proposal.effect == "void-deal" for proposal in proposals):
            return replace(played, result=void_result(deal, self.total, RULED), book=self.book)
        forfeits = [proposal.effect for proposal in proposals if isinstance(proposal.effect, Forfeit)]
        if not forfeits or deal.holes:
            return played
        ruled = self._settled(_forfeited(deal, forfeits), owing=owing)
        return ruled if isinstance(ruled, Tie) else replace(ruled, played=played.played)

    def _as_played(self, deal: Deal[S], before: FinishedDeal[S] | None, *, owing: bool) -> Counted[B] | Tie:
        """Count a deal without any ruling; where cards are missing it has no score, and the sheet stays as it is."""
        if before and before.void:
            return self._unscored(void_result(deal, self.total, before.void))
        if deal.holes:
            detail = {"missing": "unseen", "holes": list(deal.holes)}
            return self._unscored(DealResult(deal.number, None, _won(deal), None, self.total, detail))
        if deal.short:
            return self._unscored(DealResult(deal.number, None, _won(deal), None, self.total, {"missing": "cards"}))
        settled = self._settled(deal, owing=owing)
        if not isinstance(settled, Tie) or before is None:
            return settled
        # Nobody draws for a scored deal: seats made level by a ruling on an earlier deal keep their scores.
        book, total, _ = self.game.ruled(deal, self.book, self.total, before.played.score or ())
        result = replace(before.played, total=total)
        return Counted(result, result, book)

    def _settled(self, deal: Deal[S], *, owing: bool) -> Counted[B] | Tie:
        settlement, owed = self.game.settle(deal, self.book, self.total), dict[str, Any]()
        if isinstance(settlement, Tie):
            if not owing or settlement.so_far is None:
                return settlement
            owed[UNTOLD if isinstance(settlement, Untold) else OWED], settlement = (
                list(settlement.seats),
                settlement.so_far,
            )
        detail = {**settlement.detail, **owed}
        result = DealResult(
            deal.number, settlement.points, _won(deal), settlement.score, settlement.total, detail, settlement.breakdown
        )
        return Counted(result, result, settlement.book)

    def _unscored(self, result: DealResult) -> Counted[B]:
        return Counted(result, result, self.book)

    def _with_score(self, deal: Deal[S], played: Counted[B] | Tie, score: Scores) -> Counted[B] | Tie:
        if isinstance(played, Tie):
            return played
        book, total, counted = self.game.ruled(deal, self.book, self.total, score)
        detail = {key: value for key, value in played.result.detail.items() if key not in (OWED, UNTOLD)}
        parts = _set_by_hand(counted, self.total, total)
        ruled = replace(played.result, score=counted, total=total, detail=detail, breakdown=parts)
        return replace(played, result=ruled, book=book)

    def _proposal(
        self, deal: Deal[S], verdict: Verdict, ruling: Ruling, score: Scores | None, rulings: Rulings
    ) -> Proposal:
        """Return the effect of a ruling, in words; a ruling by a rulebook has the effect that the rulebook proposes."""
        if ruling.pack is not None:
            return rulebooks.load(ruling.pack)(Case(self.game, deal, verdict, score, rulings.others(verdict)))
        if ruling.score is not None:
            return Proposal(Message("the arbiter has set the scores"))
        if ruling.effect == "redeal":
            return Proposal(Message("the deal is void and dealt again"), "void-deal")
        return Proposal(Message("the deal is void"), "void-deal")


def _set_by_hand(score: Scores, before: Sequence[Number], after: Sequence[Number]) -> Breakdown:
    """Make the breakdown of scores that a ruling has set, and of its other changes on the sheet."""
    gained = tuple(now - then for now, then in zip(after, before, strict=True))
    other = gained != tuple(points or 0 for points in score)
    marks = (BreakdownLine(Message("match and finished rows"), gained),) if other else ()
    return Breakdown(score=(BreakdownLine(Message("set by a ruling"), score),), marks=counting(*marks))


def void_result(deal: Deal[Any], total: tuple[Number, ...], why: str) -> DealResult:
    """Make the result of a deal that does not count."""
    none = (0,) * deal.rules.seats
    return DealResult(deal.number, none, none, none, total, {"void": why})


def _won(deal: Deal[Any]) -> tuple[int, ...]:
    """Count the tricks by seat, without tricks whose winner is unknown."""
    tricks = [trick for trick in deal.tricks if trick.sure or not deal.holes]
    return tuple(sum(trick.winner == seat for trick in tricks) for seat in range(deal.rules.seats))


def _forfeited(deal: Deal[S], forfeits: Sequence[Forfeit]) -> Deal[S]:
    """Count forfeited tricks for the other side; the revoke of a later trick counts from there on."""
    in_order = sorted(forfeits, key=lambda forfeit: forfeit.tricks)

    def credited(number: int, trick: Trick) -> Trick:
        mine = [forfeit for forfeit in in_order if forfeit.counts(number)]
        return replace(trick, winner=mine[-1].seat) if mine else trick

    return replace(deal, tricks=tuple(credited(number, trick) for number, trick in enumerate(deal.tricks, 1)))
