"""The noise of the table and its camera: levels of effects, by name or one by one."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

from vision.film.effects import EffectError, check

Noise: TypeAlias = Literal["none", "low", "high"]

PRESETS: Final[Mapping[Noise, Mapping[str, float]]] = MappingProxyType(
    {
        "none": MappingProxyType({}),
        "low": MappingProxyType(
            {
                "overlap": 0.3,
                "hands": 0.2,
                "motion": 0.35,
                "warm": 0.3,
                "gradient": 0.2,
                "stains": 0.15,
                "worn": 0.15,
                "glare": 0.2,
                "leds": 0.2,
                "soft": 0.2,
                "flicker": 0.1,
                "grain": 0.5,
            }
        ),
        "high": MappingProxyType(
            {
                "overlap": 0.9,
                "hands": 0.7,
                "motion": 0.7,
                "warm": 0.7,
                "gradient": 0.5,
                "stains": 0.5,
                "worn": 0.45,
                "glare": 0.45,
                "leds": 0.6,
                "soft": 0.45,
                "flicker": 0.25,
                "grain": 0.6,
                "jpeg": 0.35,
            }
        ),
    }
)
"""`none` is a drawing, `low` a normal living-room table, `high` a bad evening that can still be played.

A camera that is knocked and a second deck lying by are left out: they do not happen in every deal."""


def levels(noise: Noise, chosen: Mapping[str, float] = MappingProxyType({})) -> dict[str, float]:
    """Return the levels of a preset, with those that are chosen singly in their place.

    Raises:
        EffectError: there is no such effect, or the level is not 0 to 1.
    """
    for name, level in chosen.items():
        check(name, level)
    return {name: level for name, level in {**PRESETS[noise], **chosen}.items() if level > 0}


def chosen(texts: Iterable[str]) -> dict[str, float]:
    """Levels written ``glare=0.5``; a name alone is level 1.

    Raises:
        EffectError: there is no such effect, or the level is no number from 0 to 1.

    >>> chosen(["glare=0.5", "knock"])
    {'glare': 0.5, 'knock': 1.0}
    """
    found: dict[str, float] = {}
    for text in texts:
        name, _, level = text.partition("=")
        try:
            found[name] = float(level or 1)
        except ValueError:
            raise EffectError(f"an effect is written like glare=0.5, not {text!r}") from None
        check(name, found[name])
    return found
