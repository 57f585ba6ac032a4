"""Faces drawn as pictures: in dots as our own firmware draws them, as a board, as letters, as a strip of lights."""

from dataclasses import dataclass
from typing import Final

from PIL import Image, ImageDraw

from firmware_bridge.displays import pen, qr, tally
from firmware_bridge.displays.characters import Page
from firmware_bridge.displays.pen import Colour
from firmware_bridge.displays.strip import StripLights
from firmware_bridge.face.ascii import short
from firmware_bridge.face.face import Face, Lamp, Row
from firmware_bridge.face.fit import fit
from firmware_bridge.mcu.pico.canvas import Canvas
from firmware_bridge.mcu.pico.layout import PictureLayout
from firmware_bridge.mcu.pico.picture import Picture

SMALL_PIXELS = 129
"""Height from which a display is drawn as a board; below it every dot counts, as on our own firmware's displays."""


def render(face: Face, size: tuple[int, int] = (800, 480)) -> Image.Image:
    """Draw the face as a picture of this size: black and white dots below ``SMALL_PIXELS`` of height, else in colour.

    `enlarge` makes the small ones large enough to look at.
    """
    return in_dots(face, size) if size[1] < SMALL_PIXELS else _board(face, size)


# A picture for a small display of black and white dots, 128x64 like the SSD1306 or 296x128 like the 2.9 inch e-paper.
#
# It is what our own firmware draws, by the firmware's own code: text rows go over the wire, and the display sets them.

LEAST: Final = (128, 64)
"""The glass on which the smallest letters are drawn dot for dot; they grow by whole dots on larger ones."""


