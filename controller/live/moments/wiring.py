"""Wiring: the store and the recorder of moments, made from a table's settings."""

from pathlib import Path

from controller.live import wiring
from controller.live.moments.moment import WatchedTable
from controller.live.moments.recorder import MomentRecorder
from controller.live.moments.store import FOLDER, MomentStore
from controller.referee.fold import start
from controller.settings.model import Config
from controller.store.archive import FILE, Archive, NoMatchError
from controller.store.pictures import StorageLimits
from hardware.camera.source import is_live


def store(config: Config, folder: Path | None = None) -> MomentStore:
    """Return the moments of a table, in its data directory unless another folder is named."""
    limits = StorageLimits(config.moments.size_mb * 1_000_000, config.moments.age_days * 86_400.0)
    return MomentStore(folder or config.data.directory / FOLDER, limits)


def table(config: Config) -> WatchedTable:
    """Describe how the settings' table is watched."""
    source = wiring.source(config)
    return WatchedTable(
        len(config.table.seats),
        config.marks.symbology,
        config.marks.decks,
        start(config.table.opening()).game.card_size,
        None if source.lens is None else (source.lens.k1, source.lens.k2),
        None if config.reading.areas is None else tuple(wiring.seating(config).areas),
        source.strictness,
    )


def archived(directory: Path, match: str) -> bytes | None:
    """Return the record of a match as it is by now, by its name in the archive of a data directory.

    None: it is not there.

    Raises:
        ArchiveError: the archive cannot be opened.
    """
    if not match or not (directory / FILE).exists():
        return None
    with Archive(directory) as archive:
        try:
            return archive.record(archive.find(match).id)
        except NoMatchError:
            return None


def recorder(config: Config, match: str, kept: MomentStore | None = None) -> MomentRecorder:
    """Return the recorder of a match by the settings; it is to be closed.

    Args:
        config: the settings.
        match: name in the archive, or nothing.
        kept: where moments are written, if not in the data directory.
    """
    most_bytes, waits = config.moments.memory_mb * 1_000_000, not is_live(config.camera.video)
    return MomentRecorder(kept or store(config), table(config), match, most_bytes, waits=waits)
