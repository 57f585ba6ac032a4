"""A tap that takes much back, or settles much, is asked about first; one that takes the newest card back is not."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By

import controller.console
from controller.console.security.roles import Role
from controller.live.moments import wiring
from controller.record.events import End, Event, Ruling, Undo, Void
from tests.support.console.browser_talk import command, complaints, pair, press, shows
from tests.support.console.console_rig import ORIGIN, REVOKED, Phone, Rig, play, sentence
from tests.support.console.page_reader import Form, Page
from tests.support.console.setup_rig import set_up
from tests.support.small_moments import small
from tests.support.waiting import until

STEP = re.compile(r'name="of" value="(\d+)" aria-label="[^"]*"(?: data-confirm="([^"]*)")?>')


def questions(page: str) -> list[str]:
    return re.findall(r'data-confirm="([^"]*)"', page)


def test_more_than_the_newest_trick_is_taken_back_only_when_asked(rig: Rig) -> None:
    """The deal is in line 2, the first trick in lines 3 to 5, the next one's first card in line 6."""
    rig.enter(REVOKED)
    _, page = rig.phone(Role.PLAYER).get("/history")
    asked = {int(number): question for number, question in STEP.findall(page)}
    assert asked == {
        6: "",
        5: "Take back 2 steps?",
        4: "Take back 3 steps?",
        3: "Take back 4 steps?",
        2: "Take back 5 steps?",
    }


def test_a_misdeal_the_end_and_an_upheld_verdict_are_asked_about(rig: Rig) -> None:
    assert questions(rig.phone(Role.PLAYER).get("/")[1]) == ["End the match?"]
    rig.enter(REVOKED)
    assert questions(rig.phone(Role.PLAYER).get("/")[1]) == ["Throw this deal in?"]
    arbiter = rig.phone(Role.ARBITER)
    assert questions(arbiter.get("/verdicts")[1]) == []
    assert questions(arbiter.get("/verdicts/1")[1]) == ["Uphold verdict 1?"]


YES = ("", "")
"""The button of a question."""
CASES: list[tuple[str, str, tuple[str, str], dict[str, str], str, Event | None]] = [
    # page, what its form does, its button, its other hidden fields, what is asked, what it then adds to the record
    ("/history", "back-to", ("of", "3"), {}, "Take back 4 steps?", Undo(n=4)),
    ("/", "misdeal", ("", ""), {}, "Throw this deal in?", Void(why="misdeal")),
    ("/verdicts/1", "rule", ("decision", "uphold"), {}, "Uphold verdict 1?", Ruling(verdict=1, decision="upheld")),
    ("/", "end", ("", ""), {}, "End the match?", End()),
    ("/phones", "revoke", ("", ""), {}, "Forget Zoe?", None),
]


def shown(rig: Rig, phone: Phone, case: int) -> tuple[dict[str, str], str]:
    """The fields that a browser without scripts sends for a case, and what is to be asked."""
    path, does, button, hidden, question, _ = CASES[case]
    if does == "revoke":
        rig.phone(Role.PLAYER, "Zoe")
        hidden = {"device": next(one.tag for one in rig.context.devices.all if one.name == "Zoe")}
    if does != "end":
        rig.enter(REVOKED)
    form = Page(phone.get(path)[1]).find(button, do=does, **hidden)
    assert form is not None
    return form.filled(button, {}), question


def asked(page: str) -> Form:
    """The form of the question on a page."""
    form = Page(page).find(YES, sure="1")
    assert form is not None, page
    return form


@pytest.mark.parametrize("case", range(len(CASES)))
def test_without_scripts_the_answer_asks_and_yes_does_it_once(rig: Rig, case: int) -> None:
    phone = rig.phone(Role.OWNER, "Olga")
    fields, question = shown(rig, phone, case)
    count, devices = len(rig.said), len(rig.context.devices.all)
    first = phone.post("/act", fields)[1]
    status, page = phone.post("/act", fields)
    assert (status, sentence(page), sentence(first)) == (409, question, question)
    assert (len(rig.said), len(rig.context.devices.all)) == (count, devices)
    sure = asked(page).filled(YES, {})
    answers = {phone.post("/act", one)[0] for one in (sure, sure, fields)}
    assert answers == {200}
    wanted = CASES[case][-1]
    added = [type(event) for event in rig.said[count:]]
    assert added == ([type(wanted)] if wanted else [])
    assert len(rig.context.devices.all) == devices - (wanted is None)
    if isinstance(wanted, Undo):
        assert rig.said[-1] == wanted


