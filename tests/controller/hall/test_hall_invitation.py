"""A table's invitation to a hall: read back wherever it is shown, taken by the table, and told to nobody else."""

import base64
import io
import logging
import re
import socket
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from threading import Thread
from typing import Final

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.cli import main
from controller.commands.halls import enrol
from controller.hall.member import HallInvitation, InvitationError, fingerprint
from controller.settings.model import load
from controller.store.settings_file import save
from controller.web import broker_line
from controller.web.broker_line import BrokerAddress
from firmware_bridge.displays.qr import modules
from groundwork.picture import Gray
from tests.controller.hall.hall_table import HALL, House, lines_of, opening, playing
from tests.support.loops import some
from tests.support.vision.pages import pages
from tests.support.waiting import until
from vision.marks.zxing import read_qr

ONE: Final = HallInvitation("clubpc.local", 8883, HALL, "3", "k9-_AZ0123456789abcdefgh", bytes(range(32)))
LETTERS: Final = "abcdefghijklmnopqrstuvwxyz0123456789-"
NAMES: Final = st.from_regex(r"[a-z0-9][a-z0-9-]{0,31}", fullmatch=True)
PASSWORDS: Final = st.binary(min_size=18, max_size=18).map(lambda data: base64.urlsafe_b64encode(data).decode())
TABLE: Final = '# ours\n[table]\ngame = "mittlere"\nseats = ["Anna", "Berta", "Carla"]\n'


@given(NAMES, st.integers(1, 65535), NAMES, NAMES, PASSWORDS, st.binary(min_size=32, max_size=32))
def test_an_invitation_is_read_back_from_its_line(
    host: str, port: int, hall: str, table: str, password: str, mark: bytes
) -> None:
    one = HallInvitation(host, port, hall, table, password, mark)
    assert HallInvitation.read(f" {one}\n") == one


NONE: Final = "this is no code of a hall; `schiri hall enrol` makes one for a table"


def told(text: str) -> str:
    """What is read in a line, or why nothing is."""
    try:
        return str(HallInvitation.read(text))
    except InvitationError as error:
        return str(error)


@given(st.text() | st.text(LETTERS).map(lambda end: str(ONE)[:-1] + end))
def test_a_line_is_an_invitation_letter_by_letter_or_none(text: str) -> None:
    assert told(text) in (text.strip(), NONE)


@pytest.mark.parametrize("wrong", ["", str(ONE)[:-1] + "9", str(ONE).replace(":8883", ":08883"), str(ONE)[1:]])
def test_text_that_is_no_invitation_is_refused_without_quoting_it(wrong: str) -> None:
    assert told(wrong) == NONE


def test_the_password_stands_in_no_representation() -> None:
    assert ONE.password not in repr(ONE)


def drawn(lines: str) -> Gray:
    """The picture that a terminal makes of a code: each letter is two modules, the upper one first."""
    halves = {" ": (0, 0), "▀": (255, 0), "▄": (0, 255), "█": (255, 255)}
    rows: list[list[int]] = []
    for line in lines.splitlines():
        assert line.startswith("\x1b[38;5;231;48;5;16m")
        plain = re.sub(r"\x1b\[[0-9;]*m", "", line)
        rows += [[halves[letter][half] for letter in plain] for half in (0, 1)]
    return np.asarray(np.kron(np.array(rows, np.uint8), np.ones((4, 4), np.uint8)), np.uint8)


def test_the_code_is_read_back_from_a_terminal_a_picture_and_paper() -> None:
    others = [replace(ONE, table=str(number)) for number in range(1, 6)]
    assert [text for text, _ in read_qr(drawn(enrol.on_terminal(ONE)))] == [str(ONE)]
    picture = cv2.imdecode(np.frombuffer(enrol.png(ONE), np.uint8), cv2.IMREAD_GRAYSCALE)
    assert picture is not None
    assert [text for text, _ in read_qr(np.asarray(picture, np.uint8))] == [str(ONE)]
    found = [text for page in pages(enrol.pdf(others, "de")) for text, _ in read_qr(page)]
    assert sorted(found) == [str(one) for one in others]


def test_an_address_that_no_code_has_room_for_is_refused() -> None:
    with pytest.raises(OSError, match="is too long for a QR code; give a shorter one with --address"):
        enrol.code(replace(ONE, host="a" * 120))


def invited(house: House, table: str = "3") -> HallInvitation:
    settings = house.settings(table)
    mark = fingerprint(house.broker.certificate)
    return HallInvitation("127.0.0.1", house.broker.port, HALL, table, settings.password, mark)


