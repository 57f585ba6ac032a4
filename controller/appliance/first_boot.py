"""The first hour of a table's machine: the program is installed, and a page tells from the first minute how far it is.

``schiri sdcard`` writes this file into a card's ``user-data``; the machine's own Python runs it after every start until
all is done. It needs nothing but that, and whatever broke off is begun again.
"""

import html
import json
import os
import shutil
import subprocess
import sys
import tarfile
import threading
import time
import zlib
from collections.abc import Callable, Mapping
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Final

PORT: Final = 8080
"""The port of the table's own pages once it runs: one address from the first minute on."""
AGAIN_S: Final = 15.0
"""Seconds between two tries of what failed: the network may come, a mistake be mended."""
PART: Final = "/first-boot"
"""The address at which the page finds its newest state; the table's own pages have nothing there."""
CLOUD_INIT_S: Final = 600.0
"""Longest time that its own set-up is waited for before it is switched off."""
UNIT: Final = "schiri-first-boot.service"
REPORT: Final = "schiri.txt"
"""The file on the card's boot partition that says the same: a machine without network is asked by its card."""
GONE: Final = "#cloud-config\n# Schiri is installed; what stood here was deleted from the card.\n"
PI_PACKAGES: Final = ("python3-picamera2", "python3-gpiozero", "python3-lgpio", "python3-rpi-lgpio")
"""The camera and the pins of a Raspberry Pi: packages of its own Debian alone."""


class NotYetError(Exception):
    """A step that cannot be done for now; the message says why, and what to do."""


