"""Wiring: the parts of a running table, made from its settings."""

from collections.abc import Iterable

from controller import games, rulebooks
from controller.language.catalogues import of_game
from controller.language.translate import Locale
from controller.live.calibration import load_saved
from controller.live.camera import Source
from controller.live.decks import DeckError, DeckPlace
from controller.live.evidence import Evidence, match_id
from controller.live.session import AnnounceOptions, MatchSession
from controller.record.events import Event
from controller.referee.fold import MatchError, start
from controller.rules.copies import has_copies
from controller.settings.errors import SettingsText
from controller.settings.model import Config, ConfigError, TableConfig
from controller.store.match_journal import MatchJournal, began
from controller.store.pictures import FOLDER, StorageLimits
from controller.table.correction_rate import ReadingRate
from controller.table.interpreter import Interpreter
from vision.decks.library import FaceLibrary
from vision.decks.reader import LABEL, FaceReader
from vision.mat.layout import AREAS
from vision.mat.seating import AreasError, Seating


def source(config: Config, events: Iterable[Event] = ()) -> Source:
    """Return the camera source of the settings, with the lens as it was calibrated.

    Args:
        config: the settings.
        events: events of the match so far, which tell whether a camera has read a card of it.
    """
    camera, saved = config.camera, load_saved(config.calibration_file)
    return Source(
        camera.video,
        config.marks.symbology,
        config.marks.decks,
        camera.fps,
        camera.settings(),
        saved.lens if saved else None,
        config.calibration.knock_mm,
        config.reading.strictness(),
        config.reading.budget_ms,
        is_missed(config, events),
    )


def is_missed(config: Config, events: Iterable[Event]) -> bool:
    """Whether a camera that gives no picture is missed: it is named in the settings, calibrated, or has read a card.

    A phone is not missed for being named: before it is there the displays have to show the code by which it comes.
    """
    is_named = config.camera.source is not None and not config.camera.is_phone
    is_known = is_named or load_saved(config.calibration_file) is not None
    return is_known or any(event.src == "camera" for event in events)


def table(config: Config) -> Interpreter:
    """Return the places on the mat; a number of seats for which there is no mat is told by the match."""
    return Interpreter(seating(config) if len(config.table.seats) in AREAS else None)


def seating(config: Config) -> Seating:
    """Return the seats' areas on the mat: those printed, or those of the settings.

    Raises:
        AreasError: the areas that are set are none.
    """
    seats, reading = len(config.table.seats), config.reading
    if reading.areas is None:
        return Seating.of(seats, reading.reach_mm)
    return Seating.with_areas(reading.areas, seats, reading.reach_mm)


def announce_options(config: Config) -> AnnounceOptions:
    """Return the announce options of the settings."""
    reading = config.reading
    return AnnounceOptions(
        config.referee.announce, ReadingRate(reading.corrections_per_100, reading.window, reading.least)
    )


def evidence(config: Config, journal: MatchJournal) -> Evidence | None:
    """Return the pictures of this match, if any are to be kept."""
    settings = config.evidence
    if not settings.keep:
        return None
    limits = StorageLimits(settings.size_mb * 1_000_000, settings.age_days * 86_400.0)
    name = match_id(journal.events, began(journal.name).timestamp())
    return Evidence(config.data.directory / FOLDER, name, limits)


def session(config: Config, journal: MatchJournal, evidence: Evidence | None = None) -> MatchSession:
    """Return the match of the settings, with the pictures that its verdicts already refer to.

    Raises:
        MatchError: the journal holds another match, or no match can begin so.
    """
    picture_of = evidence.name if evidence else None
    match_session = MatchSession(journal, config.opening(), announce_options(config), picture_of, table(config))
    if evidence:
        evidence.update(match_session.match, (), match_session.events)
    return match_session


def check_rules(config: Config, written: SettingsText) -> None:
    """Raise ConfigError for a game, profile or house rule that there is not, with the line that asks for it."""
    try:
        start(config.table.opening())
    except MatchError as error:
        place = ("table", "options", error.option) if error.option else ("table", error.place)
        raise ConfigError(written.describe(place, error)) from error
    try:
        table(config)
    except AreasError as error:
        raise ConfigError(written.describe(("reading", "areas"), error)) from error
    if config.reading.cards != "marks":
        _check_deck(config, written)
    try:
        rulebooks.load(config.referee.pack)
    except rulebooks.NoPackError as error:
        raise ConfigError(written.describe(("referee", "pack"), error)) from error


def _check_deck(config: Config, written: SettingsText) -> None:
    """Raise ConfigError where the deck cannot be played with as it is, with the reason."""
    if config.reading.cards == "faces" and has_copies(games.load(config.table.game).deck):
        fault = f"{config.table.game} has each card twice, and by their faces copies are not told apart; use marks"
        raise ConfigError(written.describe(("reading", "cards"), fault))
    try:
        _deck(config)
    except DeckError as error:
        raise ConfigError(written.describe(("reading", "deck"), error)) from error


def _deck(config: Config) -> FaceLibrary:
    return DeckPlace.at(config.data.directory, config.reading.deck).playable(games.load(config.table.game))


def faces(config: Config) -> FaceReader | None:
    """Return the reader of the deck that is played with as it is.

    None where cards have marks; raises DeckError.
    """
    return FaceReader(_deck(config)) if config.reading.cards == "faces" else None


def checks(config: Config) -> FaceReader | None:
    """Return the reader that checks the stickers of a deck by its faces.

    None where nobody asked for it; raises DeckError.
    """
    return FaceReader(_deck(config), LABEL) if config.reading.cards == "both" else None


def of_table(table: TableConfig) -> Locale:
    """Return the language of a table, as its settings have it; raises what loading its game raises."""
    return of_game(games.load(table.game), table.lang, table.suits)