def a_table(tmp_path: Path, more: str = "") -> Path:
    path = tmp_path / "schiri.toml"
    save(path, TABLE + more)
    return path


def on_the_mat(invitation: HallInvitation, angle: float) -> Gray:
    """A slip that somebody holds askew before the camera, small and a little out of focus."""
    code = cv2.imdecode(np.frombuffer(enrol.png(invitation), np.uint8), cv2.IMREAD_GRAYSCALE)
    assert code is not None
    wide = 3 * len(enrol.code(invitation))
    small = cv2.resize(code, (wide, wide), interpolation=cv2.INTER_AREA)
    mat = np.full((720, 1280), 90, np.uint8)
    mat[200 : 200 + wide, 500 : 500 + wide] = small
    turn = cv2.getRotationMatrix2D((500 + wide / 2, 200 + wide / 2), angle, 1)
    return np.asarray(cv2.GaussianBlur(cv2.warpAffine(mat, turn, (1280, 720), borderValue=90), (0, 0), 0.8), np.uint8)


@pytest.mark.needs("mosquitto")
def test_a_table_that_has_seen_its_code_plays_in_the_hall(
    house: House, tmp_path: Path, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    """Its camera sees an empty mat first, then another code, then the slip; what it lets out stays as it was set."""
    caplog.set_level(logging.DEBUG)
    one = invited(house)
    frames = tmp_path / "frames"
    frames.mkdir()
    strange = np.full((720, 1280), 90, np.uint8)
    foreign = np.where(np.array(modules("https://example.org/")), 0, 255).astype(np.uint8)
    strange[100:400, 100:400] = 255
    strange[125:375, 125:375] = cv2.resize(foreign, (250, 250), interpolation=cv2.INTER_NEAREST)
    assert [text for text, _ in read_qr(strange)] == ["https://example.org/"]
    seen = [np.full((720, 1280), 90, np.uint8), strange, on_the_mat(one, 17)]
    for number, picture in enumerate(seen):
        cv2.imwrite(str(frames / f"{number}.png"), picture)
    path = a_table(tmp_path, f'[camera]\nsource = "{frames}"\n\n[hall]\nbroker = "mqtts://old"\nhall = "old"\n'
                             'table = "9"\npassword = "gone"\nshare = "scores"\n')  # fmt: skip
    assert main(["hall", "join", "--config", str(path)]) == 0
    out, err = capsys.readouterr()
    assert out.splitlines()[1:] == [
        f"table 3 belongs to hall club at mqtts://127.0.0.1:{house.broker.port}: start the referee again"
    ]
    settings = load(path).hall
    assert settings == replace(house.settings("3"), share="scores")
    assert (path.read_text().startswith(TABLE), path.stat().st_mode & 0o7) == (True, 0)
    assert one.password not in out + err + caplog.text
    collector, events = house.collector(), lines_of()
    assert settings is not None
    with playing(settings, tmp_path / "table", opening(events)) as table:
        table.play(*events[1:])
        until(lambda: collector.seen.value.of("3").lines == len(events))
    collector.close()


@pytest.mark.needs("mosquitto")
def test_a_code_comes_as_a_picture_or_as_a_line_that_no_shell_keeps(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, path = invited(house), a_table(tmp_path)
    enrol.write(tmp_path / "3.png", [one], "en")
    assert (tmp_path / "3.png").stat().st_mode & 0o777 == 0o600
    assert main(["hall", "join", str(tmp_path / "3.png"), "--config", str(path)]) == 0
    assert load(path).hall == house.settings("3")
    other = invited(house, "4")
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"{other}\n"))
    assert main(["hall", "join", "--ask", "--config", str(path)]) == 0
    assert load(path).hall == house.settings("4")


