"""The archive's page: who may look at which match, and that a replay keeps to its own policy."""

import re
from html import unescape
from pathlib import Path

import pytest

from controller.console.replay import child, document
from controller.console.security.roles import Role
from controller.referee import fold
from controller.store.archive import Archive, RecordLine
from controller.store.background import children
from controller.store.background.children import Children
from tests.support.console.console_rig import Rig, sentence
from tests.support.examples import Example
from tests.support.loops import some
from tests.support.waiting import PATIENCE_S, until

EVENING = Example("mittlere/evening").data
RENAMED = (
    b'{"e":"match","v":1,"game":"tarot","seats":["A","B","C"]}\n'
    b'{"e":"amend","of":1,"with":{"seats":["Uma","Vic","Wim"]}}\n'
)


def kept(directory: Path, name: str, data: bytes, *, running: bool = False) -> int:
    """A match in the archive of the table."""
    with Archive(directory, make=True) as archive, archive.transaction():
        match = archive.add(name, running=running)
        lines = [RecordLine(line, b"") for line in data.splitlines(keepends=True)]
        archive.write(match, 1, lines)
    return match


def test_a_player_sees_the_matches_and_looks_at_one_of_them(rig: Rig) -> None:
    first = kept(rig.journal.path.parent, "2026-11-21T190312Z", EVENING)
    second = kept(rig.journal.path.parent, "2026-11-22T190312Z", RENAMED)
    player = rig.phone(Role.PLAYER)
    status, page = player.get("/archive")
    assert status == 200
    assert page.index("Uma, Vic, Wim") < page.index("Anna")
    assert f'href="/archive/{second}.html" download=' in page
    answer = player.client.get(f"/archive/{first}.html")
    assert answer.status_code == 200
    assert 'id="match"' in answer.text
    policy = answer.headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; style-src 'sha256-")
    assert policy.endswith("frame-ancestors 'none'; sandbox allow-scripts")
    assert answer.headers["x-content-type-options"] == "nosniff"


def card(page: str, match: int) -> str:
    """The card of a match on the page, as it is read."""
    found = next(one for one in re.split("(?=<li>\\s*<h2>)", page) if f"/archive/{match}.html" in one)
    return " ".join(re.sub(r"<[^>]*>", " ", found.partition('<div class="ways">')[0]).split())


@pytest.mark.parametrize(
    ("example", "told"),
    [
        ("coiffeur/4-partners-ruled", "Coiffeur Anna · Carla , winners 32 Berta · Dora 20 2 verdicts"),
        ("mittlere/evening", "Mittlere Anna 2 Berta 2 Carla −4 2 verdicts"),
    ],
)
def test_each_match_says_who_has_won_and_how_many_verdicts_there_were(rig: Rig, example: str, told: str) -> None:
    """Where sides are level nobody has won."""
    match = kept(rig.journal.path.parent, "2026-11-21T190312Z", Example(example).data)
    page = card(rig.phone(Role.PLAYER).get("/archive")[1], match)
    assert re.sub("Nov 2.*?M ", "", page) == told


def test_a_match_is_found_by_a_name_or_by_its_game(rig: Rig) -> None:
    directory = rig.journal.path.parent
    evening = kept(directory, "2026-11-21T190312Z", EVENING)
    renamed = kept(directory, "2026-11-22T190312Z", RENAMED.replace(b"Uma", "Zoé".encode()))
    player = rig.phone(Role.PLAYER)
    for wanted, found in some(
        (("zoe wim", [renamed]), ("MITT", [evening]), ("anna wim", []), ("", [renamed, evening]))
    ):
        page = player.get(f"/archive?q={wanted}")[1]
        assert re.findall(r'"/archive/(\d+)[.]html" aria', page) == [str(one) for one in found]
        assert ("No match is of such a name or game." in page) == (not found)
    assert "&lt;b&gt;" in player.get("/archive?q=<b>")[1]