class FirstBoot:
    """The steps from a written card to a table, each done once."""

    def __init__(self, plan: Mapping[str, Any], root: Path = Path("/"), *, port: int = PORT) -> None:
        """Take a plan.

        Args:
            plan: what ``schiri sdcard`` was told; its ``words`` are in the table's language.
            root: root of the machine.
            port: port of the page.
        """
        self.plan, self.root, self.port = plan, root, port
        self.words: Mapping[str, str] = plan["words"]
        self.boot = next((path for path in map(self._at, plan["boot"]) if path.is_dir()), self._at(plan["boot"][0]))
        self.home = self._at("/var/lib/schiri-first-boot")
        self.source = self.home / "source"
        self.releases = self._at("/opt/schiri")
        self.data = self._at("/var/lib/schiri")
        self.settings = self._at("/etc/schiri/schiri.toml")
        self.unit = self._at("/etc/systemd/system") / UNIT
        self.light = MachineLight(self._at("/sys/class/leds"))
        self.done: list[str] = []
        self.now, self.fault = "", ""
        self.server: ThreadingHTTPServer | None = None
        """The server of the page, while it is this one that answers."""
        self._last = ""

    @property
    def steps(self) -> tuple[tuple[str, Callable[[], None]], ...]:
        """Every step, by the name of its words, in order."""
        return (
            ("network", self.reach),
            ("packages", self.complete),
            ("program", self.fetch),
            ("install", self.install),
            ("table", self.begin),
        )

    def run(self) -> None:
        """Do all steps, each until it is done, and take away what is needed no more."""
        self.speak()
        if self.plan.get("ssh"):
            with suppress(NotYetError):
                self.call("systemctl", "enable", "--now", "ssh")  # on Raspberry Pi OS it is off
        try:
            for name, step in self.steps if not self.is_begun else ():
                self._do(name, step)
        finally:
            self.hush()
        self.clean()

    def _do(self, name: str, step: Callable[[], None]) -> None:
        self.now, self.fault = name, ""
        while True:
            self.report()
            try:
                step()
                break
            except (NotYetError, OSError, subprocess.SubprocessError) as error:
                self.fault = str(error) or type(error).__name__
            self.report()
            time.sleep(AGAIN_S)
        self.done.append(name)

    def reach(self) -> None:
        """Wait for a network, unless all that is needed is on the card; raises NotYetError."""
        if not self.is_whole and not self.has_network:
            wlan = self.plan["wlan"]
            raise NotYetError(self.words["no_wlan"].replace("{ssid}", wlan) if wlan else self.words["no_network"])

    @property
    def is_whole(self) -> bool:
        """Whether the archive on the card has everything."""
        return bool(self.plan["whole"])

    @property
    def has_network(self) -> bool:
        """Whether some way leads out of this machine."""
        with suppress(OSError):
            rows = self._at("/proc/net/route").read_text(encoding="ascii").splitlines()[1:]
            if any(row.split()[1] == "00000000" for row in rows):
                return True
            rows = self._at("/proc/net/ipv6_route").read_text(encoding="ascii").splitlines()
            return any(set(row.split()[0]) == {"0"} and row.split()[-1] != "lo" for row in rows)
        return False

    def complete(self) -> None:
        """Install what the program needs of the system; what a table works without may be missing."""
        needed = [] if self._has("-c", "import ensurepip, venv") else ["python3-venv"]
        needed += ["git"] if self.plan["git"] and shutil.which("git") is None else []
        wished = list(PI_PACKAGES) if self.is_pi and not self._has("-c", "import picamera2, gpiozero, lgpio") else []
        if needed:
            self.apt(*needed)
        if wished and self.has_network:
            with suppress(OSError, subprocess.SubprocessError):
                self.apt(*wished)

    @property
    def is_pi(self) -> bool:
        """Whether this machine is a Raspberry Pi."""
        with suppress(OSError):
            return self._at("/sys/firmware/devicetree/base/model").read_bytes().startswith(b"Raspberry Pi")
        return False

    def apt(self, *packages: str) -> None:
        """Install packages of Debian."""
        apt = ("apt-get", "-qq", "-o", "DPkg::Lock::Timeout=300")
        self.call(*apt, "update")
        self.call(*apt, "install", "-y", "--no-install-recommends", *packages)

    def fetch(self) -> None:
        """Unpack the archive of the card, or clone the program; half of it is none. Raises NotYetError."""
        if self.source.is_dir():
            return
        half = self.home / "half"
        shutil.rmtree(half, ignore_errors=True)
        if self.plan["git"]:
            branch = ("--branch", self.plan["branch"]) if self.plan["branch"] else ()
            self.call("git", "clone", "--quiet", "--depth", "1", *branch, self.plan["git"], str(half))
        else:
            half.mkdir(parents=True)
            try:
                with tarfile.open(self.boot / self.plan["archive"]) as opened:
                    opened.extractall(half, filter="data")
            except (FileNotFoundError, EOFError, zlib.error, tarfile.TarError) as error:
                raise NotYetError(self.words["no_archive"].replace("{file}", self.plan["archive"])) from error
        described = sorted(half.glob("**/pyproject.toml"), key=lambda path: len(path.parts))
        if not described:
            raise NotYetError(self.words["no_program"])
        os.sync()
        described[0].parent.rename(self.source)

    def install(self) -> None:
        """Install the program as the first release."""
        if (self.releases / "current").exists():
            return
        wheels = self.source / "wheels"
        options = ["--no-index", "--find-links", str(wheels)] if wheels.is_dir() else []
        program = "import sys; sys.path.insert(0, sys.argv[1]); from pathlib import Path; "
        program += "from controller.appliance.releases import Releases; source = Path(sys.argv[1]); "
        program += "Releases(Path(sys.argv[2])).install(source, source / 'requirements/runtime.lock', *sys.argv[3:])"
        self.call(sys.executable, "-B", "-c", program, str(self.source), str(self.releases), *options)

    def begin(self) -> None:
        """Write settings by what is plugged in, and let the table run; from now on its own pages answer."""
        if self.is_begun:
            return
        program = str(self.releases / "current/bin/schiri")
        settings = self.home / "schiri.toml"
        plan = self.plan
        camera = ("--camera", plan["camera"]) if plan["camera"] else ()
        words = ("--lang", plan["lang"], "--suits", plan["suits"], "--game", plan["game"], *camera)
        self.call(program, "config", "init", str(settings), "--force", *words)
        self.data.mkdir(parents=True, exist_ok=True)
        code = self.data / "console-owner.code"
        code.touch(0o600)
        code.write_text(f"{plan['code']}\n", encoding="ascii")
        self.hush()
        try:
            self.call(program, "install-service", "--config", str(settings))
        except BaseException:
            self.speak()
            raise

    @property
    def is_begun(self) -> bool:
        """Whether the table runs whenever this machine is switched on."""
        return self._at("/etc/systemd/system/multi-user.target.wants/schiri.service").is_symlink()

    def clean(self) -> None:
        """Take secrets off the card, and all that is needed no more; no later start sets this machine up again."""
        self._wait_for_cloud_init()
        for name in ("user-data", "network-config"):
            blank(self.boot / name, GONE if name == "user-data" else GONE.partition("\n")[2])
        for old in (self.boot / self.plan["archive"], self.boot / REPORT):
            if old.is_file():
                old.unlink()
        self._at("/etc/cloud/cloud-init.disabled").touch()
        self.light.end()
        self.unit.unlink(missing_ok=True)
        (self.unit.parent / "multi-user.target.wants" / self.unit.name).unlink(missing_ok=True)
        shutil.rmtree(self.home, ignore_errors=True)
        os.sync()

    def _wait_for_cloud_init(self) -> None:
        """Let it end what it does at this start: the card's files are read by it."""
        late = time.monotonic() + CLOUD_INIT_S
        ended = self._at("/run/cloud-init/result.json")
        while not ended.exists() and self._at("/run/cloud-init").is_dir() and time.monotonic() < late:
            time.sleep(1)

    def report(self) -> None:
        """Tell how far it is: in the journal and on the screen, on the card, by the light; the page asks by itself."""
        sentence = self.words[self.now] + (f": {self.fault}" if self.fault else "")
        if sentence == self._last:
            return
        self._last = sentence
        sys.stdout.write(f"Schiri: {sentence}\n")
        sys.stdout.flush()
        self.light.show(well=not self.fault)
        with suppress(OSError), (self.boot / REPORT).open("w", encoding="utf-8") as file:
            file.write(f"{sentence}\n")
            file.flush()
            os.fsync(file.fileno())

    def speak(self) -> None:
        """Answer browsers, unless the table does."""
        if self.server or self.is_begun:
            return
        page = self

        class Answer(BaseHTTPRequestHandler):
            """Answer to one request."""

            def do_GET(self) -> None:
                text = page.part if self.path == PART else page.page
                self.send_response(200)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.send_header("Cache-Control", "no-store")
                self.end_headers()
                self.wfile.write(text.encode())

            def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the library's own name
                """Say nothing."""

        with suppress(OSError):
            self.server = ThreadingHTTPServer(("", self.port), Answer)
            threading.Thread(target=self.server.serve_forever, name="page", daemon=True).start()

    def hush(self) -> None:
        """Answer browsers no more: the address is the table's own."""
        if self.server:
            self.server.shutdown()
            self.server.server_close()
            self.server = None

    @property
    def part(self) -> str:
        """The steps as a piece of a page."""
        rows = []
        for name, _ in self.steps:
            state = "done" if name in self.done else "now" if name == self.now else "later"
            current = ' aria-current="step"' if state == "now" else ""
            rows.append(f'<li class="{state}"{current}>{html.escape(self.words[name])}</li>')
        fault = f'<p role="alert">{html.escape(self.fault)}</p>' if self.fault else ""
        return f'<main id="main"><h1>{html.escape(self.words["title"])}</h1><ol>{"".join(rows)}</ol>{fault}</main>'

    @property
    def page(self) -> str:
        """The whole page."""
        note = html.escape(self.words["note"])
        return _PAGE.replace("LANG", str(self.plan["lang"])).replace("PART", PART).replace("NOTE", note) + self.part

    def call(self, *command: str) -> None:
        """Run a program; raises NotYetError with its last words."""
        process = subprocess.run(command, capture_output=True, text=True, check=False, env=_environment())  # noqa: S603 - our own words
        if process.returncode:
            lines = [line for line in f"{process.stdout}\n{process.stderr}".splitlines() if line.strip()]
            raise NotYetError(f"{Path(command[0]).name}: {lines[-1] if lines else process.returncode}")

    def _has(self, *words: str) -> bool:
        process = subprocess.run([sys.executable, *words], capture_output=True, check=False)  # noqa: S603 - our own words
        return process.returncode == 0

    def _at(self, path: str) -> Path:
        return self.root / path.lstrip("/")


