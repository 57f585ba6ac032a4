"""Streams that follow the game: each state whole, each announcement once, secrets are kept, nothing waits."""

import asyncio
import re
import threading
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from dataclasses import replace
from pathlib import Path

import pytest
from starlette.requests import Request

from controller.console import server
from controller.console.http.context import Context
from controller.console.http.request import ENGLISH, Asker, PageRequest
from controller.console.http.streams import FragmentCache, stream
from controller.console.security.roles import Role
from controller.console.server import PageOptions
from controller.console.words import gettext as texts
from controller.live.session import AnnounceOptions, MatchSession
from controller.record.cards import DECKS
from controller.record.events import DealStart, MatchStart
from controller.store.journal import Journal
from controller.web.newest import Latest
from tests.support.console.console_rig import DEAL, REVOKED, Rig, play
from tests.support.examples import Example
from tests.support.waiting import PATIENCE_S

Event = tuple[str, str]


def visit(context: Context, cookie: str = "") -> PageRequest:
    headers = [(b"cookie", f"schiri={cookie}".encode())] if cookie else []
    request = Request({"type": "http", "method": "GET", "path": "/live/table", "headers": headers, "query_string": b""})
    return replace(PageRequest.of(request, context), language=ENGLISH)


def reading(rig: Rig, name: str = "table", cookie: str = "") -> AsyncGenerator[str]:
    return stream(visit(rig.context, cookie), server.fragments()[name], FragmentCache(rig.context))


async def next_event(events: AsyncIterator[str]) -> Event:
    text = await asyncio.wait_for(anext(events), PATIENCE_S)
    head, *lines = text.rstrip("\n").split("\n")
    return head.removeprefix("event: "), "\n".join(line.removeprefix("data: ") for line in lines)


def test_a_stream_begins_with_the_table_as_it_is_and_follows_every_card(rig: Rig) -> None:
    rig.enter(REVOKED[:2])

    async def follow() -> list[Event]:
        async with aclosing(reading(rig)) as events:
            seen = [await next_event(events)]
            for event in REVOKED[2:4]:
                await asyncio.to_thread(rig.table.enter, event)
                seen += [await next_event(events), await next_event(events)]
            return seen

    seen = asyncio.run(follow())
    assert [name for name, _ in seen] == ["table", "table", "said", "table", "said"]
    assert ["7 of hearts" in html for name, html in seen if name == "table"] == [False, True, True]
    assert [text for name, text in seen if name == "said"] == [
        "Carla: 7 of hearts. Anna to play.",
        "Anna: queen of diamonds. Anna takes trick 1. Trump diamonds. Anna to play.",
    ]


def test_the_player_in_turn_hears_the_lead(rig: Rig) -> None:
    rig.enter(REVOKED[:2])
    anna = rig.phone(Role.PLAYER, "Anna").client.cookies["schiri"]

    async def follow() -> Event:
        async with aclosing(reading(rig, cookie=anna)) as events:
            await next_event(events)
            await asyncio.to_thread(rig.table.enter, REVOKED[2])
            return [await next_event(events), await next_event(events)][1]

    assert asyncio.run(follow()) == ("said", "Carla: 7 of hearts. It is your turn; Berta led hearts.")


def test_the_accused_player_hears_that_it_is_about_them(rig: Rig) -> None:
    rig.enter(REVOKED[:4])
    cookies = [rig.phone(Role.PLAYER, name).client.cookies["schiri"] for name in ("Anna", "Berta")]

    async def follow() -> list[str]:
        async with (
            aclosing(reading(rig, cookie=cookies[0])) as anna,
            aclosing(reading(rig, cookie=cookies[1])) as berta,
        ):
            await asyncio.gather(next_event(anna), next_event(berta))
            await asyncio.to_thread(rig.table.enter, REVOKED[4])
            return [[await next_event(one), await next_event(one)][1][1] for one in (anna, berta)]

    own, other = asyncio.run(follow())
    assert own.startswith("Anna: 6 of hearts. This is about you. Anna revoked in trick 1:")
    assert other.startswith("Anna: 6 of hearts. Anna revoked in trick 1:")


