"""Broken laws: what went wrong in a match, and where in the game's own file to write what."""

import sys
import traceback
from collections.abc import Mapping
from copy import copy
from pathlib import Path
from typing import Final, TypeVar

from controller.games import AnyGame
from controller.rules.results import ErrorResult, Result, Verdict

Made = TypeVar("Made")

HINTS = {
    "revoke": "duty(), which must rest on nothing that comes later, and layout(), which must know every place",
    "someone-revoked": "layout(): it must leave room for every card that nobody has seen",
    "out-of-turn": "open_deal(), whose leader leads the first trick, and strength(), which says who wins one",
    "impossible-card": "layout() and elsewhere() of its audit: they say of a card that it cannot be where it was",
    "foreign-card": "deck: a card of it is not taken for one",
    "short-trick": "open_deal(): its seats are those who play",
}
"""Hints where to look if honest players are accused, by the kind of verdict."""

ILLEGAL_PLAYS: Final[frozenset[str]] = frozenset(("revoke", "illegal-lead"))
"""Verdicts on a card that its hand forbade: laid to a trick, or led to it."""


class BrokenLawError(AssertionError):
    """A law that a game breaks; the text says what happened, and where to write what."""


class UnplayableError(BrokenLawError):
    """A game that random players cannot play by its words alone, so that no law can be tried."""


def of_result(game: AnyGame, result: Result) -> BrokenLawError | None:
    """Check that honest players are accused of nothing, and do nothing impossible; None if that holds."""
    match result:
        case Verdict():
            hint = HINTS.get(
                result.kind,
                "act() of its auction, find() and find_at_end() of its audit: they find faults where there is none",
            )
            told = f"players who keep every rule are accused of {result.kind} ({result.rule}): {result.text}"
            return BrokenLawError(f"{told}\n  look at {hint}\n  in {home(game)}")
        case ErrorResult():
            told = f"what players may do is refused: {result.text}"
            hint = "act() and begin_play() of its auction, and cannot_deal() of its course"
            return BrokenLawError(f"{told}\n  look at {hint}\n  in {home(game)}")
        case _:
            return None


def of_exception(game: AnyGame, error: Exception) -> BrokenLawError:
    """Report that a game fails to answer, by the error that it raised."""
    frames = traceback.extract_tb(error.__traceback__)
    folder = home(game).parent
    own = [frame for frame in frames if Path(frame.filename).parent == folder] or frames
    where = f"{own[-1].name}(), line {own[-1].lineno} of {own[-1].filename}" if own else str(home(game))
    return BrokenLawError(
        f"{type(error).__name__}: {error}\n  in {where}\n  a game never raises: let it give an answer"
    )


def with_methods(made: Made, changed: Mapping[str, object]) -> Made:
    """Copy a game, or part of one, with other methods and parts."""
    kind = type(made)
    found = copy(made)
    found.__class__ = type(kind.__name__, (kind,), {"__module__": kind.__module__, **changed})  # pyrefly: ignore[unsupported-dynamic-base]  # known only when it runs
    return found


def method(game: AnyGame, path: str) -> str:
    """Name the file and the line of a method of a game; of an inherited one, the game's own file.

    Args:
        game: the game.
        path: the method, after a point that of a part: ``duty``, ``auction.act``.
    """
    part, _, name = path.rpartition(".")
    code = getattr(getattr(type(getattr(game, part) if part else game), name, None), "__code__", None)
    if code is None or Path(code.co_filename) != home(game):
        return f"{home(game)}, which has no {name}() of its own"
    return f"{home(game)}, line {code.co_firstlineno}"


def home(game: AnyGame) -> Path:
    """Return the file in which a game is written."""
    return Path(sys.modules[type(game).__module__].__file__ or "?")
