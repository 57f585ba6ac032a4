"""The case of one verdict: the record folded to the act and to the proof, with what was public then."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from controller.games import AnyGame
from controller.record.cards import Card
from controller.record.events import Played, Seat
from controller.record.message import Message
from controller.record.text import RecordText
from controller.referee import judging
from controller.referee.fold import FoldStep, fold
from controller.rules.deal import AnyDeal, Play
from controller.rules.layout import Layout, bits_of, worlds
from controller.rules.proof import Owed, ProofMemory, owe, show
from controller.rules.results import Verdict
from controller.rules.worlds import Worlds


class NoVerdictError(ValueError):
    """A record holds no verdict of the number asked for."""

    def __init__(self, number: int, count: int) -> None:
        super().__init__(
            Message("there is no verdict {n}; it holds {n2}", n=number, n2=count)
            if count
            else Message("there is no verdict {n}; it holds none", n=number)
        )


class NoLineError(ValueError):
    """A record holds no event on the line asked for that anything could be said of."""

    def __init__(self, number: int) -> None:
        super().__init__(Message("line {n} holds no event that can be judged", n=number))


@dataclass(frozen=True, slots=True)
class PublicFacts:
    """The public facts of a deal after some event."""

    stage: FoldStep
    deal: AnyDeal
    """With the card of the event, its trick not turned yet."""
    memory: ProofMemory
    layout: Layout
    fitting: Worlds


@dataclass(frozen=True)
class RecordedVerdict:
    """A verdict, and the record it is in."""

    number: int
    verdict: Verdict
    stages: tuple[FoldStep, ...]
    """As far as was seen: people's accounts of what was not say nothing to a verdict."""
    at: int
    """Index of the stage that proved it."""
    untold: tuple[int, ...] = ()
    """The lines of the holes that were open then, and of which nobody has told."""

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

    def to_play(self) -> Seat | None:
        """Who was to play when the act came: where a card says who leads, whoever has shown it since."""
        deal, known = self.deal_before(self.act), self.stages[self.at].match.deal
        if deal is None or deal.to_play is not None or deal.opener is None or known is None:
            return None if deal is None else deal.to_play
        shown = known.find(deal.opener)
        return None if shown is None else shown.seat

    def facts(self, index: int) -> PublicFacts | None:
        """The public facts after a step of the fold; None if no deal is under way."""
        stage, deal = self.stages[index], self.deal_before(index)
        if deal is None or stage.match.deal is None:
            return None
        memory, event = self.stages[index - 1].match.memory, stage.event
        if isinstance(event, Played) and deal.phase == "play" and stage.match.rules.has(event.seat):
            judged = judging.judge(self.game, deal, memory, Play(stage.number, event.seat, event.card))
            deal, memory = judged.deal, judged.memory
        else:
            deal, memory = stage.match.deal, stage.match.memory
        layout = self.game.layout(deal)
        return PublicFacts(stage, deal, memory, layout, worlds(self.game.deck, deal, layout))

    def of_this_deal(self, before: int) -> Iterator[FoldStep]:
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
        """The duty of the act's hand to its trick, as known when it was played."""
        deal, play = self.deal_before(self.act), self.play(self.act)
        if deal is None or play is None:
            return None
        duty = self.game.duty_of(deal, play.seat, play.card)
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
        memory = ProofMemory((owed,))
        for play in self.shown_since(owed, index):
            memory = show(memory, self.game.deck, play)
        return memory.owed


def staged(text: RecordText) -> tuple[FoldStep, ...]:
    """Every step of a record."""
    return tuple(fold(text.events))


def as_seen(stages: Sequence[FoldStep]) -> tuple[FoldStep, ...]:
    """The same steps with each match as far as it was seen, without people's accounts of what was not."""
    return tuple(replace(one, match=one.match.untold or one.match) for one in stages)


def cases(stages: Sequence[FoldStep]) -> Iterator[RecordedVerdict]:
    """The case of each verdict of a record, in their order."""
    seen = as_seen(stages)
    found = ((index, one) for index, stage in enumerate(stages) for one in stage.results if isinstance(one, Verdict))
    for number, (index, verdict) in enumerate(found, 1):
        deal = stages[index].match.deal
        yield RecordedVerdict(number, verdict, seen, index, deal.holes if deal else ())


def find(text: RecordText, number: int) -> RecordedVerdict:
    """The case of a verdict; raises NoVerdictError, and MatchError for a record that no match can start with."""
    found = tuple(cases(staged(text)))
    if 0 < number <= len(found):
        return found[number - 1]
    raise NoVerdictError(number, len(found))
