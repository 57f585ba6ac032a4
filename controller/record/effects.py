"""The effect of a ruling, as a record writes it (record.md, referee.md)."""

from typing import Annotated, Final, Literal, cast

from pydantic import PlainValidator

from controller.record.message import Message


def _effect(value: object) -> object:
    if value in ("none", "void-deal", "redeal"):
        return value
    items = tuple(cast("dict[object, object]", value).items()) if isinstance(value, dict) else ()
    if len(items) == 1:
        name, said = items[0]
        if name == "pack" and isinstance(said, str):
            return {name: said}
        if name == "score" and isinstance(said, (list, tuple)):
            scores = tuple(cast("list[object]", said))
            if all(map(_is_score, scores)):
                return {name: scores}
    raise ValueError(
        Message(
            'it should be "none", "void-deal", "redeal", {reason}',
            reason=f'{{"score":[one a seat, under {_MOST}]}} or {{"pack":a name}}',
        )
    )


_MOST: Final = 10**9
"""More than any sheet holds: a score beyond it is a slip, and sums stay numbers."""


def _is_score(value: object) -> bool:
    return value is None or (isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < _MOST)


Scores = tuple[int | float | None, ...]
RulingEffect = Annotated[
    Literal["none", "void-deal", "redeal"] | dict[Literal["score", "pack"], Scores | str], PlainValidator(_effect)
]
"""The effect of a ruling: on nothing, the whole deal, the deal's scores, or as a rulebook proposes."""
