"""Draw every page in every state on contact sheets, for a reader who looks through them as a guest does.

Type: .venv/bin/python -m tools.contact_sheets FOLDER [--only WORD] [--lang de fr] [--size 390x844] [--light dark]

Languages, sizes and lights, if there are several, are drawn one after the other. A sheet has the pages of a state
beside each other, each with its address. It needs Chromium with its driver.
"""

import argparse
import base64
import sys
import tempfile
from collections.abc import Generator, Sequence
from contextlib import ExitStack, contextmanager
from io import BytesIO
from itertools import product
from pathlib import Path
from typing import Final, NamedTuple, cast

from PIL import Image, ImageDraw
from selenium import webdriver

from tests.support.console.browser_talk import browser, command, own, script
from tests.support.console.hall_states import STATES as HALL_STATES
from tests.support.console.hall_states import HallState, enter, hall_in, settled, speaks
from tests.support.console.page_states import STATES, PageState, table_in

GAP: Final = 12
CAPTION: Final = 16
SIDE: Final = 1700
"""The pixels of a sheet's side, unless two pages beside each other need more."""
TALLEST: Final = 4
"""The most screens of a page that is drawn whole."""
_Shot = tuple[str, Image.Image]
"""The path of a page, and its picture."""


class _Look(NamedTuple):
    """The language, screen and light in which pages are drawn."""

    lang: str
    size: str
    light: str

    @property
    def pixels(self) -> tuple[int, int]:
        """The pixels of the screen, wide and high."""
        width, height = self.size.split("x")
        return int(width), int(height)

    @property
    def columns(self) -> int:
        """The number of pages beside each other on a sheet."""
        return max(2, SIDE // self.pixels[0])

    @property
    def a_sheet(self) -> int:
        """The number of pages on a sheet."""
        return self.columns * max(1, SIDE // self.pixels[1])


def main() -> int:
    """Draw the sheets; returns the exit status."""
    parser = argparse.ArgumentParser(description="Contact sheets of every page in every state.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", default="", help="states and pages whose name has this word")
    parser.add_argument("--lang", nargs="+", default=["en"])
    parser.add_argument("--size", nargs="+", default=["390x844"])
    parser.add_argument("--light", nargs="+", default=["light"])
    parser.add_argument("--text", type=int, default=16, help="pixels of a letter; 32 is text of twice the size")
    parser.add_argument("--screen", action="store_true", help="as far as a screen shows them, not whole pages")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    looks = [_Look(*look) for look in product(options.lang, options.size, options.light)]
    with ExitStack() as stack:
        memory = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        phone = stack.enter_context(browser(memory / "phone"))
        command(phone, "Page.setFontSizes", fontSizes={"standard": options.text})
        states: tuple[PageState | HallState, ...] = (*STATES, *HALL_STATES)
        for number, state in enumerate(states):
            pages = [page for page in state.pages if options.only in f"{state.name} /{page}"]
            if not pages:
                continue
            with _opened(state, memory / str(number), phone) as address:
                for look in looks:
                    _dressed(phone, look)
                    shots = [(page, _shot(phone, f"{address}/{page}", look, state, options)) for page in pages]
                    for nth, page_shots in enumerate(_batches(shots, look.a_sheet), 1):
                        name = f"{state.name.replace(' ', '-')}-{nth}-{look.size}-{look.lang}-{look.light}.png"
                        _sheet(page_shots, look.columns).save(options.folder / name)
    return 0


@contextmanager
def _opened(state: PageState | HallState, folder: Path, phone: webdriver.Chrome) -> Generator[str]:
    """Yield the address of a table's or a hall's pages in this state, to a phone that may see all of them."""
    if isinstance(state, HallState):
        with hall_in(state, folder) as address:
            enter(phone, address, folder)
            yield address
    else:
        with table_in(state, folder) as rig:
            yield own(rig, phone)


def _dressed(phone: webdriver.Chrome, look: _Look) -> None:
    """Set a phone's language and light."""
    phone.add_cookie({"name": "lang", "value": look.lang})
    speaks(phone, look.lang)
    still = {"name": "prefers-reduced-motion", "value": "reduce"}
    scheme = {"name": "prefers-color-scheme", "value": look.light}
    command(phone, "Emulation.setEmulatedMedia", features=[still, scheme])


def _shot(
    phone: webdriver.Chrome, address: str, look: _Look, state: PageState | HallState, options: argparse.Namespace
) -> Image.Image:
    """Take a picture of a page as it is painted, whole or as far as the screen shows it."""
    width, height = look.pixels
    scale = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": True}
    command(phone, "Emulation.setDeviceMetricsOverride", **scale)
    phone.get(address)
    if isinstance(state, HallState):
        settled(phone, state)
    tall = cast("int", script(phone, "return document.documentElement.scrollHeight"))
    if not options.screen and tall > height:
        scale["height"] = min(tall, TALLEST * height)
        command(phone, "Emulation.setDeviceMetricsOverride", **scale)
    taken = cast("dict[str, str]", command(phone, "Page.captureScreenshot", format="png"))
    return Image.open(BytesIO(base64.b64decode(taken["data"]))).convert("RGB")


def _batches(shots: Sequence[_Shot], size: int) -> list[Sequence[_Shot]]:
    return [shots[at : at + size] for at in range(0, len(shots), size)]


def _sheet(shots: Sequence[_Shot], columns: int) -> Image.Image:
    """Arrange pages beside each other in rows, each below its address."""
    rows = _batches(shots, columns)
    wide = max(sum(shot.width + GAP for _, shot in row) for row in rows)
    sheet = Image.new("RGB", (wide, sum(max(shot.height for _, shot in row) + GAP + CAPTION for row in rows)), "#888")
    pen, top = ImageDraw.Draw(sheet), 0
    for row in rows:
        left = 0
        for page, shot in row:
            pen.text((left + 4, top + 2), f"/{page}", fill="white")
            sheet.paste(shot, (left, top + CAPTION))
            left += shot.width + GAP
        top += max(shot.height for _, shot in row) + GAP + CAPTION
    return sheet


if __name__ == "__main__":
    sys.exit(main())
