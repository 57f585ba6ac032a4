"""Permissions of every role for every route and action: the whole tables."""

import pytest
from starlette.routing import Route

from controller.console import server
from controller.console.http.static_files import PREFIX, files
from controller.console.security.roles import Role
from tests.support.console.console_rig import REVOKED, Rig

V, C, P, A, O = Role  # noqa: E741  - the roles; the table below heads four of them
TO_PAIR, REFUSED = 303, 403

ROUTES: dict[tuple[str, str], tuple[int, int, int, int]] = {
    # what each role is answered:                  viewer   player   arbiter  owner
    ("GET", "/"): (200, 200, 200, 200),
    ("GET", "/archive"): (TO_PAIR, 200, 200, 200),
    ("GET", "/archive/{match:int}.html"): (TO_PAIR, 404, 404, 404),
    ("GET", "/board"): (200, 200, 200, 200),
    ("GET", "/camera"): (404, 404, 404, 404),
    ("GET", "/camera.svg"): (TO_PAIR, REFUSED, REFUSED, 404),
    ("POST", "/camera/picture"): (REFUSED, REFUSED, REFUSED, 404),
    ("GET", "/fix"): (TO_PAIR, 200, 200, 200),
    ("GET", "/fix/{of:int}"): (TO_PAIR, 200, 200, 200),
    ("GET", "/history"): (TO_PAIR, 200, 200, 200),
    ("GET", "/language"): (200, 200, 200, 200),
    ("POST", "/language"): (303, 303, 303, 303),
    ("GET", "/join"): (200, 200, 200, 200),
    ("GET", "/join.svg"): (200, 200, 200, 200),
    ("GET", "/more"): (200, 200, 200, 200),
    ("GET", "/live/{name}"): (404, 404, 404, 404),
    ("GET", "/overlay"): (200, 200, 200, 200),
    ("GET", "/arbiter"): (200, 200, 200, 200),
    ("POST", "/arbiter"): (REFUSED, REFUSED, 200, 200),
    ("POST", "/overlay"): (REFUSED, REFUSED, REFUSED, REFUSED),
    ("GET", "/pair"): (200, 200, 200, 200),
    ("GET", "/phones"): (TO_PAIR, REFUSED, REFUSED, 200),
    ("GET", "/prints"): (TO_PAIR, 404, 404, 404),
    ("GET", "/prints/{kind}.pdf"): (TO_PAIR, 404, 404, 404),
    ("GET", "/question"): (TO_PAIR, 200, 200, 200),
    ("GET", "/question/{number:int}.jpg"): (TO_PAIR, 404, 404, 404),
    ("GET", "/say"): (TO_PAIR, 200, 200, 200),
    ("GET", "/say/{seat:int}"): (TO_PAIR, 200, 200, 200),
    ("GET", "/say/{seat:int}/{what}"): (TO_PAIR, 404, 404, 404),
    ("GET", "/setup"): (TO_PAIR, REFUSED, REFUSED, 404),
    ("GET", "/setup/camera"): (TO_PAIR, REFUSED, REFUSED, 404),
    ("GET", "/setup/camera/view"): (TO_PAIR, REFUSED, REFUSED, 404),
    ("GET", "/setup/decks"): (TO_PAIR, REFUSED, REFUSED, 404),
    ("GET", "/setup/decks/{deck}"): (TO_PAIR, REFUSED, REFUSED, 404),
    ("GET", "/setup/decks/{deck}.png"): (TO_PAIR, REFUSED, REFUSED, 404),
    ("GET", "/setup/decks/{deck}/alike"): (TO_PAIR, REFUSED, REFUSED, 404),
    ("GET", "/setup/decks/{deck}/{card}.jpg"): (TO_PAIR, REFUSED, REFUSED, 404),
    ("GET", "/setup/displays"): (TO_PAIR, REFUSED, REFUSED, 404),
    ("GET", "/setup/displays/face.png"): (TO_PAIR, REFUSED, REFUSED, 404),
    ("GET", "/setup/displays/{number:int}"): (TO_PAIR, REFUSED, REFUSED, 404),
    ("GET", "/setup/enrolment"): (TO_PAIR, REFUSED, REFUSED, 404),
    ("GET", "/setup/game"): (TO_PAIR, REFUSED, REFUSED, 404),
    ("GET", "/setup/health"): (TO_PAIR, REFUSED, REFUSED, 404),
    ("GET", "/setup/language"): (TO_PAIR, REFUSED, REFUSED, 404),
    ("GET", "/setup/moments"): (TO_PAIR, REFUSED, REFUSED, 404),
    ("GET", "/setup/moments/{moment}"): (TO_PAIR, REFUSED, REFUSED, 404),
    ("GET", "/setup/moments/{moment}/bundle"): (TO_PAIR, REFUSED, REFUSED, 404),
    ("GET", "/setup/moments/{moment}/{frame:int}.jpg"): (TO_PAIR, REFUSED, REFUSED, 404),
    ("GET", "/setup/places"): (TO_PAIR, REFUSED, REFUSED, 404),
    ("GET", "/setup/releases"): (TO_PAIR, REFUSED, REFUSED, 404),
    ("GET", "/setup/releases/view"): (TO_PAIR, REFUSED, REFUSED, 404),
    ("GET", "/setup/test"): (TO_PAIR, REFUSED, REFUSED, 404),
    ("GET", "/setup/test/view"): (TO_PAIR, REFUSED, REFUSED, 404),
    ("GET", "/sheet"): (200, 200, 200, 200),
    ("GET", "/statistics"): (TO_PAIR, 200, 200, 200),
    ("GET", "/statistics.csv"): (TO_PAIR, 200, 200, 200),
    ("GET", "/statistics.json"): (TO_PAIR, 200, 200, 200),
    ("GET", "/tap"): (TO_PAIR, 200, 200, 200),
    ("GET", "/tap/{seat:int}"): (TO_PAIR, 200, 200, 200),
    ("GET", "/unseen"): (TO_PAIR, 200, 200, 200),
    ("GET", "/verdicts"): (200, 200, 200, 200),
    ("GET", "/verdicts/{number:int}"): (200, 200, 200, 200),
    ("GET", "/verdicts/{number:int}/{which}.jpg"): (404, 404, 404, 404),
    ("POST", "/act"): (400, 400, 400, 400),
    ("POST", "/pair"): (403, 403, 403, 403),
    ("POST", "/setup/camera"): (REFUSED, REFUSED, REFUSED, 404),
    ("POST", "/setup/decks"): (REFUSED, REFUSED, REFUSED, 404),
    ("POST", "/setup/decks/{deck}"): (REFUSED, REFUSED, REFUSED, 404),
    ("POST", "/setup/displays/{number:int}"): (REFUSED, REFUSED, REFUSED, 404),
    ("POST", "/setup/game"): (REFUSED, REFUSED, REFUSED, 404),
    ("POST", "/setup/language"): (REFUSED, REFUSED, REFUSED, 404),
    ("POST", "/setup/moments"): (REFUSED, REFUSED, REFUSED, 404),
    ("POST", "/setup/moments/{moment}"): (REFUSED, REFUSED, REFUSED, 404),
    ("POST", "/setup/places"): (REFUSED, REFUSED, REFUSED, 404),
    ("POST", "/setup/releases"): (REFUSED, REFUSED, REFUSED, 404),
    ("POST", "/setup/test"): (REFUSED, REFUSED, REFUSED, 404),
    ("POST", "/setup/walk"): (REFUSED, REFUSED, REFUSED, 404),
}
"""Routes with an unknown name for {name} and {which}, verdict 1, and empty forms."""

