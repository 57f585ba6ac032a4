"""Imports of the library: nearly nothing until the first table, and never a camera's or a page's libraries."""

import re
import subprocess
import sys
from importlib import import_module, resources
from typing import Final

import pytest

import schiri
from controller.commands import system
from groundwork import extensions
from schiri import games

_INSIDE: Final = re.compile(rf"^(?:from|import) (?:{'|'.join(extensions.INSIDE)})\b", re.MULTILINE)

LISTED = "import sys; before = {*sys.modules}; %s; print(*sorted({*sys.modules} - before))"
HEAVY = {"cv2", "numpy", "vision", "hardware", "firmware_bridge", "starlette", "PIL", "serial", "reportlab", "zxingcpp"}
USED = (
    "import schiri; table = schiri.Table('mittlere', 'Anna Berta Carla'); table.deal('Anna'); "
    "table.play('SA H6 S8 SK'); table.explain(1); table.must_hold('Carla'); table.sheet; table.undo()"
)


def loaded(program: str) -> set[str]:
    """The modules that a program loads beside those of a Python that starts."""
    command = [sys.executable, "-c", LISTED % program]
    told = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603 - this Python, our own text
    return {*told.stdout.split()}


def test_to_import_the_library_loads_its_errors_alone() -> None:
    found = loaded("import schiri")
    assert {name for name in found if name.startswith("schiri")} == {"schiri", "schiri.errors"}
    assert not {name.partition(".")[0] for name in found} & {*HEAVY, "controller", "pydantic"}
    assert "importlib.metadata" not in found


def test_to_use_it_loads_no_library_for_pictures_devices_or_pages() -> None:
    roots = {name.partition(".")[0] for name in loaded(USED)}
    assert {"schiri", "controller"} <= roots
    assert not roots & HEAVY


def test_each_name_that_it_offers_is_there() -> None:
    assert {name for name in schiri.__all__ if not isinstance(getattr(schiri, name), type)} == {"__version__"}
    assert {*schiri.__all__} <= {*dir(schiri)}
    assert not hasattr(schiri, "Chair")


@pytest.mark.parametrize("part", ["games", "displays", "marks", "rulebooks"])
def test_each_public_module_has_what_it_promises(part: str) -> None:
    module = import_module(f"schiri.{part}")
    assert [name for name in module.__all__ if not hasattr(module, name)] == []
    assert len({*module.__all__}) == len(module.__all__)


def test_games_can_be_listed_with_their_options_and_profiles() -> None:
    assert {"mittlere", "schieber", "bridge"} <= {*games.names()}
    assert [name for name in games.names() if games.load(name).name != name] == []
    assert {option.name for option in games.options("Schieber")} >= {"target", "contracts"}
    assert "fft2012" in games.profiles("tarot")
    with pytest.raises(schiri.UnknownNameError, match="there is no game 'schibber'"):
        games.options("schibber")


def test_a_package_to_begin_with_imports_nothing_below_the_library() -> None:
    texts = [one.read_text(encoding="utf-8") for one in (resources.files(system) / "skeletons").iterdir()]
    inside = [found for text in texts for found in _INSIDE.findall(text)]
    assert len(texts) > 8
    assert inside == []
