"""Settings that are each right by themselves and wrong together, or wrong in a way that types do not tell."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias, cast

from controller.record.message import Message

SettingPath: TypeAlias = tuple[str | int, ...]
"""Place of a setting, as the file has it."""


@dataclass(frozen=True, slots=True)
class Clash:
    """Settings that cannot be together."""

    place: SettingPath
    """Place of the later setting."""
    text: Message


def no_numbers(written: object, read: object, place: SettingPath = ()) -> Iterator[Clash]:
    """Find where ``true`` or ``false`` was written and a number or a word was meant."""
    if isinstance(written, bool):
        if not isinstance(read, bool):
            setting = repr(".".join(map(str, place)))
            message = Message(
                "{setting} cannot be {value}: write a number", setting=setting, value=str(written).lower()
            )
            yield Clash(place, message)
    elif isinstance(written, dict):
        for key, one in cast("dict[str, Any]", written).items():
            yield from no_numbers(one, _of(read, key), (*place, key))
    elif isinstance(written, list):
        # Whatever is written in brackets is read as a tuple that has as many.
        pairs = zip(cast("Iterable[object]", written), cast("Iterable[object]", read), strict=True)
        for number, (one, other) in enumerate(pairs):
            yield from no_numbers(one, other, (*place, number))


def _of(read: object, key: str) -> object:
    return cast("Mapping[str, object]", read)[key] if isinstance(read, Mapping) else getattr(read, key)
