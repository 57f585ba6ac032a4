"""The settings of a table: a TOML file read into frozen values; an unknown key is an error that names its line."""

import re
import tomllib
from dataclasses import field, replace
from pathlib import Path
from typing import Annotated, Final, Literal

from platformdirs import user_data_path
from pydantic import AfterValidator, BeforeValidator, ConfigDict, Field, TypeAdapter, ValidationError, model_validator
from pydantic.dataclasses import dataclass
from pydantic_core import PydanticCustomError

from controller import games
from controller.record.events import MatchStart, Value
from controller.record.message import Message
from controller.record.naming import are_players
from controller.referee.announce import Policy
from controller.settings.clash import Clash, no_numbers
from controller.settings.displays import DisplayConfig, PresetsConfig, display_clash, without_kind
from controller.settings.errors import RULES, SettingsText, reason
from controller.settings.names import is_deck_name
from controller.settings.peripherals import ButtonConfig, BuzzerConfig, LampConfig, VoiceConfig, Word, clash
from controller.settings.small_file import read_text
from controller.settings.usual import USUAL
from hardware.camera.settings import PHONE, CameraSettings
from vision.base.observation import USUAL_STRICTNESS, Strictness
from vision.words.cards import Lang, Suits

# The settings of the network: the console's pages and names, the hall (docs/hall.md), and the home (docs/home.md).

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
    https_port: Annotated[int, Field(ge=0, le=65535)] = 8443
    """The port of the pages by https while a phone is the camera; browsers lend a camera to no other page.
    """
    names: tuple[HostName, ...] = ()
    """Under which names the table can be reached beside IP addresses and ``*.local``; the first goes on displays."""
    beacon: bool = True
    """Whether the table says its name, ``schiri-xxxx.local``, on the local network."""
    cert: Annotated[Path | None, Field(examples=["cert.pem"])] = None
    """A certificate in PEM, for https; with ``key``."""
    key: Annotated[Path | None, Field(examples=["key.pem"])] = None

    @model_validator(mode="after")
    def _both_or_neither(self) -> "ConsoleConfig":
        if (self.cert is None) != (self.key is None):
            raise ValueError("https needs both cert and key")
        return self

    @property
    def scheme(self) -> str:
        """The scheme with which the console's addresses begin."""
        return "https" if self.cert else "http"


@dataclass(frozen=True, slots=True, config=_STRICT)
class HallConfig:
    """The hall that this table belongs to; ``schiri hall enrol`` prints this part of the settings."""

    broker: Annotated[BrokerUrl, Field(examples=["mqtts://hall.local:8883"])]
    hall: Annotated[TopicName, Field(examples=["club"])]
    """The hall's name, the same for all of its tables."""
    table: Annotated[TopicName, Field(examples=["1"])]
    """This table's name there, another one for each table; also its user name at the broker."""
    password: str = ""
    """Of this table at the broker."""
    certificate: str = ""
    """The broker's certificate in PEM, where no public authority vouches for it."""
    share: Literal["table", "scores"] = "table"
    """What leaves the table while a deal is played: what its display shows, or the scores alone."""
    pictures: bool = True
    """Whether the pictures of a verdict that the table was told leave with it."""
    arbiters: bool = True
    """Whether the hall's arbiters are let in to rule on this table's own pages."""
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

    broker: Annotated[BrokerUrl, Field(examples=["mqtt://homeassistant.local:1883"])]
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


# The ``[reading]`` settings: when a card counts, whose it is, and when the referee advises only.

LEAST_AREA_MM: Final = 50.0
"""A side of an area: a card must find room, and its centre may not lie in two areas."""


def _deck(name: str) -> str:
    if not is_deck_name(name):
        raise PydanticCustomError("deck", "it should be small letters, digits and dashes")
    return name


