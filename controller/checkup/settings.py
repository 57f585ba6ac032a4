"""Whether a table can be refereed by its settings: what their own types cannot tell."""

from controller import games
from controller.checkup.disk import unwritable
from controller.live import wiring
from controller.live.calibration import load_saved
from controller.peripherals import displays
from controller.rules.copies import has_copies
from controller.settings.errors import SettingsText
from controller.settings.model import Config, ConfigError
from firmware_bridge.displays.characters import TooSmall
from firmware_bridge.displays.foreign import WrongOptions
from firmware_bridge.ports.tcp_port import BadAddress
from vision.marks import symbologies
from vision.marks.identity import UnknownCardError
from vision.marks.symbologies import UnknownSymbologyError


def check_data(config: Config, written: SettingsText) -> None:
    """Refuse a data directory in which no record can be kept; raises ConfigError naming file and line."""
    if why := unwritable(config.data.directory):
        raise ConfigError(written.describe(("data", "directory"), why))


def usable(config: Config, written: SettingsText) -> None:
    """Check what the settings' own types cannot: that a table can be refereed by them.

    Raises:
        ConfigError: there is no such game, rule, area, rulebook, display or kind of mark; names file and line.
        CalibrateError: the calibration that is kept is none.
    """
    wiring.check_rules(config, written)
    twice = has_copies(games.load(config.table.game).deck)
    try:
        symbologies.load(config.marks.symbology, config.marks.decks, twice=twice)
    except UnknownSymbologyError as error:
        raise ConfigError(written.describe(("marks", "symbology"), error)) from error
    except UnknownCardError as error:
        raise ConfigError(written.describe(("marks", "decks"), error)) from error
    for number, display in enumerate(config.display):
        try:
            displays.check(display)
        except (BadAddress, TooSmall, WrongOptions) as error:
            raise ConfigError(written.describe(("display", number), error)) from error
    load_saved(config.calibration_file)
