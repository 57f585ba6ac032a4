"""Streams of events to browsers (HTML Living Standard, 9.2, server-sent events)."""

import re
from collections.abc import AsyncIterable
from typing import Final

from starlette.responses import StreamingResponse

_LINE_END: Final = re.compile(r"\r\n|\r|\n")
"""The ends of lines in a stream; other separators of Unicode are part of the text, as a browser reads it."""
COMMENT: Final = ": still here\n\n"
"""A heartbeat that scripts do not see; it shows whether the browser is still connected."""


def event(name: str, text: str, retry_ms: int | None = None) -> str:
    r"""Return the text of one event of a stream.

    Args:
        name: the event's type; if empty, it is a ``message``.
        text: of any number of lines.
        retry_ms: the delay before a browser that lost the stream reconnects; unchanged if not given.

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
    """Make the streaming response, which browsers do not cache."""
    return StreamingResponse(events, media_type="text/event-stream", headers={"Cache-Control": "no-store"})