@dataclass(frozen=True, slots=True, config=ConfigDict(extra="forbid", allow_inf_nan=False))
class ReadingConfig:
    """The way in which cards are read and count as laid, and how many corrections leave nobody accused."""

    cards: Literal["marks", "faces", "both"] = "marks"
    """By ``marks``, printed or stuck on them, or by their ``faces``, as ``schiri enrol`` has learned them; then two
    players are asked, with pictures, before a verdict is said. With ``both`` marks are read, and a sticker that is lost
    or another card's is told, as the face shows it."""
    deck: Annotated[str, AfterValidator(_deck)] = "own"
    """Name of the deck that is read or checked by its faces."""
    frames: Annotated[int, Field(ge=3, le=10)] = USUAL_STRICTNESS.frames
    """Readings at one place, with one identity, before a card counts."""
    settle_seconds: Annotated[float, Field(ge=0, le=3)] = USUAL_STRICTNESS.settle_seconds
    """So long it must have lain still."""
    still_mm: Annotated[float, Field(ge=0.3, le=5)] = USUAL_STRICTNESS.still_mm
    """A mark that moved less between two readings lies still."""
    patience_seconds: Annotated[float, Field(ge=0, le=30)] = USUAL_STRICTNESS.patience_seconds
    """After this a card read elsewhere has moved there, although a hand hides its old place."""
    forget_seconds: Annotated[float, Field(ge=0.5, le=10)] = USUAL_STRICTNESS.forget_seconds
    """A card not read for so long before it was laid is forgotten."""
    areas: tuple[tuple[float, float, float, float], ...] | None = None
    """Left, top, right, bottom of each seat's area in order of play, mm on the mat; those printed if left out."""
    reach_mm: Annotated[float, Field(ge=0, le=60)] = 15
    """So far outside a seat's area a card may lie and still be taken as that seat's."""
    budget_ms: Annotated[float, Field(ge=1, le=50)] = 8
    """For reading in one frame of a live camera; the rest waits for the next frame."""
    corrections_per_100: Annotated[float, Field(ge=0, le=100)] = 5
    """More of them, and the referee advises only."""
    window: Annotated[int, Field(ge=1)] = 100
    """The cards that count: the newest so many."""
    least: Annotated[int, Field(ge=1)] = 20
    """Fewer cards tell no rate."""

    def clash(self) -> Clash | None:
        """Find what cannot be together in these settings, or None."""
        if self.settle_seconds >= self.forget_seconds:
            message = Message(
                "a card is forgotten after {n} s, before it has lain still for so long; let forget_seconds be the "
                "larger",
                n=f"{self.forget_seconds:g}",
            )
            return Clash(("reading", "settle_seconds"), message)
        if self.least > self.window:
            return Clash(("reading", "least"), _too_small(self.window, self.least))
        for number, (left, top, right, bottom) in enumerate(self.areas or (), 1):
            wide, high = right - left, bottom - top
            if 0 < min(wide, high) < LEAST_AREA_MM:
                return Clash(("reading", "areas"), _no_card_in(number, wide, high))
        return None

    def strictness(self) -> Strictness:
        """Return how strict a table is before it believes a card."""
        return Strictness(self.frames, self.settle_seconds, self.still_mm, self.patience_seconds, self.forget_seconds)


def _too_small(window: int, least: int) -> Message:
    return Message("of {n} cards {n2} can never be there; let window be as large as least", n=window, n2=least)


def _no_card_in(number: int, wide_mm: float, high_mm: float) -> Message:
    return Message(
        "area {n} of {n2} x {n3} mm holds no card; {n4} x {n4} mm are the least",
        n=number,
        n2=f"{wide_mm:g}",
        n3=f"{high_mm:g}",
        n4=f"{LEAST_AREA_MM:g}",
    )


def _or_auto(value: object) -> object:
    return None if value == "auto" else value


_AUTO: Final = BeforeValidator(_or_auto)
"""A number, or the word ``auto``: the camera chooses."""


