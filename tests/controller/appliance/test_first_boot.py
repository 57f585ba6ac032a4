"""The first boot of a written card: each step once however often it is broken off, told on a page, no secret left."""

import subprocess
import tarfile
from collections.abc import Callable, Iterator
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest

from controller.appliance import first_boot
from controller.appliance.first_boot import GONE, PART, FirstBoot
from controller.commands.system.sdcard import WORDS
from tests.support.loops import some

CODE = "0123456789abcdef"
KEY = "679b2e375bad0ab86c0c57d67c666324541dbef1adbb3c034cbf14161bfd922c"


class PowerCutError(BaseException):
    """The power is cut."""


class Machine:
    """A machine's folders, and what its programs would do in them."""

    def __init__(self, root: Path, **plan: Any) -> None:  # noqa: ANN401 - whatever a plan holds
        self.root = root
        self.calls: list[str] = []
        self.broken: dict[str, str] = {}
        """The words of a program that fails, by those of its command."""
        self.cut_at = -1
        """The number of the program at whose end the power is cut; -1: it is not."""
        self.plan: dict[str, Any] = {
            "boot": ["/boot/firmware", "/boot"],
            "archive": "schiri.tar.gz",
            "git": "",
            "branch": "",
            "whole": True,
            "lang": "de",
            "suits": "swiss",
            "game": "schieber",
            "camera": "",
            "wlan": "home",
            "code": CODE,
            "words": {name: str(word) for name, word in WORDS.items()},
        } | plan
        for folder in ("boot/firmware", "etc/cloud", "run/cloud-init", "proc/net", "sys/class/leds/ACT"):
            (root / folder).mkdir(parents=True)
        (root / "etc/systemd/system/multi-user.target.wants").mkdir(parents=True)
        (root / "etc/systemd/system" / first_boot.UNIT).touch()
        (root / "etc/systemd/system/multi-user.target.wants" / first_boot.UNIT).symlink_to(f"../{first_boot.UNIT}")
        (root / "var/lib/schiri-first-boot").mkdir(parents=True)
        (root / "run/cloud-init/result.json").touch()
        (root / "sys/class/leds/ACT/trigger").write_text("none [mmc0] timer")
        (root / "boot/firmware/user-data").write_text("#cloud-config\nusers: [{passwd: $6$salt$secret}]\n")
        (root / "boot/firmware/network-config").write_text(f"password: {KEY}\n")
        checkout = root / "checkout" / "schiri"
        (checkout / "wheels").mkdir(parents=True)
        (checkout / "pyproject.toml").touch()
        with tarfile.open(root / "boot/firmware/schiri.tar.gz", "w:gz") as archive:
            archive.add(checkout, "schiri")

    def started(self, monkeypatch: pytest.MonkeyPatch) -> FirstBoot:
        """The first boot, whose programs are these."""

        def call(_: FirstBoot, *words: str) -> None:
            self.call(*words)

        def has(_: FirstBoot, *words: str) -> bool:
            return words[-1] not in self.broken

        monkeypatch.setattr(FirstBoot, "call", call)
        monkeypatch.setattr(FirstBoot, "_has", has)
        return FirstBoot(self.plan, self.root, port=0)

    def call(self, *words: str) -> None:
        """Do what a program does."""
        said = " ".join(words)
        self.calls.append(said)
        for part, fault in self.broken.items():
            if part in said:
                raise first_boot.NotYetError(fault)
        if words[0] == "git":
            (Path(words[-1]) / "schiri").mkdir(parents=True)
            (Path(words[-1]) / "pyproject.toml").touch()
        elif "Releases" in said:
            (self.root / "opt/schiri/current").mkdir(parents=True)
        elif "install-service" in words:
            (self.root / "etc/systemd/system/multi-user.target.wants/schiri.service").symlink_to("nowhere")
        self.cut_at -= 1
        if self.cut_at == -1:
            raise PowerCutError


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(_: float) -> None:
        pass

    monkeypatch.setattr(first_boot.time, "sleep", none)


def route(root: Path, rows: str = "eth0 00000000 0101A8C0 0003 0 0 0 00000000 0 0 0\n") -> None:
    (root / "proc/net/route").write_text(f"Iface Destination Gateway\n{rows}")


