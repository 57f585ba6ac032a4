"""Phones are paired by codes that are shown or handed out, good once and for a while; and taken back."""

import errno
import os
import re
import stat
from concurrent.futures import ThreadPoolExecutor
from html import unescape
from itertools import count
from pathlib import Path
from threading import Event

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.requests import Request

from controller.console.http.request import PageRequest
from controller.console.security import secret_file
from controller.console.security.devices import DevicesError, PairedDevice, PairedDevices
from controller.console.security.pairing import (
    DIGITS,
    HANDED_S,
    INVITED_S,
    MORE_DIGITS,
    MOST_EACH,
    MOST_IN_ALL,
    SHOWN_S,
    WINDOW_S,
    Attempts,
    Codes,
    TooManyAttemptsError,
    WrongCodeError,
)
from controller.console.security.roles import PAIRED, Role
from controller.store import atomic
from controller.store.spool import Spool
from tests.support.console.console_rig import DEAL, ORIGIN, REVOKED, Rig, play, sentence
from tests.support.console.setup_rig import SETTINGS, set_up
from tests.support.loops import some
from tests.support.waiting import PATIENCE_S


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def codes(clock: Clock) -> Codes:
    numbers = count(111_111, 1_111)
    return Codes(lambda: False, clock, lambda: str(next(numbers)))


@pytest.mark.parametrize("role", PAIRED)
@pytest.mark.parametrize(
    ("typed", "good"), [("111111", True), (" 111 111 ", True), ("111-111", True), ("11111", False)]
)
def test_a_code_gives_its_role_once(codes: Codes, role: Role, typed: str, good: bool) -> None:
    assert codes.hand_out(role).spoken == "111 111"
    if not good:
        with pytest.raises(WrongCodeError):
            codes.redeem(typed, "192.0.2.7", Role)
        return
    assert codes.redeem(typed, "192.0.2.7", Role) is role
    with pytest.raises(WrongCodeError):
        codes.redeem(typed, "192.0.2.7", Role)


def test_codes_end_after_their_time(codes: Codes, clock: Clock) -> None:
    shown, handed = codes.show(), codes.hand_out(Role.ARBITER)
    clock.now = SHOWN_S
    assert codes.shown is None
    with pytest.raises(WrongCodeError):
        codes.redeem(shown.text, "a", Role)
    clock.now = HANDED_S
    with pytest.raises(WrongCodeError):
        codes.redeem(handed.text, "a", Role)


def test_a_code_that_is_shown_again_stays_and_one_that_is_handed_out_anew_ends_the_old(codes: Codes) -> None:
    assert codes.show().text == codes.show().text
    old, new = codes.hand_out(Role.PLAYER), codes.hand_out(Role.PLAYER)
    with pytest.raises(WrongCodeError):
        codes.redeem(old.text, "a", Role)
    assert codes.redeem(new.text, "a", Role) is Role.PLAYER


def test_the_right_code_does_not_help_after_too_many_wrong_ones(codes: Codes, clock: Clock) -> None:
    for _ in range(MOST_EACH):
        with pytest.raises(WrongCodeError):
            codes.redeem("0", "192.0.2.7", Role)
    code = codes.hand_out(Role.OWNER)
    with pytest.raises(TooManyAttemptsError, match=f"{WINDOW_S:.0f}"):
        codes.redeem(code.text, "192.0.2.7", Role)
    assert codes.redeem(code.text, "192.0.2.8", Role) is Role.OWNER
    clock.now = WINDOW_S
    with pytest.raises(WrongCodeError):
        codes.redeem(code.text, "192.0.2.7", Role)


def test_a_stranger_with_many_addresses_finds_no_code_in_a_month() -> None:
    """Six digits: with the wrong codes that all together may send, one in a million is not soon found."""
    tries = MOST_IN_ALL * 30 * 24 * 3600 / WINDOW_S
    assert 0 < tries < 10**6 / 10
    assert 0 < MOST_EACH < MOST_IN_ALL