class MachineLight:
    """The machine's own light: slow while it works, fast while something is in the way, as ever when it is done."""

    def __init__(self, folder: Path) -> None:
        """Take the folder of all lights; where there is none nothing is shown."""
        self._light = next((folder / name for name in ("ACT", "led0") if (folder / name).is_dir()), None)
        self._before = ""

    def show(self, *, well: bool) -> None:
        """Blink slowly if all is well, else fast."""
        half_ms = "500" if well else "100"
        with suppress(OSError):
            if self._light and not self._before:
                trigger = (self._light / "trigger").read_text(encoding="ascii")
                self._before = trigger.partition("[")[2].partition("]")[0] or "none"
            self._write("trigger", "timer")
            self._write("delay_on", half_ms)
            self._write("delay_off", half_ms)

    def end(self) -> None:
        """Show what it showed before."""
        with suppress(OSError):
            self._write("trigger", "mmc0" if self._before in ("", "timer") else self._before)

    def _write(self, name: str, text: str) -> None:
        if self._light:
            (self._light / name).write_text(text, encoding="ascii")


def blank(file: Path, text: str) -> None:
    """Write over a file's content, then replace it by a text: a card that is taken out tells nobody a password."""
    if not file.is_file():
        return
    with file.open("r+b") as opened:
        opened.write(b" " * file.stat().st_size)
        opened.flush()
        os.fsync(opened.fileno())
        opened.seek(0)
        opened.truncate()
        opened.write(text.encode())
        opened.flush()
        os.fsync(opened.fileno())


def _environment() -> dict[str, str]:
    return {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "HOME": "/root", "SCHIRI_TYPED": "schiri"}


_PAGE: Final = """<!doctype html><html lang="LANG"><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>Schiri</title>
<noscript><meta http-equiv="refresh" content="5"></noscript>
<style>
:root { color-scheme: light dark; font: 1.1rem/1.5 system-ui, sans-serif }
body { max-width: 34rem; margin: 2rem auto; padding: 0 1rem }
li { padding: .35rem 0; opacity: .6 } li.done { opacity: 1 } li.now { opacity: 1; font-weight: bold }
li.done::after { content: " \\2713" } li.now::after { content: " …" }
[role=alert] { border-left: .4rem solid #c60; padding-left: .8rem }
</style>
<script>
setInterval(async () => {
  try {
    const answer = await fetch("PART");
    if (answer.ok) document.getElementById("main").outerHTML = await answer.text(); else location.reload();
  } catch { }
}, 2000);
</script>
<p>NOTE</p>
"""


if __name__ == "__main__":
    FirstBoot(json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))).run()
