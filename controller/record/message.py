"""Sentences as values: a template with named fields, whose English text is the string itself.

A message is made where something is found (a verdict, an error, a notice). It is translated where somebody reads it
(:mod:`controller.language.translate`). Until then it is passed on as it is: text that is cut out of it or put around it
by the means of ``str`` is plain text, which is shown as it stands. Several become one by :meth:`Message.join` or by
being a field of another.

The name of a field without its last digits is its kind, by which it is translated: ``card``, ``cards``, ``suit``,
``suits``, ``call``, ``calls``, ``game``, ``kind``, ``corners``, ``count`` (a number that English writes in words up to
twelve), ``number`` (the same at the beginning of a sentence). All others (``name``, ``names``, ``place``, ``n``,
``reason``, ...) are the same in every language. A message in any field is translated, too.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal, LiteralString, Protocol, Self, cast

NUMBERS: Final = (
    *("no", "one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)
"""Numbers in words, from 0."""

Separator = Literal[", ", " ", " and ", " or ", "and", "or"]
"""The separator of a list's items: commas, spaces or a word between all; commas, and a word before the last."""


@dataclass(frozen=True, slots=True)
class Listed:
    """Several things of a kind in one field.

    >>> str(Listed(("Anna", "Berta", "Carla"), "and")), str(Listed(("D2", "D4"))), str(Listed(("D2",), "or"))
    ('Anna, Berta and Carla', 'D2, D4', 'D2')
    """

    items: tuple[str, ...]
    how: Separator = ", "

    def __str__(self) -> str:
        if self.how.startswith((",", " ")):
            return self.how.join(self.items)
        return f" {self.how} ".join(filter(None, (", ".join(self.items[:-1]), *self.items[-1:])))


class _Card(Protocol):
    """A card that may exist twice."""

    @property
    def face(self) -> str:
        """The look of the card."""
        ...


Field = str | int | float | Listed
"""The value of a field; a message is a ``str``."""


class Message(str):
    """A sentence, or a part of one, with its meaning.

    >>> fact = Message("{name} played {card}, but {why}.", name="Anna, sen.", card="H9", why=Message("it is too late"))
    >>> fact
    'Anna, sen. played H9, but it is too late.'
    >>> fact.template, fact.fields["name"]
    ('{name} played {card}, but {why}.', 'Anna, sen.')
    >>> Message("only {count} cards", count=3)
    'only three cards'
    """

    __slots__ = ("fields", "forms", "template")

    template: str
    """The sentence with its fields in braces: the key under which the catalogues have it."""
    fields: Mapping[str, Field]
    """The values of the fields, by name."""
    forms: tuple[str, str, int] | None
    """The template for one thing, for several, and the number of things; None: no number decides the template."""

    def __new__(cls, template: LiteralString, /, **fields: Field) -> Self:
        """Make a message of a template written here, and the values of its fields."""
        return cls.of(template, fields)

    @classmethod
    def of(cls, template: str, fields: Mapping[str, Field]) -> Self:
        """Make a message of parts that are no literals, such as one that is read back, or with any number of fields.

        A card that exists twice is named by its face, for nobody at a table tells copies apart.
        """
        fields = {name: _as_it_looks(value) for name, value in fields.items()}
        english = {name: in_english(name, value) for name, value in fields.items()}
        message = super().__new__(cls, template.format_map(english))
        message.template, message.fields, message.forms = template, MappingProxyType(dict(fields)), None
        return message

    @classmethod
    def counted(cls, one: LiteralString, many: LiteralString, count: int, /, **fields: Field) -> Self:
        """Make a message with one template for one thing and another for several; languages choose by their own rules.

        >>> [str(Message.counted("{n} card", "{n} cards", n, n=n)) for n in (1, 2)]
        ['1 card', '2 cards']
        """
        message = cls.of(one if count == 1 else many, fields)
        message.forms = one, many, count
        return message

    @classmethod
    def join(cls, mark: str, parts: Iterable[str]) -> Self:  # pyrefly: ignore[bad-override]  # a class joins, no text
        """Join messages with a mark between them, such as the parts of a status; the result needs no translation.

        >>> Message.join(", ", [Message("trick {n} of {n2}", n=3, n2=9), Message("{name} to play", name="Anna")])
        'trick 3 of 9, Anna to play'
        """
        fields = {f"why{number}": part for number, part in enumerate(parts)}
        return cls.of(mark.join(f"{{{name}}}" for name in fields), fields)

    @classmethod
    def laid_out(cls, template: LiteralString, /, **fields: Field) -> Self:
        """Make a message whose template has fields and punctuation only, and so needs no translation.

        >>> Message.laid_out("{card} ({name})", card="H9", name="Anna")
        'H9 (Anna)'
        """
        return cls.of(template, fields)

    @classmethod
    def plain(cls, text: str) -> Self:
        """Make a message of free text, which is shown as it is: an operating system's reason, a text that was typed."""
        return cls.of("{reason}", {"reason": text})

    def with_fields(self, fields: Mapping[str, Field]) -> "Message":
        """Copy the message with other values in its fields; one that counts keeps its forms.

        >>> Message.counted("{n} card", "{n} cards", 2, n=2).with_fields({"n": 2}).forms
        ('{n} card', '{n} cards', 2)
        """
        return _rebuilt(type(self), self.template, fields, self.forms)

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuilt, (type(self), self.template, dict(self.fields), self.forms)


def _rebuilt(
    cls: type[Message], template: str, fields: Mapping[str, Field], forms: tuple[str, str, int] | None
) -> Message:
    """Rebuild a message that was copied or sent to another process."""
    message = cls.of(template, fields)
    message.forms = forms
    return message


def _as_it_looks(value: Field) -> Field:
    if isinstance(value, Listed):
        items = tuple(_look(item) for item in value.items)
        return value if items == value.items else Listed(tuple(dict.fromkeys(items)), value.how)
    return _look(value) if isinstance(value, str) else value


def _look(value: str) -> str:
    # Cards are built upon messages, so that their class is not known here.
    return cast("_Card", value).face if hasattr(value, "face") else value


def kind_of(name: str) -> str:
    """Return the kind of value in a field of this name.

    >>> kind_of("card2")
    'card'
    """
    return name.rstrip("0123456789")


def in_english(name: str, value: Field) -> str:
    """Write the value of a field in English."""
    kind = kind_of(name)
    if kind in ("count", "number") and isinstance(value, int) and 0 <= value < len(NUMBERS):
        return NUMBERS[value] if kind == "count" else NUMBERS[value].capitalize()
    return str(value)


def reason_of(error: BaseException) -> Message:
    """Return the message of an error: the one that it was raised with, else its text as it is.

    >>> reason_of(ValueError(Message("{name} deals", name="Anna"))).template, reason_of(ValueError("x")).template
    ('{name} deals', '{reason}')
    """
    cause = error.args[0] if error.args else None
    return cause if isinstance(cause, Message) else Message.plain(str(error))
