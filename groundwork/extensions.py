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
def entry_points_of(group: str) -> Mapping[str, EntryPoint]:
    """Return the entry points of a group by name; they are read once a process, and none is loaded."""
    found: dict[str, EntryPoint] = {}
    for point in entry_points(group=group):
        found.setdefault(point.name, point)
    return found


def shadowed(group: str) -> tuple[BrokenExtension, ...]:
    """List the entry points that are shadowed by one of the same name in another package."""
    return tuple(
        as_broken(point, ExtensionError(f"the package {_package(first)} brings one of this name too, which is used"))
        for point in entry_points(group=group)
        if (first := entry_points_of(group)[point.name]) != point
    )


def load(point: EntryPoint) -> object:
    """Load what an entry point names; raises ExtensionError, whatever goes wrong in it."""
    return attempt(point.value, point.load)


class _NullOutput:
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
        with redirect_stdout(_NullOutput()):
            return load()
    except ExtensionError:
        raise
    except BaseException as error:  # also one that would end the program, or seems to be Ctrl-C
        hint = ""
        if isinstance(error, ImportError) and (error.name or "").partition(".")[0] in INSIDE:
            hint = f": {error.name} is no part for others; {PROMISED} have what a package may import"
        raise ExtensionError(f"{name} cannot be loaded ({describe_error(error)}){hint}") from error


def describe_error(error: BaseException) -> str:
    """Describe an error by its kind and its text, which may fail by itself."""
    try:
        text = f"{type(error).__name__}: {error}".rstrip(": ")
    except BaseException:
        text = type(error).__name__
    return sanitize(text)


def sanitize(text: str) -> str:
    """Shorten a text from another package and replace what steers a terminal."""
    short = text if len(text) <= MOST_TEXT else f"{text[:MOST_TEXT]}…"
    return "".join(letter if letter.isprintable() else " " for letter in short)


def load_all(group: str, build: Callable[[str, object], T]) -> tuple[Mapping[str, T], tuple[BrokenExtension, ...]]:
    """Load the parts of a group by name, and list those that are left out.

    Args:
        group: of entry points.
        build: makes a part of its name and of the loaded entry point; raises ExtensionError where it cannot.
    """
    parts: dict[str, T] = {}
    left_out: list[BrokenExtension] = []
    for name, point in entry_points_of(group).items():
        try:
            parts[name] = attempt(point.value, partial(_build, name, point, build))
        except ExtensionError as error:
            left_out.append(as_broken(point, error))
    return parts, (*left_out, *shadowed(group))


def _build(name: str, point: EntryPoint, build: Callable[[str, object], T]) -> T:
    return build(name, load(point))


def as_broken(point: EntryPoint, error: ExtensionError) -> BrokenExtension:
    """Describe an entry point that is left out."""
    return BrokenExtension(point.group, sanitize(point.name), _package(point), str(error))


def _package(point: EntryPoint) -> str:
    return sanitize(str(point.dist.name)) if point.dist else "?"