ACTIONS = {
    "answer": P,
    "ask": P,
    "back-to": P,
    "confirm": P,
    "deal": P,
    "deny": P,
    "end": P,
    "fix": P,
    "give": O,
    "hand-out": O,
    "lay": P,
    "misdeal": P,
    "missed": P,
    "name-card": P,
    "next-match": P,
    "overlay": O,
    "redo": P,
    "revoke": O,
    "rule": A,
    "say": P,
    "show-code": V,
    "show-example": O,
    "tap": P,
    "undo": P,
    "uninvite": O,
    "unseen": P,
}

SAYS = {f"say{seat}": P for seat in range(5)}
TAPS = {f"tap{seat}": P for seat in range(5)}
LIVE = {
    "board": V,
    "overlay": V,
    "panel": P,
    "say": P,
    **SAYS,
    "sheet": V,
    "table": V,
    "tap": P,
    **TAPS,
    "verdicts": V,
}


def test_each_role_is_let_through_the_doors_that_are_its_own(rig: Rig) -> None:
    rig.enter(REVOKED)
    answered: dict[tuple[str, str], tuple[int, ...]] = {}
    phones = [rig.phone(role) for role in (V, P, A, O, C)]
    for route in server.routes():
        path = route.path.replace("{number:int}", "1").replace("{name}", "x").replace("{which}", "x")
        path = path.replace("{seat:int}", "1").replace("{what}", "x").replace("{of:int}", "3")
        path = path.replace("{frame:int}", "0").replace("{match:int}", "1")
        ask = [phone.get(path) if route.method == "GET" else phone.post(path, {"code": "x"}) for phone in phones]
        answered[route.method, route.path] = tuple(status for status, _ in ask)
    assert {door: statuses[:4] for door, statuses in answered.items()} == ROUTES
    # The phone that is the camera goes where anybody goes, and through one door more.
    assert {door for door, (viewer, *_, camera) in answered.items() if camera != viewer} == {
        ("POST", "/camera/picture")
    }


