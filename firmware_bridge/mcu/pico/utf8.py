"""Whether bytes are UTF-8; MicroPython's own decoding lets longer forms, surrogates and what lies beyond pass."""

LEAST = {0xE0: 0xA0, 0xF0: 0x90}
"""Least value of the byte behind these: below it a shorter form exists."""

MOST = {0xED: 0x9F, 0xF4: 0x8F}
"""Largest value of the byte behind these: above it are surrogates, or nothing."""


def is_valid(data: bytes) -> bool:
    """Whether all of it is, and whole."""
    at = 0
    while at < len(data):
        lead = data[at]
        at += 1
        if lead < 0x80:
            continue
        if not 0xC2 <= lead <= 0xF4:
            return False
        least, most = LEAST.get(lead, 0x80), MOST.get(lead, 0xBF)
        for _ in range(1 if lead < 0xE0 else 2 if lead < 0xF0 else 3):
            if at == len(data) or not least <= data[at] <= most:
                return False
            at += 1
            least, most = 0x80, 0xBF
    return True
