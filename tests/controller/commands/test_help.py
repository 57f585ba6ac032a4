"""What only tells how the program is used loads nothing that it is not told with."""

import subprocess
import sys

import pytest

HEAVY = ("cv2", "numpy", "starlette", "uvicorn", "controller.record.events", "controller.settings.model")


@pytest.mark.parametrize(
    "words", [["--help"], ["referee", "--help"], ["record", "--help"], ["record", "rule", "--help"]]
)
def test_help_loads_neither_cameras_nor_servers_nor_settings(words: list[str]) -> None:
    told = f"""
import sys
from controller.cli import main
main({words!r})
sys.stderr.write(",".join(name for name in {HEAVY!r} if name in sys.modules))
"""
    ran = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True)  # noqa: S603  our own
    assert ("Usage" in ran.stdout, ran.stderr) == (True, "")
