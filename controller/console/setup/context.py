"""What the set-up pages work on; the referee hands it to the console and renews it with every round."""

from dataclasses import dataclass, field
from typing import Final

from controller.console.setup.frame_tap import Lookout
from controller.console.setup.preview import Measures, Sight
from controller.console.setup.restart import Again
from controller.console.setup.settings_file import SettingsFile
from controller.console.setup.throttle import Seldom
from controller.peripherals.displays import Displays
from controller.settings.model import Config

SIGHT_S: Final = 0.5
"""Between two pictures for pages, however many look."""
MEASURE_S: Final = 5.0
"""Between two measurements."""


@dataclass(slots=True)
class Setup:
    """The parts of a running table."""

    file: SettingsFile
    config: Config
    """By which the referee works in this round."""
    again: Again = field(default_factory=Again)
    lookout: Lookout = field(default_factory=Lookout)
    displays: Displays | None = None
    faults: tuple[str, ...] = ()
    """What buttons, lamp, buzzer and voice lack, in sentences."""
    sights: Seldom[Sight] = field(default_factory=lambda: Seldom[Sight](SIGHT_S))
    measured: Seldom[Measures] = field(default_factory=lambda: Seldom[Measures](MEASURE_S))
