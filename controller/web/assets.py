"""Style sheets, scripts and fixed pages: lists that are read once; no path that is asked for ever reaches the disk."""

import gzip
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from importlib.resources.abc import Traversable
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

KINDS: Final = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
"""The types of files that are served, by the ends of their names."""
_FOR_GOOD: Final = "public, max-age=31536000, immutable"


@dataclass(frozen=True, slots=True)
class Asset:
    """One file."""

    mark: str
    """Its ETag (RFC 9110, 8.8.3): another content has another one."""
    kind: str
    """Its media type."""
    data: bytes
    packed: bytes
    """The same compressed by gzip (RFC 1952), once and as far as it goes."""

    @property
    def packed_mark(self) -> str:
        """The ETag of what is packed: other bytes have another one."""
        return f'"{self.version}-gzip"'

    @property
    def version(self) -> str:
        """The version in an address that is to be kept for good: another content has another one."""
        return self.mark.strip('"')


def made(kind: str, data: bytes) -> Asset:
    """Make a file of this content."""
    return Asset(f'"{sha256(data).hexdigest()[:16]}"', kind, data, gzip.compress(data, mtime=0))


def listed(folder: Traversable, prefix: str = "") -> Mapping[str, Asset]:
    """The files of a folder that are given out, by their names behind a prefix."""
    found: dict[str, Asset] = {}
    for file in folder.iterdir():
        kind = next((kind for end, kind in KINDS.items() if file.name.endswith(end)), None)
        if file.is_file() and kind:
            found[prefix + file.name] = made(kind, file.read_bytes())
    return found


def answer(request: Request, asset: Asset | None) -> Response:
    """A file, which the browser keeps until its mark changes; raises HTTPException where there is none.

    Asked for by its version (``?v=``), as pages do whose own text changes with it, it is kept for a year unasked.
    Whoever takes gzip gets it packed.
    """
    if asset is None:
        raise HTTPException(404)
    is_versioned = request.query_params.get("v") == asset.version
    is_packed = _takes_gzip(request.headers.get("accept-encoding", ""))
    headers = {
        "ETag": asset.packed_mark if is_packed else asset.mark,
        "Cache-Control": _FOR_GOOD if is_versioned else "no-cache",
        "Vary": "Accept-Encoding",
    }
    if request.headers.get("if-none-match") == headers["ETag"]:
        return Response(status_code=304, headers=headers)
    if is_packed:
        headers["Content-Encoding"] = "gzip"
    return Response(asset.packed if is_packed else asset.data, media_type=asset.kind, headers=headers)


def _takes_gzip(accepted: str) -> bool:
    """Whether an Accept-Encoding header names gzip and does not refuse it (RFC 9110, 12.5.3).

    >>> _takes_gzip("deflate, gzip;q=0.5"), _takes_gzip("gzip; q=0.0"), _takes_gzip("br")
    (True, False, False)
    """
    for one in accepted.lower().split(","):
        coding, _, weight = one.replace(" ", "").partition(";")
        if coding == "gzip":
            return not weight or any(digit in "123456789" for digit in weight)
    return False
