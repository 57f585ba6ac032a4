"""House rules: the named, typed options of a game, and the profiles that set several at once (games.md)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from controller.record.events import Value

PROFILES: Final[dict[str, dict[str, Value]]] = {
    "seed": {},
    "swiss": {"puur_exempt": True, "only_trumps": "free", "hundred_and_none": "both-fail", "middle": "minus"},
    "parlett": {"follow": "head", "deals": 12, "hundred_and_none": "both-fail", "threshold": 21},
    "fft2012": {"auction": "single", "poignee": (20, 30, 40), "lead_called": False},
}
"""The profiles of games.md section 0; each applies to the games that have the option."""


class OptionError(ValueError):
    """A profile, an option or its value that the game does not have."""


@dataclass(frozen=True, slots=True)
class Option:
    """One house rule; the first value is the default."""

    name: str
    values: tuple[Value, ...]
    """What it may be; with ``free`` any value of the default's type."""
    rule: str
    meaning: str
    """One sentence for people."""
    free: bool = False
    choice: tuple[str, ...] = ()
    """Of a list: what may stand in it, in this order."""

    def check(self, value: Value) -> Value:
        """The value, if the option can take it; raises OptionError naming what it can be."""
        alike = type(value) is type(self.values[0])
        other = self.free and alike and not (isinstance(value, int) and value < 0)
        if other or any(value == known and type(value) is type(known) for known in self.values):
            return value
        if self.choice and isinstance(value, tuple) and value:
            if value == tuple(one for one in self.choice if one in value):
                return value
            raise OptionError(f"option {self.name!r} cannot be {value!r}; it can be some of {', '.join(self.choice)}")
        choices = ", ".join(str(known) for known in self.values) + (" or another number" if self.free else "")
        raise OptionError(f"option {self.name!r} cannot be {value!r}; it can be {choices}")


@dataclass(frozen=True, slots=True)
class Rules:
    """Who plays a match and by which rules: the profile, and every option with its value."""

    names: tuple[str, ...]
    """The players in order of play."""
    profile: str = "seed"
    options: Mapping[str, Value] = field(default_factory=dict[str, Value])

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.names)

    def has(self, seat: int) -> bool:
        """Whether there is such a seat at this table."""
        return 0 <= seat < len(self.names)

    def __getitem__(self, option: str) -> Value:
        return self.options[option]


def resolve(known: Iterable[Option], names: tuple[str, ...], profile: str, chosen: Mapping[str, Value]) -> Rules:
    """The rules of a match: defaults, then the profile's values, then the chosen ones; raises OptionError."""
    if profile not in PROFILES:
        raise OptionError(f"there is no profile {profile!r}; there are {', '.join(PROFILES)}")
    by_name = {option.name: option for option in known}
    values = {name: option.values[0] for name, option in by_name.items()}
    values |= {name: value for name, value in PROFILES[profile].items() if name in by_name}
    for name, value in chosen.items():
        if name not in by_name:
            raise OptionError(f"there is no option {name!r} in this game; there are {', '.join(by_name) or 'none'}")
        values[name] = by_name[name].check(value)
    return Rules(names, profile, values)
