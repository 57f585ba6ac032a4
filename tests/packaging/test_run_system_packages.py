from typing import Any

import pytest

from tests.packaging.stand_in import Checkout, write_program

INSTALL = "-qq -o DPkg::Lock::Timeout=60 install -y --no-install-recommends"
UPDATE = "-qq -o DPkg::Lock::Timeout=60 update"
LOST = "schiri: without libzbar0 the second QR reader is missing; for it type: sudo apt-get install libzbar0"


def test_a_user_without_rights_hears_once_what_is_lost(checkout: Checkout) -> None:
    status, _, stderr = checkout.run("demo", STUB_NO_ZBAR="1")
    assert (status, stderr.splitlines().count(LOST), checkout.system_calls()) == (0, 1, [])
    (checkout.root / "pyproject.toml").write_text("# changed")
    status, _, stderr = checkout.run("demo", STUB_NO_ZBAR="1")
    assert (status, stderr.splitlines().count(LOST)) == (0, 0)


@pytest.mark.parametrize("may", ["root", "sudo"])
def test_a_permitted_request_installs_the_library(checkout: Checkout, may: str) -> None:
    write_program(checkout.programs / "sudo", '#!/bin/sh\n[ "$1" != -n ] || shift\nexec "$@"\n')
    user = "0" if may == "root" else "1000"
    status, stdout, stderr = checkout.run("demo", STUB_NO_ZBAR="1", STUB_USER=user, SCHIRI_INSTALL="1")
    assert (status, checkout.system_calls()) == (0, [f"{INSTALL} libzbar0"])
    assert stderr.splitlines()[-1] == "schiri: installing the system packages libzbar0"
    assert "apt-get" not in stdout


def test_root_is_asked_first_and_without_a_terminal_gets_nothing(checkout: Checkout) -> None:
    status, _, stderr = checkout.run("demo", STUB_NO_ZBAR="1", STUB_USER="0")
    assert (status, stderr.splitlines()[-1], checkout.system_calls()) == (0, LOST, [])


@pytest.mark.parametrize(("answer", "calls"), [("y", [f"{INSTALL} libzbar0"]), ("n", []), ("", [])])
def test_a_person_at_a_terminal_is_asked(checkout: Checkout, answer: str, calls: list[str]) -> None:
    shown = checkout.run_on_terminal("demo", typed=answer, STUB_NO_ZBAR="1", STUB_USER="0")
    assert "schiri: install the system packages libzbar0? [y/N] " in shown
    assert checkout.system_calls() == calls


def test_a_package_manager_that_fails_stops_nothing_and_is_heard(checkout: Checkout) -> None:
    words = {"STUB_NO_ZBAR": "1", "STUB_USER": "0", "STUB_APT_STATUS": "100", "SCHIRI_INSTALL": "1"}
    status, stdout, stderr = checkout.run("demo", **words)
    assert (status, stdout.splitlines()[1:], stderr.splitlines()[-3:]) == (
        0,
        ["<demo>"],
        ["apt-get speaks", "apt-get speaks", LOST],
    )
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


MISSING = "package gcc-avr\npackage lcdproc\nscript tools/axe.sh\n"
MASKED = [
    *(f"systemctl mask --runtime {service}.service" for service in ("LCDd", "mosquitto", "postgresql")),
    f"{INSTALL} gcc-avr lcdproc",
    *(
        f"systemctl {verb} {service}.service"
        for service in ("LCDd", "mosquitto", "postgresql")
        for verb in ("disable", "unmask --runtime")
    ),
    "axe.sh",
]


@pytest.mark.parametrize("asked", [{"SCHIRI_INSTALL": "1"}, {"CI": "true"}])
@pytest.mark.parametrize(
    ("words", "tests"), [([], ""), (["all"], ""), (["requirements", "-k", "a"], " requirements -k a")]
)
def test_a_request_installs_what_the_tests_miss_and_no_service(
    checkout: Checkout, asked: dict[str, Any], words: list[str], tests: str
) -> None:
    assert checkout.run("test", *words, STUB_USER="0", STUB_MISSING=MISSING, **asked)[0] == 0
    assert checkout.system_calls() == MASKED
    assert f"-m tests.support.system_parts{tests}" in checkout.calls()


def test_a_cloud_init_that_the_tests_bring_never_sets_this_machine_up(checkout: Checkout) -> None:
    for name in ("mkdir", "touch"):
        told = f'case $* in */etc/*) echo "{name} $*" >>"$STUB_LOG.apt" ;; *) exec /bin/{name} "$@" ;; esac'
        write_program(checkout.programs / name, f"#!/bin/sh\n{told}\n")
    words = {"STUB_USER": "0", "STUB_MISSING": "package cloud-init\n", "SCHIRI_INSTALL": "1"}
    assert checkout.run("test", **words)[0] == 0
    calls = [call for call in checkout.system_calls() if "systemctl" not in call]
    assert calls == ["mkdir -p /etc/cloud", "touch /etc/cloud/cloud-init.disabled", f"{INSTALL} cloud-init"]


@pytest.mark.parametrize("words", [[], ["all"], ["smoke"], ["requirements"]])
def test_tests_install_nothing_and_ask_nothing_without_a_terminal(checkout: Checkout, words: list[str]) -> None:
    status, _, stderr = checkout.run("test", *words, STUB_USER="0", STUB_MISSING=MISSING)
    assert (status, checkout.system_calls(), "gcc-avr" in stderr) == (0, [], False)


def test_a_no_is_not_asked_for_again(checkout: Checkout) -> None:
    shown = [checkout.run_on_terminal("test", typed="n", STUB_USER="0", STUB_MISSING=MISSING) for _ in range(2)]
    assert ["install the system packages gcc-avr lcdproc? [y/N]" in one for one in shown] == [True, False]
    assert checkout.system_calls() == []


def test_a_service_of_this_machine_is_left_as_it_is(checkout: Checkout) -> None:
    words = {"STUB_USER": "0", "STUB_NO_SERVICE": "0", "STUB_MISSING": MISSING, "SCHIRI_INSTALL": "1"}
    assert checkout.run("test", **words)[0] == 0
    assert checkout.system_calls() == [f"{INSTALL} gcc-avr lcdproc", "axe.sh"]


def test_a_script_that_fails_is_named_with_what_to_type(checkout: Checkout) -> None:
    write_program(checkout.root / "tools" / "axe.sh", "#!/bin/sh\nexit 1\n")
    status, _, stderr = checkout.run("test", STUB_MISSING="script tools/axe.sh", SCHIRI_INSTALL="1")
    said = "schiri: its tests are skipped; to try again type: sh tools/axe.sh"
    assert (status, said in stderr.splitlines()) == (0, True)
