"""The settings of buttons, keys of displays, lamp, buzzer and voice, and what cannot be together in them."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Final, Literal, TypeAlias, cast

from pydantic import AfterValidator, ConfigDict, Discriminator, Field, Tag, ValidationInfo, field_validator
from pydantic.dataclasses import dataclass
from pydantic_core import PydanticCustomError

from controller.record.message import Message
from controller.settings.clash import Clash, SettingPath
from controller.settings.signals import LAMP, SOUNDS, Signal
from hardware.pins.gpio import Level, Pull
from vision.words.cards import Lang

_STRICT: Final = ConfigDict(extra="forbid", use_attribute_docstrings=True)

Word: TypeAlias = Literal[
    "confirm",
    "undo",
    "next-deal",
    "arbiter",
    "score",
    "repeat",
    "lies",
    "last-trick",
    "trump",
    "uphold",
    "dismiss",
    "misdeal",
    "end",
]
"""Meanings that a press can have."""

Says: TypeAlias = Literal["verdict", "score", "turn", "arbiter"]
"""Events that a voice can speak of."""

FIRST_PIN: Final = 2
LAST_PIN: Final = 27
_PULLED_UP: Final = (2, 3)
"""Pins with a resistor to 3.3 V on the board."""


def _pin(value: int) -> int:
    if not FIRST_PIN <= value <= LAST_PIN:
        reason = "a pin is GPIO {first} to {last}, its BCM number, not its place on the header"
        raise PydanticCustomError("pin", reason, {"first": FIRST_PIN, "last": LAST_PIN})
    return value


PinNumber = Annotated[int, AfterValidator(_pin)]


@dataclass(frozen=True, slots=True, config=_STRICT)
class PinButton:
    """A push button on a pin."""

    pin: Annotated[PinNumber, Field(examples=[5])]
    """BCM number."""
    short: Annotated[Word, Field(examples=["confirm"])]
    """What a short press means."""
    long: Annotated[Word | None, Field(examples=["arbiter"])] = None
    """What a long press means; without it every press is a short one."""
    pull: Pull = "up"
    """What holds the pin while the button is open: the Pi's resistor, or an external one."""
    bounce_ms: Annotated[float, Field(ge=1, le=200)] = 20
    """A level counts when it has stood for so long."""
    long_ms: Annotated[float, Field(ge=300, le=5000)] = 800
    """Held for so long, it is pressed long."""

    @field_validator("pull")
    @classmethod
    def _free(cls, value: Pull, info: ValidationInfo) -> Pull:
        if "down" in value and info.data.get("pin") in _PULLED_UP:
            raise PydanticCustomError("pull", "GPIO 2 and 3 are held up on the board; take another pin")
        return value


@dataclass(frozen=True, slots=True, config=_STRICT)
class KeyButton:
    """A key of the displays with our firmware, which know by themselves what is long."""

    key: Annotated[Literal["A", "B"], Field(examples=["B"])]
    """Its letter, on whatever display."""
    short: Annotated[Word, Field(examples=["repeat"])]
    """What a short press means."""
    long: Annotated[Word | None, Field(examples=["undo"])] = None
    """What a long press means; without it every press is a short one."""


@dataclass(frozen=True, slots=True, config=_STRICT)
class LampConfig:
    """A lamp on a pin."""

    pin: Annotated[PinNumber, Field(examples=[27])]
    """BCM number."""
    on: Level = "high"
    """The level at which it shines."""
    signals: tuple[Signal, ...] = LAMP
    """What it shows."""


@dataclass(frozen=True, slots=True, config=_STRICT)
class BuzzerConfig:
    """A buzzer on a pin."""

    pin: Annotated[PinNumber, Field(examples=[18])]
    """BCM number."""
    kind: Literal["active", "passive"] = "active"
    """An active one has a tone of its own, a passive one is given it."""
    hz: Annotated[int, Field(ge=100, le=5000)] = 2000
    """The tone of a passive one."""
    on: Level = "high"
    """The level at which an active one sounds."""
    signals: tuple[Signal, ...] = SOUNDS
    """What it sounds."""


@dataclass(frozen=True, slots=True, config=_STRICT)
class VoiceConfig:
    """Spoken calls, by espeak-ng."""

    language: Lang = "en"
    """``en``, ``de``, ``fr``, ``it`` or ``ja``; the voice reads no kanji and speaks verdicts in English then."""
    words_per_minute: Annotated[int, Field(ge=80, le=450)] = 160
    volume: Annotated[int, Field(ge=0, le=200)] = 100
    """100 is as usual."""
    says: tuple[Says, ...] = ("verdict", "score", "turn", "arbiter")
    """What it speaks of."""
    cards: bool = False
    """Whether it tells every card that is laid, every trick and every word, for whoever plays by ear."""


AnyButton: TypeAlias = PinButton | KeyButton


def _kind(value: Any) -> str:  # noqa: ANN401 - whatever was written
    """Whether a table describes a button on a pin or a key of a display."""
    written = cast("dict[str, object]", value) if isinstance(value, dict) else {}
    return "kind:key" if "key" in written and "pin" not in written else "kind:pin"


ButtonConfig: TypeAlias = Annotated[
    Annotated[PinButton, Tag("kind:pin")] | Annotated[KeyButton, Tag("kind:key")], Discriminator(_kind)
]

KEYS: Final = (KeyButton("A", "confirm", "arbiter"), KeyButton("B", "repeat", "undo"))
"""Meanings of the keys of displays where no settings say so."""


def clash(buttons: Sequence[AnyButton], lamp: LampConfig | None, buzzer: BuzzerConfig | None) -> Clash | None:
    """Return the first pin or key that two settings claim, or None."""
    before = dict[str, str]()
    for place, claimed in _claims(buttons, lamp, buzzer):
        mine = ".".join(map(str, place[:-1]))
        if claimed in before:
            message = Message(
                "{name} is used by {other} already; give {other2} another one",
                name=claimed,
                other=repr(before[claimed]),
                other2=repr(mine),
            )
            return Clash(place, message)
        before[claimed] = mine
    return None


def _claims(
    buttons: Sequence[AnyButton], lamp: LampConfig | None, buzzer: BuzzerConfig | None
) -> Iterator[tuple[SettingPath, str]]:
    """List which pin or key each setting claims, in the order of the settings."""
    for number, one in enumerate(buttons):
        if isinstance(one, PinButton):
            yield ("button", number, "pin"), f"GPIO {one.pin}"
        else:
            yield ("button", number, "key"), f"key {one.key}"
    if lamp:
        yield ("lamp", "pin"), f"GPIO {lamp.pin}"
    if buzzer:
        yield ("buzzer", "pin"), f"GPIO {buzzer.pin}"
