"""House rules: the named, typed options of a game, and the profiles that set several at once (games.md)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from controller.record.events import Value
from controller.record.message import Listed, Message
from controller.record.naming import by_plain, or_near, plain, spelled

PLAIN: Final = "seed"
"""The profile in which every option has its default."""
PROFILES: Final = (PLAIN, "swiss", "parlett", "fft2012")
"""The profiles of games.md section 0; any game can be played by them, and its options name the ones that change it."""


def written(value: Value) -> str:
    """Write a value as people type it and as a record has it: ``true``, ``26``, ``free``, ``20,30,40``."""
    if isinstance(value, tuple):
        return ",".join(map(written, value))
    return value if isinstance(value, str) else spelled(value)


class OptionError(ValueError):
    """A profile, an option or its value that the game does not have.

    Attributes:
        place: The wrong part: ``profile`` or ``option``.
        option: The option's name, if the option is wrong.
    """

    def __init__(self, reason: Message, option: str = "") -> None:
        super().__init__(reason)
        self.place, self.option = "option" if option else "profile", option


@dataclass(frozen=True, slots=True)
class Option:
    """One house rule; the first value is the default."""

    name: str
    values: tuple[Value, ...]
    """The values allowed; with ``free`` any value of the default's type."""
    rule: str
    meaning: Message
    """The option's meaning in one sentence."""
    free: bool = False
    choice: tuple[str, ...] = ()
    """The entries allowed in a list, in this order."""
    names: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]], hash=False)
    """Other names that players have for the option's words."""
    profiles: Mapping[str, Value] = field(default_factory=dict[str, Value], hash=False)
    """The option's value in the profiles that set it."""
    says: tuple[Message, ...] = ()
    """The rule as a sentence for each of its values, in their order; none for free numbers and lists."""

    def check(self, value: Value) -> Value:
        """Return the value, if the option can take it; raise OptionError, which names the possible values."""
        value = self.spelled(value)
        alike = type(value) is type(self.values[0])
        other = self.free and alike and not (isinstance(value, int) and value < 0)
        if other or any(value == values and type(value) is type(values) for values in self.values):
            return value
        if self.choice and isinstance(value, tuple) and value:
            if value == tuple(one for one in self.choice if one in value):
                return value
            some = Message("some of {names}, in this order", names=Listed(self.choice))
            raise OptionError(self._refusal(value, some), self.name)
        values = Listed(tuple(one if isinstance(one, str) else spelled(one) for one in self.values))
        other_too = Message("{names} or another number", names=values)
        choices = other_too if self.free else Message.laid_out("{names}", names=values)
        raise OptionError(self._refusal(value, choices), self.name)

    def _refusal(self, value: Value, choices: Message) -> Message:
        """Write the refusal of a value, with the possible values, and the words that may be meant."""
        name, wrong = repr(self.name), spelled(value)
        refusal = Message("option {code} cannot be {reason}; it can be {why}", code=name, reason=wrong, why=choices)
        words = [one for one in (*self.choice, *self.values) if isinstance(one, str)]
        typed = value if isinstance(value, tuple) else (value,)
        strange = [one for one in typed if isinstance(one, str) and one not in words]
        return or_near(refusal, strange[0], words) if strange else refusal

    def spelled(self, value: Value) -> Value:
        """Spell the words of a value as the option has them, by whatever names and in whatever letters people write.

        A list may be a text with commas.
        """
        if isinstance(value, str) and isinstance(self.values[0], tuple):
            parts = (part.strip() for part in value.split(","))
            value = tuple(int(part) if part.isdecimal() else part for part in parts)
        words = (*self.choice, *(one for one in self.values if isinstance(one, str)))
        by_name = by_plain({word: self.names.get(word, ()) for word in words})
        if isinstance(value, tuple):
            return tuple(by_name.get(plain(one), one) if isinstance(one, str) else one for one in value)
        if not isinstance(value, str):
            return value
        return by_name.get(plain(value), value)


@dataclass(frozen=True, slots=True)
class Rules:
    """The players of a match and its rules: the profile, and every option with its value."""

    names: tuple[str, ...]
    """The players' names in order of play."""
    profile: str = "seed"
    options: Mapping[str, Value] = field(default_factory=dict[str, Value])

    seats: int = field(init=False, repr=False, compare=False)
    """The number of players."""

    def __post_init__(self) -> None:
        """Count the players once; every card needs the number."""
        object.__setattr__(self, "seats", len(self.names))

    def has(self, seat: int) -> bool:
        """Whether there is such a seat at this table."""
        return 0 <= seat < self.seats

    def __getitem__(self, option: str) -> Value:
        if option not in self.options:
            raise KeyError(_no_option(option, tuple(self.options)))
        return self.options[option]


def _no_option(name: str, known: tuple[str, ...]) -> Message:
    if not known:
        return Message("there is no option {code} in this game; there are none", code=repr(name))
    fault = Message("there is no option {code} in this game; there are {names}", code=repr(name), names=Listed(known))
    return or_near(fault, name, known)


def own_profiles(options: Iterable[Option]) -> tuple[str, ...]:
    """Return the profiles that set one of these options."""
    return tuple(dict.fromkeys(name for option in options for name in option.profiles))


def profiles(options: Iterable[Option]) -> tuple[str, ...]:
    """Return the profiles for a game with these options; profiles that no other game need have come last."""
    return tuple(dict.fromkeys((*PROFILES, *own_profiles(options))))


def resolve(options: Iterable[Option], names: tuple[str, ...], profile: str, chosen: Mapping[str, Value]) -> Rules:
    """Resolve the rules of a match: defaults, then the profile's values, then the chosen ones; raise OptionError."""
    by_name = {option.name: option for option in options}
    known_profiles = profiles(by_name.values())
    if profile not in known_profiles:
        name, names_there = repr(profile), Listed(known_profiles)
        fault = Message("there is no profile {code}; there are {names}", code=name, names=names_there)
        raise OptionError(or_near(fault, profile, known_profiles))
    values = {name: option.profiles.get(profile, option.values[0]) for name, option in by_name.items()}
    for name, value in chosen.items():
        if name not in by_name:
            raise OptionError(_no_option(name, tuple(by_name)), name)
        values[name] = by_name[name].check(value)
    return Rules(names, profile, values)
