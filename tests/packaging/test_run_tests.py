import subprocess
from pathlib import Path

import pytest

from tests.packaging.stand_in import Checkout

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = [ROOT / "run", ROOT / ".ci" / "run", *sorted((ROOT / "tools").glob("*.sh"))]
STATIC = ["ruff format --check .", "ruff check .", "lint-imports ", "pyrefly check"]
FEW = "-m pytest -n 3 --dist worksteal -m not slow"
ORDINARY = [*STATIC, FEW, "wheel .venv/bin/python"]
REST = ["-m pytest -n 3 --dist worksteal -m not pi and not boot", "-m pytest -m pi tests/pi"]


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_each_script_parses_and_may_be_started(script: Path) -> None:
    shell = script.read_text().splitlines()[0].split("/")[-1].removeprefix("env ")
    subprocess.run([shell, "-n", str(script)], check=True)  # noqa: S603 - our own scripts
    assert script.stat().st_mode & 0o111 == 0o111


@pytest.mark.parametrize("suite", ["browser", "unit", "tests/no_such_file.py"])
def test_an_unknown_suite_is_refused_before_anything_is_set_up(checkout: Checkout, suite: str) -> None:
    status, stdout, stderr = checkout.run("test", suite)
    assert (status, stdout, checkout.calls(questions=True)) == (2, "", [])
    assert stderr == (
        f"schiri: there is no suite and no file '{suite}'; ./run test tries what a change can ordinarily break,"
        " ./run test smoke the first minute of it, ./run test all all of it, ./run test boot whole machines,"
        " ./run test PATH some tests\n"
    )


@pytest.mark.parametrize("words", [["requirements", "-x"], ["all", "-k", "undo"], ["-k", "undo"]])
def test_words_beside_the_suite_go_to_pytest_alone(checkout: Checkout, words: list[str]) -> None:
    asked = " ".join(word for word in words if word != "all")
    assert checkout.run("test", *words)[0] == 0
    assert checkout.calls() == checkout.all_calls(checkout.lock_call("dev"), f"-m pytest {asked}")
    assert checkout.run("test", *words, STUB_TESTS_STATUS="1")[0] == 1


def test_machines_boot_only_when_they_are_asked_for(checkout: Checkout) -> None:
    assert checkout.run("test", "boot")[0] == 0
    assert checkout.calls()[-1:] == ["-m pytest -m boot tests/boot"]
    assert checkout.run("test", "boot", "tests/boot/test_boot_table.py", "-x")[0] == 0
    assert checkout.calls() == ["-m pytest -m boot tests/boot/test_boot_table.py -x"]


@pytest.mark.parametrize(
    ("suite", "calls", "steps"),
    [
        ([], ORDINARY, "format lint imports types tests wheel"),
        (["all"], [*ORDINARY, *REST], "format lint imports types tests wheel rest pi"),
    ],
)
def test_a_suite_runs_its_steps_in_order_and_sums_up(
    checkout: Checkout, suite: list[str], calls: list[str], steps: str
) -> None:
    status, stdout, _ = checkout.run("test", *suite)
    assert (status, checkout.calls()) == (0, checkout.all_calls(checkout.lock_call("dev"), *calls))
    _, _, summary = stdout.partition("==== summary\n")
    assert [line.split()[:2] for line in summary.splitlines()] == [[name, "passed"] for name in steps.split()]


def test_smoke_tries_a_few_files_that_there_are(checkout: Checkout) -> None:
    status, stdout, _ = checkout.run("test", "smoke")
    *static, tests = checkout.calls()[-5:]
    assert (status, static, tests.startswith(f"{FEW} tests/")) == (0, STATIC, True)
    assert [path for path in tests.removeprefix(FEW).split() if not (ROOT / path).exists()] == []
    assert stdout.splitlines()[-1].split()[:2] == ["tests", "passed"]


def test_types_and_the_wheel_are_tried_by_another_python_that_is_named(checkout: Checkout) -> None:
    other, same = checkout.python("3.13"), checkout.python("3.12")
    assert checkout.run("test", "all", SCHIRI_OTHER_PYTHON=str(other))[0] == 0
    third = ["pyrefly check --python-version 3.13", f"wheel {other}"]
    assert checkout.calls() == checkout.all_calls(checkout.lock_call("dev"), *ORDINARY, *third, *REST)
    assert checkout.run("test", "all", SCHIRI_OTHER_PYTHON=str(same))[0] == 0
    assert checkout.calls() == [*ORDINARY, *REST]


def test_no_step_is_begun_after_the_deadline_and_that_is_said(checkout: Checkout) -> None:
    status, stdout, _ = checkout.run("test", "all", SCHIRI_DEADLINE="1")
    assert (status, checkout.calls()) == (0, checkout.all_calls(checkout.lock_call("dev")))
    _, _, summary = stdout.partition("==== summary\n")
    assert {line.partition(" ")[2].strip() for line in summary.splitlines()} == {"left out: no time left"}


@pytest.mark.parametrize("broken", ["ruff", "pyrefly", "lint-imports"])
def test_a_failed_step_lets_the_others_run_and_fails_the_whole(checkout: Checkout, broken: str) -> None:
    status, stdout, _ = checkout.run("test", STUB_BROKEN=broken)
    assert (status, checkout.calls()[4:]) == (1, ORDINARY)
    steps = {"ruff": {"format", "lint"}, "lint-imports": {"imports"}, "pyrefly": {"types"}}[broken]
    assert {line.split()[0] for line in stdout.splitlines()[-6:] if "FAILED" in line} == steps


def test_failed_tests_fail_the_whole(checkout: Checkout) -> None:
    status, stdout, _ = checkout.run("test", "all", STUB_TESTS_STATUS="1")
    assert status == 1
    assert {line.split()[0] for line in stdout.splitlines()[-8:] if "FAILED" in line} == {"tests", "rest", "pi"}


def test_skipped_steps_are_listed_last(checkout: Checkout) -> None:
    _, stdout, _ = checkout.run("test", STUB_SKIPS="12 skipped: no browser; SCHIRI_INSTALL=1 ./run test runs them")
    assert stdout.splitlines()[-1] == "12 skipped: no browser; SCHIRI_INSTALL=1 ./run test runs them"
