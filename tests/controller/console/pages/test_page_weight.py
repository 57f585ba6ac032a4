"""The bytes of each page as a phone loads it for the first time, with all that it shows and runs."""

import re
from html import unescape
from pathlib import Path

from controller.console import server
from controller.console.http.static_files import files
from controller.console.security.roles import Role
from controller.live.moments import wiring
from controller.store.journal import Journal
from tests.support.console.console_rig import REVOKED, Phone, Rig
from tests.support.console.setup_rig import set_up
from tests.support.examples import Example
from tests.support.loops import some
from tests.support.small_moments import small

MOST_BYTES = 110_000
PARTS = (
    "/live/{name}",
    "/join.svg",
    "/camera.svg",
    "/setup/displays/face.png",
    "/setup/camera/view",
    "/setup/releases/view",
    "/setup/test/view",
    "/setup/moments/{moment}/bundle",
    "/setup/enrolment",
    "/setup/decks/{deck}",
    "/setup/decks/{deck}.png",
    "/setup/decks/{deck}/alike",
    "/archive/{match:int}.html",
    "/prints/{kind}.pdf",
    "/statistics.csv",
    "/statistics.json",
)
"""Streams, drawings within pages, files to save, and photographs of a deck that was learned."""
SLOW = ("/setup/camera", "/setup/health", "/camera")
"""Pages that look for cameras first, or are there for a phone by https alone, and show nothing else of their own."""
MOMENT = "2026-11-21T200000Z"
EXAMPLES = {"number:int": "1", "seat:int": "1", "what": "other", "of:int": "3", "moment": MOMENT}
PHOTOGRAPHS = re.compile(r"[.]jpg$")
"""Pictures of a camera; their size is the settings' own."""


OWN_SHEETS = 12
"""Style sheets and scripts that only pages of their kind ask for."""


def weight(phone: Phone, path: str) -> tuple[int, int]:
    """How many files a browser that has nothing yet fetches for a page, and their bytes with their heads."""
    page = phone.client.get(path)
    assert page.status_code == 200, path
    named = re.findall(r'<(?:link|script|use|img)[^>]*? (?:href|src)="([^"]+)"', page.text)
    parts = {unescape(part.partition("#")[0]) for part in named}
    answers = [page, *(phone.client.get(part) for part in sorted(parts) if part and not PHOTOGRAPHS.search(part))]
    assert {answer.status_code for answer in answers} == {200}
    heads = sum(len(name) + len(value) + 4 for answer in answers for name, value in answer.headers.raw)
    return len(answers), heads + sum(int(answer.headers["content-length"]) for answer in answers)


def test_every_page_is_light_enough_for_a_phone_in_a_full_room(rig: Rig) -> None:
    rig.enter(REVOKED)
    assert wiring.store(set_up(rig).config).add(small()) == MOMENT
    owner = rig.phone(Role.OWNER)
    weights: dict[str, tuple[int, int]] = {}
    for route in some(server.routes()):
        if route.method == "GET" and route.path not in (*PARTS, *SLOW) and not PHOTOGRAPHS.search(route.path):
            path = route.path
            for name, value in EXAMPLES.items():
                path = path.replace(f"{{{name}}}", value)
            weights[path] = weight(owner, path)
    assert len(weights) > 15
    assert min(count for path, (count, _) in weights.items() if path != "/overlay") > len(files()) - OWN_SHEETS
    assert {path: size for path, (_, size) in weights.items() if size > MOST_BYTES} == {}


def test_the_heaviest_table_is_light_enough(tmp_path: Path) -> None:
    text = Example("tarot/5-called-king").text
    with Journal(tmp_path / "current.jsonl") as journal:
        rig = Rig(journal, text.opening)
        rig.enter(text.events[1:120])
        phone = rig.phone(Role.OWNER)
        phone.client.headers["accept-language"] = "ja"
        for path in ("/", "/tap", "/board", "/sheet", "/verdicts", "/fix", "/history"):
            assert weight(phone, path)[1] < MOST_BYTES, path
