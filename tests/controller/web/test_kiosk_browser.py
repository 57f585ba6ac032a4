"""The kiosk in a real browser: what stands on the glass, read back from Chromium, and its pixels."""

import shutil
import threading
from collections.abc import Generator
from contextlib import closing
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib import resources
from io import BytesIO
from typing import Any

import numpy as np
import pytest
import zxingcpp
from PIL import Image
from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service

from controller.web import sse
from controller.web.kiosk import Kiosk
from firmware_bridge.displays.kiosk import WORDS, render
from firmware_bridge.face.ascii import short
from firmware_bridge.face.examples import FACES
from firmware_bridge.face.face import Alert, Face, Lamp, Row
from tests.support.waiting import until

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("chromium"), pytest.mark.needs("browser")]

FLAGS = "headless no-sandbox disable-gpu disable-quic no-first-run disable-background-networking hide-scrollbars"
MORE_FLAGS = "disable-component-update disable-sync disable-dev-shm-usage"
SIZES = [(800, 600), (1280, 720), (3840, 2160), (600, 1024)]
HARD = Face(
    "Mittlere <b>deal</b> & 4",
    (
        Row("Maximiliane von und zu Hohenlohe-Öhringen", "-1257.5", "I" * 40, Lamp.FOUL),
        *(Row(f"Seat {number}", f"+{number}1257", "oφ", Lamp.TURN) for number in range(5)),
    ),
    alert=Alert(
        "Maximiliane von und zu Hohenlohe-Öhringen revoked in trick 3: DQ on H7, while holding H10 (played in 7)."
    ),
    contract="Jürg plays no-trump-down as tutti",
    trick="trick 9 of 9",
    lead="Maximiliane von und zu Hohenlohe-Öhringen led spades",
)

READ = """
const shown = (node) => node && node.getClientRects().length && getComputedStyle(node).visibility === "visible";
const box = (node) => { const at = node.getBoundingClientRect(); return [at.left, at.top, at.right, at.bottom]; };
const used = (node) => {
  const range = document.createRange();
  range.selectNodeContents(node);
  return range.getBoundingClientRect();
};
const one = (node) => shown(node) && node.textContent ? {
  text: node.textContent, box: box(node), size: parseFloat(getComputedStyle(node).fontSize),
  cut: used(node).width > node.getBoundingClientRect().width || node.scrollHeight > node.clientHeight,
} : null;
const texts = {};
for (const id of ["silent", "title", "said", "address"]) texts[id] = one(document.getElementById(id));
texts.alert = one(document.querySelector("#alert p"));
const rows = [...document.querySelectorAll(".row")].map((row) => ({
  name: one(row.querySelector(".name")), word: one(row.querySelector(".word")),
  score: one(row.querySelector(".score")), strokes: row.querySelector(".strokes").title,
  shape: row.querySelector(".lamp path").getAttribute("d"), box: box(row),
}));
return { texts, rows, page: [innerWidth, innerHeight] };
"""


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Generator[webdriver.Chrome]:
    options = Options()
    options.binary_location = shutil.which("chromium") or ""
    for flag in (*FLAGS.split(), *MORE_FLAGS.split(), f"user-data-dir={tmp_path_factory.mktemp('chromium')}"):
        options.add_argument(f"--{flag}")
    one = webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver")))
    yield one
    one.quit()


@pytest.fixture
def kiosk() -> Generator[Kiosk]:
    with closing(Kiosk("127.0.0.1", 0)) as box:
        until(lambda: box.status.startswith("no browser at"))
        yield box


def _open(browser: webdriver.Chrome, address: str, size: tuple[int, int] = (1280, 720)) -> None:
    metrics = {"width": size[0], "height": size[1], "deviceScaleFactor": 1, "mobile": False}
    command = "Emulation.setDeviceMetricsOverride"
    browser.execute_cdp_cmd(command, metrics)
    browser.get(address)


def _read(browser: webdriver.Chrome) -> Any:  # noqa: ANN401 - whatever the script returns
    return browser.execute_script(READ)


def _texts(glass: Any) -> dict[str, str]:  # noqa: ANN401
    return {name: text["text"] if text else "" for name, text in glass["texts"].items()}


def _shows(browser: webdriver.Chrome, face: Face) -> bool:
    """Every text of the face stands where it belongs, and no other."""
    glass = _read(browser)
    idle, address = not face.rows, short(face.address)
    wanted = {
        "silent": "",
        "title": face.title,
        "said": "" if idle and face.status == address else " · ".join(face.phrases),
        "address": address if idle else "",
        "alert": face.alert.text,
    }
    rows = [
        (*(row[part]["text"] if row[part] else "" for part in ("name", "word", "score")), row["strokes"])
        for row in glass["rows"]
    ]
    return _texts(glass) == wanted and rows == [(r.name, WORDS[r.lamp], r.score, r.strokes) for r in face.rows]


def _apart(boxes: list[list[float]]) -> bool:
    """No two boxes overlap by more than a rounding."""
    return all(
        min(one[2], other[2]) - max(one[0], other[0]) < 1 or min(one[3], other[3]) - max(one[1], other[1]) < 1
        for number, one in enumerate(boxes)
        for other in boxes[:number]
    )


