"""Feeds what a fuzzer invents to every target: ``python -m tests.fuzzing [TARGET...] --inputs 200000``.

atheris (libFuzzer for Python; ``pip install atheris``) invents inputs that reach new code; each target runs in a
process of its own. An input that makes the program fail, or take longer than ten seconds, is kept in the folder that is
named, and the exit status is 1.
"""

import argparse
import importlib
import importlib.util
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

TARGETS: Final = ("records", "chains", "settings", "marks", "serial", "stock", "http")
_LONGEST_S: Final = 10
_LARGEST_BYTES: Final = 4096


def fuzz(target: str, inputs: int, seed: int, kept: Path) -> None:
    """Feed one target until enough, or until it fails; never returns."""
    atheris = importlib.import_module("atheris")

    with atheris.instrument_imports(include=["controller", "vision", "firmware_bridge"]):
        targets = importlib.import_module("tests.fuzzing.targets")
    corpus = kept / f"{target}-seeds"
    corpus.mkdir(parents=True, exist_ok=True)
    for number, known in enumerate(targets.seeds(target)):
        (corpus / f"{number}").write_bytes(known[:_LARGEST_BYTES])
    limits = [f"-runs={inputs}", f"-seed={seed}", f"-timeout={_LONGEST_S}", f"-max_len={_LARGEST_BYTES}"]
    atheris.Setup([target, *limits, f"-artifact_prefix={kept}/{target}-", str(corpus)], targets.TARGETS[target])
    atheris.Fuzz()


def told(target: str, inputs: int, seed: int, kept: Path) -> tuple[int, bool]:
    """How many inputs a target took, in a process of its own, and whether it took them all."""
    command = [sys.executable, "-m", "tests.fuzzing", target, "--inputs", str(inputs), "--seed", str(seed)]
    ran = subprocess.run([*command, "--into", str(kept), "--here"], capture_output=True, text=True, check=False)  # noqa: S603
    counts = [int(count) for count in re.findall(r"^(?:#|Done )(\d+)", ran.stderr, re.MULTILINE)]
    if ran.returncode:
        sys.stderr.write(ran.stdout + ran.stderr)
    return max(counts, default=0), ran.returncode == 0


def main() -> int:
    """Feed the targets one after another and count."""
    parser = argparse.ArgumentParser(description="Feed invented inputs to all that comes from outside.")
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=f"of {', '.join(TARGETS)}; all of them without")
    parser.add_argument("--inputs", type=int, default=200_000, help="for each target")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--into", type=Path, help="where inputs that fail are kept")
    parser.add_argument("--here", action="store_true", help="one target, in this process")
    chosen = parser.parse_args()
    if importlib.util.find_spec("atheris") is None:
        parser.error("atheris is missing; type: .venv/bin/python -m pip install atheris")
    if unknown := set(chosen.targets) - set(TARGETS):
        parser.error(f"there is no target {', '.join(sorted(unknown))}; choose of {', '.join(TARGETS)}")
    kept = chosen.into or Path(tempfile.mkdtemp(prefix="fuzzing-"))
    if chosen.here:
        fuzz(chosen.targets[0], chosen.inputs, chosen.seed, kept)
    found = {target: told(target, chosen.inputs, chosen.seed, kept) for target in chosen.targets or TARGETS}
    for target, (count, well) in found.items():
        print(f"{target:10} {count:10,} inputs, {'all taken or refused' if well else f'FAILED: see {kept}'}")
    print(f"{'all':10} {sum(count for count, _ in found.values()):10,} inputs")
    return 0 if all(well for _, well in found.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
