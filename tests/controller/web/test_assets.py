"""Files for browsers: packed for those that take it, kept until they change, the same content either way."""

import gzip

import pytest
from starlette.requests import Request

from controller.web.assets import Asset, make_asset, respond

FILE = make_asset("text/css", b"body { color: black }\n" * 100)


def asked(accepted: str = "", mark: str = "", query: str = "") -> Request:
    heads = {"accept-encoding": accepted, "if-none-match": mark}
    sent = [(name.encode(), value.encode()) for name, value in heads.items() if value]
    return Request({"type": "http", "method": "GET", "headers": sent, "query_string": query.encode()})


@pytest.mark.parametrize(
    ("accepted", "is_packed"),
    [
        ("gzip, deflate, br", True),
        ("GZIP;q=1.0", True),
        ("", False),
        ("br", False),
        ("gzip;q=0", False),
        ("gzip; q=0.000", False),
    ],
)
def test_a_file_is_packed_for_those_alone_that_take_it(accepted: str, is_packed: bool) -> None:
    given = respond(asked(accepted), FILE)
    assert (given.headers.get("content-encoding") == "gzip", given.headers["vary"]) == (is_packed, "Accept-Encoding")
    body = bytes(given.body)
    assert (gzip.decompress(body) if is_packed else body) == FILE.data
    assert (len(body) < len(FILE.data)) is is_packed


def test_packed_assets_have_their_own_etag_and_are_cached() -> None:
    plain, packed = respond(asked(), FILE), respond(asked("gzip"), FILE)
    assert plain.headers["etag"] != packed.headers["etag"]
    for given, accepted in ((plain, ""), (packed, "gzip")):
        again = respond(asked(accepted, given.headers["etag"]), FILE)
        assert (again.status_code, bytes(again.body), again.headers["vary"]) == (304, b"", "Accept-Encoding")
    assert respond(asked("gzip", plain.headers["etag"]), FILE).status_code == 200
    assert "immutable" in respond(asked("gzip", query=f"v={FILE.version}"), FILE).headers["cache-control"]


def test_the_same_content_is_packed_to_the_same_bytes() -> None:
    def again() -> Asset:
        return make_asset(FILE.media_type, FILE.data)

    assert again() == FILE
