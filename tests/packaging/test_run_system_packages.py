from typing import Any

import pytest

from tests.packaging.stand_in import Checkout, write_program

INSTALL = "-qq -o DPkg::Lock::Timeout=60 install -y --no-install-recommends"
UPDATE = "-qq -o DPkg::Lock::Timeout=60 update"
PARTS = (
    "gcc-avr avr-libc binutils-avr gcc libc6-dev libsimavr-dev libelf-dev avrdude arduino-core-avr lcdproc"
    " chromium chromium-driver espeak-ng mosquitto openssl postgresql"
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


PARTS_OF_ALL = [
    "micropython.sh",
    "axe.sh",
    "systemctl mask --runtime LCDd.service",
    "systemctl mask --runtime mosquitto.service",
    "systemctl mask --runtime postgresql.service",
    f"{INSTALL} {PARTS}",
    "systemctl disable LCDd.service",
    "systemctl unmask --runtime LCDd.service",
    "systemctl disable mosquitto.service",
    "systemctl unmask --runtime mosquitto.service",
    "systemctl disable postgresql.service",
    "systemctl unmask --runtime postgresql.service",
]


def test_the_whole_test_run_gets_its_real_parts_once(checkout: Checkout) -> None:
    """The display's firmware and LCDproc are tried in earnest, or it is said how; no service comes of it."""
    assert checkout.run("test", STUB_USER="0")[0] == 0
    assert checkout.system_calls() == PARTS_OF_ALL
    assert checkout.run("test", STUB_USER="0")[0] == 0
    assert checkout.system_calls() == [*PARTS_OF_ALL, "micropython.sh", "axe.sh"]
    for stamp in checkout.venv.glob(".part-*"):
        stamp.unlink()
    _, _, stderr = checkout.run("test")
    assert f"are not tested; for them type: sudo apt-get install {PARTS}" in stderr


@pytest.mark.parametrize("suite", ["unit", "slow"])
def test_a_suite_installs_nothing_unless_it_is_asked_to(checkout: Checkout, suite: str) -> None:
    status, _, stderr = checkout.run("test", suite, "tests/controller", STUB_USER="0", STUB_PARTS="avr lcdproc axe")
    assert (status, checkout.system_calls(), "sudo" in stderr) == (0, [], False)


@pytest.mark.parametrize("asked", [{"SCHIRI_INSTALL": "1"}, {"CI": "true"}])
@pytest.mark.parametrize(
    ("needed", "installed"),
    [
        ("", []),
        ("axe", ["axe.sh"]),
        ("micropython", ["micropython.sh"]),
        ("voice", [f"{INSTALL} espeak-ng"]),
        ("avrdude voice", [f"{INSTALL} avrdude arduino-core-avr espeak-ng"]),
    ],
)
def test_who_asks_gets_what_these_tests_need(
    checkout: Checkout, asked: dict[str, Any], needed: str, installed: list[str]
) -> None:
    assert checkout.run("test", "unit", "tests/x", "-k", "a", STUB_USER="0", STUB_PARTS=needed, **asked)[0] == 0
    assert [call for call in checkout.system_calls() if not call.startswith("systemctl")] == installed
    question = "-m tests.support.system_parts -m not slow tests/x -k a"
    after = [checkout.lock_call("dev"), question, "-m pytest -m not slow tests/x -k a"]
    assert checkout.calls() == checkout.all_calls(*after)


def test_a_service_of_this_machine_is_left_as_it_is(checkout: Checkout) -> None:
    assert checkout.run("test", STUB_USER="0", STUB_NO_SERVICE="0")[0] == 0
    assert checkout.system_calls() == ["micropython.sh", "axe.sh", f"{INSTALL} {PARTS}"]


def test_the_emulated_pi_gets_its_parts_when_it_is_asked_for(checkout: Checkout) -> None:
    compiler = PARTS.partition(" avrdude")[0]
    for _ in range(2):
        assert checkout.run("test", "pi", STUB_USER="0", STUB_NO_SERVICE="0")[0] == 0
        assert checkout.system_calls() == [f"{INSTALL} {compiler}", f"{INSTALL} {PI_PARTS}"]
    (checkout.root / ".venv" / ".pi-parts").unlink()
    _, _, stderr = checkout.run("test", "pi")
    assert stderr.splitlines()[-1].endswith(f"is emulated; for them type: sudo apt-get install {PI_PARTS}")
