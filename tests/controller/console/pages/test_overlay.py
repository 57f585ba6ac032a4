"""The overlay of a stream: it shows no card that was not laid, and its key lets nobody do anything else."""

import asyncio
import re
from collections.abc import Sequence
from contextlib import aclosing
from dataclasses import replace
from html import unescape
from pathlib import Path

import pytest

from controller.console import server
from controller.console.http.streams import part
from controller.console.security.roles import Role
from controller.console.views.overlay import overlay
from controller.live import scoreboard
from controller.record.cards import Card
from controller.record.events import DealStart, Event, Seat
from controller.referee.fold import fold
from controller.rules.results import Verdict
from controller.store.journal import Journal
from tests.controller.console.http.test_streams import next_event, reading
from tests.support.console.console_rig import DEAL, REVOKED, Phone, Rig, play
from tests.support.examples import Example, each_example
from tests.support.loops import some

KEY = re.compile(r"overlay(?:\?delay=(\d+))?#([\w-]{22})$")


def made(owner: Phone, delay: int = 0) -> str:
    """A key that the owner has made."""
    status, told = owner.do("overlay", delay=delay)
    found = KEY.search(told)
    assert status == 200
    assert found
    assert found[1] == (str(delay) if delay else None)
    return found[2]


def shown(rig: Rig) -> set[str]:
    """The cards on the overlay as it stands."""
    fragment, state = server.fragments()["overlay"], rig.context.newest.value
    return set(re.findall(r'#[swm]-(\w+)"', part(fragment, state, rig.context, Role.VIEWER)))


def hidden_hands(events: Sequence[Event]) -> list[Event]:
    """The same record with every hand shown to the camera, as far as its cards were played."""
    hands: dict[int, dict[int, list[Card]]] = {}
    for stage in fold(events):
        if deal := stage.match.deal:
            hands[deal.number] = {seat: [one.card for one in deal.plays() if one.seat == seat] for seat in deal.seats}
    number, told = 0, list[Event]()
    for event in events:
        number += isinstance(event, DealStart)
        known = {seat: tuple(cards) for seat, cards in hands.get(number, {}).items()}
        told.append(replace(event, hands=known) if isinstance(event, DealStart) else event)
    return told


@each_example
def test_no_card_is_shown_that_was_not_laid(example: Example) -> None:
    """Not even where everybody hears every verdict, and the hands are known."""
    checked = 0
    for stage in some([*fold(hidden_hands(example.events))]):
        match, deal = stage.match, stage.match.deal
        verdicts = match.verdicts
        found = overlay(match, scoreboard.face(match, verdicts), verdicts)
        seen = {one.card for one in (*deal.plays(), *deal.exposed)} if deal else set[Card]()
        cards = {one.card for one in found.trick} | {card for card, _ in (found.verdict.cards if found.verdict else ())}
        assert cards <= seen
        if found.verdict and deal:
            whose = {one.card: one.seat for one in (*deal.plays(), *deal.exposed)}
            marked = [whose[card] for card, what in found.verdict.cards if what != "led"]
            assert set(marked) <= {found.verdict.verdict.seat}
        if found.verdict and found.verdict.is_shown:
            assert set(found.verdict.verdict.proof or ()) <= seen
        checked += len(cards)
    assert checked or "exchange" in example.name  # there the hands are no hands as dealt, and nothing is played


def test_a_verdict_that_a_hidden_card_proves_is_shown_without_it(rig: Rig) -> None:
    hands: dict[Seat, tuple[Card, ...]] = {0: (Card("DQ"), Card("H6")), 1: (Card("H10"),), 2: (Card("H7"),)}
    rig.enter([replace(DEAL, hands=hands), *REVOKED[1:4]])
    match = rig.session.match
    [verdict] = match.verdicts
    assert verdict.proof == ("H6",)
    found = overlay(match, scoreboard.face(match, match.verdicts), match.verdicts).verdict
    assert found
    assert (found.is_shown, found.cards) == (False, (("H10", "led"), ("DQ", "laid")))


def test_a_verdict_shows_what_was_led_laid_and_held(rig: Rig) -> None:
    rig.enter(REVOKED)
    state = rig.context.newest.value
    found = overlay(state.match, state.face, state.public_verdicts)
    assert found.verdict
    assert found.verdict.cards == (("H10", "led"), ("DQ", "laid"), ("H6", "held"))
    assert found.verdict.names == ("Anna",)
    assert shown(rig) == {"H10", "DQ", "H6", "H7"} - {"H7"}


def test_the_trick_that_lies_there_and_who_is_next(rig: Rig) -> None:
    rig.enter(REVOKED[:3])
    state = rig.context.newest.value
    found = overlay(state.match, state.face, state.public_verdicts)
    assert ([one.card for one in found.trick], found.next) == (["H10", "H7"], "Anna")
    assert found.newest
    assert found.newest.card == "H7"
    assert shown(rig) == {"H10", "H7"}


