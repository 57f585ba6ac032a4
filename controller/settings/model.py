"""The settings of a table: a TOML file read into frozen values; an unknown key is an error that names its line."""

import tomllib
from dataclasses import field
from pathlib import Path
from typing import Annotated, Final, Literal

from platformdirs import user_data_path
from pydantic import AfterValidator, BeforeValidator, ConfigDict, Field, TypeAdapter, ValidationError
from pydantic.dataclasses import dataclass
from pydantic_core import PydanticCustomError

from controller import games
from controller.record.events import MatchStart, Value
from controller.referee.announce import Policy
from controller.settings.clash import no_numbers
from controller.settings.console import ConsoleConfig, HallConfig, HomeConfig
from controller.settings.display_clash import display_clash
from controller.settings.displays import DisplayConfig, without_kind
from controller.settings.errors import RULES, SettingsText, reason
from controller.settings.names import are_players
from controller.settings.peripherals import ButtonConfig, BuzzerConfig, LampConfig, VoiceConfig, clash
from controller.settings.reading import ReadingConfig
from controller.settings.usual import USUAL
from hardware.camera.settings import CameraSettings
from vision.words.cards import Lang, Suits

_STRICT: Final = ConfigDict(extra="forbid", use_attribute_docstrings=True, allow_inf_nan=False)


def _or_auto(value: object) -> object:
    return None if value == "auto" else value


_AUTO: Final = BeforeValidator(_or_auto)
"""A number, or the word ``auto``: the camera chooses."""


def _source(value: str) -> str:
    if not value.strip() or not value.isprintable():
        raise PydanticCustomError(
            "source", "write a camera's number or device, picamera, a file, a folder or an address"
        )
    return value


def _once(decks: tuple[int, ...]) -> tuple[int, ...]:
    if len(set(decks)) < len(decks):
        raise PydanticCustomError("once", "a deck is named twice")
    return decks


def _players(names: tuple[str, ...]) -> tuple[str, ...]:
    if not are_players(names):
        raise PydanticCustomError("players", "each player needs a printable name that is no other's")
    return names


VERSION: Final = 1
"""Of the settings; a file of another version is refused."""


class ConfigError(ValueError):
    """A settings file that cannot be used; the message names the file, the line and what is wrong."""


@dataclass(frozen=True, slots=True, config=_STRICT)
class TableConfig:
    """Who plays what, by which rules."""

    game: Annotated[str, AfterValidator(games.id_of)]
    seats: Annotated[tuple[str, ...], AfterValidator(_players)]
    """Names in order of play, counter-clockwise; the first sits at the bottom of the picture."""
    profile: str = "seed"
    options: dict[str, Value] = field(default_factory=dict[str, Value])
    lang: Lang = "en"
    """Of the displays, and of phones that ask for no language there is: ``en``, ``de``, ``fr``, ``it``, ``ja``."""
    suits: Suits = "french"
    """Of the pack on the table, for the names of its cards: ``french``, ``swiss`` or ``german``."""

    def __post_init__(self) -> None:
        """House rules are written as the game has them, whatever names and letters the settings have for them."""
        object.__setattr__(self, "options", games.spelled(self.game, self.options))

    def opening(self) -> MatchStart:
        """The match line of a match by these settings."""
        return MatchStart(v=2, game=self.game, seats=self.seats, profile=self.profile, options=self.options)


@dataclass(frozen=True, slots=True, config=_STRICT)
class CameraConfig:
    """Where pictures come from."""

    source: Annotated[str, AfterValidator(_source)] | None = None
    """A camera's number or device, ``picamera``, a video file, a folder of pictures or an MJPEG address. If it is not
    set: camera 0, which nobody misses before it was calibrated or has read a card."""
    fps: Annotated[float, Field(gt=0, le=240)] | None = None
    """Pictures a second asked of a camera, and those of a folder; films and streams know their own."""
    size: Annotated[str, Field(pattern=r"^[1-9]\d{2,3}x[1-9]\d{2,3}$")] = "1920x1080"
    """Width and height of a camera's pictures."""
    exposure: Annotated[Annotated[float, Field(gt=0, le=1000)] | None, _AUTO] = None
    """Milliseconds in which a camera's shutter is open, or ``auto``."""
    focus: Annotated[Annotated[float, Field(ge=0)] | None, _AUTO] = None
    """In the camera's own units, or ``auto``."""
    gain: Annotated[Annotated[float, Field(ge=0)] | None, _AUTO] = None
    """In the camera's own units, or ``auto``."""

    @property
    def video(self) -> str:
        """The source of pictures, also where none is set."""
        return self.source or "0"

    def settings(self) -> CameraSettings:
        """What is asked of a camera."""
        width, height = map(int, self.size.split("x"))
        return CameraSettings((width, height), self.fps, self.exposure, self.focus, self.gain)


@dataclass(frozen=True, slots=True, config=_STRICT)
class MarksConfig:
    """How the cards are marked."""

    symbology: str = "aruco"
    decks: Annotated[tuple[Annotated[int, Field(ge=0, le=5)], ...], Field(min_length=1), AfterValidator(_once)] = (0,)
    """Numbers of the decks that belong to this table; marks of others are refused."""


