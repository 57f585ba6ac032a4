"""The way in which a camera that can be told shall take its pictures, and the name of the one that is a phone."""

from dataclasses import dataclass
from typing import Final

PHONE: Final = "phone"
"""The source that is a phone, by its browser."""


@dataclass(frozen=True, slots=True)
class CameraSettings:
    """The settings of a live camera; a film, a folder and a stream are as they are."""

    size: tuple[int, int] = (1920, 1080)
    """Width and height, pixels."""
    fps: float | None = None
    """Pictures a second; None takes what the camera prefers."""
    exposure_ms: float | None = None
    """Time in which the shutter is open; None lets the camera choose."""
    focus: float | None = None
    """Distance in the camera's own units (USB: most often 0 far to 255 near; picamera: dioptres); None is automatic."""
    gain: float | None = None
    """Amplification in the camera's own units (picamera: times); None lets the camera choose."""
