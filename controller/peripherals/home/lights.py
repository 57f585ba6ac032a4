"""The lights of a home that WLED runs: a preset for what the table shows, by WLED's JSON commands over MQTT."""

from collections.abc import Sequence

from controller.settings.console import LightsConfig
from firmware_bridge.face.face import Face


class HomeLights:
    """The lights of one topic; a command is given only where it changes something.

    Args:
        settings: which lights, and their presets.
    """

    def __init__(self, settings: LightsConfig) -> None:
        self.topic = f"{settings.topic}/api"
        self.status = f"{settings.topic}/status"
        """Where a WLED says that it has started, and so shows nothing of the table any more."""
        self._presets = settings.presets
        self._shown: int | None = None

    def show(self, face: Face) -> Sequence[bytes]:
        """The commands that bring the lights to a face."""
        (wanted,) = self._presets.render(face)
        return self._bring(wanted)

    def rest(self) -> Sequence[bytes]:
        """The commands that leave the lights as they are while nobody plays."""
        return self._bring(self._presets.idle)

    def forget(self) -> None:
        """Give the next command whatever it changes: the lights, or the broker, have started anew."""
        self._shown = None

    def _bring(self, wanted: int) -> Sequence[bytes]:
        commands = () if wanted == self._shown else self._presets.changes(self._shown, wanted)
        self._shown = wanted
        return commands