@pytest.mark.parametrize("size", SIZES)
def test_every_face_is_on_the_glass_whole_and_large(
    browser: webdriver.Chrome, kiosk: Kiosk, size: tuple[int, int]
) -> None:
    _open(browser, kiosk.address, size)
    for name, face in {**FACES, "hard": HARD}.items():
        kiosk.show(face)
        until(lambda face=face: _shows(browser, face))
        glass = _read(browser)
        texts = [text for text in glass["texts"].values() if text]
        cells = [row[part] for row in glass["rows"] for part in ("name", "word", "score") if row[part]]
        for text in (*texts, *cells):
            assert text["size"] >= 0.025 * min(size) or name == "hard", (name, text)
            # Only a name may be shortened.
            assert not text["cut"] or text in [row["name"] for row in glass["rows"]], (name, text)
            left, top, right, bottom = text["box"]
            assert min(left, top) >= 0, (name, text)
            assert right <= size[0] + 1, (name, text)
            assert bottom <= size[1] + 1, (name, text)
        assert _apart([text["box"] for text in texts] + [row["box"] for row in glass["rows"]])
        assert _apart([cell["box"] for cell in cells])
        for row in glass["rows"]:
            assert row["score"]["size"] >= 0.06 * min(size) or name == "hard"
    assert browser.get_log("browser") == []


def test_a_lamp_is_a_shape_and_a_word(browser: webdriver.Chrome, kiosk: Kiosk) -> None:
    _open(browser, kiosk.address)
    kiosk.show(Face(rows=tuple(Row(lamp.name, "1", "", lamp) for lamp in Lamp)))
    until(lambda: len(_read(browser)["rows"]) == len(Lamp))
    rows = _read(browser)["rows"]
    assert len({row["shape"] for row in rows}) == len({str(row["word"]) for row in rows}) == len(Lamp)


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_a_phone_reads_the_address_off_the_screen(browser: webdriver.Chrome, kiosk: Kiosk, theme: str) -> None:
    kiosk.show(FACES["idle"])
    _open(browser, f"{kiosk.address}?theme={theme}", (800, 600))
    until(lambda: _shows(browser, FACES["idle"]))
    picture = np.asarray(Image.open(BytesIO(browser.get_screenshot_as_png())).convert("L"))
    [code] = zxingcpp.read_barcodes(picture)
    assert code.text == FACES["idle"].address
    assert (picture[0, 0] > 128) == (theme == "light")


def test_two_windows_show_the_same_face(browser: webdriver.Chrome, kiosk: Kiosk) -> None:
    _open(browser, kiosk.address)
    first = browser.current_window_handle
    browser.switch_to.new_window("window")
    _open(browser, kiosk.address)
    try:
        until(lambda: kiosk.status == "connected: 2 browsers")
        kiosk.show(FACES["four"])
        until(lambda: _shows(browser, FACES["four"]))
        browser.close()
        browser.switch_to.window(first)
        until(lambda: _shows(browser, FACES["four"]))
    finally:
        browser.switch_to.window(first)


def test_a_page_outlives_its_server_and_says_so(browser: webdriver.Chrome, kiosk: Kiosk) -> None:
    """The last score stays on the glass, and the newest one comes with the next server, by itself."""
    _open(browser, kiosk.address)
    kiosk.show(FACES["three"])
    until(lambda: _shows(browser, FACES["three"]))
    port = int(kiosk.address.rstrip("/").rpartition(":")[2])
    kiosk.close()
    until(lambda: _texts(_read(browser))["silent"] == "no referee")
    rows = _read(browser)["rows"]
    assert [row["score"]["text"] for row in rows] == [row.score for row in FACES["three"].rows]
    assert _apart([_read(browser)["texts"]["silent"]["box"], *(row["box"] for row in rows)])
    newer = replace(FACES["three"], title="Mittlere, deal 5")
    with closing(Kiosk("127.0.0.1", port)) as again:
        again.show(newer)
        until(lambda: _shows(browser, newer))


class Hung(BaseHTTPRequestHandler):
    """Serves the page and one face, and then holds this connection and any other and says nothing more."""

    over, said = threading.Event(), threading.Event()
    page = resources.files("firmware_bridge.displays") / "kiosk_page"

    def do_GET(self) -> None:
        name = self.path.strip("/") or "index.html"
        kinds = {"index.html": "text/html", "kiosk.css": "text/css", "kiosk.js": "text/javascript"}
        self.send_response(200)
        self.send_header("Content-Type", kinds.get(name, "text/event-stream"))
        self.end_headers()
        if name != "faces":
            self.wfile.write((self.page / name).read_bytes())
            return
        self.wfile.write(b"" if self.said.is_set() else sse.event("", render(FACES["three"])).encode())
        self.said.set()
        self.over.wait()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - its name in the standard library
        """Keep quiet."""


def test_a_server_that_says_nothing_any_more_is_no_referee(browser: webdriver.Chrome) -> None:
    with ThreadingHTTPServer(("127.0.0.1", 0), Hung) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            _open(browser, f"http://127.0.0.1:{server.server_port}/")
            until(lambda: _shows(browser, FACES["three"]))
            until(lambda: _texts(_read(browser))["silent"] == "no referee")
            assert [row["score"]["text"] for row in _read(browser)["rows"]] == ["+3", "-12", "+9"]
        finally:
            browser.get("about:blank")
            Hung.over.set()
            server.shutdown()
