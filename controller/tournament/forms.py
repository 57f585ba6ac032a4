"""The table of a tournament: its game and rules, its sides, and whom an entry stands for."""

from dataclasses import dataclass
from functools import cache
from typing import Final

from controller import games
from controller.games import AnyGame
from controller.record.events import MatchStart
from controller.record.message import Listed, Message, reason_of
from controller.referee.start import MatchError, start
from controller.rules.options import Rules
from controller.tournament.steps import StepError, TournamentOpened

_USUAL_SEATS: Final = 4
_OF_TWO_SIDES: Final = frozenset({"round-robin", "swiss", "mitchell"})


@dataclass(frozen=True, slots=True)
class TableForm:
    """The form of every table of a tournament: game, sides, and how many players an entry stands for."""

    game: AnyGame
    rules: Rules
    sides: tuple[tuple[int, ...], ...]
    """The seats of each side."""
    players: int
    """Whom an entry stands for: one player, or a whole side."""
    lowest_wins: bool
    """Whether fewer points are better, as in Hearts."""

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many entries each side has."""
        return tuple(len(side) // self.players for side in self.sides)


def form_of(opening: TournamentOpened) -> TableForm:
    """What every table of this tournament has in common; raises StepError where there can be no such tournament."""
    chosen = tuple(sorted(opening.options.items()))
    found = _form(opening.game, opening.profile, chosen, opening.seats, opening.movement)
    if opening.ranked == "matchpoints" and opening.movement not in _OF_TWO_SIDES:
        raise StepError(Message("matchpoints need the same two sides all evening: a movement of pairs"))
    if opening.movement == "mitchell" and not opening.deals:
        raise StepError(Message("a Mitchell movement needs the number of boards of a round"))
    if any(not name.strip() for name in (opening.title, *opening.tables)):
        raise StepError(Message("a tournament and its tables need names"))
    return found


@cache
def _form(game: str, profile: str, chosen: tuple[tuple[str, object], ...], seats: int, movement: str) -> TableForm:
    options = dict(chosen)
    try:
        asked = start(_opening(game, profile, options, seats))
    except MatchError as error:
        raise StepError(reason_of(error)) from None
    sides = asked.game.partners(asked.rules)
    players = 1
    if movement in _OF_TWO_SIDES:
        if len(sides) != 2:
            raise StepError(
                Message("at {game} each plays alone; only a draw or free seating fits", game=asked.game.title)
            )
        players = len(sides[0])
    if movement == "draw" and len({len(side) for side in sides}) > 1:
        raise StepError(Message("the sides of {game} are not alike; only free seating fits", game=asked.game.title))
    first_leads = tuple(int(seat in sides[0]) for seat in range(asked.rules.seats))
    lowest_wins = 0 not in asked.game.ranking(first_leads, asked.book)[0]
    return TableForm(asked.game, asked.rules, sides, players, lowest_wins)


def _opening(game: str, profile: str, options: dict[str, object], seats: int) -> MatchStart:
    try:
        possible = games.load(game).seats
    except LookupError as error:
        raise StepError(reason_of(error)) from None
    usual = _USUAL_SEATS if _USUAL_SEATS in possible else min(possible)
    if seats and seats not in possible:
        wanted = Listed(tuple(map(str, possible)), " or ")
        raise StepError(Message("{code} is played by {numbers}, not by {n}", code=game, numbers=wanted, n=seats))
    names = tuple(f"{seat}" for seat in range(seats or usual))
    return MatchStart(game=games.load(game).name, seats=names, profile=profile, options=options)  # pyrefly: ignore[bad-argument-type]  # a profile of the game
