import tomllib
from pathlib import Path

import pytest
from packaging.specifiers import SpecifierSet

from tests.packaging.stand_in import Checkout, write_program

ROOT = Path(__file__).resolve().parents[2]
REQUIRED = SpecifierSet(tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["requires-python"])
VERSIONS = ["2.7", "3.9", "3.10", "3.11", "3.12", "3.13", "3.14", "4.0"]


def test_the_versions_declared_are_3_11_to_3_13() -> None:
    assert [version for version in VERSIONS if REQUIRED.contains(version)] == ["3.11", "3.12", "3.13"]


@pytest.mark.parametrize("version", VERSIONS)
def test_run_accepts_the_versions_of_pyproject_alone(checkout: Checkout, version: str) -> None:
    python = checkout.python(version)
    status, _, stderr = checkout.run("demo", PYTHON=str(python))
    if REQUIRED.contains(version):
        assert (status, checkout.calls()) == (0, checkout.all_calls("-P -m controller demo"))
    else:
        assert (status, checkout.calls()) == (2, [])
        assert stderr == f"schiri: PYTHON={python} is not a Python 3.11, 3.12 or 3.13 that runs\n"


def test_a_python_that_does_not_exist_is_named(checkout: Checkout) -> None:
    status, stdout, stderr = checkout.run("demo", PYTHON="/no such/python")
    assert (status, stdout) == (2, "")
    assert stderr == "schiri: PYTHON=/no such/python is not a Python 3.11, 3.12 or 3.13 that runs\n"


def test_a_program_that_is_no_python_is_named(checkout: Checkout) -> None:
    status, stdout, stderr = checkout.run("games", PYTHON="/bin/true")
    assert (status, stdout, checkout.calls()) == (2, "", [])
    assert stderr == "schiri: PYTHON=/bin/true is not a Python 3.11, 3.12 or 3.13 that runs\n"


def test_an_old_python3_is_passed_over(checkout: Checkout) -> None:
    checkout.python("3.9", "python3")
    write_program(checkout.programs / "python3.13", "#!/bin/sh\nexit 127\n")
    _, _, stderr = checkout.run("demo")
    assert stderr.startswith(f"schiri: creating .venv with Python 3.12.0 ({checkout.programs}/python3.12)\n")


def test_without_any_python_one_sentence_says_what_to_do(checkout: Checkout) -> None:
    for name in ("python3", "python3.13", "python3.12", "python3.11"):
        checkout.python("3.14", name)
    status, _, stderr = checkout.run("demo")
    assert (status, checkout.calls()) == (2, [])
    assert stderr == (
        "schiri: no Python 3.11, 3.12 or 3.13 found: install one (Debian: sudo apt-get install python3-venv)"
        " or name one: PYTHON=/path/to/python ./run\n"
    )


def test_the_environment_is_made_anew_only_for_another_release(checkout: Checkout) -> None:
    checkout.run("demo")
    checkout.calls()
    checkout.run("demo", PYTHON=str(checkout.python("3.12")))
    assert checkout.calls() == ["-P -m controller demo"]
    checkout.run("demo", PYTHON=str(checkout.python("3.13")))
    assert checkout.calls() == checkout.all_calls("-P -m controller demo")
    checkout.run("demo")
    assert checkout.calls() == ["-P -m controller demo"]