def test_older_matches_are_a_link_away(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("controller.console.pages.archive.NEWEST", 2)
    monkeypatch.setattr("controller.console.pages.archive.LIST_WAIT_S", PATIENCE_S)
    matches = [kept(rig.journal.path.parent, f"2026-11-2{day}T190312Z", RENAMED) for day in range(3)]
    player = rig.phone(Role.PLAYER)
    page = player.get("/archive?q=uma")[1]
    [older] = re.findall(r'href="([^"]*before=[^"]*)"', page)
    for shown, expected in some(((page, matches[:0:-1]), (player.get(unescape(older))[1], matches[:1]))):
        assert re.findall(r'"/archive/(\d+)[.]html" aria', shown) == [str(one) for one in expected]
    assert player.get(f"/archive?before={'9' * 500}")[0] == 200


def test_the_referees_process_reads_no_match_for_the_list(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object, **__: object) -> bytes:
        raise AssertionError("the referee's process reads no match")

    match = kept(rig.journal.path.parent, "2026-11-21T190312Z", EVENING)
    monkeypatch.setattr(Archive, "record", never)
    player = rig.phone(Role.PLAYER)
    first = player.get("/archive")
    assert (first[0], "Anna" in card(first[1], match)) == (200, True)
    rig.context.children = Children(at_most_s=0)
    assert player.get("/archive") == first


def test_a_list_whose_results_cannot_be_made_says_so_and_shows_what_there_is(rig: Rig) -> None:
    match = kept(rig.journal.path.parent, "2026-11-21T190312Z", EVENING)
    rig.context.children = Children(at_most_s=0)
    page = rig.phone(Role.PLAYER).get("/archive")[1]
    assert "cannot be counted now" in page
    assert f"/archive/{match}.html" in page


def test_a_list_whose_results_take_long_comes_without_them_and_asks_again(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("controller.console.pages.archive.LIST_WAIT_S", 0)
    kept(rig.journal.path.parent, "2026-11-21T190312Z", EVENING)
    player = rig.phone(Role.PLAYER)
    with player.client:
        assert 'hx-get="/archive?q=anna&amp;before="' in player.get("/archive?q=anna")[1]
        until(lambda: "Mittlere" in player.get("/archive?q=anna")[1])


def test_strangers_see_no_archive(rig: Rig) -> None:
    match = kept(rig.journal.path.parent, "2026-11-21T190312Z", EVENING)
    stranger = rig.phone()
    for path in some(("/archive", f"/archive/{match}.html")):
        status, page = stranger.get(path)
        assert (status, "Anna" in page) == (303, False)


def test_a_match_that_is_being_played_shows_nobody_a_hand(rig: Rig) -> None:
    unended = b"".join(EVENING.splitlines(keepends=True)[:40])
    match = kept(rig.journal.path.parent, "2026-11-21T190312Z", unended, running=True)
    for role in some((Role.PLAYER, Role.ARBITER, Role.OWNER)):
        phone = rig.phone(role)
        status, page = phone.get(f"/archive/{match}.html")
        assert (status, "still being played" in page, 'id="match"' in page) == (404, True, False)
        assert f"/archive/{match}.html" not in phone.get("/archive")[1]


def test_a_match_that_has_just_ended_can_be_looked_at(rig: Rig) -> None:
    match = kept(rig.journal.path.parent, "2026-11-21T190312Z", EVENING, running=True)
    assert rig.phone(Role.PLAYER).get(f"/archive/{match}.html")[0] == 200


@pytest.mark.parametrize(
    "lines",
    [
        (b'{"e":"end"}\n',),
        (b'{"e":"void","why":"misdeal"}\n', b'{"e":"end"}\n'),
        (b'{"e":"gap","from":30,"t":90,"why":"camera"}\n', b'{"e":"end","t":91}\n'),
    ],
    ids=("ended", "thrown in", "unseen"),
)
def test_nobody_looks_into_hands_by_ending_the_match_within_a_deal(rig: Rig, lines: tuple[bytes, ...]) -> None:
    """What has ended it is taken back by a tap or two, and the deal goes on."""
    dealt = EVENING.replace(b'"v":1', b'"v":2').splitlines(keepends=True)[:20]
    match = kept(rig.journal.path.parent, "2026-11-21T190312Z", b"".join((*dealt, *lines)), running=True)
    player = rig.phone(Role.PLAYER)
    assert player.get(f"/archive/{match}.html")[0] == 404
    assert f"/archive/{match}.html" not in player.get("/archive")[1]
    with Archive(rig.journal.path.parent) as archive, archive.transaction():
        archive.put_aside(match)
    assert player.get(f"/archive/{match}.html")[0] == 200


def test_a_match_that_no_game_here_can_read_is_named_as_such(rig: Rig) -> None:
    data = b'{"e":"match","v":1,"game":"poker","seats":["A","B","C"]}\n'
    match = kept(rig.journal.path.parent, "2026-11-21T190312Z", data)
    player = rig.phone(Role.PLAYER)
    assert "cannot be read" in player.get("/archive")[1]
    assert player.get(f"/archive/{match}.html")[0] == 404


def test_without_an_archive_there_is_no_match_yet(rig: Rig) -> None:
    player = rig.phone(Role.PLAYER)
    assert "No match yet." in player.get("/archive")[1]
    assert player.get("/archive/1.html")[0] == 404


def test_a_replay_is_made_by_another_process_and_kept_for_a_moment(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    """A long match takes seconds, in which the referee's own process would see no card."""

    def never(*_: object, **__: object) -> str:
        raise AssertionError("the referee's process makes no replay")

    monkeypatch.setattr(document, "document", never)
    monkeypatch.setattr(child, "document", never)
    monkeypatch.setattr(fold, "fold", never)
    match = kept(rig.journal.path.parent, "2026-11-21T190312Z", EVENING)
    player = rig.phone(Role.PLAYER)
    first = player.get(f"/archive/{match}.html")
    assert (first[0], 'id="match"' in first[1]) == (200, True)
    rig.context.children = Children(at_most_s=0)
    assert player.get(f"/archive/{match}.html") == first


def test_a_replay_that_cannot_be_made_is_told_in_a_sentence(rig: Rig) -> None:
    match = kept(rig.journal.path.parent, "2026-11-21T190312Z", EVENING)
    rig.context.children = Children(at_most_s=0)
    status, page = rig.phone(Role.PLAYER).get(f"/archive/{match}.html")
    assert (status, sentence(page)) == (503, "This match cannot be shown now; try again in a minute.")


def test_a_slow_replay_is_announced_soon_and_found_later(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine the process that makes it waits for the game; whoever asks waits no minute with it."""
    monkeypatch.setattr("controller.console.pages.archive.WAIT_S", 0)
    match = kept(rig.journal.path.parent, "2026-11-21T190312Z", EVENING)
    player = rig.phone(Role.PLAYER)
    with player.client:
        status, page = player.get(f"/archive/{match}.html")
        assert (status, sentence(page)) == (503, "This match cannot be shown now; try again in a minute.")
        until(lambda: player.get(f"/archive/{match}.html")[0] == 200)


def test_a_match_that_no_evening_has_is_not_shown(rig: Rig) -> None:
    data = EVENING.splitlines(keepends=True)[0] + b'{"e":"undo","n":1}\n' * (children.MOST_CORRECTIONS + 1)
    match = kept(rig.journal.path.parent, "2026-11-21T190312Z", data)
    status, page = rig.phone(Role.PLAYER).get(f"/archive/{match}.html")
    assert (status, sentence(page)) == (404, "This match is longer than any evening, and is not shown here.")
