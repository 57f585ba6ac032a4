"""Displays that packages of other people bring: a module each, with a function ``dialect(**options)``."""

from collections.abc import Callable, Mapping
from typing import Any, Final, cast

from firmware_bridge.displays.dialect import Dialect
from groundwork import extensions
from groundwork.extensions import BrokenExtension, ExtensionError

GROUP: Final = "schiri.displays"
"""The entry points by which other packages bring displays."""
OWN: Final = ("serial", "wled", "epaper", "backpack", "lcdproc", "kiosk")
"""The kinds that are no other package's."""
PARTS: Final = ("timing", "greeting", "render", "changes", "answers")
"""Parts of a dialect (`firmware_bridge.displays.dialect`)."""


class UnusableDisplay(ValueError):  # noqa: N818 - named for the mistake
    """A display of another package that cannot be used."""


class WrongOptions(UnusableDisplay):
    """A display of another package that takes no such options."""


def kinds() -> tuple[str, ...]:
    """List the kinds of displays that other packages bring, sorted, without loading any."""
    return tuple(sorted(name for name in extensions.entry_points_of(GROUP) if name not in OWN))


def load(kind: str, options: str) -> Dialect[Any]:
    """Load the dialect of a kind of display.

    Args:
        kind: one of :func:`kinds`.
        options: its own settings, ``NAME=VALUE`` with spaces between.

    Raises:
        WrongOptions: it takes no such options.
        UnusableDisplay: it cannot be used, whatever its options.
    """
    given = _read(options)
    try:
        make = _maker(kind, extensions.load(extensions.entry_points_of(GROUP)[kind]))
        try:
            return _check_parts(make(**given))
        except (TypeError, ValueError, LookupError) as error:
            if not given:
                raise
            raise WrongOptions(f"display {kind!r} of another package: it takes no {options!r} ({error})") from error
    except ExtensionError as error:
        raise UnusableDisplay(f"display {kind!r} of another package: {error}") from error
    except WrongOptions:
        raise
    except BaseException as error:  # whatever it raises
        raise UnusableDisplay(f"display {kind!r} of another package: {_failing(error)}") from error


def broken() -> tuple[BrokenExtension, ...]:
    """List the displays of other packages that cannot be used, whatever their options."""
    _, left_out = extensions.load_all(GROUP, _build)
    return left_out


def _read(options: str) -> Mapping[str, str]:
    """Options as they are written; raises WrongOptions."""
    pairs = [part.partition("=") for part in options.split()]
    if not all(name.isidentifier() and equals for name, equals, _ in pairs):
        raise WrongOptions(f"options of a display are written NAME=VALUE with spaces between, not {options!r}")
    return {name: value for name, _, value in pairs}


def _build(kind: str, part: object) -> Dialect[Any]:
    """Build the dialect of another package without options; raises ExtensionError, whatever goes wrong in it."""
    make = _maker(kind, part)
    try:
        made = make()
    except BaseException as error:
        raise ExtensionError(_failing(error)) from error
    return _check_parts(made)


def _maker(kind: str, part: object) -> Callable[..., object]:
    """Load the function that makes the dialect of a part of another package; raises ExtensionError."""
    if kind in OWN:
        raise ExtensionError(f"{kind!r} is a name of Schiri's own")
    make: object = getattr(part, "dialect", None)
    if not callable(make):
        raise ExtensionError("it defines no function dialect(**options)")
    return make


def _check_parts(made: object) -> Dialect[Any]:
    """Check that a dialect has all its parts; raises ExtensionError."""
    missing = [part for part in PARTS if not hasattr(made, part)]
    if missing:
        raise ExtensionError(f"what its dialect() gives has no {', '.join(missing)}")
    return cast("Dialect[Any]", made)


def _failing(error: BaseException) -> str:
    return f"its dialect() fails ({extensions.describe_error(error)})"
