"""The settings of the console: where its pages are, and under which names they may be asked for."""

from pathlib import Path
from typing import Annotated, Final

from pydantic import ConfigDict, Field, model_validator
from pydantic.dataclasses import dataclass

_STRICT: Final = ConfigDict(extra="forbid", use_attribute_docstrings=True)

HostName = Annotated[str, Field(pattern=r"^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$")]
"""A name of a machine in small letters, without a port."""


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
