"""Imports of the table layer: it reasons over observations and needs no picture."""

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

LOADED = "import sys, importlib; [importlib.import_module(name) for name in sys.argv[1:]]; print(*sys.modules)"


@pytest.mark.parametrize("storey", ["controller.table", "controller.language"])
def test_the_pure_packages_load_no_pictures_and_no_devices(storey: str) -> None:
    spec = find_spec(storey)
    assert spec is not None
    [folder] = map(Path, spec.submodule_search_locations or ())
    names = [f"{storey}.{path.stem}" for path in sorted(folder.glob("*.py")) if path.stem != "__init__"]
    assert names
    done = subprocess.run([sys.executable, "-c", LOADED, *names], capture_output=True, text=True, check=True)  # noqa: S603 - our own program
    loaded = {name.split(".")[0] for name in done.stdout.split()}
    assert {"controller", "vision"} <= loaded
    assert loaded.isdisjoint({"cv2", "numpy", "hardware", "serial"})
