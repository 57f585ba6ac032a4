import itertools
import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[2]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())
PIN = re.compile(r"^(?P<pin>\S+==.+?)(?P<hashes>(?: \\\n    --hash=sha256:[0-9a-f]{64})+)\n", re.MULTILINE)
LOCKS = ["runtime", "dev"]
# A marker is asked as pip asks it on each machine that a table may stand on.
TARGETS = [
    {"platform_machine": machine, "python_version": version, "python_full_version": f"{version}.0"}
    | {"sys_platform": "linux", "os_name": "posix", "platform_python_implementation": "CPython"}
    for machine, version in itertools.product(("x86_64", "aarch64"), ("3.11", "3.12", "3.13"))
]


def lock_text(name: str) -> str:
    return (ROOT / "requirements" / f"{name}.lock").read_text()


@cache
def pins(name: str) -> tuple[Requirement, ...]:
    return tuple(Requirement(match["pin"]) for match in PIN.finditer(lock_text(name)))


def pinned(name: str, target: dict[str, str]) -> list[tuple[str, str]]:
    chosen = [pin for pin in pins(name) if pin.marker is None or pin.marker.evaluate(target)]
    return [(canonicalize_name(pin.name), str(pin.specifier).removeprefix("==")) for pin in chosen]


def asked_for(lock: str) -> list[Requirement]:
    groups: dict[str, list[str | dict[str, str]]] = PROJECT["dependency-groups"]
    dependencies: list[str] = PROJECT["project"]["dependencies"]
    wanted = [*dependencies, *groups["install"], *(groups["dev"] if lock == "dev" else [])]
    return [Requirement(text) for text in wanted if isinstance(text, str)]


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_is_pins_with_hashes_and_nothing_else(lock: str) -> None:
    assert pins(lock)
    assert PIN.sub("", lock_text(lock)) == ""


@pytest.mark.parametrize(
    "target", TARGETS, ids=lambda target: f"{target['platform_machine']}-{target['python_version']}"
)
@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_pins_what_pyproject_asks_for_once_on_each_machine(lock: str, target: dict[str, str]) -> None:
    chosen = pinned(lock, target)
    versions = dict(chosen)
    assert len(versions) == len(chosen)
    unmet = [
        str(asked)
        for asked in asked_for(lock)
        if versions.get(canonicalize_name(asked.name), "0") not in asked.specifier
    ]
    assert unmet == []


@pytest.mark.parametrize("lock", LOCKS)
def test_every_machine_and_python_runs_the_same_releases(lock: str) -> None:
    """Types of another release can be other ones: what is judged by one Python holds for all."""
    releases = {pin for target in TARGETS for pin in pinned(lock, target)}
    assert len(dict(releases)) == len(releases)


@pytest.mark.parametrize(
    "target", TARGETS, ids=lambda target: f"{target['platform_machine']}-{target['python_version']}"
)
def test_tests_run_on_the_releases_that_a_table_runs_on(target: dict[str, str]) -> None:
    assert set(pinned("runtime", target)) <= set(pinned("dev", target))


def test_the_pi_packages_are_asked_for_on_a_pi_alone() -> None:
    extra = [Requirement(text) for text in PROJECT["project"]["optional-dependencies"]["pi"]]
    elsewhere = [target for target in TARGETS if target["platform_machine"] == "x86_64"]
    assert [
        asked.name for asked in extra for target in elsewhere if not asked.marker or asked.marker.evaluate(target)
    ] == []
    assert {canonicalize_name(asked.name) for asked in extra}.isdisjoint(pin.name for pin in pins("runtime"))
