"""The program ``schiri hall``: opened, a table let in, its board read in a browser's way; and what it refuses."""

import json
import os
import signal
import socket
import subprocess
import sys
import tomllib
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest

from controller.cli import main
from controller.commands.halls.hall import HallOptions, options
from controller.hall.arbiter import ArbiterDesk
from controller.hall.messages import TableShown
from controller.hall.overview import MOST_VERDICTS, HallSeen, TableSeen
from controller.hall.server import ROUTES, BoardServer, words
from controller.settings.model import parse
from controller.settings.text import effective
from controller.web.newest import Latest
from tests.controller.hall.hall_table import a_port, browser, lines_of, opening, playing
from tests.support.console.hall_states import RECORD, SeenWays, verdict_told
from tests.support.loops import some
from tests.support.waiting import until

EVENTS = lines_of()
TABLE = '[table]\ngame = "mittlere"\nseats = ["Anna", "Berta", "Carla"]\n'


def schiri(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-P", "-m", "controller", *words]
    return subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603  # ours


@contextmanager
def ended(hall: subprocess.Popen[str]) -> Generator[None]:
    """A hall is ended where the test fails, too: it runs on otherwise, and is waited for."""
    try:
        yield
    finally:
        hall.terminate()


def test_hall_alone_opens_the_hall_of_the_last_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    before = options(tmp_path / "schiri-hall", name="club", port=8099)
    opened: list[tuple[Path, HallOptions]] = []

    def opens(folder: Path, chosen: HallOptions) -> int:
        opened.append((folder, chosen))
        return 0

    monkeypatch.setattr("controller.commands.halls.hall.run", opens)
    assert main(["hall"]) == 0
    assert opened == [(tmp_path / "schiri-hall", before)]


@pytest.mark.needs("mosquitto")
def test_a_hall_is_opened_and_a_table_that_is_enrolled_plays_in_it(tmp_path: Path) -> None:
    folder, port, board = tmp_path / "hall", a_port(), a_port()
    where = ("--folder", str(folder), "--name", "club", "--mqtt-port", str(port))
    command = [sys.executable, "-P", "-m", "controller", "hall", *where, "--port", str(board)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as hall, ended(hall):  # noqa: S603
        assert hall.stdout is not None
        assert hall.stdout.readline() == "no table is enrolled yet; for the first one type: schiri hall enrol 1\n"
        machine = f"{socket.gethostname()}.local"
        begin = f"hall club: the board is at http://{machine}:{board}/, tables speak to mqtts://{machine}:{port}\n"
        assert hall.stdout.readline() == begin
        told = schiri("hall", "enrol", "7", "--folder", str(folder), "--address", "127.0.0.1")
        assert (told.returncode, told.stderr) == (0, "")
        settings = parse(TABLE + told.stdout.partition("\n\n")[2]).hall
        assert settings is not None
        assert (settings.broker, settings.hall, settings.table) == (f"mqtts://127.0.0.1:{port}", "club", "7")
        again = schiri("hall", *where, "--port", str(a_port()))
        assert (again.returncode, "by another running hall; stop that one first" in again.stderr) == (2, True)
        os.kill(int((folder / "mosquitto.pid").read_text()), signal.SIGKILL)
        with playing(settings, tmp_path / "table", opening(EVENTS)) as one:
            one.play(*EVENTS[1:])
            until(lambda: one.uplink.status == "connected; the hall has every line")
            assert _board(board, "7")["shown"]["ended"] is True
        hall.send_signal(signal.SIGTERM)
        assert hall.wait() == 0
    listed = schiri("record", "list", "--json", "--data-dir", str(next((folder / "tables").iterdir())))
    assert [json.loads(line)["lines"] for line in listed.stdout.splitlines()] == [len(EVENTS)]


@pytest.mark.needs("mosquitto")
def test_a_hall_that_is_opened_again_is_as_it_was(tmp_path: Path) -> None:
    """With its name, its ports and the address by which tables find it, and nothing named again."""
    folder, port, board = tmp_path / "hall", a_port(), a_port()
    named = ("--name", "club", "--mqtt-port", str(port), "--port", str(board), "--address", "10.0.0.2")
    for typed in some((named, ())):
        command = [sys.executable, "-P", "-m", "controller", "hall", *typed, "--folder", str(folder)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as hall:  # noqa: S603
            assert hall.stdout is not None
            assert hall.stdout.readline().startswith("no table is enrolled yet")
            begin = f"hall club: the board is at http://10.0.0.2:{board}/, tables speak to mqtts://10.0.0.2:{port}\n"
            assert hall.stdout.readline() == begin
            hall.send_signal(signal.SIGTERM)
            assert hall.wait() == 0
    told = schiri("hall", "enrol", "7", "--folder", str(folder))
    settings = parse(TABLE + told.stdout.partition("\n\n")[2]).hall
    assert settings is not None
    assert settings.broker == f"mqtts://10.0.0.2:{port}"


def test_the_way_to_another_broker_is_kept_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its password file from the root on: the next time somebody may type in another folder."""
    monkeypatch.chdir(tmp_path)
    given = options(Path("hall"), broker="mqtts://broker.example", user="h", password_file=Path("secret"))
    assert given.password_file == str(tmp_path / "secret")
    assert options(Path("hall"), name="club") == replace(given, name="club")
    (tmp_path / "hall" / "hall.json").write_text('{"name": "club", "mqtt_port": 8883}', encoding="utf-8")
    assert options(Path("hall")) == HallOptions(name="club")


def _board(port: int, table: str) -> dict[str, Any]:
    """The newest that the board's stream says of a table."""
    with browser(f"http://127.0.0.1:{port}") as http, http.stream("GET", "/tables") as stream:
        for line in stream.iter_lines():
            if line.startswith("data: {"):
                told: dict[str, Any] = json.loads(line.removeprefix("data: "))
                if told["table"] == table and told["shown"]:
                    return told
    raise AssertionError("the stream has ended")


CHANGING = ("POST", "PUT", "PATCH", "DELETE")


@pytest.fixture
def served(tmp_path: Path) -> Generator[tuple[Latest[HallSeen], httpx.Client]]:
    """The newest overview of a hall, and a browser at its board."""
    shown = TableShown(sender="0123456789abcdef", record=RECORD, lines=1, title="Skat", status="x")
    seen = Latest(HallSeen().with_table(TableSeen("3", is_online=True, shown=shown)))
    server = BoardServer(seen, "127.0.0.1", 0, arbiter=ArbiterDesk(seen, SeenWays(seen), tmp_path))
    with browser(f"http://127.0.0.1:{server.port}") as http:
        yield seen, http
    server.close()


def test_the_page_speaks_the_browser_s_language_and_no_name_but_its_own(served: tuple[object, httpx.Client]) -> None:
    _, http = served
    page = http.get("/", headers={"Accept-Language": "de-CH, en;q=0.5"})
    assert (page.status_code, words("de")["title"] in page.text, 'lang="de"' in page.text) == (200, True, True)
    assert http.get("/", headers={"Host": "evil.example"}).status_code == 421
    assert [http.get(f"/{name}").status_code for name in ("hall.js", "hall.css", "index.html")] == [200, 200, 404]
    assert "script-src" not in page.headers["content-security-policy"]
    assert len({tuple(sorted(words(lang))) for lang in ("en", "de", "fr", "it", "ja")}) == 1


def test_nobody_sends_the_board_anything(served: tuple[object, httpx.Client]) -> None:
    """Whoever is on the network may look on every route of the board, and do nothing on any of them."""
    _, http = served
    paths = [path.replace("{number:int}", "1").format(name="hall.css", of="act") for path in some(ROUTES)]
    asked = {(path, method): http.request(method, path) for path in paths for method in CHANGING}
    assert {one: answer.status_code for one, answer in asked.items()} == dict.fromkeys(asked, 405)


def test_an_arbiter_hears_of_the_verdicts_of_all_tables(served: tuple[Latest[HallSeen], httpx.Client]) -> None:
    """Those from before the page was opened, then each as its table is told it; the newest of a long evening."""
    seen, http = served
    for number in range(1, MOST_VERDICTS + 11):
        seen.put(seen.value.with_verdict("3", verdict_told(number), 1_795_720_000 + number))
    with http.stream("GET", "/arbiter/live") as stream:
        lines = (json.loads(line[6:]) for line in stream.iter_lines() if line.startswith('data: {"items"'))
        [(name, item)] = next(lines)["items"]
        assert (name, item.count("<article>")) == ("table-3", MOST_VERDICTS)
        seen.put(seen.value.with_verdict("3", verdict_told(MOST_VERDICTS + 10, withdrawn=True), 1_795_730_000))
        told = next(lines)
        assert told["items"][0][1].count("<article>") == MOST_VERDICTS - 1
        assert "withdrawn" in told["rest"]
    page = http.get("/arbiter", headers={"Accept-Language": "de"})
    assert (page.status_code, words("de")["arbiter"] in page.text, 'href="/"' in page.text) == (200, True, True)
    assert [http.get(path).status_code for path in ("/arbiter.html", "/cards/evil.svg", "/wall.css")] == [404, 404, 200]


def test_the_pictures_of_a_verdict_are_there_as_long_as_it_is(served: tuple[Latest[HallSeen], httpx.Client]) -> None:
    seen, http = served
    seen.put(seen.value.with_verdict("3", verdict_told(1, pictured=("act", "proof")), 1_795_720_000))
    for of in ("act", "proof"):
        answer = http.get(f"/verdicts/1/{of}.jpg")
        assert (answer.status_code, answer.headers["content-type"]) == (200, "image/jpeg")
        assert answer.content == seen.value.verdicts[0].picture(of)
    absent = ("verdicts/1/mat.jpg", "verdicts/2/act.jpg", "verdicts/x/act.jpg", "verdicts/1/act.png")
    assert [http.get(f"/{path}").status_code for path in absent] == [404] * 4
    for number in range(MOST_VERDICTS):
        seen.put(seen.value.with_verdict("3", verdict_told(number + 2), 1_795_720_000))
    assert http.get("/verdicts/1/act.jpg").status_code == 404


def test_the_stream_begins_with_every_table_and_goes_on_with_what_changes(
    served: tuple[Latest[HallSeen], httpx.Client],
) -> None:
    seen, http = served
    with http.stream("GET", "/tables") as stream:
        told = (json.loads(line[6:]) for line in stream.iter_lines() if line.startswith("data: {"))
        assert (first := next(told))["table"] == "3"
        assert first["shown"]["title"] == "Skat"
        seen.put(seen.value.with_table(TableSeen("4", trouble="<b>odd</b>")))
        assert next(told)["trouble"] == "<b>odd</b>"


def test_the_board_says_why_no_table_is_heard_and_has_no_verdict_for_whoever_is_no_arbiter(
    served: tuple[Latest[HallSeen], httpx.Client],
) -> None:
    seen, http = served
    seen.put(
        replace(seen.value.with_verdict("3", verdict_told(1), 1_795_720_000), trouble="mqtts://a:1 is not reached")
    )
    with http.stream("GET", "/tables", headers={"Accept-Language": "de"}) as stream:
        lines = stream.iter_lines()
        for gone in ("mqtts://a:1 is not reached", ""):
            while (line := next(lines)) != "event: trouble":
                assert line != "event: verdict"
            told = json.loads(next(lines)[6:])
            assert (gone in told, told.startswith("Der Saal")) == (True, bool(gone))
            seen.put(replace(seen.value, trouble=""))


REFUSED = [
    (
        ("hall", "enrol", "Table 3"),
        "a table cannot be called 'Table 3': use small letters, digits and dashes, at most 32",
    ),
    (("hall", "enrol", "hall"), "a table cannot be called hall: that is the hall's own name at its broker"),
    (
        ("hall", "--name", "The Club"),
        "a hall cannot be called 'The Club': use small letters, digits and dashes, at most 32",
    ),
    (
        ("hall", "enrol", "3", "--address", "club pc"),
        "'mqtts://club pc' is no broker's address; write it as mqtts://HOST:PORT",
    ),
    (("hall", "--broker", "http://hall"), "'http://hall' is no broker's address; write it as mqtts://HOST:PORT"),
    (("hall", "--broker", "mqtts://hall", "--password-file", "/nowhere"), "/nowhere cannot be read: No such file"),
]


@pytest.mark.parametrize(("typed", "told"), REFUSED)
def test_impossible_input_is_refused_in_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], typed: tuple[str, ...], told: str
) -> None:
    assert main([*typed, "--folder", str(tmp_path / "hall")]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n"), err.startswith(f"schiri: {told}")) == ("", 1, True)


def test_an_option_before_a_subcommand_is_refused_as_it_would_go_unheeded(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["hall", "--folder", str(tmp_path / "hall"), "enrol", "1"]) == 2
    assert "write --folder behind the subcommand" in capsys.readouterr().err
    assert not (tmp_path / "hall").exists()


def test_settings_that_lead_to_no_hall_are_refused_by_their_line() -> None:
    for wrong in ('broker = "hall"', 'broker = "mqtts://hall"\ntable = "Table 3"'):
        with pytest.raises(ValueError, match=r"schiri\.toml.*line"):
            parse(f'{TABLE}[hall]\nhall = "club"\n{wrong}\n', "schiri.toml")
    assert tomllib.loads(TABLE)["table"]["game"] == "mittlere"


def test_a_table_s_way_to_its_hall_is_written_out_as_it_was_read() -> None:
    """With a certificate of several lines."""
    way = '[hall]\nbroker = "mqtts://hall.local"\nhall = "club"\ntable = "3"\npassword = "pq7"\n'
    config = parse(f'{TABLE}{way}certificate = """a\nb\n"""\n')
    written = effective(config)
    assert config.hall is not None
    assert (parse(written).hall, config.hall.certificate) == (config.hall, "a\nb\n")
