"""The settings of the network: the console's pages and names, the hall (docs/hall.md), and the home (docs/home.md)."""

from pathlib import Path
from typing import Annotated, Final, Literal

from pydantic import ConfigDict, Field, model_validator
from pydantic.dataclasses import dataclass

from controller.settings.displays import PresetsConfig
from controller.settings.peripherals import Word

_STRICT: Final = ConfigDict(extra="forbid", use_attribute_docstrings=True, allow_inf_nan=False)

HostName = Annotated[str, Field(pattern=r"^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$")]
"""A name of a machine in small letters, without a port."""
TopicName = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]{0,31}$")]
"""Small letters, digits and dashes: topics, access lists and folders take it as it is."""
BrokerUrl = Annotated[str, Field(pattern=r"^mqtts?://[^\s/:@]+(:\d{1,5})?$")]
"""Address of an MQTT broker: ``mqtts://hall.local:8883``, or ``mqtt://`` without encryption."""
Topic = Annotated[str, Field(pattern=r"^[^\s+#$/][^\s+#]{0,127}$")]
"""A topic without wildcards."""


@dataclass(frozen=True, slots=True, config=_STRICT)
class ConsoleConfig:
    """The pages on the local network."""

    enabled: bool = True
    address: str = "0.0.0.0"  # noqa: S104 - phones on the local network are who it is for
    """Where to listen: every network by default; ``127.0.0.1`` for this machine alone."""
    port: Annotated[int, Field(ge=0, le=65535)] = 8080
    """0: whichever is free."""
    names: tuple[HostName, ...] = ()
    """Under which names the table can be reached beside IP addresses and ``*.local``; the first goes on displays."""
    beacon: bool = True
    """Whether the table says its name, ``schiri-xxxx.local``, on the local network."""
    cert: Path | None = None
    """A certificate in PEM, for https; with ``key``."""
    key: Path | None = None

    @model_validator(mode="after")
    def _both_or_neither(self) -> "ConsoleConfig":
        if (self.cert is None) != (self.key is None):
            raise ValueError("https needs both cert and key")
        return self

    @property
    def scheme(self) -> str:
        """How its addresses begin."""
        return "https" if self.cert else "http"


@dataclass(frozen=True, slots=True, config=_STRICT)
class HallConfig:
    """The hall that this table belongs to; ``schiri hall enrol`` prints this part of the settings."""

    broker: BrokerUrl
    hall: TopicName
    """The hall's name, the same for all of its tables."""
    table: TopicName
    """This table's name there, another one for each table; also its user name at the broker."""
    password: str = ""
    """Of this table at the broker."""
    certificate: str = ""
    """The broker's certificate in PEM, where no public authority vouches for it."""
    share: Literal["table", "scores"] = "table"
    """What leaves the table while a deal is played: what its display shows, or the scores alone."""
    pictures: bool = True
    """Whether the pictures of a verdict that the table was told leave with it."""
    delay_s: Annotated[float, Field(ge=0, le=3600)] = 0
    """Seconds by which all of it leaves later."""


@dataclass(frozen=True, slots=True, config=_STRICT)
class LightsConfig(PresetsConfig):
    """Lights run by WLED that hear the same broker, and which of their presets they show."""

    topic: Topic
    """Of the device or of a group, as WLED's sync settings name it, such as ``wled/all``."""


@dataclass(frozen=True, slots=True, config=_STRICT)
class HomeConfig:
    """The home whose automation hears this table by an MQTT broker: Home Assistant, and lights run by WLED."""

    broker: BrokerUrl
    name: TopicName = "schiri"
    """This table's name there, another one for each table of the home."""
    user: str = ""
    """Of this table at the broker."""
    password: str = ""
    certificate: str = ""
    """The broker's certificate in PEM, where no public authority vouches for it."""
    discovery: Topic | Literal[""] = "homeassistant"
    """The prefix under which Home Assistant looks for devices; empty: none is told."""
    buttons: tuple[Word, ...] = ("confirm", "score", "arbiter")
    """The words that may be said by buttons of Home Assistant, and so by everybody whom the broker lets in."""
    wled: tuple[LightsConfig, ...] = ()