def _source(value: str) -> str:
    if not value.strip() or not value.isprintable() or re.fullmatch(r"-\d+", value):
        raise PydanticCustomError(
            "source", "write a camera's number or device, picamera, phone, a file, a folder or an address"
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
"""Version of the settings; a file of another version is refused."""


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
        """Return the match line of a match by these settings."""
        return MatchStart(game=self.game, seats=self.seats, profile=self.profile, options=self.options, sight=True)


@dataclass(frozen=True, slots=True, config=_STRICT)
class CameraConfig:
    """The source of pictures."""

    source: Annotated[Annotated[str, AfterValidator(_source)] | None, Field(examples=["0"])] = None
    """A camera's number or device, ``picamera``, ``phone``, a video file, a folder of pictures or an MJPEG address. If
    it is not set: camera 0, which nobody misses before it was calibrated or has read a card."""
    fps: Annotated[Annotated[float, Field(gt=0, le=240)] | None, Field(examples=[30])] = None
    """Pictures a second asked of a camera, and those of a folder; films and streams know their own."""
    size: Annotated[str, Field(pattern=r"^[1-9]\d{2,3}x[1-9]\d{2,3}$")] = "1920x1080"
    """Width and height of a camera's pictures."""
    exposure: Annotated[Annotated[float, Field(gt=0, le=1000)] | None, _AUTO, Field(examples=[8])] = None
    """Milliseconds in which a camera's shutter is open, or ``auto``."""
    focus: Annotated[Annotated[float, Field(ge=0)] | None, _AUTO, Field(examples=[2])] = None
    """In the camera's own units, or ``auto``."""
    gain: Annotated[Annotated[float, Field(ge=0)] | None, _AUTO, Field(examples=[4])] = None
    """In the camera's own units, or ``auto``."""

    @property
    def video(self) -> str:
        """The source of pictures, also where none is set."""
        return self.source or "0"

    @property
    def is_phone(self) -> bool:
        """Whether a phone is the camera."""
        return self.source == PHONE

    def settings(self) -> CameraSettings:
        """Return what is asked of a camera."""
        width, height = map(int, self.size.split("x"))
        return CameraSettings((width, height), self.fps, self.exposure, self.focus, self.gain)


@dataclass(frozen=True, slots=True, config=_STRICT)
class MarksConfig:
    """The marks on the cards."""

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
    ``isko``, ``preisschnapsen``, ``tsr2000``, ``whist1864``.
    """
    owner_rules: Annotated[bool | None, Field(examples=[True])] = None
    """Whether an owner's phone sees every verdict at once and rules, as an arbiter's does. If it is not set: yes, save
    in a ``tournament``, where an owner plays as a rule."""


@dataclass(frozen=True, slots=True, config=_STRICT)
class CalibrationConfig:
    """The position of the camera, and what counts as being knocked."""

    file: Annotated[Path | None, Field(examples=["calibration.json"])] = None
    """Where ``schiri calibrate`` saves; ``calibration.json`` in the data directory if it is not set."""
    knock_mm: Annotated[float, Field(ge=0.5, le=50)] = 1.5
    """The mat is found anew when its corner marks moved farther."""


@dataclass(frozen=True, slots=True, config=_STRICT)
class DataConfig:
    """The place where records are kept."""

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

    def opening(self) -> MatchStart:
        """Return the match line of a match by these settings."""
        return replace(self.table.opening(), cards="faces" if self.reading.cards == "faces" else None)

    @property
    def calibration_file(self) -> Path:
        """The file in which the calibration is kept."""
        return self.calibration.file or self.data.directory / "calibration.json"


_CONFIG: Final = TypeAdapter(Config)


def _unaccused(config: Config) -> Clash | None:
    """Find that a tournament is to be played where nobody can be accused, or None."""
    if config.reading.cards != "faces" or config.referee.announce != "tournament":
        return None
    message = Message(
        "by their faces cards prove nothing, and a tournament needs verdicts; use marks, or announce = club"
    )
    return Clash(("reading", "cards"), message)


def _unseen(config: Config) -> Clash | None:
    """Find that a phone is to be the camera where it has no page for that, or None."""
    if config.console.enabled or not config.camera.is_phone:
        return None
    message = Message("a phone is the camera by the table's pages; set [console] enabled = true, or another source")
    return Clash(("camera", "source"), message)


def load(path: Path) -> Config:
    """Return the settings in a file; raises ConfigError."""
    try:
        text = read_text(path)
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        if isinstance(error, PermissionError):
            reason = f"{reason}; the files of an installed table need root: put sudo before the command"
        elif isinstance(error, FileNotFoundError):
            reason = f"{reason}; `schiri config init` writes a file to begin with"
        raise ConfigError(f"{path} cannot be read: {reason}") from error
    return parse(text, str(path))


def load_if_any(path: Path) -> Config | None:
    """Return the settings in a file; None if that is the usual one, and there is none; raises ConfigError."""
    return None if path == USUAL and not path.exists() else load(path)


def parse(text: str, name: str = str(USUAL)) -> Config:
    """Return the settings in a text; raises ConfigError naming the file and the line."""
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
        sentence = reason(first["type"], place, first["msg"], first["input"])
        raise ConfigError(f"{SettingsText(name, text).where(place)}: {sentence}") from error
    faults = (
        next(no_numbers(values, read), None)
        or clash(read.button, read.lamp, read.buzzer)
        or display_clash(read.display, len(read.table.seats))
        or read.reading.clash()
        or _unaccused(read)
        or _unseen(read)
    )
    if faults:
        raise ConfigError(f"{SettingsText(name, text).near(faults.place)}: {faults.text}")
    return read
