"""However a camera's driver behaves, the program ends with the status of its command."""

import subprocess
import sys
from pathlib import Path

import pytest

HANGS = """
import os, sys, threading, time
import cv2
import controller.cli
from controller.__main__ import run

pipe = sys.argv[1]
os.mkfifo(pipe)

class Output:
    "Standard output; while Python is being taken down, what the driver hangs at comes back."
    closed, flushed = False, 0

    def write(self, text):
        os.write(1, text.encode())

    def flush(self):
        self.flushed += 1
        if self.flushed == 2:
            os.close(os.open(pipe, os.O_WRONLY))
            time.sleep(60)

def main():
    reading = threading.Thread(target=cv2.VideoCapture, args=(pipe, cv2.CAP_FFMPEG), daemon=True)
    reading.start()
    sys.stdout = Output()
    print("no picture")
    return 3

controller.cli.main = main
sys.exit(run())
"""
"""A command whose camera never answers."""


def test_a_camera_that_hangs_changes_nothing_of_how_the_program_ends(tmp_path: Path) -> None:
    ran = subprocess.run(  # noqa: S603 - our own words
        [sys.executable, "-c", HANGS, str(tmp_path / "pipe")], capture_output=True, text=True, check=False
    )
    assert (ran.returncode, ran.stdout, "terminate" in ran.stderr) == (3, "no picture\n", False), ran.stderr


@pytest.mark.parametrize(("main", "status"), [("lambda: 2", 2), ("lambda: 1 / 0", 1), ("ended", 130)])
def test_the_status_is_the_commands(main: str, status: int) -> None:
    told = f"""
import sys
import controller.cli
from controller.__main__ import run

def ended():
    raise KeyboardInterrupt

controller.cli.main = {main}
sys.exit(run())
"""
    ran = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=False)  # noqa: S603
    assert (ran.returncode, "ZeroDivisionError" in ran.stderr) == (status, status == 1)
