"""The places that every page leads to: five at most, none hidden, and on each page the way to the app's parts."""

import json
import re

import pytest

from controller.console import server
from controller.console.http.static_files import files
from controller.console.security.roles import Role
from controller.console.words.names import more, nav
from tests.support.console.console_rig import REVOKED, Rig
from tests.support.loops import some

PLACES = re.compile(r'<nav class="places".*?</nav>', re.DOTALL)


@pytest.mark.parametrize("role", Role)
def test_there_are_five_places_at_most_and_each_can_be_seen_by_whoever_is_led_there(rig: Rig, role: Role) -> None:
    rig.enter(REVOKED)
    phone = rig.phone(role)
    bar = PLACES.findall(phone.get("/")[1])[0]
    links = re.findall(r'href="([^"]+)"', bar)
    assert links == [place for place, _, least in nav() if role >= least]
    assert 4 <= len(links) <= 5
    others = re.findall(r'class="[^"]*doorway" href="([^"]+)"', phone.get("/more")[1])
    assert others == [place for place, _, least in more() if role >= least]
    answers = {place: phone.get(place)[0] for place in (*links, *others) if place not in ("/setup", "/prints")}
    assert set(answers.values()) == {200}


@pytest.mark.parametrize(
    ("path", "place"),
    [
        ("/", "/"),
        ("/verdicts/1", "/verdicts"),
        ("/fix/3", "/history"),
        ("/say", "/"),
        ("/join", "/more"),
        ("/more", "/more"),
    ],
)
def test_a_page_shows_at_which_place_one_is(rig: Rig, path: str, place: str) -> None:
    rig.enter(REVOKED)
    bar = PLACES.findall(rig.phone(Role.OWNER).get(path)[1])[0]
    current = re.findall(r'href="([^"]+)" aria-current="(\w+)"', bar)
    assert current == [(place, "page" if path == place else "true")]


def test_every_page_can_be_put_on_a_phones_screen_and_says_when_it_is_cut_off(rig: Rig) -> None:
    rig.enter(REVOKED)
    phone, seen = rig.phone(Role.OWNER), 0
    for route in some(server.routes()):
        status, page = phone.get(route.path) if route.method == "GET" and "{" not in route.path else (0, "")
        # The overlay is no page for phones: it lies over a stream, with nothing beside what it shows.
        if status == 200 and page.startswith("<!doctype") and route.path != "/overlay":
            seen += 1
            assert 'id="lost"' in page, route.path
            assert 'rel="manifest"' in page, route.path
    assert seen > 10
    manifest = json.loads(files()["app.webmanifest"].data)
    answers = [phone.client.get(icon["src"]) for icon in manifest["icons"]]
    assert [(one.status_code, one.headers["content-type"]) for one in answers] == [
        (200, icon["type"]) for icon in manifest["icons"]
    ]
    assert manifest["start_url"] == "/"