@pytest.mark.parametrize("case", range(3))
def test_yes_means_what_was_asked_and_nothing_that_came_since(rig: Rig, case: int) -> None:
    phone = rig.phone(Role.OWNER, "Olga")
    fields, _ = shown(rig, phone, case)
    sure = asked(phone.post("/act", fields)[1]).filled(YES, {})
    ruled = Ruling(verdict=1, decision="dismissed", by="Rita")
    since: dict[int, list[Event]] = {0: [play(1, "S6")], 1: [Void(why="misdeal"), REVOKED[0]]}
    rig.enter(since.get(case, [ruled]))
    count = len(rig.said)
    status, page = phone.post("/act", sure)
    assert (status, "The table has gone on since" in sentence(page)) == (409, True)
    assert len(rig.said) == count


@pytest.mark.parametrize(("path", "does", "button", "hidden"), [
    ("/history", "back-to", ("of", "6"), {}),
    ("/", "undo", ("", ""), {}),
    ("/verdicts", "rule", ("decision", "dismiss"), {}),
])  # fmt: skip
def test_reversible_taps_ask_no_question(
    rig: Rig, path: str, does: str, button: tuple[str, str], hidden: dict[str, str]
) -> None:
    rig.enter(REVOKED)
    phone = rig.phone(Role.ARBITER)
    form = Page(phone.get(path)[1]).find(button, do=does, **hidden)
    assert form is not None
    assert phone.post("/act", form.filled(button, {}))[0] == 200


def test_a_script_that_has_not_asked_shows_the_question_where_answers_stand(rig: Rig) -> None:
    """A page that is older than its table, for instance."""
    phone = rig.phone(Role.PLAYER)
    fields, question = shown(rig, phone, 1)
    answer = phone.client.post("/act", data=fields, headers={"origin": ORIGIN, "hx-request": "true"})
    assert (answer.status_code, sentence(answer.text), "hx-trigger" in answer.headers) == (200, question, False)
    assert asked(answer.text).hidden["do"] == "misdeal"
    assert "data-act" in answer.text
    assert "<html" not in answer.text


def test_scripts_ask_the_questions_of_the_table() -> None:
    """Each question of a template is asked by the code, too, in the same words."""
    folder = Path(controller.console.__file__).parent
    quoted = re.compile(r"""data-confirm="{{ n?(?:gettext|_)\('([^']*)'""")
    in_templates = {
        one for path in folder.glob("templates/**/*.html") for one in quoted.findall(path.read_text("utf-8"))
    }
    code = "".join(path.read_text("utf-8") for path in folder.glob("**/*.py"))
    assert len(in_templates) >= 9
    assert {one for one in in_templates if f'"{one}"' in code} == in_templates


@pytest.mark.slow
@pytest.mark.needs("browser")
@pytest.mark.xdist_group("chromium")
def test_a_browser_that_runs_no_scripts_asks_and_is_answered(
    served: Rig, phones: Callable[[], webdriver.Chrome]
) -> None:
    phone = phones()
    pair(phone, served.context.address, served.context.codes.hand_out(Role.PLAYER).spoken, "Berta")
    command(phone, "Emulation.setScriptExecutionDisabled", value=True)
    served.enter(REVOKED)
    phone.get(served.context.address)
    phone.find_element(By.CSS_SELECTOR, "#rarely summary").click()
    phone.find_element(By.ID, "misdeal").click()
    phone.find_element(By.ID, "yes")
    assert "Throw this deal in?" in phone.find_element(By.TAG_NAME, "main").text
    assert served.said == list(REVOKED)
    phone.find_element(By.ID, "yes").click()
    until(lambda: served.said == [*REVOKED, Void(why="misdeal")])
    assert [one for one in complaints(phone) if "409" not in one] == []


@pytest.mark.slow
@pytest.mark.needs("browser")
@pytest.mark.xdist_group("chromium")
def test_a_browser_that_runs_scripts_asks_once_and_says_so_to_the_table(
    served: Rig, phones: Callable[[], webdriver.Chrome]
) -> None:
    phone, store = phones(), wiring.store(set_up(served).config)
    name = store.add(small())
    pair(phone, served.context.address, served.context.codes.hand_out(Role.OWNER).spoken, "Berta")
    served.enter(REVOKED)
    phone.get(served.context.address)
    phone.find_element(By.ID, "misdeal")
    press(phone, "#rarely summary")
    phone.find_element(By.ID, "misdeal").click()
    phone.switch_to.alert.dismiss()
    assert served.said == list(REVOKED)
    phone.find_element(By.ID, "misdeal").click()
    phone.switch_to.alert.accept()
    until(lambda: served.said == [*REVOKED, Void(why="misdeal")])
    shows(phone, "thrown in", "#answer")
    for path in (f"setup/moments/{name}", "setup/moments"):  # one by the browser, one by the script
        phone.get(f"{served.context.address}{path}")
        phone.find_element(By.CSS_SELECTOR, "[data-confirm][value^=drop]").click()
        phone.switch_to.alert.dismiss()
        assert store.names() == [name]
        phone.find_element(By.CSS_SELECTOR, "[data-confirm][value^=drop]").click()
        phone.switch_to.alert.accept()
        until(lambda: not store.names())
        name = store.add(small())
    assert complaints(phone) == []