def test_all_on_the_card_becomes_a_table_without_a_network_and_the_card_tells_no_secret(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine = Machine(tmp_path)
    machine.started(monkeypatch).run()
    install, init, service = machine.calls
    assert f"--no-index --find-links {tmp_path}/var/lib/schiri-first-boot/source/wheels" in install
    assert "--lang de --suits swiss --game schieber" in init
    assert service.startswith(f"{tmp_path}/opt/schiri/current/bin/schiri install-service --config ")
    code = tmp_path / "var/lib/schiri/console-owner.code"
    assert (code.read_text(), code.stat().st_mode & 0o777) == ("0123456789abcdef\n", 0o600)
    card = tmp_path / "boot/firmware"
    assert {path.name: path.read_text() for path in card.iterdir()} == {
        "user-data": GONE,
        "network-config": GONE.partition("\n")[2],
    }
    assert (tmp_path / "etc/cloud/cloud-init.disabled").exists()
    assert [
        *(tmp_path / "etc/systemd/system").rglob("*first-boot*"),
        *(tmp_path / "var/lib").glob("*first-boot*"),
    ] == []
    assert (tmp_path / "sys/class/leds/ACT/trigger").read_text() == "mmc0"


@pytest.mark.parametrize("git", ["", "https://example.org/schiri.git"])
@pytest.mark.parametrize("cut", range(4))
def test_an_interrupted_step_is_repeated_and_a_finished_one_is_not(
    cut: int, git: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = Machine(tmp_path / "whole", git=git)
    whole.started(monkeypatch).run()
    machine = Machine(tmp_path / "cut", git=git)
    machine.cut_at = cut
    if cut < len(whole.calls):
        with pytest.raises(PowerCutError):
            machine.started(monkeypatch).run()
        assert (machine.root / "boot/firmware/user-data").read_text() != GONE
    machine.started(monkeypatch).run()
    assert (machine.root / "boot/firmware/user-data").read_text() == GONE
    for part in some(("Releases", "install-service")):
        assert sum(part in call for call in machine.calls) == 1
    assert len(machine.calls) <= len(whole.calls) + 1


def test_a_cut_while_the_card_is_cleaned_leaves_a_table_that_is_not_set_up_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where there is no network any more: the table runs, and the rest of the card is cleaned."""
    machine = Machine(tmp_path, whole=False)
    route(tmp_path)
    first = machine.started(monkeypatch)
    monkeypatch.setattr(first.light, "end", lambda: (_ for _ in ()).throw(PowerCutError))
    with pytest.raises(PowerCutError):
        first.run()
    (tmp_path / "proc/net/route").unlink()
    done = len(machine.calls)
    machine.started(monkeypatch).run()
    assert (len(machine.calls), first.home.exists()) == (done, False)


def faults(machine: Machine, monkeypatch: pytest.MonkeyPatch, mend: Callable[[], None]) -> Iterator[str]:
    """The words for each thing that is in the way, each mended after it was told."""
    first = machine.started(monkeypatch)
    told: list[str] = []

    def wait(_: float) -> None:
        told.append(first.fault)
        mend()

    monkeypatch.setattr(first_boot.time, "sleep", wait)
    first.run()
    yield from told


@pytest.mark.parametrize(
    ("wlan", "said"), [("home", "the WLAN home was not joined"), ("", "There is no network: plug in a cable")]
)
def test_a_missing_network_is_told_and_waited_for(
    wlan: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    machine = Machine(tmp_path, whole=False, wlan=wlan)
    route(tmp_path, "wlan0 0001A8C0 00000000 0001 0 0 0 00FFFFFF 0 0 0\n")
    seen: list[str] = []

    def mend() -> None:
        seen.extend((tmp_path / "boot/firmware/schiri.txt").read_text().splitlines())
        seen.append((tmp_path / "sys/class/leds/ACT/delay_on").read_text())
        route(tmp_path)

    [told] = faults(machine, monkeypatch, mend)
    assert said in told
    assert seen == [f"Find the network: {told}", "100"]
    assert f"Schiri: Find the network: {told}\n" in capsys.readouterr().out


@pytest.mark.parametrize("way", ["proc/net/route", "proc/net/ipv6_route"])
def test_a_network_is_whatever_leads_out_of_this_machine(
    way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = Machine(tmp_path).started(monkeypatch)
    assert not first.has_network
    six = f"{'0' * 32} 00 {'0' * 32} 00 {{0}} 00000400 00000001 00000000 00000003 {{1}}\n"
    (tmp_path / "proc/net/ipv6_route").write_text(six.format("0" * 32, "lo"))
    route(tmp_path, "")
    assert not first.has_network
    if way.endswith("6_route"):
        (tmp_path / way).write_text(six.format("f" * 32, "eth0"))
    else:
        route(tmp_path)
    assert first.has_network


def test_a_failed_step_is_reported_in_its_own_words_and_retried(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine = Machine(tmp_path, git="https://example.org/x.git", branch="v2", whole=False)
    route(tmp_path)
    ways = {"import ensurepip, venv": "", "apt-get -qq": "apt-get: E: no space", "git clone": "git: no such host"}
    machine.broken = {**ways, "Releases": "python3: pip was cut off"}
    order = iter(("apt-get -qq", "git clone", "Releases"))

    def mend() -> None:
        machine.broken.pop(next(order))

    told = [*faults(machine, monkeypatch, mend)]
    assert told == ["apt-get: E: no space", "git: no such host", "python3: pip was cut off"]
    assert any("install -y --no-install-recommends python3-venv" in call for call in machine.calls)
    assert any("--branch v2 https://example.org/x.git" in call for call in machine.calls)


def test_a_card_without_its_archive_or_with_another_one_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine = Machine(tmp_path)
    archive = tmp_path / "boot/firmware/schiri.tar.gz"
    good = archive.read_bytes()
    archive.unlink()
    with tarfile.open(tmp_path / "other", "w:gz") as other:
        other.add(tmp_path / "proc", "proc")
    contents = iter([good[:100], (tmp_path / "other").read_bytes(), good])

    def mend() -> None:
        archive.write_bytes(next(contents))

    missing, cut, foreign = faults(machine, monkeypatch, mend)
    assert "schiri.tar.gz is not on the card" in missing
    assert cut == missing
    assert "no release of Schiri" in foreign


def test_accounts_can_log_in_from_the_beginning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where the rest fails; a machine without such a server is a table all the same."""
    machine = Machine(tmp_path, ssh=True)
    machine.broken = {"enable --now ssh": "systemctl: no such unit"}
    machine.started(monkeypatch).run()
    assert (machine.calls[0], len(machine.calls)) == ("systemctl enable --now ssh", 4)


def asked(port: int, path: str) -> str:
    line = HTTPConnection("127.0.0.1", port, timeout=10)
    line.request("GET", path)
    text = line.getresponse().read().decode()
    line.close()
    return text


def test_the_page_answers_at_the_tables_own_address_from_the_first_step_until_the_table_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine = Machine(tmp_path)
    machine.plan["words"] = {**machine.plan["words"], "title": "<b>Ihr Tisch</b>"}
    first = machine.started(monkeypatch)
    call, pages = machine.call, dict[str, str]()

    def looked_at(*words: str) -> None:
        if first.server:
            port = first.server.server_address[1]
            pages[words[-1]] = asked(port, "/pair?code=0123456789abcdef")
            assert pages[words[-1]].endswith(asked(port, PART))
        else:
            pages[words[-1]] = "closed"
        call(*words)

    monkeypatch.setattr(machine, "call", looked_at)
    first.run()
    install, init, service = pages.values()
    assert 'class="now" aria-current="step">Install the program' in install
    assert "&lt;b&gt;Ihr Tisch&lt;/b&gt;" in install
    assert init.count('class="done"') == 4
    assert service == "closed"


def test_a_page_whose_address_is_taken_stops_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    taken = Machine(tmp_path / "first").started(monkeypatch)
    taken.speak()
    assert taken.server
    other = Machine(tmp_path / "second")
    second = other.started(monkeypatch)
    second.port = taken.server.server_address[1]
    second.run()
    taken.hush()
    assert len(other.calls) == 3


def test_a_program_that_fails_is_told_by_its_last_words(tmp_path: Path) -> None:
    plan = Machine(tmp_path).plan
    with pytest.raises(first_boot.NotYetError, match=r"^sh: no such release$"):
        FirstBoot(plan, tmp_path).call("/bin/sh", "-c", "echo begins; echo no such release >&2; exit 3")


def test_the_file_runs_by_itself_on_any_python_of_a_table(tmp_path: Path) -> None:
    """Nothing of ours is on a card that was just written."""
    copy = tmp_path / "first_boot.py"
    copy.write_bytes(Path(first_boot.__file__).read_bytes())
    run = f"import runpy; print(runpy.run_path({str(copy)!r})['PORT'])"
    words = ["/usr/bin/env", "-i", "python3", "-I", "-c", run]
    done = subprocess.run(words, check=True, capture_output=True, text=True)  # noqa: S603 - our own words
    assert done.stdout == "8080\n"