def test_there_is_no_other_door(rig: Rig) -> None:
    """What the table of roles is made from is all that the application answers; HEAD is GET without its text."""
    routes = [door for door in rig.app.routes if isinstance(door, Route)]
    assert len(routes) == len(rig.app.routes)
    doors = [(method, door.path) for door in routes for method in door.methods or ()]
    asked = sorted(door for door in doors if door[0] != "HEAD")
    assert asked == sorted([*ROUTES, ("GET", f"{PREFIX}{{name:path}}")])


def test_each_action_asks_for_its_role_before_it_looks_at_anything_else(rig: Rig) -> None:
    assert {action.name: action.role for action in server.actions_by_name().values()} == ACTIONS
    phones = {role: rig.phone(role) for role in Role}
    refused = {(name, role): phones[role].do(name, key="forged")[0] == REFUSED for name in ACTIONS for role in phones}
    assert refused == {(name, role): role < least for name, least in ACTIONS.items() for role in phones}
    assert rig.said == []


def test_each_live_part_asks_for_its_role(rig: Rig) -> None:
    assert {one.name: one.role for one in server.fragments().values()} == LIVE
    stranger = rig.phone()
    refused = {name: stranger.get(f"/live/{name}")[0] for name, least in LIVE.items() if least > V or name == "overlay"}
    assert set(refused.values()) == {REFUSED}
    assert len(refused) == len(LIVE) - list(LIVE.values()).count(V) + 1


@pytest.mark.parametrize("cookie", ["", "x", "x.y", "../../etc", "a" * 5000, "%C3%A9"])
def test_a_cookie_that_this_table_has_not_given_is_a_viewers(rig: Rig, cookie: str) -> None:
    phone = rig.phone()
    phone.client.headers["cookie"] = f"schiri={cookie}"
    assert phone.get("/phones")[0] == TO_PAIR


def test_a_device_id_without_its_signature_is_a_viewers(rig: Rig) -> None:
    owner, thief = rig.phone(O), rig.phone()
    signed = rig.context.cookies.sign(owner.id)
    # Of the last letter some bits mean nothing, so the one before it is changed.
    other = signed[:-2] + ("A" if signed[-2] != "A" else "B") + signed[-1]
    forged = [owner.id, f"{owner.id}.", other, signed.replace(".", "")]
    for text in forged:
        thief.client.cookies.set("schiri", text)
        assert thief.get("/phones")[0] == TO_PAIR
    thief.client.cookies.clear()
    thief.client.cookies.set("schiri", signed)
    assert thief.get("/phones")[0] == 200


TRICKS = (
    "/static/../devices.py",
    "/static/%2e%2e/devices.py",
    "/static/..%2fdevices.py",
    "/static/vendor/../../secret.py",
    "/static//etc/passwd",
    "/static/%00",
    "/static/",
    "/static",
    "/static/vendor",
    "/static/vendor/",
    "/static/vendor/README.md",
    "/static/vendor/..\\..\\secret.py",
    "/console.key",
    "/../console.key",
    "/verdicts/1/../../console.key",
    "/verdicts/1/..%2f..%2fconsole.key.jpg",
    "/verdicts/1/act.jpg/../../x",
    "/verdicts/0",
    "/verdicts/-1",
    "/verdicts/99999999999999999999",
    "/live/../app.py",
    "/%",
)


@pytest.mark.parametrize("path", TRICKS)
def test_path_tricks_find_nothing(rig: Rig, path: str) -> None:
    rig.enter(REVOKED)
    status, page = rig.phone(O).get(path)
    assert (status, "There is no such" in page or "Not Found" in page, "Traceback" in page) == (404, True, False)


def test_every_listed_file_is_given_with_its_kind_and_only_once(rig: Rig) -> None:
    client = rig.phone().client
    kinds = {"css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8", "svg": "image/svg+xml"}
    kinds |= {"png": "image/png", "webmanifest": "application/manifest+json"}
    for name, file in files().items():
        answer = client.get(f"/static/{name}")
        assert (answer.content, answer.headers["content-type"]) == (file.data, kinds[name.rpartition(".")[2]])
        mark = {"if-none-match": answer.headers["etag"]}
        assert client.get(f"/static/{name}", headers=mark).status_code == 304
    wanted = {
        "vendor/htmx.min.js",
        "vendor/sse.min.js",
        "vendor/bootstrap.min.css",
        "console.css",
        "table.css",
        "tap.css",
        "board.css",
        "camera.css",
        "camera.js",
        "sheet.css",
        "statistics.css",
        "verdict.css",
        "history.css",
        "admission.js",
        "archive.css",
        "app.webmanifest",
        "icon.png",
        "console.js",
        "taps.js",
        "theme.js",
        "ear.js",
        "icon.svg",
    }
    assert set(files()) == wanted
