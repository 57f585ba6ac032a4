"""A club that plays a tournament on paper: opened, entered, drawn, and every round played with results by lot."""

from collections.abc import Sequence
from random import Random
from typing import Any

from controller.rules.score.slip import SlipLine
from controller.tournament import movements
from controller.tournament.fold import Tournament, TournamentCourse, after
from controller.tournament.steps import (
    EntryRegistered,
    LotsDrawn,
    ResultEntered,
    RoundClosed,
    TournamentOpened,
    TournamentStep,
)


class Club:
    """A tournament, and every step of its record."""

    def __init__(self, **more: Any) -> None:  # noqa: ANN401  # the fields of the opening
        opening: dict[str, Any] = {"title": "Club", "game": "schieber", "movement": "swiss", "rounds": 6, **more}
        self.steps: list[TournamentStep] = []
        self.state: Tournament
        self.course = TournamentCourse()
        self.take(TournamentOpened(**opening))

    def take(self, step: TournamentStep) -> None:
        before = self.state if self.steps else None
        self.state, self.course = after(before, self.course, step)
        self.steps.append(step)

    def enter(self, count: int) -> None:
        for _ in range(count):
            number = self.state.free_number
            names = tuple(f"Player {number}{'ab'[at]}" for at in range(self.state.form.players))
            self.take(EntryRegistered(entry=number, names=names))

    def draw(self, seed: str = "seven") -> None:
        self.take(LotsDrawn(seed=seed))

    def seat(self) -> None:
        self.take(movements.next_round(self.state, len(self.state.rounds) * 1000 + 1000))

    def result(self, table: str, *lines: SlipLine) -> None:
        self.take(ResultEntered(number=len(self.state.rounds), table=table, lines=lines))

    def close(self) -> None:
        self.take(RoundClosed(number=len(self.state.rounds), t=len(self.state.rounds) * 1000 + 900))

    def play(self, chance: Random, rounds: int = 1) -> None:
        """Rounds from their seating to their closing."""
        for _ in range(rounds):
            self.seat()
            assert self.state.now is not None
            for table in self.state.now.begun.tables:
                self.result(table.table, *slip(self.state, table.boards, chance))
            self.close()


def slip(state: Tournament, boards: Sequence[int], chance: Random) -> tuple[SlipLine, ...]:
    """What a table writes down: deals of a Jass, or a score on each board."""
    if boards:
        return tuple(SlipLine(points=chance.choice([(90, 0), (0, 100), (0, 0), (110, 0)]), board=one) for one in boards)
    if state.form.game.name == "schieber":
        first = chance.randrange(158)
        return (SlipLine(points=(first, 157 - first)),)
    if state.form.game.name == "bridge":
        return (SlipLine(points=(90, 0)),)
    return (SlipLine(points=tuple(chance.randrange(20) for _ in state.form.sides)),)
