"""Shows a film to the camera: ``projector.py FRAMES FPS`` writes raw pictures to the output that vivid loops to it.

The camera is set up first, and told to be an HDMI input of 1280 by 720. ``show FIRST LAST`` on standard input projects
these pictures, from 0, and says ``shown``; the last one stays.
"""

import subprocess
import sys
import time
from pathlib import Path

WIDE, HIGH = 1280, 720
TIMING = 3
"""Timing of vivid's list: 1280x720, 24 pictures a second."""
PICTURE_BYTES = WIDE * HIGH * 3
BUFFERS = 4
"""The driver begins when so many pictures have been written."""
CAMERA, SCREEN = "/dev/video0", "/dev/video1"


def control(device: str, *words: str) -> None:
    """Set a device up."""
    subprocess.run(["v4l2-ctl", "-d", device, *words], check=True, stdout=subprocess.DEVNULL)  # noqa: S603, S607 - our own words


def set_up() -> None:
    """Loop the screen to the camera, without anything written into the pictures."""
    for device in (CAMERA, SCREEN):
        control(device, "--set-dv-bt-timings", f"index={TIMING}")
    control(SCREEN, f"--set-fmt-video-out=width={WIDE},height={HIGH},pixelformat=BGR3")
    control(CAMERA, "--set-ctrl", "loop_video=1,osd_text_mode=2")


def main(frames: Path, fps: float) -> None:
    """Project what standard input asks for, until it ends."""
    set_up()
    command = ["v4l2-ctl", "-d", SCREEN, f"--stream-out-mmap={BUFFERS}", "--stream-from=-"]
    with (
        frames.open("rb") as film,
        subprocess.Popen(  # noqa: S603 - our own words
            command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        ) as screen,
    ):
        print("ready")  # noqa: T201 - what the tests wait for
        begun = False
        for line in sys.stdin:
            _, first, last = line.split()
            for number in (*(() if begun else (int(first),) * BUFFERS), *range(int(first), int(last) + 1)):
                began_s = time.monotonic()
                film.seek(number * PICTURE_BYTES)
                if screen.stdin:
                    screen.stdin.write(film.read(PICTURE_BYTES))
                    screen.stdin.flush()
                time.sleep(max(0.0, began_s + 1 / fps - time.monotonic()))
            begun = True
            print("shown")  # noqa: T201


if __name__ == "__main__":
    main(Path(sys.argv[1]), float(sys.argv[2]))
