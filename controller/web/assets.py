"""Style sheets, scripts and fixed pages, loaded once: a requested path is a key and never reaches the disk."""

import gzip
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from importlib.resources.abc import Traversable
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

MEDIA_TYPES: Final = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
"""The media types of the files that are served, by suffix."""
_IMMUTABLE: Final = "public, max-age=31536000, immutable"


@dataclass(frozen=True, slots=True)
class Asset:
    """A static file in memory, plain and compressed."""

    etag: str
    """The ETag of the content (RFC 9110, 8.8.3)."""
    media_type: str
    """The media type, as Content-Type has it."""
    data: bytes
    gzipped: bytes
    """The data compressed by gzip (RFC 1952), once, at the highest level."""

    @property
    def gzip_etag(self) -> str:
        """The ETag of the compressed content, which differs because the bytes differ."""
        return f'"{self.version}-gzip"'

    @property
    def version(self) -> str:
        """The version for the query of an address that browsers cache for good."""
        return self.etag.strip('"')


def make_asset(kind: str, data: bytes) -> Asset:
    """Make an asset from its content."""
    return Asset(f'"{sha256(data).hexdigest()[:16]}"', kind, data, gzip.compress(data, mtime=0))


def load_folder(folder: Traversable, prefix: str = "") -> Mapping[str, Asset]:
    """Load the files of a folder that are served, by prefix and name."""
    loaded: dict[str, Asset] = {}
    for file in folder.iterdir():
        media_type = next((kind for end, kind in MEDIA_TYPES.items() if file.name.endswith(end)), None)
        if file.is_file() and media_type:
            loaded[prefix + file.name] = make_asset(media_type, file.read_bytes())
    return loaded


def respond(request: Request, asset: Asset | None) -> Response:
    """Respond with a file, which the browser revalidates by its ETag; raises HTTPException without a file.

    A request for the current version (``?v=``) is cached for a year unrevalidated. Clients that accept gzip get it.
    """
    if asset is None:
        raise HTTPException(404)
    is_versioned = request.query_params.get("v") == asset.version
    is_gzipped = _accepts_gzip(request.headers.get("accept-encoding", ""))
    headers = {
        "ETag": asset.gzip_etag if is_gzipped else asset.etag,
        "Cache-Control": _IMMUTABLE if is_versioned else "no-cache",
        "Vary": "Accept-Encoding",
    }
    if request.headers.get("if-none-match") == headers["ETag"]:
        return Response(status_code=304, headers=headers)
    if is_gzipped:
        headers["Content-Encoding"] = "gzip"
    return Response(asset.gzipped if is_gzipped else asset.data, media_type=asset.media_type, headers=headers)


def _accepts_gzip(accepted: str) -> bool:
    """Whether an Accept-Encoding header names gzip and does not refuse it (RFC 9110, 12.5.3).

    >>> _accepts_gzip("deflate, gzip;q=0.5"), _accepts_gzip("gzip; q=0.0"), _accepts_gzip("br")
    (True, False, False)
    """
    for item in accepted.lower().split(","):
        coding, _, weight = item.replace(" ", "").partition(";")
        if coding == "gzip":
            return not weight or any(digit in "123456789" for digit in weight)
    return False