@dataclass(frozen=True, slots=True, config=_STRICT)
class RefereeConfig:
    """The referee's manners."""

    announce: Policy = "club"
    """Who is told what when: ``training``, ``club`` or ``tournament``."""
    pack: str = "record"
    """The rulebook that proposes effects for rulings: ``record`` (none), ``swiss``, ``fft2012``, ``laws2017``,
    ``isko``, ``preisschnapsen``, ``tsr2000``.
    """
    owner_rules: bool | None = None
    """Whether an owner's phone sees every verdict at once and rules, as an arbiter's does. If it is not set: yes, save
    in a ``tournament``, where an owner plays as a rule."""


@dataclass(frozen=True, slots=True, config=_STRICT)
class CalibrationConfig:
    """Where the camera stands, and what counts as being knocked."""

    file: Path | None = None
    """Where ``schiri calibrate`` saves; ``calibration.json`` in the data directory if it is not set."""
    knock_mm: Annotated[float, Field(ge=0.5, le=50)] = 1.5
    """The mat is found anew when its corner marks moved farther."""


@dataclass(frozen=True, slots=True, config=_STRICT)
class DataConfig:
    """Where records are kept."""

    directory: Path = field(default_factory=lambda: user_data_path("schiri"))


@dataclass(frozen=True, slots=True, config=_STRICT)
class EvidenceConfig:
    """Which pictures are kept of what verdicts are about, under the data directory."""

    keep: bool = True
    size_mb: Annotated[int, Field(ge=1)] = 200
    """All of them together, megabytes; the oldest are deleted first."""
    age_days: Annotated[int, Field(ge=1)] = 90
    """Pictures that are older are deleted."""


@dataclass(frozen=True, slots=True, config=_STRICT)
class MomentsConfig:
    """Whether frames are kept around what was doubtful, under the data directory; they may show people."""

    keep: bool = False
    size_mb: Annotated[int, Field(ge=10)] = 500
    """All of them together on the disk, megabytes; the oldest are deleted first."""
    age_days: Annotated[int, Field(ge=1)] = 90
    """Moments that are older are deleted."""
    memory_mb: Annotated[int, Field(ge=8, le=4000)] = 96
    """Of the newest frames, which wait in memory."""


@dataclass(frozen=True, slots=True, config=_STRICT)
class Config:
    """All settings of a table."""

    table: TableConfig
    version: Literal[1] = VERSION
    """Of the settings themselves."""
    camera: CameraConfig = field(default_factory=CameraConfig)
    marks: MarksConfig = field(default_factory=MarksConfig)
    display: tuple[DisplayConfig, ...] = ()
    button: tuple[ButtonConfig, ...] = ()
    lamp: LampConfig | None = None
    buzzer: BuzzerConfig | None = None
    voice: VoiceConfig | None = None
    referee: RefereeConfig = field(default_factory=RefereeConfig)
    data: DataConfig = field(default_factory=DataConfig)
    evidence: EvidenceConfig = field(default_factory=EvidenceConfig)
    moments: MomentsConfig = field(default_factory=MomentsConfig)
    calibration: CalibrationConfig = field(default_factory=CalibrationConfig)
    reading: ReadingConfig = field(default_factory=ReadingConfig)
    console: ConsoleConfig = field(default_factory=ConsoleConfig)
    hall: HallConfig | None = None
    home: HomeConfig | None = None

    @property
    def calibration_file(self) -> Path:
        """Where the calibration is kept."""
        return self.calibration.file or self.data.directory / "calibration.json"


_CONFIG: Final = TypeAdapter(Config)


def load(path: Path) -> Config:
    """The settings in a file; raises ConfigError."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        if isinstance(error, PermissionError):
            reason = f"{reason}; the files of an installed table need root: put sudo before the command"
        raise ConfigError(f"{path} cannot be read: {reason}") from error
    return parse(text, str(path))


def load_if_any(path: Path) -> Config | None:
    """The settings in a file; None if that is the usual one, and there is none; raises ConfigError."""
    return None if path == USUAL and not path.exists() else load(path)


def parse(text: str, name: str = str(USUAL)) -> Config:
    """The settings in a text; raises ConfigError naming the file and the line."""
    try:
        values = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise ConfigError(f"{name} is no TOML: {error}") from error
    version = values.get("version", VERSION)
    if isinstance(version, int) and version != VERSION:
        raise ConfigError(
            f"{name} has settings of version {version}, this program reads version {VERSION}; update the program"
        )
    try:
        read = _CONFIG.validate_python(values)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = without_kind(first["loc"])
        if place[: len(RULES)] == RULES:  # what follows the name is a kind of value, not a place in the file
            place = place[: len(RULES) + 1]
        told = reason(first["type"], place, first["msg"], first["input"])
        raise ConfigError(f"{SettingsText(name, text).where(place)}: {told}") from error
    found = (
        next(no_numbers(values, read), None)
        or clash(read.button, read.lamp, read.buzzer)
        or display_clash(read.display, len(read.table.seats))
        or read.reading.clash()
    )
    if found:
        raise ConfigError(f"{SettingsText(name, text).near(found.place)}: {found.text}")
    return read
