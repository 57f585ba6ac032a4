"""What the library loads: nearly nothing until the first table, and never a camera's or a page's libraries."""

import subprocess
import sys

import schiri

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


def test_to_use_it_loads_no_library_for_pictures_devices_or_pages() -> None:
    roots = {name.partition(".")[0] for name in loaded(USED)}
    assert {"schiri", "controller"} <= roots
    assert not roots & HEAVY


def test_each_name_that_it_offers_is_there() -> None:
    assert {name for name in schiri.__all__ if not isinstance(getattr(schiri, name), type)} == set()
    assert {*schiri.__all__} <= {*dir(schiri)}
    assert not hasattr(schiri, "Chair")
