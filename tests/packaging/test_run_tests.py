import subprocess
from pathlib import Path

import pytest

from tests.packaging.stand_in import Checkout

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = [ROOT / "run", ROOT / ".ci" / "run", *sorted((ROOT / "tools").glob("*.sh"))]
EVERYTHING = [
    "ruff format --check .",
    "ruff check .",
    "mypy ",
    "pyright ",
    "lint-imports ",
    "-m pytest -n 2 -m not slow",
    "-m pytest -n 2 -m slow and not pi and not boot",
    "wheel .venv/bin/python",
]


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_each_script_parses_and_may_be_started(script: Path) -> None:
    shell = script.read_text().splitlines()[0].split("/")[-1].removeprefix("env ")
    subprocess.run([shell, "-n", str(script)], check=True)  # noqa: S603 - our own scripts
    assert script.stat().st_mode & 0o111 == 0o111


@pytest.mark.parametrize("suite", ["browser", "everything", "-x", ""])
def test_an_unknown_suite_is_refused_before_anything_is_set_up(checkout: Checkout, suite: str) -> None:
    status, stdout, stderr = checkout.run("test", suite)
    assert (status, stdout, checkout.calls(questions=True)) == (2, "", [])
    assert stderr == (
        f"schiri: there is no suite '{suite}'; ./run test runs everything but pi and boot, ./run test unit the fast"
        " tests, ./run test slow the slow ones, ./run test pi those on an emulated Raspberry Pi,"
        " ./run test boot those that boot a whole machine\n"
    )


@pytest.mark.parametrize(
    ("suite", "marked", "whole"),
    [
        ("unit", "not slow", ""),
        ("slow", "slow and not pi and not boot", ""),
        ("pi", "pi", " tests/pi"),
        ("boot", "boot", " tests/boot"),
    ],
)
def test_a_suite_is_pytest_with_the_words_that_follow(checkout: Checkout, suite: str, marked: str, whole: str) -> None:
    """Where a path is among them that alone, of the suites that have a folder of their own, too."""
    assert checkout.run("test", suite, "tests/controller", "-x")[0] == 0
    after = [checkout.lock_call("dev"), f"-m pytest -m {marked} tests/controller -x"]
    assert checkout.calls() == checkout.all_calls(*after)
    assert checkout.run("test", suite, STUB_TESTS_STATUS="1")[0] == 1
    assert checkout.calls(questions=True) == [f"-m pytest -m {marked}{whole}"]
    assert checkout.run("test", suite, "-k", "undo")[0] == 0
    assert checkout.calls(questions=True) == [f"-m pytest -m {marked}{whole} -k undo"]


def in_order(calls: list[str]) -> list[str]:
    """Calls with mypy before pyright: they run beside each other."""
    return [*calls[:-8], *calls[-8:-6], *sorted(calls[-6:-4]), *calls[-4:]]


def test_everything_runs_in_order_and_passes(checkout: Checkout) -> None:
    status, stdout, _ = checkout.run("test")
    assert status == 0
    assert in_order(checkout.calls()) == checkout.all_calls(checkout.lock_call("dev"), *EVERYTHING)
    assert [line.split()[:2] for line in stdout.splitlines()[-8:]] == [
        [name, "passed"] for name in ("format", "lint", "pyright", "mypy", "imports", "tests", "slow", "wheel")
    ]


def test_types_and_the_wheel_are_tried_by_another_python_that_is_named(checkout: Checkout) -> None:
    status, stdout, _ = checkout.run("test", SCHIRI_OTHER_PYTHON=str(checkout.python("3.13")))
    steps = ["pyright", "mypy", "pyright-3.13", "mypy-3.13", "imports", "tests", "slow", "wheel"]
    assert (status, [line.split()[0] for line in stdout.splitlines()[-8:]]) == (0, steps)
    calls = checkout.calls()
    assert {"mypy --python-version 3.13", "pyright --pythonversion 3.13"} < set(calls)
    assert calls[-1] == f"wheel {checkout.programs / 'python-3.13'}"
    same = checkout.python("3.12")
    checkout.run("test", SCHIRI_OTHER_PYTHON=str(same))
    assert in_order(checkout.calls()) == [*EVERYTHING[:-1], f"wheel {same}"]


@pytest.mark.parametrize("broken", ["ruff", "mypy", "pyright", "lint-imports"])
def test_a_failed_step_lets_the_others_run_and_fails_the_whole(checkout: Checkout, broken: str) -> None:
    status, stdout, _ = checkout.run("test", STUB_BROKEN=broken)
    assert status == 1
    assert in_order(checkout.calls())[4:] == EVERYTHING
    steps = {"ruff": {"format", "lint"}, "lint-imports": {"imports"}}.get(broken, {broken})
    assert {line.split()[0] for line in stdout.splitlines()[-8:] if "FAILED" in line} == steps


def test_failed_tests_fail_the_whole(checkout: Checkout) -> None:
    status, stdout, _ = checkout.run("test", STUB_TESTS_STATUS="1")
    assert (status, [line.split()[:2] for line in stdout.splitlines()[-3:-1]]) == (
        1,
        [["tests", "FAILED"], ["slow", "FAILED"]],
    )
