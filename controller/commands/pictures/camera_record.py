"""``schiri camera record``: watches a camera or a film, and saves the frames around whatever is doubtful."""

import tempfile
from contextlib import ExitStack, suppress
from dataclasses import replace
from pathlib import Path

from controller.commands import typed_opening
from controller.commands.terminal import say
from controller.live import wiring
from controller.live.camera import eyes
from controller.live.loop import CameraLoop
from controller.live.moments import wiring as moments_wiring
from controller.live.session import AnnounceOptions, MatchSession
from controller.live.table import LiveTable
from controller.referee.fold import start
from controller.settings.model import Config, ConfigError, TableConfig, load
from controller.settings.names import ReadError
from controller.store.journal import Journal
from hardware.camera.source import colour, dropped, hide_password, open_source


def settings(path: Path, source: str | None, game: str | None, seats: str | None) -> Config:
    """Return the settings of a table from its file, or made of a game and seats typed on the command line.

    Raises:
        ReadError: only one of game and seats was typed, or the opening is wrong.
        ConfigError: there is neither a file nor a typed game.
    """
    if (game is None) != (seats is None):
        raise ReadError("--game and --seats belong together: what is typed of a table replaces its settings")
    if game is not None and seats is not None:
        opening = typed_opening.typed(game, seats, "seed", ())
        config = Config(TableConfig(opening.game, opening.seats))
    elif path.exists():
        config = load(path)
    else:
        raise ConfigError(f"there is no {path}: name the game and the players with --game and --seats, or --config")
    return replace(config, camera=replace(config.camera, source=source)) if source else config


def run(config: Config, out: Path | None, folder: Path | None) -> int:
    """Watch until the source ends or Ctrl-C; returns the exit status, 1 if a moment was lost or no mat was found."""
    if out is not None and out.exists():
        raise ReadError(f"{out} is there already; name a new file, or remove it first")
    source, store = wiring.source(config), moments_wiring.store(config, folder)
    areas = wiring.seating(config).areas
    match, faces = start(config.opening()), wiring.faces(config)
    watcher = eyes(match, source, areas, faces, dropped=lambda: dropped(camera), colour=lambda: colour(camera))
    with ExitStack() as stack:
        camera = stack.enter_context(open_source(source.video, fps=source.fps, settings=source.settings))
        scratch = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="schiri-")))
        journal = stack.enter_context(Journal(out or scratch / "evening.jsonl"))
        recorder = moments_wiring.recorder(config, "", store)
        stack.callback(recorder.close)
        table = LiveTable(MatchSession(journal, config.opening(), AnnounceOptions("training")))
        table.subscribe(recorder)
        with suppress(KeyboardInterrupt):
            CameraLoop(table, watcher, moments=recorder).run(camera)
        recorder.close()
        count, trouble = recorder.written, recorder.trouble
    say(f"{count} doubtful moment{'' if count == 1 else 's'} kept in {store.folder}.")
    if trouble:
        say(f"The last one was lost: {trouble}.")
    is_blind = watcher.view is None
    if is_blind:
        why = watcher.trouble or "too few pictures showed it"
        say(f"{hide_password(source.video)}: the mat was never found, so nothing was watched: {why}.")
    return 1 if trouble or is_blind else 0
