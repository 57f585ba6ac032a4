import pytest

from tests.packaging.stand_in import Checkout, write_program

INSTALL = "-qq -o DPkg::Lock::Timeout=60 install -y --no-install-recommends"
UPDATE = "-qq -o DPkg::Lock::Timeout=60 update"
PARTS = (
    "gcc-avr avr-libc binutils-avr gcc libc6-dev libsimavr-dev libelf-dev avrdude arduino-core-avr lcdproc"
    " chromium chromium-driver espeak-ng"
)
PI_PARTS = "qemu-system-arm device-tree-compiler kmod cpio debian-archive-keyring"
LOST = "schiri: without libzbar0 the second QR reader is missing; for it type: sudo apt-get install libzbar0"


def test_a_user_without_rights_hears_once_what_is_lost(checkout: Checkout) -> None:
    status, _, stderr = checkout.run("demo", STUB_NO_ZBAR="1")
    assert (status, stderr.splitlines().count(LOST), checkout.system_calls()) == (0, 1, [])
    (checkout.root / "pyproject.toml").write_text("# changed")
    status, _, stderr = checkout.run("demo", STUB_NO_ZBAR="1")
    assert (status, stderr.splitlines().count(LOST)) == (0, 0)


@pytest.mark.parametrize("may", ["root", "sudo"])
def test_who_may_gets_the_library(checkout: Checkout, may: str) -> None:
    write_program(checkout.programs / "sudo", '#!/bin/sh\nshift\nexec "$@"\n')
    status, stdout, stderr = checkout.run("demo", STUB_NO_ZBAR="1", STUB_USER="0" if may == "root" else "1000")
    assert (status, checkout.system_calls()) == (0, [f"{INSTALL} libzbar0"])
    assert stderr.splitlines()[-2:] == ["schiri: installing the system package libzbar0", "apt-get speaks"]
    assert "apt-get" not in stdout


def test_a_package_manager_that_fails_stops_nothing(checkout: Checkout) -> None:
    status, stdout, stderr = checkout.run("demo", STUB_NO_ZBAR="1", STUB_USER="0", STUB_APT_STATUS="100")
    assert (status, stdout.splitlines()[1:], stderr.splitlines()[-1]) == (0, ["<demo>"], LOST)
    assert checkout.system_calls() == [f"{INSTALL} libzbar0", UPDATE]


def test_a_library_that_is_there_is_not_spoken_of(checkout: Checkout) -> None:
    _, _, stderr = checkout.run("demo", STUB_USER="0")
    assert ("libzbar0" in stderr, checkout.system_calls()) == (False, [])


def test_a_missing_venv_module_is_installed_by_who_may(checkout: Checkout) -> None:
    status, _, _ = checkout.run("demo", STUB_NO_VENV="1", STUB_USER="0")
    assert (status, checkout.system_calls()) == (0, [f"{INSTALL} python3.12-venv"])
    assert checkout.calls() == checkout.all_calls("-P -m controller demo")


def test_a_missing_venv_module_is_named_to_who_may_not(checkout: Checkout) -> None:
    status, _, stderr = checkout.run("demo", STUB_NO_VENV="1")
    assert (status, checkout.calls()) == (2, [])
    assert stderr == (
        "schiri: Python's venv module is missing; type: sudo apt-get install python3.12-venv, then start again\n"
    )


def test_the_tests_get_their_real_parts_once(checkout: Checkout) -> None:
    """The display's firmware and LCDproc are tried in earnest, or it is said how they can be."""
    for _ in range(2):
        assert checkout.run("test", "unit", STUB_USER="0")[0] == 0
        assert checkout.system_calls() == [f"{INSTALL} {PARTS}"]
    stranger = checkout.root / ".venv" / ".real-parts"
    stranger.unlink()
    _, _, stderr = checkout.run("test", "unit")
    assert stderr.splitlines()[-1].endswith(f"are not tested; for them type: sudo apt-get install {PARTS}")


def test_the_emulated_pi_gets_its_parts_when_it_is_asked_for(checkout: Checkout) -> None:
    for _ in range(2):
        assert checkout.run("test", "pi", STUB_USER="0")[0] == 0
        assert checkout.system_calls() == [f"{INSTALL} {PARTS}", f"{INSTALL} {PI_PARTS}"]
    (checkout.root / ".venv" / ".pi-parts").unlink()
    _, _, stderr = checkout.run("test", "pi")
    assert stderr.splitlines()[-1].endswith(f"is emulated; for them type: sudo apt-get install {PI_PARTS}")