def test_nobody_is_locked_out_by_what_others_do_wrong_and_codes_get_longer(codes: Codes, clock: Clock) -> None:
    shown, handed = codes.show(), codes.hand_out(Role.PLAYER)
    for number in range(MOST_IN_ALL):
        with pytest.raises(WrongCodeError):
            codes.redeem("0", f"192.0.2.{number // (MOST_EACH - 1)}", Role)
    assert codes.shown is None
    for short in (shown, handed):
        with pytest.raises(WrongCodeError):
            codes.redeem(short.text, f"198.51.100.{short.role}", Role)
    longer = codes.show()
    assert (len(shown.text), len(longer.text), longer.spoken.count(" ")) == (DIGITS, DIGITS + MORE_DIGITS, 2)
    assert codes.redeem(longer.spoken, "203.0.113.1", Role) is Role.OWNER
    clock.now = WINDOW_S + 1
    assert len(codes.show().text) == DIGITS


@given(st.lists(st.tuples(st.floats(0, 300), st.sampled_from("abcd")), min_size=1, max_size=60))
def test_nobody_is_wrong_more_often_than_is_let(tries: list[tuple[float, str]]) -> None:
    attempts, now, wrong = Attempts(), 0.0, list[tuple[float, str]]()
    for pause, address in some(tries):
        now += pause
        if not attempts.wait_s(address, now):
            attempts.failed(address, now)
            wrong.append((now, address))
        lately = [who for when, who in wrong if when > now - WINDOW_S]
        assert lately.count(address) <= MOST_EACH


def test_the_first_owner_pairs_with_the_code_that_the_idle_display_shows(rig: Rig) -> None:
    rig.console.repaint()
    alert = rig.faces[-1].alert.text
    assert alert.startswith("owner code ")
    phone = rig.phone()
    assert alert.removeprefix("owner code ") not in phone.get("/")[1] + phone.get("/board")[1] + phone.get("/pair")[1]
    answer = phone.client.post("/pair", data={"code": alert[-7:], "name": "Anna"}, headers={"origin": ORIGIN})
    cookie = answer.headers["set-cookie"].lower()
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    assert all(word in cookie for word in ("httponly", "samesite=strict", "path=/"))
    assert phone.get("/phones")[0] == 200
    assert [(one.name, one.role) for one in rig.context.devices.all] == [("Anna", Role.OWNER)]
    assert rig.faces[-1].alert.text == ""


