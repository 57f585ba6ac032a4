"""Requests that no page of this table can have sent are refused before any page sees them."""

import pytest

from controller.console.security.guard import LARGEST_BODY
from controller.console.security.roles import Role
from controller.settings.model import ConsoleConfig
from controller.store.journal import Journal
from controller.web.host import HEADERS
from tests.support.console.console_rig import FORM, HOST, ORIGIN, Rig

OURS = ("192.0.2.1", "192.0.2.1:8080", "[2001:db8::1]:8080", "localhost:8080", "schiri-1a2b.local", "SCHIRI.LOCAL:8080")
NOT_OURS = (
    "evil.example",
    "evil.example:8080",
    "localhost.evil.example",
    "192.0.2.1.evil.example",
    "local",
    ".local",
    "a.b.local",
    "user@192.0.2.1",
    "192.0.2.1:port",
    "192.0.2.1/../x",
    "[::1",
    "a b.local",
    "",
)


@pytest.mark.parametrize("host", OURS)
def test_the_table_answers_to_addresses_and_local_names(rig: Rig, host: str) -> None:
    assert rig.phone().client.get("/", headers={"host": host}).status_code == 200


@pytest.mark.parametrize("host", NOT_OURS)
def test_a_name_that_somebody_points_here_is_refused(rig: Rig, host: str) -> None:
    answer = rig.phone(Role.OWNER).client.get("/", headers={"host": host})
    assert (answer.status_code, "Anna" in answer.text) == (421, False)


def test_a_request_with_two_names_is_refused_whichever_comes_first(rig: Rig) -> None:
    """Whoever stands between might believe the other one."""
    names = (("host", "192.0.2.1"), ("host", "evil.example"))
    phone = rig.phone(Role.OWNER)
    assert [phone.client.get("/", headers=[*both]).status_code for both in (names, names[::-1])] == [421, 421]


def test_names_that_are_set_are_answered_to(tmp_path_factory: pytest.TempPathFactory) -> None:
    with Journal(tmp_path_factory.mktemp("named") / "current.jsonl") as journal:
        rig = Rig(journal, settings=ConsoleConfig(names=("club.example",)))
        hosts = ("club.example:8080", "other.example")
        assert [rig.phone().client.get("/", headers={"host": host}).status_code for host in hosts] == [200, 421]


@pytest.mark.parametrize(
    "origin", [None, "null", "http://evil.example", f"https://{HOST}", "http://192.0.2.1", f"{ORIGIN}/", f"{ORIGIN}, x"]
)
@pytest.mark.parametrize("path", ["/act", "/pair", "/", "/nothing"])
def test_a_form_from_another_origin_is_refused(rig: Rig, origin: str | None, path: str) -> None:
    phone = rig.phone(Role.OWNER)
    headers = FORM if origin is None else {**FORM, "origin": origin}
    answer = phone.client.post(path, content=f"do=deal&dealer=0&key={phone.key()}", headers=headers)
    assert (answer.status_code, rig.said) == (403, [])


def test_the_same_form_from_the_own_page_is_done(rig: Rig) -> None:
    assert rig.phone(Role.OWNER).do("deal", dealer=0) == (200, "Anna deals.")


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "PROPFIND"])
def test_other_methods_are_refused(rig: Rig, method: str) -> None:
    answer = rig.phone(Role.OWNER).client.request(method, "/act", headers={"origin": ORIGIN})
    assert answer.status_code == 405


def test_a_body_that_is_too_large_is_refused_whether_it_says_so_or_not(rig: Rig) -> None:
    phone = rig.phone(Role.OWNER)
    large = b"do=end&x=" + b"a" * LARGEST_BODY

    def in_pieces() -> "list[bytes]":
        return [large[at : at + 1000] for at in range(0, len(large), 1000)]

    headers = {**FORM, "origin": ORIGIN}
    told = phone.client.post("/act", content=large, headers=headers)
    untold = phone.client.post("/act", content=iter(in_pieces()), headers=headers)
    lied = phone.client.post("/act", content=large, headers={**headers, "content-length": "9"})
    negative = phone.client.post("/act", content=b"do=end", headers={**headers, "content-length": "-1"})
    assert [one.status_code for one in (told, untold, lied, negative)] == [413, 413, 413, 413]
    assert rig.said == []


@pytest.mark.parametrize(
    ("kind", "body", "status"),
    [
        ("multipart/form-data; boundary=x", b"--x--", 415),
        ("application/json", b'{"do":"end"}', 415),
        ("text/plain", b"do=end", 415),
        (FORM["content-type"], b"do=end&\xff", 400),
        (FORM["content-type"], b"do=%ff", 400),
        (FORM["content-type"], b"&".join(b"a=1" for _ in range(101)), 400),
    ],
)
def test_a_request_that_is_no_form_is_refused(rig: Rig, kind: str, body: bytes, status: int) -> None:
    answer = rig.phone(Role.OWNER).client.post("/act", content=body, headers={"content-type": kind, "origin": ORIGIN})
    assert (answer.status_code, rig.said) == (status, [])


@pytest.mark.parametrize("path", ["/", "/nothing", "/static/console.css", "/phones", "/join.svg"])
def test_every_answer_carries_the_headers(rig: Rig, path: str) -> None:
    headers = rig.phone().client.get(path).headers
    assert {name: headers[name] for name in HEADERS} == HEADERS
    assert "default-src 'self'" in headers["content-security-policy"]


def test_pages_are_not_kept_by_browsers(rig: Rig) -> None:
    pages = [rig.phone(Role.OWNER).client.get(path) for path in ("/", "/fix", "/phones", "/nothing")]
    assert {page.headers["cache-control"] for page in pages} == {"no-store"}


def test_no_page_holds_scripts_styles_or_handlers_of_its_own(rig: Rig) -> None:
    phone = rig.phone(Role.OWNER)
    for path in ("/", "/sheet", "/verdicts", "/board", "/join", "/pair", "/phones", "/fix", "/history"):
        status, page = phone.get(path)
        assert status == 200
        for inline in (
            "<style",
            "<script>",
            " style=",
            "javascript:",
            " onclick",
            "hx-on",
            "http://",
            "https://",
            "//",
        ):
            assert inline not in page.replace('<code class="text-body">http://192.0.2.1:8080/', "").replace(
                "QR code of http://192.0.2.1:8080/", ""
            ), (path, inline)