@pytest.mark.parametrize("name", ["schieber/4-evening", "coiffeur/4-alone", "tarot/5-called-king"])
def test_partners_have_one_score_and_everybody_else_an_own(tmp_path: Path, name: str) -> None:
    opening, rest = Example(name).opening, Example(name).events[1:]
    with Journal(tmp_path / "current.jsonl") as journal:
        rig = Rig(journal, opening)
        rig.enter(rest)
        match, state = rig.session.match, rig.context.newest.value
        shown_now = part(server.fragments()["overlay"], state, rig.context, Role.VIEWER)
    sides = match.game.sides.partners(match.rules)
    written = re.findall(r'<span class="seat[^"]*">(?:<i.*?</i>)?(.*?) <b>(.*?)</b>', unescape(shown_now))
    sums = [state.face.rows[side[0]].score.removeprefix("+") for side in sides]
    names = [" & ".join(match.names[one] for one in side) for side in sides]
    assert written == [*zip(names, sums, strict=True)]


def test_a_dismissed_verdict_leaves_the_stream(rig: Rig) -> None:
    rig.enter(REVOKED)
    assert rig.phone(Role.ARBITER).do("rule", verdict=1, event=5, decision="dismiss", effect="none")[0] == 200
    state = rig.context.newest.value
    assert overlay(state.match, state.face, state.public_verdicts).verdict is None


def test_a_key_opens_the_overlay_until_it_is_withdrawn(rig: Rig) -> None:
    owner, obs = rig.phone(Role.OWNER), rig.phone()
    key = made(owner, delay=12)
    assert obs.get("/overlay?delay=12")[0] == 200
    assert 'data-delay="12"' in obs.get("/overlay?delay=12")[1]
    assert obs.get("/live/overlay")[0] == 403
    assert obs.post("/overlay", {"key": "x" * 22})[0] == 403
    assert obs.post("/overlay", {"key": key})[0] == 204
    cookie = obs.client.cookies["schiri"]

    async def follow() -> tuple[str, list[str]]:
        async with aclosing(reading(rig, "overlay", cookie)) as events:
            name, _ = await next_event(events)
            [device] = [one for one in rig.context.devices.all if one.role is Role.VIEWER]
            rig.context.devices.revoke(device)
            await asyncio.to_thread(rig.enter, [DEAL, play(1, "H10")])
            return name, [event async for event in events]

    assert asyncio.run(follow()) == ("overlay", [])
    assert obs.post("/overlay", {"key": key})[0] == 403
    assert obs.get("/live/overlay")[0] == 403


def test_the_key_of_an_overlay_lets_nobody_do_more_than_look_on(rig: Rig) -> None:
    rig.enter(REVOKED)
    owner, obs, viewer = rig.phone(Role.OWNER), rig.phone(), rig.phone()
    obs.post("/overlay", {"key": made(owner)})
    for route in some([one for one in server.routes() if one.method == "GET" and "{" not in one.path]):
        assert obs.get(route.path)[0] == viewer.get(route.path)[0], route.path
    for action in some([one for one in server.actions_by_name().values() if one.role > Role.VIEWER]):
        assert obs.do(action.name, key="forged")[0] == 403, action.name


def test_no_overlay_becomes_a_players_phone(rig: Rig) -> None:
    """Its key stands in a streaming program, where others may see it."""
    owner, obs = rig.phone(Role.OWNER), rig.phone()
    key = made(owner)
    [device] = [one for one in rig.context.devices.all if one.role is Role.VIEWER]
    status, told = owner.do("give", device=device.tag, role="player")
    assert (status, "An overlay stays one" in told) == (409, True)
    obs.post("/overlay", {"key": key})
    assert obs.post("/pair", {"code": rig.context.codes.hand_out(Role.PLAYER).text, "name": "Anna"})[0] == 303
    assert rig.context.devices.find(key) == device
    stranger = rig.phone()
    assert stranger.post("/overlay", {"key": key})[0] == 204
    assert stranger.get("/fix")[0] == 303


def test_a_paired_phone_opens_no_door_by_its_own_id_and_keeps_its_role(rig: Rig) -> None:
    owner, stranger = rig.phone(Role.OWNER), rig.phone()
    assert stranger.post("/overlay", {"key": owner.id})[0] == 403
    assert owner.post("/overlay", {"key": made(owner)})[0] == 204
    assert owner.get("/phones")[0] == 200


@pytest.mark.parametrize("delay", ["-1", "601", "x"])
def test_a_delay_that_is_none_is_refused(rig: Rig, delay: str) -> None:
    assert rig.phone(Role.OWNER).do("overlay", delay=delay)[0] == 409


@pytest.mark.parametrize(
    ("asked", "told"), [("", 0), ("?delay=7", 7), ("?delay=9999", 0), ("?delay=999", 600), ("?delay=x", 0)]
)
def test_the_address_says_how_long_it_waits(rig: Rig, asked: str, told: int) -> None:
    assert f'data-delay="{told}"' in rig.phone().get(f"/overlay{asked}")[1]


def test_the_page_itself_holds_nothing_of_the_table(rig: Rig) -> None:
    rig.enter(REVOKED)
    page = rig.phone().get("/overlay")[1]
    assert [name for name in (*rig.session.match.names, "H10", "queen") if name in page] == []
    assert isinstance(rig.session.match.verdicts[0], Verdict)
