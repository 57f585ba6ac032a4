"""The files on a Pico: the program ``pico/``, and a ``main.py`` that names the fitted parts."""

import shutil
from pathlib import Path

from firmware_bridge.mcu.toolchain import HOME, Outfit

MAIN = "from schiri.chip import run\n\nrun({parts!r}, {values!r})\n"


def stage(fitted: Outfit, out: Path) -> Path:
    """Put the Pico's files together in a folder of their own below ``out``; that folder."""
    folder = out / "pico"
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "schiri").mkdir(parents=True)
    for source in sorted((HOME / "pico").glob("*.py")):
        shutil.copy(source, folder / "schiri")
    main = MAIN.format(parts=fitted.parts, values=dict(fitted.values))
    (folder / "main.py").write_text(main, encoding="utf-8")
    return folder
