"""The page by which a phone is the camera: who may be it, what is taken of it, and what is told to whoever may not."""

import ssl
from http.client import HTTPSConnection
from pathlib import Path

import cv2
import pytest
from starlette.testclient import TestClient

from controller.console.security import certificate
from controller.console.security.devices import HTTPS_NAME
from controller.console.security.guard import LARGEST_PICTURE
from controller.console.security.pairing import HANDED_S
from controller.console.security.roles import Role
from controller.console.setup.context import Setup
from controller.settings.model import ConfigError, ConsoleConfig, parse
from controller.store.journal import Journal
from controller.web import certificate as certificates
from controller.web.host import HEADERS, SafeHeaders, listen
from hardware.camera import phone as phones
from hardware.camera.phone import Battery
from tests.support.console.console_rig import Rig
from tests.support.console.setup_rig import set_up
from tests.support.hardware.camera_pictures import picture
from tests.support.waiting import PATIENCE_S

SETTINGS = """\
[table]
game = "mittlere"
seats = ["Anna", "Berta", "Carla"]
[camera]
source = "phone"
"""
SAFE = "https://127.0.0.1:8443"
JPEG = cv2.imencode(".jpg", picture(7))[1].tobytes()


class SafePhone:
    """A browser at the pages that come by https."""

    def __init__(self, rig: Rig, role: Role = Role.VIEWER) -> None:
        self.client = TestClient(SafeHeaders(rig.app), base_url=SAFE, follow_redirects=False)
        self.id = ""
        if role is not Role.VIEWER:
            self.id = rig.context.devices.pair(role.id, role, "2026-11-21 12:00").id
            self.client.cookies.set(HTTPS_NAME, rig.context.cookies.sign(self.id))

    def send(self, number: int = 1, data: bytes = JPEG, *, more: str = "", origin: str = SAFE) -> tuple[int, str]:
        """Send a picture; returns the status and the answer."""
        answer = self.client.post(
            f"/camera/picture?page=x&number={number}{more}", content=data, headers={"origin": origin}
        )
        return answer.status_code, answer.json()["told"] if answer.headers["content-type"].endswith("json") else ""


@pytest.fixture
def setup(rig: Rig) -> Setup:
    rig.context.phone_address = lambda: f"{SAFE}/camera"
    return set_up(rig, SETTINGS)


@pytest.mark.parametrize("role", Role)
def test_the_pictures_of_the_camera_and_of_an_owner_are_taken_and_of_nobody_else(
    rig: Rig, setup: Setup, role: Role
) -> None:
    is_allowed = role in (Role.CAMERA, Role.OWNER)
    assert SafePhone(rig, role).send()[0] == (200 if is_allowed else 403)
    assert setup.phone.is_sending == is_allowed


def test_of_a_stranger_no_byte_of_a_picture_is_read(rig: Rig, setup: Setup, monkeypatch: pytest.MonkeyPatch) -> None:
    def body(_: object) -> bytes:
        raise AssertionError

    monkeypatch.setattr("starlette.requests.Request.body", body)
    assert SafePhone(rig, Role.PLAYER).send()[0] == 403
    setup.phone.put("another", 1, JPEG)
    assert SafePhone(rig, Role.CAMERA).send() == (409, "Another phone is the camera now; it has to stop first.")


def test_a_phone_that_is_forgotten_while_its_picture_is_on_the_way_has_sent_none(
    rig: Rig, setup: Setup, monkeypatch: pytest.MonkeyPatch
) -> None:
    camera = SafePhone(rig, Role.CAMERA)
    rig.phone(Role.OWNER)

    async def body(_: object) -> bytes:
        rig.context.devices.revoke(rig.context.devices.all[0])
        return JPEG

    monkeypatch.setattr("starlette.requests.Request.body", body)
    assert camera.send()[0] == 403
    assert not setup.phone.is_sending