def test_between_two_deals_it_is_said_what_is_missing_and_who_deals(tmp_path: Path) -> None:
    example = Example("schieber/4-evening")
    second = [number for number, event in enumerate(example.events) if isinstance(event, DealStart)][1]
    with Journal(tmp_path / "current.jsonl") as journal:
        rig = Rig(journal, example.opening)
        rig.enter(example.events[1 : second - 1])

        async def follow() -> Event:
            async with aclosing(reading(rig)) as events:
                await next_event(events)
                await asyncio.to_thread(rig.table.enter, example.events[second - 1])
                return [await next_event(events), await next_event(events)][1]

        name, text = asyncio.run(follow())
    assert name == "said"
    assert re.search(r"Deal 1: .*[0-9][.] \d+ to go to 500[.] Berta deals[.]$", text), text


def test_a_slow_reader_gets_the_newest_state_and_every_announcement(rig: Rig) -> None:
    async def follow() -> list[Event]:
        async with aclosing(reading(rig)) as events:
            await next_event(events)
            for event in REVOKED[:4]:
                await asyncio.to_thread(rig.table.enter, event)
            return [await next_event(events), await next_event(events)]

    (name, html), (said, words) = asyncio.run(follow())
    assert (name, said) == ("table", "said")
    assert "trick 2 of 12" in html
    assert words.count("Berta: 10 of hearts.") == words.count("Anna: queen of diamonds.") == 1


def test_names_are_escaped_wherever_they_are_shown(tmp_path_factory: pytest.TempPathFactory) -> None:
    evil = "<img src=x onerror=alert(1)>"
    with Journal(tmp_path_factory.mktemp("evil") / "current.jsonl") as journal:
        rig = Rig(journal, MatchStart(game="mittlere", seats=(evil, '"><script>', "Carla")))
        rig.enter(REVOKED)
        owner = rig.phone(Role.OWNER, evil)
        paths = ("/", "/sheet", "/verdicts", "/verdicts/1?steps=1", "/board", "/fix", "/history", "/phones")
        pages = [owner.get(path)[1] for path in paths]

        async def follow() -> list[str]:
            async with aclosing(reading(rig)) as events:
                seen = [await anext(events)]
                await asyncio.to_thread(rig.table.enter, play(1, "S7"))
                return [*seen, await anext(events), await anext(events)]

        for page in [*pages, *asyncio.run(follow())]:
            assert "<img src=x" not in page
            assert "<script>" not in page


def test_a_stream_ends_when_its_phone_is_forgotten(rig: Rig) -> None:
    rig.phone(Role.OWNER)
    other = rig.phone(Role.PLAYER, "other")
    device = rig.context.devices.find(other.id)
    assert device

    async def follow() -> list[str]:
        async with aclosing(reading(rig, "panel", rig.context.cookies.sign(other.id))) as events:
            await anext(events)
            waiting = asyncio.create_task(anext(events, "the end"))
            await asyncio.sleep(0)
            rig.context.devices.revoke(device)
            await asyncio.to_thread(rig.table.enter, DEAL)
            return [await waiting]

    assert asyncio.run(follow()) == ["the end"]


def test_a_stream_of_a_match_ends_when_another_begins(rig: Rig, tmp_path: Path) -> None:
    """The page then asks anew, and nobody hears the new match told as if it went on from the old one."""
    rig.enter(REVOKED[:2])

    async def follow(journal: Journal) -> list[str]:
        async with aclosing(reading(rig)) as events:
            await anext(events)
            waiting = asyncio.create_task(anext(events, "the end"))
            await asyncio.sleep(0)
            rig.console.set_session(MatchSession(journal, rig.opening), PageOptions("swiss"))
            return [await waiting]

    with Journal(tmp_path / "next.jsonl") as journal:
        assert asyncio.run(follow(journal)) == ["the end"]


@pytest.mark.parametrize(("policy", "at_once"), [("club", True), ("tournament", False)])
def test_only_an_arbiter_sees_what_the_table_may_not_hear(
    tmp_path_factory: pytest.TempPathFactory, policy: str, at_once: bool
) -> None:
    with Journal(tmp_path_factory.mktemp("policy") / "current.jsonl") as journal:
        rig = Rig(journal, announce_options=AnnounceOptions("club" if policy == "club" else "tournament"))
        rig.enter(REVOKED)
        seen = {
            role: (
                "revoked" in rig.phone(role).get("/verdicts")[1],
                "revoked" in rig.phone(role).get("/")[1],
                rig.phone(role).get("/verdicts/1")[0],
            )
            for role in Role
        }
        shown = (at_once, at_once, 200 if at_once else 404)
        assert seen == {
            Role.VIEWER: shown,
            Role.CAMERA: shown,
            Role.PLAYER: shown,
            Role.ARBITER: (True, at_once, 200),
            Role.OWNER: (True, True, 200) if at_once else (False, False, 404),
        }


