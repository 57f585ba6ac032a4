"""Streams of events to browsers (HTML Living Standard, 9.2, server-sent events)."""

import re
from collections.abc import AsyncIterable
from typing import Final

from starlette.responses import StreamingResponse

_LINE_END: Final = re.compile(r"\r\n|\r|\n")
"""The ends of lines in a stream; other separators of Unicode are part of the text, as a browser reads it."""
COMMENT: Final = ": still here\n\n"
"""A sign of life that reaches no script; a browser that has gone is noticed by it."""


def event(name: str, text: str, retry_ms: int | None = None) -> str:
    r"""One event of a stream.

    Args:
        name: by which a script listens to it; without one it is a ``message``.
        text: of any number of lines.
        retry_ms: how long a browser that lost the stream waits before it asks again; left as it is if not given.

    >>> event("table", "one\ntwo")
    'event: table\ndata: one\ndata: two\n\n'
    >>> event("here", "")
    'event: here\ndata: \n\n'
    >>> event("", "a\u2028b")
    'data: a\u2028b\n\n'
    """
    head = [] if retry_ms is None else [f"retry: {retry_ms}"]
    head += [f"event: {name}"] if name else []
    data = [f"data: {line}" for line in _LINE_END.split(text)]
    return "\n".join((*head, *data, "", ""))


def response(events: AsyncIterable[str]) -> StreamingResponse:
    """An answer that is a stream; no browser keeps it."""
    return StreamingResponse(events, media_type="text/event-stream", headers={"Cache-Control": "no-store"})
