"""The context of the set-up pages; the referee hands it to the console and renews it with every round."""

from dataclasses import dataclass, field
from typing import Final

from controller.console.setup.frame_tap import FrameTap
from controller.console.setup.preview import Measures, Preview
from controller.console.setup.restart import RoundRestart
from controller.console.setup.settings_file import SettingsFile
from controller.console.setup.throttle import Throttled
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
    """The settings of this round."""
    again: RoundRestart = field(default_factory=RoundRestart)
    frame_tap: FrameTap = field(default_factory=FrameTap)
    displays: Displays | None = None
    faults: tuple[str, ...] = ()
    """The faults of buttons, lamp, buzzer and voice, in sentences."""
    sights: Throttled[Preview] = field(default_factory=lambda: Throttled[Preview](SIGHT_S))
    measured: Throttled[Measures] = field(default_factory=lambda: Throttled[Measures](MEASURE_S))
