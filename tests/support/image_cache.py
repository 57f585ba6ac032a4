"""Images of machines that take minutes to build: made once, kept in the cache, forgotten when nobody uses them."""

import os
import shutil
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from platformdirs import user_cache_path

FORGOTTEN_S: Final = 14 * 86_400
"""An image that was not used for so long is deleted."""


def kept(kind: str, key: str, build: Callable[[Path, Path], None]) -> Path:
    """The folder of the image with this key, built if it is not there yet.

    Args:
        kind: what its folder's name begins with; others of it that were not used for long are deleted.
        key: of everything that the image depends on.
        build: fills a folder that it makes; its second folder is for scratch and removed after.
    """
    home = user_cache_path("schiri", ensure_exists=True)
    folder = home / f"{kind}-{key}"
    if not folder.exists():
        with tempfile.TemporaryDirectory(prefix=f".{kind}-", dir=home) as unfinished:
            built = Path(unfinished) / "image"
            build(built, Path(unfinished))
            # Whole or not at all; another run may have been quicker.
            with suppress(OSError):
                built.rename(folder)
    os.utime(folder)
    for other in home.glob(f"{kind}-*"):
        if other.stat().st_mtime < time.time() - FORGOTTEN_S:
            shutil.rmtree(other, ignore_errors=True)
    return folder
