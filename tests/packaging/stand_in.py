import os
import pty
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

# A stand-in for Python: it notes each call, makes environments that hold only itself, and answers what `run` asks.
PYTHON_STUB = """#!/bin/sh
printf '%s\\n' "$*" >>"$STUB_LOG"
case "$*" in
"-m venv "*)
    for place; do :; done
    mkdir -p "$place/bin"
    rm -f "$place"/.[a-z]*
    ln -sf "$(readlink -f "$0")" "$place/bin/python"
    echo $VERSION >"$place/bin/made-by"
    case "$*" in *--system-site-packages*) echo 'include-system-site-packages = true' >"$place/pyvenv.cfg" ;;
    *) rm -f "$place/pyvenv.cfg" ;; esac
    echo "VIRTUAL_ENV='$place'" >"$place/bin/activate" ;;
"-m pip "*) sleep "${STUB_PIP_SECONDS-0}" && exit "${STUB_PIP_STATUS-0}" ;;
*"-m controller"*) echo "$SCHIRI_TYPED" >"$STUB_LOG.typed" && pwd && shift 3 && for word; do echo "<$word>"; done ;;
*picamera2*) [ -z "${STUB_NO_PI-}" ] || { [ "${STUB_APT_STATUS-0}" = 0 ] && grep -q picamera2 "$STUB_LOG.apt"; } ;;
*find_library*) exit "${STUB_NO_ZBAR-0}" ;;
*ensurepip*) [ -z "${STUB_NO_VENV-}" ] || grep -q venv "$STUB_LOG.apt" ;;
-V) echo "Python $VERSION" ;;
"-c import pip") [ "$(cat "${0%/*}/made-by")" = $VERSION ] ;;
"-c "*)
    exec "$STUB_REAL" -I -S -c "import platform, sys
sys.version_info = tuple(map(int, '$VERSION'.split('.')))
platform.python_version = lambda: '$VERSION'
$2" ;;
*system_parts*) printf '%s' "${STUB_MISSING-}" ;;
"-m pytest"*) { [ -z "${STUB_SKIPS-}" ] || echo "$STUB_SKIPS" >>"$SCHIRI_SKIPS"; } && exit "${STUB_TESTS_STATUS-0}" ;;
esac
"""
APT_STUB = """#!/bin/sh
echo "apt-get speaks"
echo "$*" >>"$STUB_LOG.apt"
exit "${STUB_APT_STATUS-0}"
"""
SYSTEMCTL_STUB = """#!/bin/sh
[ "$1" != cat ] || exit "${STUB_NO_SERVICE-1}"
echo "systemctl $*" >>"$STUB_LOG.apt"
"""
SYNC_STUB = """#!/bin/sh
{
    grep -c -- '-m pip install' "$STUB_LOG"
    cd "$2" && ls -A
} >"$STUB_LOG.sync"
"""
LEFT_OUT = {"PYTHON", "CI", "SCHIRI_INSTALL", "SCHIRI_MODEL", "SCHIRI_OTHER_PYTHON", "SCHIRI_DEADLINE"}
"""Variables that would change the trial."""
TOOL_STUB = """#!/bin/sh
echo "${0##*/} $*" >>"$STUB_LOG"
case "${0##*/}" in "${STUB_BROKEN-}") exit 1 ;; esac
"""


def write_program(path: Path, text: str) -> Path:
    path.write_text(text)
    path.chmod(0o755)
    return path


@dataclass(frozen=True, slots=True)
class Checkout:
    """A copy of what `run` needs, in a place of its own, with stand-ins for every program that reaches outside."""

    root: Path
    programs: Path

    @property
    def venv(self) -> Path:
        return self.root / ".venv"

    @property
    def log(self) -> Path:
        return self.programs / "calls"

    def python(self, version: str, name: str = "") -> Path:
        return write_program(
            self.programs / (name or f"python-{version}"), PYTHON_STUB.replace("$VERSION", f"{version}.0")
        )

    def environment(self, **extra: str) -> dict[str, str]:
        inherited = {name: value for name, value in os.environ.items() if name not in LEFT_OUT}
        path = f"{self.programs}:{os.environ['PATH']}"
        return inherited | {"PATH": path, "STUB_LOG": str(self.log), "STUB_REAL": sys.executable} | extra

    def start(
        self, *words: str, program: Path | None = None, cwd: Path | None = None, **extra: str
    ) -> subprocess.Popen[str]:
        command = [str(program or self.root / "run"), *words]
        return subprocess.Popen(  # noqa: S603 - the script under test
            command,
            cwd=cwd,
            env=self.environment(**extra),
            text=True,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )

    def run(
        self, *words: str, program: Path | None = None, cwd: Path | None = None, **extra: str
    ) -> tuple[int, str, str]:
        process = self.start(*words, program=program, cwd=cwd, **extra)
        stdout, stderr = process.communicate()
        return process.returncode, stdout, stderr

    def run_on_terminal(self, *words: str, typed: str, **extra: str) -> str:
        """What a terminal shows on which one line is typed."""
        ours, theirs = pty.openpty()
        os.write(ours, f"{typed}\n".encode())
        command = [str(self.root / "run"), *words]
        process = subprocess.Popen(  # noqa: S603 - the script under test
            command, env=self.environment(**extra), stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True
        )
        os.close(theirs)
        shown = b""
        with suppress(OSError):  # Linux tells the end of a terminal so
            while part := os.read(ours, 4096):
                shown += part
        process.wait()
        os.close(ours)
        return shown.decode()

    def calls(self, *, questions: bool = False) -> list[str]:
        """The calls since the last look; without questions (`-c`, `-V`) unless asked for."""
        lines = self.log.read_text().splitlines() if self.log.exists() else []
        self.log.unlink(missing_ok=True)
        started = [line for line in lines if line.startswith(("-", "ruff", "pyrefly", "lint-imports", "wheel"))]
        return [line for line in started if questions or not line.startswith(("-c ", "-V"))]

    def system_calls(self) -> list[str]:
        log = Path(f"{self.log}.apt")
        return log.read_text().splitlines() if log.exists() else []

    def synced(self) -> list[str]:
        """How often pip had been called when all was last brought to the disk, and what lay in the environment then."""
        return Path(f"{self.log}.sync").read_text().split()

    def venv_call(self) -> str:
        return f"-m venv --clear {self.venv}"

    def lock_call(self, name: str) -> str:
        lock = self.root / "requirements" / f"{name}.lock"
        pip = "-m pip install --disable-pip-version-check --no-deps -qq"
        return f"{pip} --require-hashes --only-binary :all: -r {lock}"

    def project_call(self) -> str:
        pip = "-m pip install --disable-pip-version-check --no-deps -qq"
        return f"{pip} --no-build-isolation --editable {self.root}"

    def all_calls(self, *after: str) -> list[str]:
        """What a first set-up starts, then what is asked for."""
        return [self.venv_call(), self.lock_call("runtime"), self.project_call(), *after]
