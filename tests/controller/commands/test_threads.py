"""The program looks at pictures in the thread that asks: helpers that wait in a loop would take a core from it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from controller.__main__ import ONE_THREAD

WORK = """
import os
import controller.__main__
import cv2
import numpy as np

many = np.ones((600, 600))
many @ many
cv2.GaussianBlur(np.ones((2000, 2000), np.uint8), (31, 31), 5)
print(len(os.listdir("/proc/self/task")), cv2.getNumThreads(), *(os.environ[name] for name in sorted(%r)))
"""


def _told(**chosen: str) -> list[str]:
    """Threads after much work, OpenCV's own number of them, and what is set."""
    environment = {name: value for name, value in os.environ.items() if name not in ONE_THREAD} | chosen
    ran = subprocess.run(  # noqa: S603 - our own words
        [sys.executable, "-c", WORK % sorted(ONE_THREAD)], env=environment, capture_output=True, text=True, check=True
    )
    return ran.stdout.split()


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="threads are counted as Linux shows them")
def test_the_libraries_start_no_threads_of_their_own() -> None:
    assert _told() == ["1", "1", "1", "1"]


def test_a_configured_number_of_threads_is_left_alone() -> None:
    assert _told(OPENCV_FOR_THREADS_NUM="2")[1:] == ["2", "1", "2"]
