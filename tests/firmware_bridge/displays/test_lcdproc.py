"""LCDproc against its real server ``LCDd``, whose driver ``text`` prints the glass."""

import os
import shutil
import socket
import subprocess
from collections.abc import Generator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from firmware_bridge.displays import characters, lcdproc
from firmware_bridge.displays.characters import CharacterSize
from firmware_bridge.displays.dialect import Answer
from firmware_bridge.displays.lcdproc import Lcdproc
from firmware_bridge.face.examples import FACES
from firmware_bridge.face.face import Face, Row
from firmware_bridge.ports.mailbox import Mailbox
from firmware_bridge.ports.tcp_port import tcp_wire
from firmware_bridge.ports.vendor import VendorLink
from tests.support.waiting import until

pytestmark = pytest.mark.needs("lcdproc")

SETTINGS = """
[server]
DriverPath={drivers}/
Driver=text
Bind=127.0.0.1
Port={port}
ReportLevel=1
ReportToSyslog=no
ServerScreen=no
User={user}
[text]
Size={size}
"""


def _free_port() -> int:
    with socket.socket() as ear:
        ear.bind(("127.0.0.1", 0))
        return int(ear.getsockname()[1])


class Server:
    """A running LCDd; ``glass`` is what its driver printed last."""

    def __init__(self, folder: Path, size: CharacterSize, port: int) -> None:
        program = shutil.which("LCDd") or "/usr/sbin/LCDd"
        drivers = next(Path("/usr/lib").glob("*/lcdproc/text.so"))
        self.port, self.size, self._out = port, size, folder / "glass"
        settings = folder / "LCDd.conf"
        user = "root" if os.geteuid() == 0 else os.environ.get("USER", "nobody")
        columns = f"{size.columns}x{size.lines}"
        settings.write_text(SETTINGS.format(drivers=drivers.parent, port=port, size=columns, user=user))
        # Into a file it would print only every thirty pictures.
        command = ["stdbuf", "-oL", program, "-c", str(settings), "-f"]
        with self._out.open("wb") as out:
            self.process = subprocess.Popen(command, stdout=out, stderr=subprocess.DEVNULL)  # noqa: S603 - found above

    @property
    def glass(self) -> tuple[str, ...]:
        """The last whole picture: its lines between two rules."""
        rule = f"+{'-' * self.size.columns}+"
        pictures = self._out.read_text(encoding="ascii", errors="replace").split(f"{rule}\n")
        whole = [one for one in pictures[:-1] if one.count("\n") == self.size.lines]
        return tuple(line[1:-1] for line in whole[-1].splitlines()) if whole else ()

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait()


@contextmanager
def running(folder: Path, size: CharacterSize, port: int | None = None) -> Generator[Server]:
    server = Server(folder, size, port or _free_port())
    try:
        yield server
    finally:
        server.stop()


def display(port: int) -> Mailbox:
    return Mailbox(f"localhost:{port}", tcp_wire("127.0.0.1", port), VendorLink(Lcdproc(page_s=60)))


@pytest.mark.parametrize("size", [CharacterSize(20, 4), CharacterSize(16, 2)])
def test_a_real_server_shows_the_page_at_its_own_size(tmp_path: Path, size: CharacterSize) -> None:
    with running(tmp_path, size) as server, closing(display(server.port)) as box:
        for name in ("verdict", "three", "five"):
            box.show(FACES[name])
            page = characters.render(FACES[name], size)[0]
            until(lambda page=page: server.glass == page)
        assert box.status == f"connected: LCDproc {size.columns}x{size.lines}"


def test_signs_of_the_language_in_a_name_reach_the_glass_as_others(tmp_path: Path) -> None:
    with running(tmp_path, CharacterSize(20, 4)) as server, closing(display(server.port)) as box:
        box.show(Face("", (Row('{a} "b" \\c', "+1"),), ""))
        until(lambda: server.glass[:1] == (" (a) 'b' /c       +1",))


def test_a_server_that_comes_late_and_goes_and_comes_again(tmp_path: Path) -> None:
    port, size = _free_port(), CharacterSize(20, 4)
    page = characters.render(FACES["three"], size)[0]
    with closing(display(port)) as box:
        box.show(FACES["three"])
        until(lambda: box.status == f"no port localhost:{port}: no program listens there")
        for folder in ("one", "two"):
            (tmp_path / folder).mkdir()
            with running(tmp_path / folder, size, port) as server:
                until(lambda server=server: server.glass == page)
            until(lambda: box.status.startswith("no port"))


def test_lines_are_those_of_the_client_language() -> None:
    dialect = Lcdproc()
    assert dialect.greeting() == (b"hello\n",)
    first = dialect.changes(None, ("Alice 21",))
    assert b"".join(first).splitlines() == [
        b"client_set name schiri",
        b"screen_add s",
        b"screen_set s -priority foreground -heartbeat off -cursor off",
        b"widget_add s 1 string",
        b"widget_set s 1 1 1 {Alice 21}",
        b"noop",
    ]
    assert dialect.changes(("Anna 1", "x"), ("Anna 1", "y")) == (lcdproc.put(2, "y") + b"noop\n",)


def test_answers_are_told_from_what_the_server_says_by_itself() -> None:
    dialect = Lcdproc()
    data = b"connect LCDproc 0.5.9 protocol 0.3 lcd wid 40 hgt 2 cellwid 5 cellhgt 8\nlisten s\nsuccess\nhuh? Inva"
    answers, rest = dialect.answers(data)
    assert (answers, rest) == ([Answer(about="LCDproc 40x2")], b"huh? Inva")
    assert dialect.size == CharacterSize(40, 2)
    told, rest = dialect.answers(rest + b'lid command "x"\nsuccess\nnoop complete\nignore s\n')
    assert (told, rest) == ([Answer(complaint='Invalid command "x"')], b"")
    assert dialect.answers(b"huh? Screen already exists\nnoop complete\n") == ([Answer()], b"")
    assert dialect.greeting() == (b"hello\n",)
    [answer], _ = dialect.answers(b"connect LCDproc lcd wid 2 hgt 1\n")
    assert answer.complaint == "2x1 characters show no score; 8x1 is the least"