class SlowDisk:
    """Lets the list of phones be written only once it may, as a slow disk does; or not at all."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked, self.may_write = Event(), Event()
        self.fault: OSError | None = None
        self._keep = secret_file.replace_file
        monkeypatch.setattr(secret_file, "replace_file", self)

    def __call__(self, path: Path, data: bytes) -> bool:
        self.asked.set()
        assert self.may_write.wait(PATIENCE_S)
        if self.fault:
            raise self.fault
        return self._keep(path, data)


def test_no_second_code_makes_an_owner_while_the_first_owner_is_written_or_after(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig.console.repaint()
    first = rig.context.codes.shown
    assert first
    disk, drawn = SlowDisk(monkeypatch), [first]
    with ThreadPoolExecutor(1) as threads:
        paired = threads.submit(rig.phone().post, "/pair", {"code": first.text, "name": "Anna"})
        assert disk.asked.wait(PATIENCE_S)
        rig.console.repaint()
        drawn += filter(None, [rig.context.codes.shown])
        assert rig.phone().do("show-code")[0] == 200
        drawn += filter(None, [rig.context.codes.shown])
        assert rig.phone().post("/pair", {"code": first.text, "name": "quick"})[0] == 403
        disk.may_write.set()
        assert paired.result(PATIENCE_S)[0] == 303
    rig.console.repaint()
    for number, code in enumerate(some(drawn)):
        rig.phone().post("/pair", {"code": code.text, "name": f"stranger {number}"})
    assert [code.role for code in drawn] == [Role.OWNER, Role.PLAYER]
    assert [one.name for one in rig.context.devices.all if one.role is Role.OWNER] == ["Anna"]


def test_a_code_whose_phone_could_not_be_written_is_good_still(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    rig.console.repaint()
    code = rig.context.codes.shown
    assert code
    disk = SlowDisk(monkeypatch)
    disk.fault = OSError(errno.EIO, os.strerror(errno.EIO))
    disk.may_write.set()
    phone = rig.phone()
    answers = [phone.post("/pair", {"code": code.text})[0]]
    rig.console.repaint()
    assert (rig.context.codes.shown, rig.faces[-1].alert.text) == (code, f"owner code {code.spoken}")
    disk.fault = None
    answers += [phone.post("/pair", {"code": code.text})[0]]
    assert (answers, [one.role for one in rig.context.devices.all]) == ([500, 303], [Role.OWNER])


def test_the_owners_code_on_the_display_is_good_for_nothing_once_somebody_owns_the_table(rig: Rig) -> None:
    rig.console.repaint()
    code = rig.context.codes.shown
    assert code
    rig.phone(Role.OWNER)
    assert rig.context.codes.shown is None
    assert rig.phone().post("/pair", {"code": code.text})[0] == 403


def test_the_owners_code_leaves_the_display_with_the_first_deal_unless_somebody_asked_for_it(rig: Rig) -> None:
    rig.console.repaint()
    unasked = rig.faces[-1].alert.text
    rig.enter([DEAL])
    assert (unasked[:10], rig.faces[-1].alert.text, rig.context.codes.shown) == ("owner code", "", None)
    rig.phone().do("show-code")
    asked = rig.faces[-1].alert.text
    rig.enter([play(1, "SA")])
    assert (asked[:10], rig.faces[-1].alert.text) == ("owner code", asked)


def test_no_code_is_shown_by_itself_once_there_is_an_owner_or_a_deal(rig: Rig) -> None:
    rig.enter(REVOKED[:1])
    assert rig.faces[-1].alert.text == ""
    rig.phone(Role.OWNER)
    assert rig.phone().do("show-code")[0] == 200
    assert rig.faces[-1].alert.text.startswith("pairing code ")


@pytest.mark.parametrize(
    ("display", "is_owned", "offered"),
    [
        (True, True, "Show a code on the display"),
        (True, False, "Show a code on the display"),
        (False, True, ""),
        (False, False, "Show a code on the table's machine"),
    ],
)
def test_a_code_is_offered_where_there_is_something_to_show_it(
    rig: Rig, *, display: bool, is_owned: bool, offered: str
) -> None:
    settings = SETTINGS if display else SETTINGS.partition("[[display]]")[0]
    set_up(rig, settings)
    if is_owned:
        rig.phone(Role.OWNER)
    page = unescape(rig.phone().get("/pair")[1])
    assert [one for one in (offered,) if one and one not in page] == []
    assert ('value="show-code"' in page) is bool(offered)
    assert ("under More, Phones" in page) is (is_owned and not display)


def test_an_alert_goes_before_a_code(rig: Rig) -> None:
    rig.enter(REVOKED)
    alert = rig.faces[-1].alert.text
    assert "revoked" in alert
    rig.phone().do("show-code")
    assert rig.faces[-1].alert.text == alert


def test_wrong_codes_are_refused_in_a_sentence_and_then_nobody_listens(rig: Rig) -> None:
    phone = rig.phone()
    answers = [phone.post("/pair", {"code": "1234567"}) for _ in range(MOST_EACH + 1)]
    assert [status for status, _ in answers] == [403] * MOST_EACH + [429]
    assert sentence(answers[-1][1]) == "Too many wrong codes: wait 10 minutes." or "11" in sentence(answers[-1][1])
    assert rig.context.devices.all == ()


def test_an_owner_hands_out_codes_changes_roles_and_forgets_phones(rig: Rig) -> None:
    owner, guest = rig.phone(Role.OWNER, "Anna"), rig.phone()
    said = owner.do("hand-out", role="arbiter")[1]
    assert guest.post("/pair", {"code": said[5:12], "name": "Emma"})[0] == 303
    emma = rig.context.devices.all[1]
    assert (emma.name, emma.role) == ("Emma", Role.ARBITER)
    assert owner.do("give", device=emma.tag, role="player") == (200, "Emma has its new role.")
    assert guest.get("/fix")[0] == 200
    assert guest.do("rule")[0] == 403
    assert owner.do("revoke", device=emma.tag)[0] == 200
    assert guest.get("/fix")[0] == 303
    assert owner.do("revoke", device=emma.tag) == (409, "That phone is not paired any more.")


def test_the_last_owner_cannot_be_made_less(rig: Rig) -> None:
    owner = rig.phone(Role.OWNER)
    tag = rig.context.devices.all[0].tag
    answers = {owner.do("revoke", device=tag), owner.do("give", device=tag, role="player")}
    assert answers == {(409, "Somebody has to own the table: pair another owner first.")}
    assert owner.get("/phones")[0] == 200


def test_a_code_never_makes_a_paired_phone_less(rig: Rig) -> None:
    owner = rig.phone(Role.OWNER)
    for role in PAIRED:
        owner.post("/pair", {"code": rig.context.codes.hand_out(role).text})
    assert [one.role for one in rig.context.devices.all] == [Role.OWNER]


def test_a_code_never_makes_a_phone_less_whose_role_or_pairing_has_changed_while_it_was_typed(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner, phones = rig.phone(Role.OWNER, "Anna"), {name: rig.phone(Role.PLAYER, name) for name in ("Emma", "Fritz")}
    tags = {one.name: one.tag for one in rig.context.devices.all}
    changes: dict[str, tuple[str, dict[str, str]]] = {"Emma": ("give", {"role": "owner"}), "Fritz": ("revoke", {})}
    real = PairedDevices.pair

    def pair(devices: PairedDevices, name: str, role: Role, when: str, known: str) -> PairedDevice:
        monkeypatch.setattr(PairedDevices, "pair", real)
        changed = name.removesuffix(" again")
        action, fields = changes[changed]
        assert owner.do(action, {**fields, "device": tags[changed]})[0] == 200
        return real(devices, name, role, when, known)

    for name in some(changes):
        code = rig.context.codes.hand_out(Role.ARBITER)
        monkeypatch.setattr(PairedDevices, "pair", pair)
        assert phones[name].post("/pair", {"code": code.text, "name": f"{name} again"})[0] == 303
    told = [(one.name, one.role) for one in rig.context.devices.all]
    assert told == [("Anna", Role.OWNER), ("Emma", Role.OWNER), ("Fritz again", Role.ARBITER)]


def test_phones_are_known_again_after_a_restart_and_only_this_user_can_read_them(rig: Rig) -> None:
    owner = rig.phone(Role.OWNER)
    folder = rig.journal.path.parent
    kept = PairedDevices(folder / "console-devices.json")
    assert kept.all == rig.context.devices.all
    assert kept.find(owner.id) == rig.context.devices.all[0]
    for name in ("console.key", "console-devices.json"):
        assert stat.S_IMODE((folder / name).stat().st_mode) == 0o600
    assert secret_file.load(folder / "console.key") == secret_file.load(folder / "console.key")


def test_a_key_that_others_may_read_or_that_is_damaged_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "console.key"
    secret_file.load(path)
    path.chmod(0o640)
    with pytest.raises(secret_file.SecretError, match=r"console.key can be read by others; delete it"):
        secret_file.load(path)
    path.chmod(0o600)
    path.write_bytes(b"short")
    with pytest.raises(secret_file.SecretError, match="is damaged"):
        secret_file.load(path)
    with pytest.raises(secret_file.SecretError, match="cannot be used"):
        secret_file.load(tmp_path / "console.key" / "x")


@pytest.mark.parametrize("text", ["", "{}", '[{"id":"x","name":"","role":"owner","since":""}]', "[1]"])
def test_a_damaged_list_of_phones_is_told(tmp_path: Path, text: str) -> None:
    path = tmp_path / "devices.json"
    path.write_text(text)
    with pytest.raises(DevicesError, match=r"devices.json is damaged; delete it"):
        PairedDevices(path)


@pytest.mark.parametrize("number", [errno.EROFS, errno.ENOSPC, errno.EDQUOT])
def test_a_disk_that_takes_nothing_keeps_no_phone_from_the_table(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def write(*_: object, **__: object) -> None:
        raise OSError(number, os.strerror(number))

    real = atomic.write
    monkeypatch.setattr(atomic, "write", write)
    assert len(secret_file.load(tmp_path / "console.key")) == 32
    devices = PairedDevices(tmp_path / "devices.json")
    first = devices.pair("kitchen", Role.OWNER, "2026-11-21")
    assert devices.find(first.id) == first
    assert [record.getMessage().partition("console.key")[2] or record.getMessage() for record in caplog.records] == [
        " cannot be kept on this disk: after the next start phones are paired anew",
        "kitchen cannot be kept on this disk: after the next start it is paired anew",
    ]
    with pytest.raises(OSError, match=os.strerror(number)):
        devices.change_role(first, Role.OWNER)
    monkeypatch.setattr(atomic, "write", real)
    second = devices.pair("hall", Role.PLAYER, "2026-11-21")
    assert PairedDevices(tmp_path / "devices.json").all == (first, second)


def test_phones_that_were_paired_on_such_a_disk_are_known_after_a_start_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They wait in the service's folder in memory, and are written once the disk takes them."""
    disk, memory = tmp_path / "disk", tmp_path / "memory"
    memory.mkdir()
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(memory))
    real = atomic.write

    def write(path: Path, *rest: object, **how: object) -> None:
        if path.is_relative_to(disk):
            raise OSError(errno.EROFS, os.strerror(errno.EROFS))
        real(path, *rest, **how)  # pyrefly: ignore[bad-argument-type]  # handed on as they came

    monkeypatch.setattr(atomic, "write", write)
    key = secret_file.load(disk / "console.key")
    first = PairedDevices(disk / "devices.json").pair("kitchen", Role.OWNER, "2026-11-21")
    second = PairedDevices(disk / "devices.json").pair("hall", Role.PLAYER, "2026-11-21")
    assert PairedDevices(disk / "devices.json").all == (first, second)
    assert secret_file.load(disk / "console.key") == key
    assert {stat.S_IMODE(path.stat().st_mode) for path in memory.iterdir()} == {0o600}
    assert [*Spool(memory, disk)] == [], "records wait in the same folder"
    monkeypatch.setattr(atomic, "write", real)
    assert PairedDevices(disk / "devices.json").all == (first, second)
    assert secret_file.load(disk / "console.key") == key
    assert sorted(path.name for path in disk.iterdir()) == ["console.key", "devices.json"]
    assert list(memory.iterdir()) == []