def test_hidden_hands_are_never_told_before_the_deal_ends(tmp_path_factory: pytest.TempPathFactory) -> None:
    deck = DECKS["jass36"]
    hands = {seat: deck[seat::3] for seat in range(3)}
    with Journal(tmp_path_factory.mktemp("hands") / "current.jsonl") as journal:
        rig = Rig(journal)
        first, second = hands[1][0], next(card for card in hands[2] if card.suit != hands[1][0].suit)
        rig.enter([DealStart(dealer=0, hands=hands), play(1, first), play(2, second)])
        assert [one.kind for one in rig.session.match.verdicts] == ["revoke"]
        viewer, arbiter = rig.phone(), rig.phone(Role.ARBITER)
        pages = [viewer.get(path)[1] for path in ("/", "/verdicts", "/board", "/sheet")]
        assert not any("revoked" in page for page in pages)
        assert viewer.get("/verdicts/1")[0] == 404
        assert "Every step of the proof" in arbiter.get("/verdicts/1?steps=1")[1]


def test_a_writer_never_waits_for_readers() -> None:
    """The loop is busy: a thousand values are put in meanwhile, and the reader sees the last one."""
    newest = Latest(0)
    busy, free = threading.Event(), threading.Event()

    async def read() -> list[tuple[int, int]]:
        first = await newest.wait_async(0, 1)
        waiting = asyncio.create_task(newest.wait_async(1, 5))
        await asyncio.sleep(0)
        busy.set()
        free.wait(PATIENCE_S)  # the loop can do nothing until all values are put in
        second = await waiting
        assert first
        assert second
        return [first, second]

    def put() -> None:
        busy.wait(PATIENCE_S)
        for value in range(1, 1001):
            newest.put(value)
        free.set()

    thread = threading.Thread(target=put)
    thread.start()
    seen = asyncio.run(read())
    thread.join()
    newest.put(-1)  # the loop has ended; nobody minds
    assert (seen, newest.current) == ([(1, 0), (1001, 1000)], (1002, -1))


def test_a_silent_stream_says_that_it_lives(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("controller.console.http.streams.HEARTBEAT_S", 0.01)

    async def follow() -> list[str]:
        async with aclosing(reading(rig)) as events:
            return [await anext(events) for _ in range(3)][1:]

    assert asyncio.run(follow()) == [": still here\n\n"] * 2


def test_a_fragment_is_rendered_once_a_state_for_all_who_see_the_same(rig: Rig) -> None:
    fragment_cache, fragment = FragmentCache(rig.context), server.fragments()["panel"]
    device = rig.context.devices.pair("Berta", Role.PLAYER, "2026-11-21 12:00")
    asker = Asker(rig.context.newest.value, rig.context, device)
    with texts.speaking(ENGLISH.translations):
        first = fragment_cache.html(fragment, 1, asker, ENGLISH)
        assert fragment_cache.html(fragment, 1, asker, ENGLISH) is first
        assert fragment_cache.html(fragment, 2, asker, ENGLISH) is not first


def test_the_table_is_sent_as_each_player_sees_it_and_once_for_all_on_one_side(rig: Rig) -> None:
    rig.enter(REVOKED[:2])
    fragment_cache, fragment = FragmentCache(rig.context), server.fragments()["table"]
    seen: dict[str, str] = {}
    with texts.speaking(ENGLISH.translations):
        for name in ("Anna", "berta", "Berta", "Zoe"):
            device = rig.context.devices.pair(name, Role.PLAYER, "2026-11-21 12:00")
            seen[name] = fragment_cache.html(fragment, 1, Asker(rig.context.newest.value, rig.context, device), ENGLISH)
    assert seen["berta"] is seen["Berta"]
    assert {name: re.findall(r'class="seat at-0[^"]*" id="([^"]+)"', html) for name, html in seen.items()} == {
        "Anna": ["seat-0"],
        "berta": ["seat-1"],
        "Berta": ["seat-1"],
        "Zoe": ["seat-0"],
    }
