"""Film effects, one a module; a new effect is one new file here and one place in `ORDER`."""

import importlib
import zlib
from collections.abc import Mapping
from typing import Final

from vision.film.script.effect import Effect

ORDER: Final[tuple[str, ...]] = (
    "overlap",
    "hands",
    "motion",
    "warm",
    "gradient",
    "stains",
    "second_deck",
    "worn",
    "glare",
    "leds",
    "strip",
    "knock",
    "soft",
    "flicker",
    "grain",
    "jpeg",
)
"""Every effect, in the order in which light passes them: the table, the cards, the lens, the sensor, the file."""


class EffectError(ValueError):
    """An effect that there is not, or a level that is none."""


def make(levels: Mapping[str, float], seed: int) -> list[Effect]:
    """Make the effects of these levels above 0, in `ORDER`; each has a seed of its own, whatever others there are.

    Raises:
        EffectError: there is no such effect, or the level is not 0 to 1.
    """
    for name, level in levels.items():
        check(name, level)
    return [_load(name, levels[name], zlib.crc32(f"{seed} {name}".encode())) for name in ORDER if levels.get(name)]


def check(name: str, level: float) -> None:
    """Raise EffectError unless there is such an effect and such a level."""
    if name not in ORDER:
        raise EffectError(f"effect {name!r}: choose from {', '.join(ORDER)}")
    if not 0 <= level <= 1:
        raise EffectError(f"effect {name}: its level goes from 0 to 1, not {level:g}")


def name_of(effect: Effect) -> str:
    """Return the name by which an effect is chosen."""
    return type(effect).__module__.rpartition(".")[2]


def _load(name: str, level: float, seed: int) -> Effect:
    made: Effect = importlib.import_module(f"{__name__}.{name}").effect(level, seed)
    return made
