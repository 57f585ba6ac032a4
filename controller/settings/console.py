"""The settings of the network: where the console's pages are and under which names, and the hall (docs/hall.md)."""

from pathlib import Path
from typing import Annotated, Final, Literal

from pydantic import ConfigDict, Field, model_validator
from pydantic.dataclasses import dataclass

_STRICT: Final = ConfigDict(extra="forbid", use_attribute_docstrings=True, allow_inf_nan=False)

HostName = Annotated[str, Field(pattern=r"^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$")]
"""A name of a machine in small letters, without a port."""
TopicName = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]{0,31}$")]
"""Small letters, digits and dashes: topics, access lists and folders take it as it is."""


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

    broker: Annotated[str, Field(pattern=r"^mqtts?://[^\s/:@]+(:\d{1,5})?$")]
    """Address of the MQTT broker: ``mqtts://hall.local:8883``, or ``mqtt://`` without encryption."""
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
    delay_s: Annotated[float, Field(ge=0, le=3600)] = 0
    """Seconds by which it leaves later."""

    @property
    def address(self) -> tuple[str, int]:
        """Host and port of the broker."""
        scheme, _, rest = self.broker.partition("://")
        host, _, port = rest.partition(":")
        return host, int(port or (8883 if scheme == "mqtts" else 1883))

    @property
    def is_encrypted(self) -> bool:
        """Whether the broker is spoken to by TLS."""
        return self.broker.startswith("mqtts:")