def refused(words: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """The one sentence by which the program refuses this."""
    assert main(words) == 2
    out, err = capsys.readouterr()
    assert (err.count("\n"), err.startswith("schiri: ")) == (1, True), (out, err)
    return err.removeprefix("schiri: ").strip()


# The library lets go of a connection whose encryption was refused only when it is collected.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.needs("mosquitto")
def test_another_broker_an_old_code_and_no_broker_are_told_apart_and_change_nothing(
    house: House, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, path = invited(house), a_table(tmp_path)
    asked: list[str] = []
    tried = broker_line.check_broker

    def remembered(address: BrokerAddress, topic: str) -> str:
        asked.append(address.password)
        return tried(address, topic)

    monkeypatch.setattr(broker_line, "check_broker", remembered)

    def refusal(invitation: HallInvitation) -> str:
        monkeypatch.setattr(sys, "stdin", io.StringIO(f"{invitation}\n"))
        return refused(["hall", "join", "--ask", "--config", str(path)], capsys)

    foreign = refusal(replace(one, fingerprint=bytes(32)))
    assert (foreign.startswith(f"at {one.broker} answers another broker than this code tells of"), asked) == (True, [])
    elsewhere = refusal(replace(one, hall="otherclub"))
    assert elsewhere.startswith(f"{one.broker} does not let 3 write to schiri/otherclub/3/event; "), elsewhere
    house.broker.enrol("3")
    house.broker.reload()
    until(lambda: tried(one.address(house.broker.certificate)))
    old = refusal(one)
    assert ("refuses this name and password" in old, "take the newest" in old) == (True, True)
    with socket.create_server(("127.0.0.1", 0)) as plain:
        other = replace(one, port=plain.getsockname()[1])
        answering = Thread(target=lambda: plain.accept()[0].sendall(b"220 no broker\r\n"))
        answering.start()
        unencrypted = refusal(other)
        answering.join()
    assert unencrypted.startswith(f"at {other.broker} nothing encrypted answers: no hall listens to this port")
    house.down()
    assert refusal(one).startswith(f"{one.broker} is not reached (Connection refused); open the hall")
    assert path.read_text() == TABLE


def test_a_picture_without_a_code_is_refused_in_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, frames = a_table(tmp_path), tmp_path / "frames"
    frames.mkdir()
    cv2.imwrite(str(frames / "0.png"), np.full((90, 120), 90, np.uint8))
    empty = a_table(frames, f'[camera]\nsource = "{frames}"\n')
    cases: list[tuple[list[str], Path, str]] = [
        ([str(ONE)], path, "a code holds a password, and the shell would keep it: type `schiri hall join --ask`"),
        (["nowhere.png"], path, "nowhere.png cannot be read: it is no file"),
        ([str(frames / "0.png")], path, f"{frames / '0.png'}: no QR code is found in it"),
        ([], empty, f"{frames}: no code of a hall was seen"),
        ([], tmp_path / "none.toml", f"{tmp_path / 'none.toml'} cannot be read: No such file"),
    ]
    paper = tmp_path / "tables.pdf"
    enrol.write(paper, [ONE], "en")
    cases.append(
        ([str(paper)], path, f"{paper} is no picture: photograph the code, or hold it before the table's camera")
    )
    for words, settings, sentence in some(cases):
        told = refused(["hall", "join", *words, "--config", str(settings)], capsys)
        assert told.startswith(sentence)
        assert ONE.password not in told


def test_slips_that_cannot_be_are_refused_before_anybody_gets_a_new_password(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    hall = tmp_path / "hall"
    cases: list[tuple[list[str], str]] = [
        (["1", "2", "--slip", "two.png"], "two.png: a picture holds the code of one table; name a .pdf for several"),
        (["1", "--slip", "one.txt"], "one.txt: the name of slips ends in .pdf, or in .png for the code of one table"),
        (["1", "--slip", "/nowhere/one.pdf"], "/nowhere/one.pdf cannot be written: there is no folder /nowhere"),
        (["1", "--slip", "one.pdf", "--lang", "xx"], "there is no language 'xx'; there are "),
    ]
    for words, sentence in some(cases):
        assert refused(["hall", "enrol", *words, "--folder", str(hall)], capsys).startswith(sentence)
    assert not (hall / "passwords").exists()


@pytest.mark.needs("mosquitto")
def test_slips_of_several_tables_are_written_at_once_for_their_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "tables.pdf"
    command = [sys.executable, "-P", "-m", "controller", "hall", "enrol", "1", "2", "3", "4", "--slip", str(path)]
    words = [*command, "--folder", str(tmp_path / "hall"), "--name", "club", "--address", "10.0.0.2"]
    done = subprocess.run(words, capture_output=True, text=True, check=True)  # noqa: S603  # ours
    assert done.stdout == f"{path}: tables 1, 2, 3, 4; whoever has a code can speak for its table\n"
    assert path.stat().st_mode & 0o777 == 0o600
    lines = [text for page in pages(path.read_bytes()) for text, _ in read_qr(page)]
    found = [HallInvitation.read(line) for line in lines]
    assert sorted(one.table for one in found) == ["1", "2", "3", "4"]
    assert {(one.host, one.hall) for one in found} == {("10.0.0.2", "club")}
