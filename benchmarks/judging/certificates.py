"""Certificates of random matches with cheaters: all accepted by two checkers, all tampered ones refused by both.

Run it from the project's folder: ``python -m benchmarks.judging.certificates [--matches 10000] [--first SEED]``. A
third of the matches is seen by eyes with faults, the others are entered; each certificate is tampered with in every
way there is. It prints a line every so many matches, with the seed from which it can go on. Exit status 1, with the
seed, where a checker errs.
"""

import argparse
from collections import Counter
from random import Random
from statistics import median
from time import monotonic

from controller.explain.certificate import packed
from tests.support.certificates import checked, made, tampered
from tests.support.second_checker import accepts

AT_ONCE = 50
"""Matches whose certificates our checker is given in one go."""


def matches(first: int, last: int, kinds: Counter[str]) -> tuple[list[str], int, list[float], int]:
    """Check some matches; return the errors, the number of tampered ones, the milliseconds, and the largest size."""
    whole = [one for seed in range(first, last) for one in made(seed)]
    wrong = [(one, *found) for one in whole for found in tampered(Random(one.seed), one)]
    answers = checked([one.text for one in whole] + [text for _, _, text in wrong])
    errors: list[str] = []
    for one, (refused, _) in zip(whole, answers, strict=False):
        kinds[one.kind] += 1
        if refused or (refused := accepts(one.text)):
            errors.append(f"seed {one.seed}, {one.game}, {one.kind}: refused: {refused}")
    for (one, name, text), (refused, _) in zip(wrong, answers[len(whole) :], strict=True):
        if not refused or not accepts(text):
            errors.append(f"seed {one.seed}, {one.game}, {one.kind}: accepted with {name} tampered")
    times = [ms for _, ms in answers[: len(whole)]]
    return errors, len(wrong), times, max((len(packed(one.text)) for one in whole), default=0)


def main() -> int:
    """Check, print, and return the exit status."""
    parser = argparse.ArgumentParser(description="Whether certificates are accepted, and tampered ones refused.")
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--first", type=int, default=0, help="the seed of the first match")
    options = parser.parse_args()
    kinds, tampered_ones, largest, spent = Counter[str](), 0, 0, list[float]()
    begin, end = monotonic(), options.first + options.matches
    for first in range(options.first, end, AT_ONCE):
        last = min(first + AT_ONCE, end)
        errors, count, times, size = matches(first, last, kinds)
        tampered_ones, largest = tampered_ones + count, max(largest, size)
        spent += times
        told = f"{kinds.total()} accepted, {tampered_ones} tampered ones refused, {largest} characters at most"
        took = f"{median(spent or [0]):.1f} ms at the median, {max(spent, default=0):.1f} at most"
        print(f"seeds {options.first} to {last - 1}: {told}, {took}, {monotonic() - begin:.0f} s", flush=True)
        print(f"next: --first {last}", flush=True)
        if errors:
            print("\n".join(errors))
            return 1
    print(dict(kinds.most_common()))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
