"""Extensions: parts that packages of other people bring, found by their entry points (docs/adding.md)."""

from collections.abc import Callable, Mapping
from contextlib import redirect_stdout
from dataclasses import dataclass
from functools import cache, partial
from importlib.metadata import EntryPoint, entry_points
from typing import Final, TypeVar

T = TypeVar("T")


MOST_TEXT: Final = 300
"""Letters of a text of another package in a sentence."""

INSIDE: Final = ("controller", "firmware_bridge", "groundwork", "hardware", "vision")
"""The packages below the library, whose modules may move."""
PROMISED: Final = "schiri.games, schiri.displays, schiri.marks and schiri.rulebooks"
"""The modules that packages of other people import."""


class ExtensionError(ValueError):
    """A part of another package that cannot be used; the text says why, without naming the package."""


@dataclass(frozen=True, slots=True)
class BrokenExtension:
    """A part of another package that is left out, and why."""

    group: str
    """The entry points that it is one of, such as ``schiri.games``."""
    name: str
    package: str
    reason: str
    """The reason, in one sentence without its full stop."""


@cache
def points(group: str) -> Mapping[str, EntryPoint]:
    """The entry points of a group by name. What is installed is read once a process, and nothing of it is loaded."""
    found: dict[str, EntryPoint] = {}
    for point in entry_points(group=group):
        found.setdefault(point.name, point)
    return found


def doubled(group: str) -> tuple[BrokenExtension, ...]:
    """The entry points that another package's of the same name hides, which comes first."""
    return tuple(
        broken(point, ExtensionError(f"the package {_package(first)} brings one of this name too, which is used"))
        for point in entry_points(group=group)
        if (first := points(group)[point.name]) != point
    )


def load(point: EntryPoint) -> object:
    """Load what an entry point names; raises ExtensionError, whatever goes wrong in it."""
    return attempt(point.value, point.load)


class _Nowhere:
    """An output that nobody reads."""

    def write(self, text: str) -> int:
        """Leave a text out."""
        return len(text)

    def flush(self) -> None:
        """Do nothing, for nothing waits."""


def attempt(name: str, load: Callable[[], T]) -> T:
    """Run the code of another package that loads a part of it.

    What it prints is left out: the output of a command may be read by a program.

    Args:
        name: of the part.
        load: loads it.

    Raises:
        ExtensionError: whatever goes wrong in it.
    """
    try:
        with redirect_stdout(_Nowhere()):
            return load()
    except ExtensionError:
        raise
    except BaseException as error:  # also one that would end the program, or seems to be Ctrl-C
        hint = ""
        if isinstance(error, ImportError) and (error.name or "").partition(".")[0] in INSIDE:
            hint = f": {error.name} is no part for others; {PROMISED} have what a package may import"
        raise ExtensionError(f"{name} cannot be loaded ({reason(error)}){hint}") from error


def reason(error: BaseException) -> str:
    """The kind of an error and its text, which may fail by itself."""
    try:
        told = f"{type(error).__name__}: {error}".rstrip(": ")
    except BaseException:
        told = type(error).__name__
    return plain(told)


def plain(told: str) -> str:
    """The text of another package as a sentence can hold it: short, and with no letter that steers a terminal."""
    short = told if len(told) <= MOST_TEXT else f"{told[:MOST_TEXT]}…"
    return "".join(letter if letter.isprintable() else " " for letter in short)


def brought(group: str, whole: Callable[[str, object], T]) -> tuple[Mapping[str, T], tuple[BrokenExtension, ...]]:
    """The parts of a group by name, and those that are left out.

    Args:
        group: of entry points.
        whole: makes a part of its name and of what its entry point names; raises ExtensionError where it cannot.
    """
    good: dict[str, T] = {}
    left_out: list[BrokenExtension] = []
    for name, point in points(group).items():
        try:
            good[name] = attempt(point.value, partial(_made, name, point, whole))
        except ExtensionError as error:
            left_out.append(broken(point, error))
    return good, (*left_out, *doubled(group))


def _made(name: str, point: EntryPoint, whole: Callable[[str, object], T]) -> T:
    return whole(name, load(point))


def broken(point: EntryPoint, why: ExtensionError) -> BrokenExtension:
    """The entry point as one that is left out."""
    return BrokenExtension(point.group, plain(point.name), _package(point), str(why))


def _package(point: EntryPoint) -> str:
    return plain(str(point.dist.name)) if point.dist else "?"
