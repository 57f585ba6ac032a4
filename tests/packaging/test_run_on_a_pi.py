from typing import Any, Final

import pytest

from tests.packaging.stand_in import Checkout, write_program
from tests.packaging.test_run_system_packages import INSTALL, UPDATE

PI: Final[dict[str, Any]] = {"SCHIRI_MODEL": "Raspberry Pi 5 Model B Rev 1.0", "SCHIRI_INSTALL": "1"}
LIBRARIES: Final = "python3-picamera2 python3-gpiozero python3-lgpio python3-rpi-lgpio"
SHARED: Final = "-m venv --clear --system-site-packages"


def venv_calls(checkout: Checkout) -> list[str]:
    return [call for call in checkout.calls() if call.startswith("-m venv")]


def test_a_pi_gets_the_systems_libraries_and_an_environment_that_sees_them(checkout: Checkout) -> None:
    status, _, stderr = checkout.run("demo", STUB_USER="0", STUB_NO_PI="1", **PI)
    assert (status, checkout.system_calls()) == (0, [f"{INSTALL} {LIBRARIES}"])
    assert venv_calls(checkout) == [f"{SHARED} {checkout.venv}"]
    assert f"schiri: this is a {PI['SCHIRI_MODEL']}: .venv sees the system's packages too" in stderr.splitlines()
    assert "schiri: the Pi's camera and pins can be used: .venv sees picamera2, gpiozero and lgpio" in stderr
    assert checkout.run("demo", STUB_USER="0", **PI)[0] == 0
    assert (venv_calls(checkout), checkout.system_calls()) == ([], [f"{INSTALL} {LIBRARIES}"])


def test_a_pi_that_has_them_is_asked_for_nothing(checkout: Checkout) -> None:
    assert checkout.run("demo", STUB_USER="0", **PI)[0] == 0
    assert checkout.system_calls() == []


@pytest.mark.parametrize("rights", [{}, {"STUB_USER": "0", "STUB_APT_STATUS": "100"}])
def test_missing_packages_are_reported_once_and_the_table_goes_on(checkout: Checkout, rights: dict[str, Any]) -> None:
    said = [checkout.run("demo", STUB_NO_PI="1", **PI, **rights) for _ in range(2)]
    lost = f"for them type: sudo apt-get install {LIBRARIES}"
    assert [status for status, _, _ in said] == [0, 0]
    assert [stderr.count(lost) for _, _, stderr in said] == [1, 0]
    assert checkout.system_calls() == ([f"{INSTALL} {LIBRARIES}", UPDATE] if rights else [])


def test_an_environment_that_was_made_before_it_was_known_to_be_a_pi_is_made_anew(checkout: Checkout) -> None:
    checkout.run("demo")
    assert venv_calls(checkout) == [checkout.venv_call()]
    checkout.run("demo", **PI)
    assert venv_calls(checkout) == [f"{SHARED} {checkout.venv}"]


def test_another_board_is_no_pi(checkout: Checkout) -> None:
    checkout.run("demo", SCHIRI_MODEL="Banana Pi BPI-M5", STUB_NO_PI="1", STUB_USER="0")
    assert (venv_calls(checkout), checkout.system_calls()) == ([checkout.venv_call()], [])


def test_it_says_what_failed_where_apt_is_missing(checkout: Checkout) -> None:
    write_program(checkout.programs / "apt-get", "#!/bin/sh\nexit 127\n")
    assert checkout.run("demo", STUB_NO_PI="1", STUB_USER="0", **PI)[0] == 0
