import shutil
from pathlib import Path

import pytest

from tests.packaging.stand_in import APT_STUB, SYNC_STUB, SYSTEMCTL_STUB, TOOL_STUB, Checkout, write_program

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    root = tmp_path / "a table"
    for name in ("requirements", "tools"):
        shutil.copytree(ROOT / name, root / name)
    for name in ("run", "pyproject.toml"):
        shutil.copy2(ROOT / name, root / name)
    programs = tmp_path / "programs"
    programs.mkdir()
    made = Checkout(root, programs)
    for name in ("python3", "python3.13", "python3.12", "python3.11"):
        made.python("3.12", name)
    write_program(programs / "apt-get", APT_STUB)
    write_program(programs / "systemctl", SYSTEMCTL_STUB)
    write_program(programs / "sync", SYNC_STUB)
    write_program(programs / "id", '#!/bin/sh\necho "${STUB_USER-1000}"\n')
    write_program(programs / "sudo", "#!/bin/sh\nexit 1\n")
    for name in ("ruff", "pyrefly", "lint-imports"):
        write_program(programs / name, TOOL_STUB)
    for name in ("micropython.sh", "axe.sh"):
        write_program(root / "tools" / name, f'#!/bin/sh\necho "{name}" >>"$STUB_LOG.apt"\n')
    write_program(root / "tools" / "test_wheel.sh", '#!/bin/sh\necho "wheel $*" >>"$STUB_LOG"\n')
    return made
