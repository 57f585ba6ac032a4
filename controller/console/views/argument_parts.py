"""The argument for a verdict as a page tells it: headings and steps, without the numbers of lines in the record.

Who sits at the table knows cards, players and tricks; ``replay --explain`` has the lines.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, Literal

from controller.record.message import Field, Listed, Message

PartKind = Literal["heading", "step", "substep"]
_INDENTED: Final[Mapping[str, PartKind]] = {"  {why}": "step", "    {why}": "substep"}
_RAW: Final = ("Line {n}: {reason}", "The record says: {reason}")
"""Lines of the record as they stand in its file."""


def text_of(template: str) -> str:
    """Return a template, for the catalogues to find."""
    return template


_PLAIN: Final[Mapping[str, str]] = {
    "line {n}": "",
    "line {n} ({kind})": "{kind}",
    "line {n} ({name} {card})": "{name}'s {card}",
    "{card} (line {n})": "{card}",
    "{card} ({name}, line {n})": "{card} ({name})",
    "Shown by {name} after line {n}: nothing.": text_of("Shown by {name} since: nothing."),
    "Shown by {name} after line {n}: {why}.": text_of("Shown by {name} since: {why}."),
    "{card} was in that hand too: it is known to lie there still (line {numbers}).": text_of(
        "{card} was in that hand too: it is known to lie there still."
    ),
    "{name} had {card} in this trick already (line {n}).": text_of("{name} had {card} in this trick already."),
    "{card} lies in trick {n}, where {name} played it (line {n2}).": text_of(
        "{card} lies in trick {n}, where {name} played it."
    ),
    "trick {n}, line {n2}: {name} {card} on {card2}: none of {cards}": text_of(
        "trick {n}: {name} {card} on {card2}: none of {cards}"
    ),
    "trick {n}, line {n2}: {name} {card} on {card2}: none of {cards} (or holds a card that excuses it)": text_of(
        "trick {n}: {name} {card} on {card2}: none of {cards} (or holds a card that excuses it)"
    ),
    "Line {n} shows that nothing was lost then.": text_of("Later it was seen that nothing was lost then."),
    "In line {n} people have told of it; their words prove nothing.": text_of(
        "People have told of it; their words prove nothing."
    ),
    "Line {n}: nothing was seen for {n2} s ({code}).": text_of("Nothing was seen for {n2} s ({code})."),
    "Line {n}: a card of the trick may have gone unseen.": text_of("A card of the trick may have gone unseen."),
    "Nothing is judged since line {n}: words may have gone unseen, or it is another deal.": text_of(
        "Nothing is judged since then: words may have gone unseen, or it is another deal."
    ),
    "Words are not judged after line {n}, where something went unseen.": text_of(
        "Words are not judged any more, for something went unseen."
    ),
    "Since line {n} cards may have gone unseen: only a card shown later proves a revoke.": text_of(
        "Since then cards may have gone unseen: only a card shown later proves a revoke."
    ),
}
"""The template of a message without a line's number, by the one with it."""


@dataclass(frozen=True, slots=True)
class ArgumentPart:
    """A heading or a step of an argument."""

    kind: PartKind
    text: Message


def argument_parts(lines: Iterable[Message]) -> Iterator[ArgumentPart]:
    """Yield the headings and steps of an argument, as a page has them."""
    for line in filter(None, lines):
        kind = _INDENTED.get(line.template, "heading")
        text = line if kind == "heading" else line.fields["why"]
        if isinstance(text, Message) and text.template not in _RAW:
            yield ArgumentPart(kind, unnumbered(text))


def unnumbered(text: Message) -> Message:
    """Return a message that names no line of the record."""
    fields = {name: _unnumbered(value) for name, value in text.fields.items()}
    plain = _PLAIN.get(text.template)
    return text.with_fields(fields) if plain is None else Message.of(plain, fields)


def _unnumbered(value: Field) -> Field:
    if isinstance(value, Message):
        return unnumbered(value)
    if isinstance(value, Listed):
        return Listed(tuple(unnumbered(one) if isinstance(one, Message) else one for one in value.items), value.how)
    return value
