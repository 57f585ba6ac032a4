"""Sealed calls: a record holds the salted hash of a word that stays secret until it is revealed (record.md).

The hash is that of ``sha256sum`` for the salt, a space and the word, so that anybody can check it.
"""

import hashlib


def seal(call: str, salt: str) -> str:
    """The hash under which a call is recorded before it is revealed, hexadecimal digits.

    Args:
        call: the word.
        salt: 32 random hexadecimal digits; without them the few words that there are could all be tried.

    >>> seal("47", "00" * 16)[:12]
    'a68e48f7e2df'
    """
    return hashlib.sha256(f"{salt} {call}".encode()).hexdigest()
