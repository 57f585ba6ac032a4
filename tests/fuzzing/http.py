"""A browser that sends anything to the console, as anybody: every answer is a page, and none a fault of the program."""

import asyncio
from collections.abc import MutableMapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final
from urllib.parse import urlencode

from controller.console.security.roles import PAIRED, Role
from controller.store.journal import Journal
from tests.support.console.console_rig import HOST, ORIGIN, REVOKED, Rig

METHODS: Final = ("GET", "POST", "POST", "HEAD", "PUT", "OPTIONS")
_EACH: Final = 250
"""Requests to one table; a record that grows makes each correction slower."""
_LONGEST_S: Final = 8.0

_table: list[tuple[Rig, TemporaryDirectory[str], dict[Role, str]]] = []
_count = [0]


def http(data: bytes) -> None:
    """The first byte chooses who asks and how; path, one more header and body follow, a line feed between them."""
    rig, cookies = _rig()
    chosen = data[0] if data else 0
    role, method = (Role.VIEWER, *PAIRED)[chosen % 4], METHODS[chosen // 4 % len(METHODS)]
    path, header, body = (*data[1:].split(b"\n", 2), b"", b"", b"")[:3]
    body = body.replace(b"KEY", rig.context.keys.mint().encode())
    status = asyncio.run(asyncio.wait_for(_asked(rig, method, path, header, body, cookies.get(role, "")), _LONGEST_S))
    assert 200 <= status < 500, status


async def _asked(rig: Rig, method: str, path: bytes, header: bytes, body: bytes, cookie: str) -> int:
    """The status of the answer."""
    name, _, value = header.partition(b":")
    plain, _, query = path.partition(b"?")
    headers = [(b"host", HOST.encode()), (b"origin", ORIGIN.encode()), (b"cookie", f"schiri={cookie}".encode())]
    headers += [(b"content-type", b"application/x-www-form-urlencoded")] * (method == "POST")
    headers += [(name.lower().strip(), value.strip())] if name.strip() else []
    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": "/" + plain.decode("latin-1").lstrip("/"),
        "raw_path": plain,
        "query_string": query,
        "headers": headers,
        "client": ("192.0.2.7", 5000 + _count[0] % 1000),
        "server": ("192.0.2.1", 8080),
    }
    sent: list[MutableMapping[str, Any]] = []
    waiting = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive() -> MutableMapping[str, Any]:
        await asyncio.sleep(0)
        return waiting.pop() if waiting else {"type": "http.disconnect"}

    async def send(message: MutableMapping[str, Any]) -> None:
        await asyncio.sleep(0)
        sent.append(message)

    await rig.app(scope, receive, send)
    return int(sent[0]["status"])


def _rig() -> tuple[Rig, dict[Role, str]]:
    """A table with a match in progress and a phone of each role; now and then a new one."""
    if _count[0] % _EACH == 0:
        if _table:
            rig, folder, _ = _table.pop()
            rig.journal.close()
            folder.cleanup()
        folder = TemporaryDirectory(prefix="fuzzing-")
        rig = Rig(Journal(Path(folder.name) / "record.jsonl"))
        rig.enter(REVOKED)
        signed: dict[Role, str] = {role: rig.context.cookies.sign(rig.phone(role).id) for role in PAIRED}
        _table.append((rig, folder, signed))
    _count[0] += 1
    rig, _, cookies = _table[0]
    return rig, cookies


def seeds() -> list[bytes]:
    """Requests that the console answers."""
    pages = ("", "sheet", "verdicts", "verdicts/1", "board", "join", "join.svg", "pair", "fix", "history", "phones")
    asked = [bytes([3]) + page.encode() for page in (*pages, "live/table", "static/console.css", "setup", "camera")]
    forms: list[dict[str, str]] = [
        {"do": "undo", "key": "KEY"},
        {"do": "rule", "key": "KEY", "verdict": "1", "decision": "upheld", "effect": "void-deal"},
        {"do": "fix", "key": "KEY", "event": "4", "card": "H8"},
        {"do": "missed", "key": "KEY", "event": "4", "card": "H8", "seat": "1"},
        {"do": "give", "key": "KEY", "role": "player"},
        {"do": "deal", "key": "KEY", "dealer": "1"},
        {"code": "123456"},
    ]
    sent = [bytes([7]) + (b"act" if "do" in form else b"pair") + b"\n\n" + urlencode(form).encode() for form in forms]
    return [*asked, *sent, bytes([3]) + b"sheet?\xbc"]
