import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

from tests.packaging.stand_in import Checkout


def test_only_the_first_run_sets_up_and_later_ones_start_the_program_alone(checkout: Checkout) -> None:
    assert checkout.run("replay", "x")[0] == 0
    assert checkout.calls() == checkout.all_calls("-P -m controller replay x")
    assert checkout.run("replay", "x")[0] == 0
    assert checkout.calls(questions=True) == ["-P -m controller replay x"]


@pytest.mark.parametrize(
    ("started", "typed"), [("./run", "./run"), ("there/../run", "there/../run"), ("sh run", "./run")]
)
def test_the_program_knows_how_it_was_started(checkout: Checkout, started: str, typed: str) -> None:
    (checkout.root / "there").mkdir()
    subprocess.run(["/bin/sh", "-c", f"{started} games"], cwd=checkout.root, env=checkout.environment(), check=True)  # noqa: S603  our own
    assert Path(f"{checkout.log}.typed").read_text() == f"{typed}\n"


def test_set_up_reports_to_standard_error_one_line_a_step(checkout: Checkout) -> None:
    _, stdout, stderr = checkout.run("replay")
    assert stdout == f"{Path.cwd()}\n<replay>\n"
    assert stderr.splitlines() == [
        f"schiri: creating .venv with Python 3.12.0 ({checkout.programs}/python3)",
        "schiri: installing the packages of requirements/runtime.lock",
        "schiri: installing the program itself, in place",
    ]


@pytest.mark.parametrize("changed", ["pyproject.toml", "requirements/runtime.lock"])
def test_a_changed_description_or_lock_is_installed_into_the_same_environment(checkout: Checkout, changed: str) -> None:
    checkout.run("demo")
    checkout.calls()
    with (checkout.root / changed).open("a") as file:
        file.write("# changed\n")
    checkout.run("demo")
    assert checkout.calls() == [checkout.lock_call("runtime"), checkout.project_call(), "-P -m controller demo"]


def test_a_failed_installation_starts_nothing_and_is_made_afresh_next_time(checkout: Checkout) -> None:
    status, stdout, stderr = checkout.run("demo", STUB_PIP_STATUS="1")
    assert (status, stdout) == (2, "")
    assert stderr.endswith("schiri: pip could not install (its reason stands above); ./run again carries on\n")
    assert checkout.calls() == [checkout.venv_call(), checkout.lock_call("runtime")]
    assert checkout.run("demo")[0] == 0
    assert checkout.calls() == checkout.all_calls("-P -m controller demo")


def test_the_environment_of_another_folder_is_left_alone(checkout: Checkout, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "kept").touch()
    checkout.venv.symlink_to(other)
    status, _, stderr = checkout.run("demo")
    assert (status, [one.name for one in other.iterdir()]) == (2, ["kept"])
    assert f".venv is a link to {other}, which was made for another folder; remove the link" in stderr


def test_a_set_up_that_was_killed_is_made_afresh(checkout: Checkout) -> None:
    process = checkout.start("demo", STUB_PIP_SECONDS="30")
    while not (checkout.log.exists() and "-m pip" in checkout.log.read_text()):
        assert process.poll() is None
        time.sleep(0.01)
    os.killpg(process.pid, signal.SIGKILL)
    process.communicate()
    checkout.calls()
    assert checkout.run("demo")[0] == 0
    assert checkout.calls() == checkout.all_calls("-P -m controller demo")


def test_packages_are_on_the_disk_before_set_up_reports_them(checkout: Checkout) -> None:
    assert checkout.run("demo")[0] == 0
    calls, *there = checkout.synced()
    assert (calls, ".unfinished" in there, ".runtime" in there) == ("2", True, False)
    assert (checkout.venv / ".runtime").exists()
    assert not (checkout.venv / ".unfinished").exists()


def test_of_two_at_once_one_sets_up_and_both_run(checkout: Checkout) -> None:
    both = [checkout.start("demo", STUB_PIP_SECONDS="0.5") for _ in range(2)]
    said = [process.communicate()[1] for process in both]
    assert [process.returncode for process in both] == [0, 0]
    assert sorted(checkout.calls()) == sorted(checkout.all_calls(*["-P -m controller demo"] * 2))
    assert sum("waiting for another ./run" in lines for lines in said) == 1


def test_a_moved_checkout_gets_an_environment_of_its_own(checkout: Checkout) -> None:
    checkout.run("demo")
    checkout.calls()
    moved = Checkout(checkout.root.rename(checkout.root.with_name("elsewhere")), checkout.programs)
    moved.run("demo")
    assert moved.calls() == moved.all_calls("-P -m controller demo")


def test_a_python_that_vanished_gets_a_new_environment(checkout: Checkout) -> None:
    checkout.run("demo")
    checkout.calls()
    (checkout.venv / "bin" / "python").unlink()
    checkout.run("demo")
    assert checkout.calls() == checkout.all_calls("-P -m controller demo")


def test_a_system_upgrade_to_another_python_gets_a_new_environment(checkout: Checkout) -> None:
    checkout.run("demo")
    checkout.calls()
    (checkout.venv / "bin" / "python").unlink()
    (checkout.venv / "bin" / "python").symlink_to(checkout.python("3.13"))
    checkout.run("demo")
    assert checkout.calls() == checkout.all_calls("-P -m controller demo")


def test_run_works_from_any_directory_and_by_a_link_with_unchanged_arguments(
    checkout: Checkout, tmp_path: Path
) -> None:
    elsewhere = tmp_path / "some where"
    elsewhere.mkdir()
    link = tmp_path / "schiri link"
    link.symlink_to(checkout.root / "run")
    words = ["film", "a b", "", "*", "$HOME", "--x=1"]
    status, stdout, _ = checkout.run(*words, program=link, cwd=elsewhere)
    assert (status, stdout.splitlines()) == (0, [str(elsewhere), *(f"<{word}>" for word in words)])
    assert checkout.calls()[:3] == checkout.all_calls()
