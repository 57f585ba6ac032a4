"""Style sheets and scripts: a fixed list, read once; no path that is asked for ever reaches the disk."""

from collections.abc import Iterator, Mapping
from functools import cache
from hashlib import sha256
from importlib import resources
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

PREFIX: Final = "/static/"
KINDS: Final = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
"""What is given out, by the ends of the names."""


async def static(request: Request) -> Response:
    """One file of the list; the browser keeps it until its mark changes."""
    file = files().get(request.path_params["name"])
    if file is None:
        raise HTTPException(404)
    mark, kind, data = file
    headers = {"ETag": mark, "Cache-Control": "no-cache"}
    if request.headers.get("if-none-match") == mark:
        return Response(status_code=304, headers=headers)
    return Response(data, media_type=kind, headers=headers)


@cache
def files() -> Mapping[str, tuple[str, str, bytes]]:
    """Mark, kind and content of each file, by name."""
    return dict(_listed())


def _listed() -> Iterator[tuple[str, tuple[str, str, bytes]]]:
    own = resources.files("controller.console").joinpath("static")
    for folder, prefix in ((own, ""), (own.joinpath("vendor"), "vendor/")):
        for file in folder.iterdir():
            kind = next((kind for end, kind in KINDS.items() if file.name.endswith(end)), None)
            if file.is_file() and kind:
                data = file.read_bytes()
                yield prefix + file.name, (f'"{sha256(data).hexdigest()[:16]}"', kind, data)
