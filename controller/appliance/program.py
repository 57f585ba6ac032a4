"""The program as people type it on this machine: ``./run`` in a checkout, ``schiri`` where that is on the path."""

import os
import re
import shutil
import sys
from pathlib import Path
from typing import Final

TYPED: Final = "SCHIRI_TYPED"
"""The variable in which a script that starts the program says by which name people start the script."""
NAME: Final = "schiri"
COMMANDS: Final = (
    *("advise", "backup", "calibrate", "camera", "config", "count", "demo", "display", "doctor", "enrol"),
    *("film", "firmware", "games", "hall", "install-service", "marks", "new", "read", "record", "referee"),
    *("release", "replay", "restore", "sdcard", "support-bundle", "uninstall-service"),
)
_COMMAND: Final = re.compile(rf"(?<![\w./-]){NAME} (?=(?:{'|'.join(COMMANDS)})\b)")


def name() -> str:
    """Return the word, or the path, with which this program is started here."""
    if typed := os.environ.get(TYPED):
        return typed
    if shutil.which(NAME):
        return NAME
    started = Path(sys.argv[0])
    return str(started) if started.name == NAME else f"{Path(sys.executable).name} -m controller"


def as_typed(text: str) -> str:
    """Return a text with the commands in it as they are typed on this machine.

    The text has them as ``schiri doctor``.
    """
    return _COMMAND.sub(lambda _: f"{name()} ", text)