@pytest.mark.usefixtures("setup")
def test_one_phone_is_the_camera_until_it_is_silent(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = SafePhone(rig, Role.CAMERA), SafePhone(rig, Role.OWNER)
    assert first.send(1)[0] == 200
    assert second.send(1)[0] == 409
    assert first.send(2)[0] == 200
    monkeypatch.setattr(phones, "SILENT_S", 0.0)
    assert second.send(2)[0] == 200


@pytest.mark.parametrize("more", ["&number=x", "&number=" + "9" * 20, "&number=-1"])
def test_a_picture_from_elsewhere_is_refused(rig: Rig, setup: Setup, more: str) -> None:
    assert SafePhone(rig, Role.CAMERA).send(more=more)[0] == 400
    assert not setup.phone.is_sending


def test_a_picture_from_another_page_or_larger_than_any_is_refused(rig: Rig, setup: Setup) -> None:
    camera = SafePhone(rig, Role.CAMERA)
    assert camera.send(origin="https://evil.example")[0] == 403
    assert camera.send(origin=SAFE.replace("https", "http"))[0] == 403
    assert camera.send(data=bytes(LARGEST_PICTURE + 1))[0] == 413
    assert not setup.phone.is_sending
    assert rig.phone(Role.OWNER).post("/pair", {"code": "x" * 64_000})[0] == 413  # forms stay small


def test_the_table_hears_of_the_battery(rig: Rig, setup: Setup) -> None:
    camera = SafePhone(rig, Role.CAMERA)
    camera.send(1, more="&battery=12&charging=1")
    assert setup.phone.battery == Battery(12, is_charging=True)
    camera.send(2, more="&battery=999")
    assert setup.phone.battery == Battery(100, is_charging=False)
    assert "Its battery is at 100 %." in rig.phone(Role.OWNER).get("/setup/camera/view")[1]


@pytest.mark.usefixtures("setup")
def test_by_http_the_page_leads_to_https_with_its_code(rig: Rig) -> None:
    phone = rig.phone()
    ways = {path: phone.client.get(path).headers["location"] for path in ("/camera", "/camera?code=123456")}
    assert ways == {"/camera": f"{SAFE}/camera", "/camera?code=123456": f"{SAFE}/camera?code=123456"}
    rig.context.phone_address = str
    assert phone.get("/camera")[0] == 404


@pytest.mark.usefixtures("setup")
def test_the_camera_is_lent_to_this_page_alone(rig: Rig) -> None:
    phone = SafePhone(rig, Role.CAMERA)
    policies = {path: phone.client.get(path).headers["permissions-policy"] for path in ("/", "/camera")}
    assert policies == {"/": HEADERS["Permissions-Policy"], "/camera": "camera=(self), geolocation=(), microphone=()"}


@pytest.mark.usefixtures("setup")
def test_the_code_on_the_owners_page_makes_a_phone_the_camera_once(rig: Rig) -> None:
    owner = rig.phone(Role.OWNER)
    code = rig.context.codes.for_camera()
    assert f"type the code {code.spoken}" in owner.get("/setup/camera")[1]
    assert rig.context.codes.for_camera() == code  # asking again makes none
    phone = SafePhone(rig)
    assert 'id="take"' in phone.client.get(f"/camera?code={code.text}").text
    form = {"code": code.text, "name": "Camera", "camera": "1"}
    answer = phone.client.post("/pair", data=form, headers={"origin": SAFE})
    assert (answer.status_code, answer.headers["location"]) == (303, "/camera")
    assert (HTTPS_NAME in answer.cookies, "; Secure" in answer.headers["set-cookie"]) == (True, True)
    assert 'id="begin"' in phone.client.get("/camera").text
    assert phone.send()[0] == 200
    assert SafePhone(rig).client.post("/pair", data=form, headers={"origin": SAFE}).status_code == 403
    assert rig.context.codes.for_camera() != code


@pytest.mark.usefixtures("setup")
def test_a_camera_code_makes_a_players_phone_the_camera_and_leaves_an_owner_what_it_is(rig: Rig) -> None:
    player, owner = rig.phone(Role.PLAYER), rig.phone(Role.OWNER)
    for phone in (player, owner):
        assert phone.post("/pair", {"code": rig.context.codes.for_camera().text})[0] == 303
    assert [one.role for one in rig.context.devices.all] == [Role.CAMERA, Role.OWNER]


def test_a_camera_code_is_good_as_long_as_any(rig: Rig) -> None:
    now = [0.0]
    rig.context.codes.clock = lambda: now[0]
    code = rig.context.codes.for_camera()
    now[0] += HANDED_S
    assert rig.context.codes.for_camera() != code


def test_the_role_is_given_where_a_phone_is_the_camera_and_nowhere_else(rig: Rig) -> None:
    owner, phone = rig.phone(Role.OWNER), rig.phone(Role.PLAYER)
    ways = {"hand-out": {"role": "camera"}, "give": {"device": phone.id[:6], "role": "camera"}}
    assert [owner.do(name, fields)[0] for name, fields in ways.items()] == [409, 409]
    set_up(rig, SETTINGS)
    assert [owner.do(name, fields)[0] for name, fields in ways.items()] == [200, 200]


def test_a_phone_cannot_be_the_camera_of_a_table_without_pages() -> None:
    with pytest.raises(ConfigError) as told:
        parse(f"{SETTINGS}[console]\nenabled = false\n")
    what = "a phone is the camera by the table's pages; set [console] enabled = true, or another source"
    assert str(told.value) == f"schiri.toml, line 5: {what}"


@pytest.mark.needs("openssl")
def test_the_pages_come_by_https_too_with_a_certificate_that_is_kept(tmp_path: Path) -> None:
    found: list[bytes] = []
    for _ in range(2):
        with Journal(tmp_path / "current.jsonl") as journal:
            rig = Rig(journal, settings=ConsoleConfig(address="127.0.0.1", port=0, https_port=0), watching=False)
            set_up(rig, SETTINGS)
            assert rig.console.open()
            host = rig.context.phone_address().removeprefix("https://").removesuffix("/camera")
            file = tmp_path / certificate.FILE
            trusting = ssl.create_default_context(cafile=str(file))
            connection = HTTPSConnection(host, timeout=PATIENCE_S, context=trusting)
            connection.request("GET", "/camera")
            assert connection.getresponse().status == 200
            connection.close()
            rig.console.close()
            found.append(file.read_bytes())
            assert file.stat().st_mode & 0o077 == 0
    assert found[0] == found[1]


@pytest.mark.needs("openssl")
def test_the_pages_come_by_https_once_the_settings_name_a_phone(tmp_path: Path) -> None:
    with Journal(tmp_path / "current.jsonl") as journal:
        rig = Rig(journal, settings=ConsoleConfig(address="127.0.0.1", port=0, https_port=0), watching=False)
        made = set_up(rig)
        assert rig.console.open()
        assert rig.context.phone_address() == ""
        made.config = parse(SETTINGS)
        rig.console.admit()
        address = rig.context.phone_address()
        assert address.startswith("https://")
        rig.console.admit()
        assert rig.context.phone_address() == address
        rig.console.close()


@pytest.mark.needs("openssl")
def test_a_certificate_is_made_anew_before_it_ends(tmp_path: Path) -> None:
    short, key = certificates.make("Schiri table", 20, ["IP:127.0.0.1"])
    (tmp_path / certificate.FILE).write_bytes(key + short)
    made = certificate.table_certificate(tmp_path, certificate.names(["127.0.0.1"]))
    assert certificates.is_good_for(made.chain, 800)
    assert not certificates.is_good_for(made.chain, 825)


def test_a_refused_port_is_reported_and_the_game_goes_on(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def plain(*_: object) -> None:
        """Encrypt nothing: the port is what is asked for."""

    with listen("127.0.0.1", 0) as taken, Journal(tmp_path / "current.jsonl") as journal:
        port = taken.getsockname()[1]
        rig = Rig(journal, settings=ConsoleConfig(address="127.0.0.1", port=0, https_port=port), watching=False)
        set_up(rig, SETTINGS)
        monkeypatch.setattr(certificates, "PROGRAM", "no-openssl")
        assert rig.console.open()
        rig.console.close()
        monkeypatch.setattr(certificate, "table_certificate", plain)
        assert rig.console.open()
        assert rig.context.phone_address() == ""
        rig.console.close()
    told = "no phone can be the camera: the table has no certificate: no-openssl is not installed; "
    assert [one.message for one in caplog.records] == [
        f"{told}type: sudo apt-get install no-openssl",
        f"no phone can be the camera: 127.0.0.1 port {port}: another program has it; set another [console] https_port; "
        "the game goes on without it",
    ]
