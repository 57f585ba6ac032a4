"""A strip of lights as a picture: one row of round lights in the dark, as bright as they look beside each other."""

from typing import Final

from PIL import Image, ImageDraw

from firmware_bridge.displays.strip import StripLights

_STEP: Final = 16
"""From light to light, pixels."""
_ROUND: Final = 12
_HIGH: Final = 44
_GROUND: Final = (24, 26, 30)
_DARK: Final = (52, 56, 62)


def render(lights: StripLights) -> Image.Image:
    """The lights from left to right; the brightest is drawn as bright as a screen can."""
    brightest = max((level for light in lights for level in light), default=0)
    image = Image.new("RGB", ((len(lights) + 1) * _STEP, _HIGH), _GROUND)
    draw = ImageDraw.Draw(image)
    for place, light in enumerate(lights):
        left, top = (place + 0.5) * _STEP + (_STEP - _ROUND) / 2, (_HIGH - _ROUND) / 2
        red, green, blue = (level * 255 // brightest if brightest else 0 for level in light)
        ink = (red, green, blue) if any(light) else _DARK
        draw.ellipse((left, top, left + _ROUND, top + _ROUND), fill=ink)
    return image