def test_a_disk_that_fails_otherwise_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def write(*_: object, **__: object) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr(atomic, "write", write)
    with pytest.raises(secret_file.SecretError, match=os.strerror(errno.EIO)):
        secret_file.load(tmp_path / "console.key")
    with pytest.raises(OSError, match=os.strerror(errno.EIO)):
        PairedDevices(tmp_path / "devices.json").pair("kitchen", Role.OWNER, "2026-11-21")


@pytest.mark.parametrize(
    ("host", "is_here"),
    [
        ("localhost:8080", True),
        ("127.0.0.1:8080", True),
        ("[::1]:8080", True),
        ("evil.local:8080", False),
        ("localhost.local", False),
    ],
)
def test_a_page_from_elsewhere_is_shown_no_code_on_the_tables_own_machine(rig: Rig, host: str, is_here: bool) -> None:
    """Any machine of a network can call itself so and answer with this one's address (DNS rebinding)."""
    scope = {"type": "http", "method": "GET", "path": "/pair", "headers": [(b"host", host.encode())]}
    ends = {"query_string": b"", "client": ("127.0.0.1", 50_000), "server": ("127.0.0.1", 8080)}
    assert PageRequest.of(Request({**scope, **ends}), rig.context).is_local == is_here


def test_a_guest_taps_who_they_are_and_sees_who_has_a_phone_already(rig: Rig) -> None:
    guest, code = rig.phone(), rig.context.codes.hand_out(Role.PLAYER)
    page = guest.get("/pair")[1]
    offered = re.findall(r'at-(\d)"><input [^>]* name="seat" value="(\d)" id="seat-\d"><span>(\w+)<', page)
    assert offered == [("0", "0", "Anna"), ("1", "1", "Berta"), ("2", "2", "Carla")]
    assert page.index('id="seat-2"') < page.index('id="name"') < page.index('id="code"')
    assert guest.post("/pair", {"code": code.text, "seat": "1", "name": ""})[0] == 303
    assert [device.name for device in rig.context.devices.all] == ["Berta"]
    page = rig.phone().get("/pair")[1]
    assert "has a phone" in page.partition("Berta")[2].partition("</label>")[0]


