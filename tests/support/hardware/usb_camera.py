"""A USB camera that is not there: a library that stands before Linux for the program that is started with it."""

import subprocess
from pathlib import Path
from typing import Final

DEVICE: Final = "/dev/video77"
_SOURCE: Final = Path(__file__).with_name("v4l2_camera.c")


def library(folder: Path) -> Path:
    """The camera, compiled into a folder."""
    path = folder / "v4l2_camera.so"
    subprocess.run(["gcc", "-shared", "-fPIC", "-O1", "-o", str(path), str(_SOURCE), "-ldl"], check=True)  # noqa: S603, S607
    return path


def environment(camera: Path, pictures: Path, size: tuple[int, int], **more: object) -> dict[str, str]:
    """Variables for a program that has the camera; `more`: as the camera's source says."""
    count = len(list(pictures.glob("*.raw" if "FORMAT" in more else "*.jpg")))
    values = {"FOLDER": pictures, "PICTURES": count, "WIDE": size[0], "HIGH": size[1], **more}
    return {"LD_PRELOAD": str(camera), **{name: str(value) for name, value in values.items()}}
