"""The commands of a document: its indented blocks, and what stands between backticks as something to type."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

TABLE: Final = Path(__file__).parents[2] / "docs" / "table.md"
TYPED: Final = ("./run ", "sudo ", "git ", "schiri ", "systemctl ", "systemd-analyze ", "journalctl ", "cd ", "python")
"""Beginnings of a command between backticks; all other text there is a name, a path or an answer."""
_BLOCK: Final = re.compile(r"(?:^|\n)\n((?: {4,}\S.*\n?)+)")
_INLINE: Final = re.compile(r"`([^`]+)`")
_COMMENT: Final = re.compile(r"\s{2,}#\s.*$")
_FENCE: Final = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)


def commands(text: str) -> list[str]:
    """The commands that a document in Markdown asks somebody to type, in order, each once.

    Raises:
        ValueError: it has a fenced block, whose language nobody looks at here.
    """
    if _FENCE.search(text):
        raise ValueError("a fenced block: write commands as a block that is indented by four spaces")
    return list(dict.fromkeys(_found(text)))


def _found(text: str) -> Iterator[str]:
    blocks = [(found.start(1), _lines(found[1])) for found in _BLOCK.finditer(text)]
    inline = [(found.start(1), [" ".join(found[1].split())]) for found in _INLINE.finditer(text)]
    spans = [found.span(1) for found in _BLOCK.finditer(text)]
    typed = [
        (place, words)
        for place, words in inline
        if words[0].startswith(TYPED) and not any(first <= place < last for first, last in spans)
    ]
    for _, lines in sorted([*blocks, *typed]):
        yield from lines


def _lines(block: str) -> list[str]:
    return [_COMMENT.sub("", line).strip() for line in block.splitlines()]
