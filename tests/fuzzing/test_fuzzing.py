"""Each target takes its seeds, and what becomes of them when bytes are changed, lost and doubled."""

from random import Random

import pytest

from tests.fuzzing.targets import TARGETS, seeds

MUTATIONS = 60


def changed(data: bytes, random: Random) -> bytes:
    """The bytes after a few accidents."""
    made = bytearray(data)
    for _ in range(random.randrange(1, 5)):
        at = random.randrange(len(made) + 1)
        match random.randrange(4):
            case 0:
                made[at : at + 1] = bytes([random.randrange(256)])
            case 1:
                del made[at : at + random.randrange(1, 9)]
            case 2:
                made[at:at] = made[at : at + random.randrange(1, 40)]
            case _:
                made[at:at] = random.choice([b'"', b"{", b"\0", b"-1", b"null", b"\xff", b"\n", b"1e999", b"[["])
    return bytes(made)


@pytest.mark.parametrize("target", TARGETS)
def test_every_input_is_accepted_or_refused(target: str) -> None:
    random = Random(target)
    known = seeds(target)
    for data in known:
        TARGETS[target](data)
    for _ in range(MUTATIONS):
        TARGETS[target](changed(random.choice(known)[:4096], random))
