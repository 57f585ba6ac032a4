"""The course of a tournament: the steps of its record that stand, after all that was taken back and done again."""

from collections.abc import Sequence
from dataclasses import dataclass

from controller.record.message import Message
from controller.tournament.steps import StepError, StepRedone, StepUndone, TournamentStep


@dataclass(frozen=True, slots=True)
class TournamentCourse:
    """The steps that stand, in order, and those that can stand again, the next one last."""

    standing: tuple[TournamentStep, ...] = ()
    undone: tuple[TournamentStep, ...] = ()

    def after(self, step: TournamentStep) -> "TournamentCourse":
        """The course after a line of the record; raises StepError where nothing is left to take back or do again."""
        match step:
            case StepUndone():
                if len(self.standing) < 2:
                    raise StepError(Message("there is no step left to take back"))
                return TournamentCourse(self.standing[:-1], (*self.undone, self.standing[-1]))
            case StepRedone():
                if not self.undone:
                    raise StepError(Message("there is no step that was taken back last"))
                return TournamentCourse((*self.standing, self.undone[-1]), self.undone[:-1])
            case _:
                return TournamentCourse((*self.standing, step))


def course(steps: Sequence[TournamentStep]) -> TournamentCourse:
    """The course of a whole record; raises StepError."""
    found = TournamentCourse()
    for step in steps:
        found = found.after(step)
    return found
