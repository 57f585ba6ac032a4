"""The match line of a match as a command line types it."""

from collections.abc import Iterable
from dataclasses import replace

from controller import games
from controller.record.events import MatchStart
from controller.referee.fold import MatchError, start
from controller.settings import names
from controller.settings.names import ReadError


def typed(game: str, seats: str, profile: str, options: Iterable[str]) -> MatchStart:
    """Return the match line of what was typed; raises ReadError naming the option of the command line that is wrong."""
    opening = MatchStart(game=games.id_of(game), seats=names.names(seats), profile=profile, sight=True)
    return with_options(opening, options)


def with_options(opening: MatchStart, options: Iterable[str]) -> MatchStart:
    """Return a match line with the house rules that were typed, beside its own.

    Raises ReadError as :func:`typed` does.
    """
    chosen = names.options(options)
    played = replace(opening, options={**opening.options, **games.spelled(opening.game, chosen)})
    try:
        start(played)
    except MatchError as error:
        raise ReadError(f"--{error.place}: {error}") from error
    return played
