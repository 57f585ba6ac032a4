"""Draws every page in every state on contact sheets, for whoever looks through them as a guest does.

Type: .venv/bin/python -m tools.contact_sheets FOLDER [--only WORD] [--lang de] [--size 390x844] [--light dark]

A sheet has the pages of a state beside each other, each with its address. It needs Chromium with its driver.
"""

import argparse
import base64
import sys
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from io import BytesIO
from pathlib import Path
from typing import Final, cast

from PIL import Image, ImageDraw
from selenium import webdriver

from tests.support.console.browser_talk import browser, command, own, script
from tests.support.console.page_states import STATES, table_in

GAP: Final = 12
CAPTION: Final = 16
SIDE: Final = 1700
"""Pixels of a sheet's side, unless two pages beside each other need more."""
TALLEST: Final = 4
"""Screens of a page that is taken whole."""
_Shot = tuple[str, Image.Image]
"""The path of a page, and its picture."""


def main() -> int:
    """Draw the sheets; returns the exit status."""
    parser = argparse.ArgumentParser(description="Contact sheets of every page in every state.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", default="", help="states and pages whose name has this word")
    parser.add_argument("--lang", default="en")
    parser.add_argument("--size", default="390x844")
    parser.add_argument("--light", default="light")
    parser.add_argument("--text", type=int, default=16, help="pixels of a letter; 32 is text of twice the size")
    parser.add_argument("--screen", action="store_true", help="as far as a screen shows them, not whole pages")
    options = parser.parse_args()
    width, height = map(int, options.size.split("x"))
    options.folder.mkdir(parents=True, exist_ok=True)
    with ExitStack() as stack:
        memory = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        phone = stack.enter_context(browser(memory / "phone"))
        command(phone, "Page.setFontSizes", fontSizes={"standard": options.text})
        still = {"name": "prefers-reduced-motion", "value": "reduce"}
        scheme = {"name": "prefers-color-scheme", "value": options.light}
        command(phone, "Emulation.setEmulatedMedia", features=[still, scheme])
        for number, state in enumerate(STATES):
            pages = [page for page in state.pages if options.only in f"{state.name} /{page}"]
            if not pages:
                continue
            with table_in(state, memory / str(number)) as rig:
                address = own(rig, phone)
                phone.add_cookie({"name": "lang", "value": options.lang})  # pyright: ignore[reportUnknownMemberType]  # its dict has none
                shots = [
                    (page, _shot(phone, f"{address}/{page}", width, height, whole=not options.screen)) for page in pages
                ]
            for nth, page_shots in enumerate(_batches(shots, max(2, SIDE // width) * max(1, SIDE // height)), 1):
                name = f"{state.name.replace(' ', '-')}-{nth}-{options.size}-{options.lang}-{options.light}.png"
                _sheet(page_shots, max(2, SIDE // width)).save(options.folder / name)
    return 0


def _shot(phone: webdriver.Chrome, address: str, width: int, height: int, *, whole: bool) -> Image.Image:
    """A page as it is painted, whole or as far as the screen shows it."""
    scale = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": True}
    command(phone, "Emulation.setDeviceMetricsOverride", **scale)
    phone.get(address)
    tall = cast("int", script(phone, "return document.documentElement.scrollHeight"))
    if whole and tall > height:
        scale["height"] = min(tall, TALLEST * height)
        command(phone, "Emulation.setDeviceMetricsOverride", **scale)
    taken = cast("dict[str, str]", command(phone, "Page.captureScreenshot", format="png"))
    return Image.open(BytesIO(base64.b64decode(taken["data"]))).convert("RGB")


def _batches(shots: Sequence[_Shot], size: int) -> list[Sequence[_Shot]]:
    return [shots[at : at + size] for at in range(0, len(shots), size)]


def _sheet(shots: Sequence[_Shot], columns: int) -> Image.Image:
    """Pages beside each other in rows, each below its address."""
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