def test_a_typed_name_replaces_the_seat_tapped_before(rig: Rig) -> None:
    code = rig.context.codes.hand_out(Role.PLAYER)
    assert rig.phone().post("/pair", {"seat": "1", "name": "Emma", "code": code.text})[0] == 303
    assert [device.name for device in rig.context.devices.all] == ["Emma"]


def test_an_invitation_seats_one_phone_a_seat_and_makes_nobody_an_owner(rig: Rig) -> None:
    owner = rig.phone(Role.OWNER, "Anna")
    assert rig.phone().get("/join.svg")[1] != owner.get("/join.svg")[1] == owner.get("/join.svg")[1]
    invitation = rig.context.codes.invite()
    page = rig.phone().get(f"/pair?invitation={invitation}")[1]
    assert re.findall(r'name="seat" value="(\d)" id="seat-\d">(\w+)', page) == [("1", "Berta"), ("2", "Carla")]

    def take(seat: int, what: str = invitation) -> int:
        return rig.phone().post("/pair", {"invitation": what, "seat": str(seat)})[0]

    assert [take(1), take(1), take(0), take(7), take(2, "guessed")] == [303, 403, 403, 404, 403]
    assert {one.name: one.role for one in rig.context.devices.all} == {"Anna": Role.OWNER, "Berta": Role.PLAYER}
    assert owner.do("uninvite")[0] == 200
    assert take(2) == 403
    assert take(2, newest := rig.context.codes.invite()) == 303
    carla = next(one.tag for one in rig.context.devices.all if one.name == "Carla")
    assert owner.do("revoke", device=carla, sure="1")[0] == 200
    assert take(2, newest) == 403


def test_an_invitation_ends_with_the_evening_and_one_that_was_never_made_is_good_for_nobody() -> None:
    now = [0.0]
    codes = Codes(lambda: True, lambda: now[0])
    with pytest.raises(WrongCodeError):
        codes.check_invitation("", "::1")
    first = codes.invite()
    now[0] = INVITED_S
    with pytest.raises(WrongCodeError):
        codes.check_invitation(first, "::1")
    codes.check_invitation(codes.invite(), "::1")


@pytest.mark.parametrize(
    ("seat", "name", "called"), [("7", "Emma", "Emma"), ("", " Dora ", "Dora"), ("x", "", "phone at")]
)
def test_a_seat_that_there_is_not_is_nobodys(rig: Rig, seat: str, name: str, called: str) -> None:
    code = rig.context.codes.hand_out(Role.PLAYER)
    assert rig.phone().post("/pair", {"code": code.text, "seat": seat, "name": name})[0] == 303
    [device] = rig.context.devices.all
    assert device.name.startswith(called)
