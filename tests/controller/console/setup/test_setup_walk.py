"""The walk through the first set-up: what is done stays done, what is left is shown, and nobody is held up by it."""

import re

import pytest

from controller.console.security.roles import Role
from controller.console.setup import walk
from tests.support.console.console_rig import DEAL, Rig
from tests.support.console.setup_rig import form, owner, set_up
from tests.support.loops import some

TO = re.compile(r'action="/setup/walk" class="onward.*?value="(\w+)">([^<]+)<.*?>(Step \d of \d)<', re.DOTALL)


def test_each_step_leads_to_the_next_one_that_is_left_and_the_last_one_to_the_table(rig: Rig) -> None:
    set_up(rig)
    phone, path, walked = owner(rig), "/setup/language", list[str]()
    while path != "/":
        page = phone.get(path)[1]
        if path in ("/setup/language", "/setup/game"):  # it is saved first
            assert TO.findall(page) == []
            page = phone.post(path, form(page, path))[1]
        [(key, text, number)] = TO.findall(page)
        assert number == f"Step {len(walked) + 1} of 5"
        walked.append(text)
        answer = phone.client.post("/setup/walk", data={"done": key}, headers={"origin": "http://192.0.2.1:8080"})
        assert answer.status_code == 303
        path = answer.headers["location"]
    assert walked == [
        "Go on: Game and players",
        "Go on: Prints",
        "Go on: Camera",
        "Go on: Test deal",
        "Done: to the table",
    ]
    for page in some(walk.STEPS.values()):
        assert "/setup/walk" not in phone.get(page)[1]
    assert "to the first deal" not in phone.get("/setup")[1]


def test_remaining_steps_are_shown_and_continued_after_a_restart(rig: Rig) -> None:
    setup = set_up(rig)
    phone = owner(rig)
    assert "5 steps to the first deal" in phone.get("/setup")[1]
    phone.post("/setup/walk", {"done": "game"})
    set_up(rig)
    page = phone.get("/setup")[1]
    assert ("4 steps to the first deal" in page, 'id="go-on" href="/setup/language"' in page) == (True, True)
    assert [step.key for step in walk.read(setup.config.data.directory).remaining] == [
        "language",
        "prints",
        "camera",
        "test",
    ]
    phone.post("/setup/walk", {"do": "skip"})
    assert walk.read(setup.config.data.directory).remaining == ()


@pytest.mark.parametrize("text", ["", "{", "[]", '{"done": 3}', '{"done": ["soup", 7, null]}', "9" * 20_000])
def test_a_file_of_steps_that_means_nothing_begins_anew(text: str, rig: Rig) -> None:
    setup = set_up(rig)
    (setup.config.data.directory / walk.FILE).write_text(text, encoding="utf-8")
    assert len(walk.read(setup.config.data.directory).remaining) == 5
    assert owner(rig).get("/setup")[0] == 200
    walk.finish(setup.config.data.directory, "game")
    assert len(walk.read(setup.config.data.directory).remaining) == 4


def test_saving_a_step_offers_the_next_one_at_once(rig: Rig) -> None:
    set_up(rig)
    phone = owner(rig)
    _status, page = phone.post("/setup/language", form(phone.get("/setup/language")[1], "/setup/language"))
    told, _, _rest = page.partition('<form method="post" action="/setup/language"')
    assert ("It is set so already" in told, TO.findall(told)[0][1]) == (True, "Go on: Game and players")


def test_a_player_saves_prints_and_is_led_nowhere(rig: Rig) -> None:
    set_up(rig)
    assert "/setup/walk" not in rig.phone(Role.PLAYER).get("/prints")[1]


@pytest.mark.parametrize(("is_dealt", "leads"), [(False, "/setup"), (True, "/")])
def test_the_first_owner_of_a_new_table_is_led_to_its_set_up(is_dealt: bool, leads: str, rig: Rig) -> None:
    set_up(rig)
    if is_dealt:
        rig.enter((DEAL,))
    code, phone = rig.context.codes.hand_out(Role.OWNER).text, rig.phone()
    fields = {"code": code, "name": "Anna"}
    answer = phone.client.post("/pair", data=fields, headers={"origin": "http://192.0.2.1:8080"})
    assert (answer.status_code, answer.headers["location"]) == (303, leads)


def test_a_step_that_there_is_not_is_refused(rig: Rig) -> None:
    setup = set_up(rig)
    assert owner(rig).post("/setup/walk", {"done": "dinner"})[0] == 404
    assert not (setup.config.data.directory / walk.FILE).exists()
