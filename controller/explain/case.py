"""The case of one verdict: the record folded to the act and to the proof, with what was public then."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from controller.games import AnyGame
from controller.record.cards import Card
from controller.record.events import Played
from controller.record.text import Text
from controller.referee import judging
from controller.referee.fold import Stage, fold
from controller.rules.deal import Deal, Play
from controller.rules.layout import Layout, bits_of, worlds
from controller.rules.proof import Owed, Watch, owe, show
from controller.rules.results import Verdict
from controller.rules.worlds import Worlds

AnyDeal = Deal[Any]


class NoVerdictError(ValueError):
    """A record holds no verdict of the number asked for."""

    def __init__(self, number: int, count: int) -> None:
        super().__init__(f"there is no verdict {number}; it holds {count or 'none'}")


@dataclass(frozen=True, slots=True)
class Facts:
    """What is public of a deal after some event."""

    stage: Stage
    deal: AnyDeal
    """With the card of the event, its trick not turned yet."""
    watch: Watch
    layout: Layout
    fitting: Worlds


@dataclass(frozen=True)
class Case:
    """A verdict, and the record it is in."""

    number: int
    verdict: Verdict
    stages: tuple[Stage, ...]
    at: int
    """Index of the stage that proved it."""

    @property
    def names(self) -> tuple[str, ...]:
        """The players."""
        return self.stages[0].match.names

    @property
    def game(self) -> AnyGame:
        """The game that is played."""
        return self.stages[0].match.game

    @property
    def bits(self) -> Mapping[Card, int]:
        """The bit of each card in a set of cards."""
        return bits_of(self.game.deck)

    @cached_property
    def order(self) -> dict[int, int]:
        """The index of the stage of each line."""
        return {stage.number: index for index, stage in enumerate(self.stages)}

    @property
    def act(self) -> int:
        """Index of the stage of the act."""
        return self.order[self.verdict.event]

    def deal_before(self, index: int) -> AnyDeal | None:
        """The deal into which the event of a stage comes; None if there is none under way."""
        match = self.stages[index - 1].match
        if match.deal is None or not match.running:
            return None
        deal = match.game.begin_play(match.deal) if match.deal.phase == "before" else match.deal
        return match.deal if isinstance(deal, str) else deal

    def facts(self, index: int) -> Facts | None:
        """What is public after a stage; None if no deal is under way."""
        stage, deal = self.stages[index], self.deal_before(index)
        if deal is None or stage.match.deal is None:
            return None
        watch, event = self.stages[index - 1].match.watch, stage.event
        if isinstance(event, Played) and deal.phase == "play" and stage.match.rules.has(event.seat):
            judged = judging.judge(self.game, deal, watch, Play(stage.number, event.seat, event.card))
            deal, watch = judged.deal, judged.watch
        else:
            deal, watch = stage.match.deal, stage.match.watch
        layout = self.game.layout(deal)
        return Facts(stage, deal, watch, layout, worlds(self.game.deck, deal, layout))

    def of_this_deal(self, before: int) -> Iterator[Stage]:
        """The stages of the verdict's deal before an index."""
        for stage in self.stages[1:before]:
            if stage.match.deal and stage.match.deal.number == self.verdict.deal:
                yield stage

    def play(self, index: int) -> Play | None:
        """The card shown by the event of a stage, if it is one."""
        stage = self.stages[index]
        event = stage.event
        return Play(stage.number, event.seat, event.card) if isinstance(event, Played) else None

    def owed(self) -> Owed | None:
        """What the act's hand owed to its trick, as known when it was played."""
        deal, play = self.deal_before(self.act), self.play(self.act)
        if deal is None or play is None:
            return None
        duty = self.game.duty(deal, play.card)
        return owe(self.game.deck, play, deal.number_of_trick, deal.led or play.card, duty)

    def shown_since(self, owed: Owed, index: int) -> Iterator[Play]:
        """The cards that the seat has shown after its play, up to a stage."""
        for later in range(self.order[owed.play.event] + 1, index + 1):
            play, deal = self.play(later), self.stages[later].match.deal
            seen = deal and play in (*deal.plays(), *deal.exposed)
            if play and seen and play.seat == owed.play.seat:
                yield play

    def owed_at(self, owed: Owed, index: int) -> tuple[Owed, ...]:
        """The play as it is remembered after a stage: with what was seen of its hand, or not at all if excused."""
        watch = Watch((owed,))
        for play in self.shown_since(owed, index):
            watch = show(watch, self.game.deck, play)
        return watch.owed


def find(text: Text, number: int) -> Case:
    """The case of a verdict; raises NoVerdictError, and MatchError for a record that no match can start with."""
    stages, count = tuple(fold(text.events)), 0
    for index, stage in enumerate(stages):
        for result in stage.results:
            count += isinstance(result, Verdict)
            if isinstance(result, Verdict) and count == number:
                return Case(number, result, stages, index)
    raise NoVerdictError(number, count)