def in_dots(face: Face, size: tuple[int, int] = LEAST) -> Image.Image:
    """Draw the face as the display shows it, lit dots white; the height must be a multiple of eight."""
    canvas = Canvas(*size)
    unit = max(1, min(size[0] // LEAST[0], size[1] // LEAST[1]))
    PictureLayout(canvas, unit).draw(received(fit(face)), False)
    image = Image.new("1", size, 0)
    wide = size[0]
    lit = ((place, bit) for place, bits in enumerate(canvas.pages) for bit in range(8) if bits >> bit & 1)
    for place, bit in lit:
        image.putpixel((place % wide, 8 * (place // wide) + bit), 255)
    return image


def received(face: Face) -> Picture:
    """Convert a face of ``fit`` to the firmware's picture of it once it has arrived."""
    held = Picture().copy(len(face.rows))
    held.texts = [text.encode() for text in (face.title, face.status, face.alert.text)]
    for index, row in enumerate(face.rows):
        held.set_row(index, row.lamp, [text.encode() for text in (row.name, row.score, row.strokes)])
    return held


def enlarge(image: Image.Image, times: int) -> Image.Image:
    """Enlarge each dot of the picture to so many pixels, for people to look at."""
    return image.resize((image.width * times, image.height * times), Image.Resampling.NEAREST)


# A picture for a screen or an e-paper of some size: big scores, who is to play, strokes, and a bar for the alert.

_FELT: Colour = (13, 43, 36)
_PANEL: Colour = (22, 62, 52)
_IVORY: Colour = (246, 240, 222)
_FADED: Colour = (158, 184, 170)
_AMBER: Colour = (255, 190, 70)
_INK: Colour = (20, 30, 28)

_WORDS = {Lamp.OFF: "", Lamp.TURN: "to play", Lamp.FOUL: "fault"}
"""Each lamp has its word and its shape; the colours only repeat it."""

_FINE = 2
"""The picture is drawn this many times larger and then reduced, for smooth edges."""


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle of the picture, pixels."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def wide(self) -> float:
        """Width of the box."""
        return self.right - self.left

    @property
    def high(self) -> float:
        """Height of the box."""
        return self.bottom - self.top

    def part(self, left: float, right: float) -> "Box":
        """Return the part between two shares of the width."""
        return Box(self.left + left * self.wide, self.top, self.left + right * self.wide, self.bottom)


def _board(face: Face, size: tuple[int, int]) -> Image.Image:
    """Draw the face as a colour picture of this size in pixels, wider than high: big scores, an alert bar."""
    wide, high = size[0] * _FINE, size[1] * _FINE
    image = Image.new("RGB", (wide, high), _FELT)
    draw = ImageDraw.Draw(image)
    edge = 0.04 * high
    # Without rows the table is idle: the title and where its page is are all there is to see.
    right = wide - edge if face.rows else _code(draw, face.address, wide, 0.7 * high)
    if face.rows:
        _line(draw, Box(edge, 0.02 * high, right, 0.15 * high), face.title, 0.52, _IVORY)
    else:
        _lines(draw, Box(edge, 0.02 * high, right - edge, 0.7 * high), face.title, _IVORY)
    bottom = (0.72 if face.alert else 0.87) * high
    _panels(draw, Box(edge, 0.16 * high, wide - edge, bottom), face.rows)
    _line(draw, Box(edge, bottom, wide - edge, bottom + 0.12 * high), _alert_text(face), 0.46, _FADED)
    if face.alert:
        _alert(draw, Box(0, 0.84 * high, wide, high), face.alert.text)
    return image.resize(size, Image.Resampling.LANCZOS)


def _alert_text(face: Face) -> str:
    """Join the phrases to show, an idle table's address with them."""
    address = "" if face.rows else short(face.address)
    return ", ".join(filter(None, (*face.phrases, address if address not in face.status else "")))


def _code(draw: ImageDraw.ImageDraw, address: str, wide: float, high: float) -> float:
    """Draw the address as a QR code in the upper right corner; return the remaining width."""
    modules = qr.modules(address)
    if not modules:
        return wide
    dots = int(high // len(modules))
    left = wide - dots * len(modules)
    draw.rectangle((left, 0, wide, wide - left), fill=(255, 255, 255))
    for line, blacks in enumerate(modules):
        for column, black in enumerate(blacks):
            x, y = left + dots * column, dots * line
            if black:
                draw.rectangle((x, y, x + dots - 1, y + dots - 1), fill=(0, 0, 0))
    return left


def _line(draw: ImageDraw.ImageDraw, box: Box, text: str, share: float, ink: Colour) -> None:
    """Write one line of text in the middle of a box's height, its letters at most this share of it."""
    full = round(box.high * share)
    text, size = pen.fit(text, full, box.wide, round(0.6 * full))
    pen.write(draw, (box.left, box.top + box.high / 2 + 0.35 * size), text, size, ink)


def _panels(draw: ImageDraw.ImageDraw, box: Box, rows: tuple[Row, ...]) -> None:
    # Few rows do not grow beyond a third of the space: the eye finds them in the same size from deal to deal.
    step = box.high / max(3, len(rows))
    for index, row in enumerate(rows):
        top = box.top + index * step
        _panel(draw, Box(box.left, top + 0.05 * step, box.right, top + 0.95 * step), row)


def _panel(draw: ImageDraw.ImageDraw, box: Box, row: Row) -> None:
    """Draw one row: shape and word of the lamp, name, strokes, score."""
    turn, foul = row.lamp is Lamp.TURN, row.lamp is Lamp.FOUL
    ink = _INK if turn else _IVORY
    draw.rounded_rectangle(
        (box.left, box.top, box.right, box.bottom),
        0.16 * box.high,
        fill=_IVORY if turn else _PANEL,
        outline=_AMBER if foul else None,
        width=round(0.05 * box.high),
    )
    _lamp(draw, box, row.lamp, ink)
    name = box.part(0.09, 0.44)
    if row.lamp is Lamp.OFF:
        _line(draw, name, row.name, 0.5, ink)
    else:
        cleft = box.top + 0.58 * box.high
        _line(draw, Box(name.left, box.top, name.right, cleft + 0.06 * box.high), row.name, 0.62, ink)
        _line(draw, Box(name.left, cleft, name.right, box.bottom - 0.06 * box.high), _WORDS[row.lamp], 0.7, ink)
    _strokes(draw, box.part(0.46, 0.76), row.strokes, ink)
    _score(draw, box.part(0.77, 0.975), row.score, ink)


def _lamp(draw: ImageDraw.ImageDraw, box: Box, lamp: Lamp, ink: Colour) -> None:
    """Draw an arrow for the turn, a cross for a fault."""
    x, y, half = box.left + 0.045 * box.wide, box.top + box.high / 2, 0.17 * box.high
    if lamp is Lamp.TURN:
        draw.polygon([(x - 0.8 * half, y - half), (x + half, y), (x - 0.8 * half, y + half)], fill=ink)
    if lamp is Lamp.FOUL:
        for rise in (-half, half):
            draw.line((x - half, y - rise, x + half, y + rise), fill=_AMBER, width=round(0.42 * half))


def _strokes(draw: ImageDraw.ImageDraw, box: Box, strokes: str, ink: Colour) -> None:
    """Draw the marks as large as they fit; any other text is written."""
    if not tally.is_tally(strokes):
        _line(draw, box, strokes, 0.4, ink)
        return
    natural = tally.width(strokes, 1)
    height = min(0.46 * box.high, box.wide / natural) if natural else 0
    tally.draw_tally(draw, (box.left, box.top + (box.high + height) / 2), strokes, height, ink)


def _score(draw: ImageDraw.ImageDraw, box: Box, score: str, ink: Colour) -> None:
    """Write the score, flush right, as large as it fits, and shortened only where it would be unreadable."""
    score, size = pen.fit(score, round(0.86 * box.high), box.wide, round(0.3 * box.high))
    pen.write(draw, (box.right - pen.width(score, size), box.top + box.high / 2 + 0.35 * size), score, size, ink)


def _alert(draw: ImageDraw.ImageDraw, box: Box, alert: str) -> None:
    """Draw a light bar with a warning sign and the words in one or two lines."""
    draw.rectangle((box.left, box.top, box.right, box.bottom), fill=_AMBER)
    sign = 0.5 * box.high
    x, y = box.left + 0.25 * box.high + sign / 2, box.top + box.high / 2
    draw.polygon([(x, y - 0.55 * sign), (x + 0.6 * sign, y + 0.5 * sign), (x - 0.6 * sign, y + 0.5 * sign)], fill=_INK)
    mark = round(0.62 * sign)
    pen.write(draw, (x - pen.width("!", mark) / 2, y + 0.38 * sign), "!", mark, _AMBER)
    words = Box(x + sign, box.top + 0.06 * box.high, box.right - 0.25 * box.high, box.bottom - 0.06 * box.high)
    _lines(draw, words, alert, _INK)


def _lines(draw: ImageDraw.ImageDraw, box: Box, text: str, ink: Colour) -> None:
    """Write a text in one or two lines as large as they fit."""
    full = round(0.44 * box.high)
    lines, size = pen.paragraph(text, full, full // 3, box.wide, 2)
    for index, line in enumerate(lines):
        middle = box.top + (index + 0.5) * box.high / len(lines)
        pen.write(draw, (box.left, middle + 0.35 * size), line, size, ink)


# A page of letters as the glass of a character display shows it: dark letters in cells, on a lit ground.

_CELL: Final = (20, 32)
"""Width and height of a letter's cell, pixels."""
_CELL_GAP: Final = 3
_GLASS_EDGE: Final = 14
_GLASS: Final = (190, 214, 92)
_CELLS: Final = (180, 204, 84)
_DARK_INK: Final = (32, 42, 20)


def letters(page: Page) -> Image.Image:
    """Draw the page, each letter in the middle of its cell."""
    wide, high = _CELL[0] + _CELL_GAP, _CELL[1] + _CELL_GAP
    columns = max(map(len, page))
    image = Image.new("RGB", (columns * wide + 2 * _GLASS_EDGE, len(page) * high + 2 * _GLASS_EDGE), _GLASS)
    draw = ImageDraw.Draw(image)
    for line, text in enumerate(page):
        for column, letter in enumerate(text):
            left, top = _GLASS_EDGE + column * wide, _GLASS_EDGE + line * high
            draw.rectangle((left, top, left + _CELL[0], top + _CELL[1]), fill=_CELLS)
            middle = left + (_CELL[0] - pen.width(letter, 24)) / 2
            pen.write(draw, (middle, top + 0.78 * _CELL[1]), letter, 24, _DARK_INK)
    return image


# A strip of lights as a picture: one row of round lights in the dark, as bright as they look beside each other.

_LIGHT_STEP: Final = 16
"""From light to light, pixels."""
_LIGHT_WIDE: Final = 12
_STRIP_HIGH: Final = 44
_NIGHT: Final = (24, 26, 30)
_UNLIT: Final = (52, 56, 62)


def lights(strip: StripLights) -> Image.Image:
    """Draw the lights from left to right; the brightest is as bright as a screen can be."""
    brightest = max((level for light in strip for level in light), default=0)
    image = Image.new("RGB", ((len(strip) + 1) * _LIGHT_STEP, _STRIP_HIGH), _NIGHT)
    draw = ImageDraw.Draw(image)
    for place, light in enumerate(strip):
        left, top = (place + 0.5) * _LIGHT_STEP + (_LIGHT_STEP - _LIGHT_WIDE) / 2, (_STRIP_HIGH - _LIGHT_WIDE) / 2
        red, green, blue = (level * 255 // brightest if brightest else 0 for level in light)
        ink = (red, green, blue) if any(light) else _UNLIT
        draw.ellipse((left, top, left + _LIGHT_WIDE, top + _LIGHT_WIDE), fill=ink)
    return image
