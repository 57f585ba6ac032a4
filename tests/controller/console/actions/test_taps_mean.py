"""A tap means what it said when the finger went down: a form carries what it is about, its key holds until used."""

import re
from dataclasses import replace

import pytest

from controller.console.http import streams
from controller.console.pages.table import PANEL
from controller.console.security.devices import FormKeys
from controller.console.security.roles import Role
from controller.record.events import Event, Ruling, Undo, Void
from controller.store.journal import JournalError
from tests.support.console.console_rig import DEAL, REVOKED, Rig, play
from tests.support.console.page_reader import Page

GONE_ON = "The table has gone on since: nothing was done. Look again."


def tapped(
    rig: Rig, path: str, button: tuple[str, str], between: list[Event], **hidden: str
) -> tuple[int, str, list[Event]]:
    """Open a page, let things happen, press the button that was on it; the answer, and what came into the record."""
    phone = rig.phone(Role.ARBITER)
    form = Page(phone.get(path)[1]).find(button, **hidden)
    assert form is not None
    rig.enter(between)
    count = len(rig.said)
    fields = form.filled(button, {})
    return (*phone.do(fields.pop("do"), {"at": "", **fields}, key=fields["key"]), rig.said[count:])


@pytest.mark.parametrize(("before", "path", "button", "between"), [
    ((DEAL,), "/", ("", ""), [Void(why="misdeal"), replace(DEAL, dealer=0)]),  # the misdeal of another deal
    ((), "/", ("", ""), [DEAL]),  # the end, when a deal has begun
    ((), "/", ("dealer", "0"), [DEAL, Void(why="misdeal")]),
    (REVOKED[:2], "/fix", ("seat", "2"), []),
    (REVOKED[:3], "/fix/4", ("card", "H8"), []),
    (REVOKED, "/verdicts", ("decision", "dismiss"), [Ruling(verdict=1, decision="upheld", by="Rita")]),
])  # fmt: skip
def test_a_form_that_was_about_something_else_is_refused(
    rig: Rig, before: tuple[Event, ...], path: str, button: tuple[str, str], between: list[Event]
) -> None:
    does = {"dealer": "deal", "seat": "fix", "card": "fix", "decision": "rule", "": "misdeal" if before else "end"}
    rig.enter(before)
    if path.startswith("/fix"):
        other = rig.phone(Role.PLAYER)
        form = Page(rig.phone(Role.PLAYER).get(path)[1]).find(button, do="fix")
        assert form is not None
        assert other.do("fix", of=form.hidden["of"], card="H9")[0] == 200
        count, fields = len(rig.said), form.filled(button, {})
        assert other.do("fix", fields, key=fields["key"]) == (409, GONE_ON)
        assert len(rig.said) == count
        return
    assert tapped(rig, path, button, between, do=does[button[0]]) == (409, GONE_ON, [])


def test_a_card_that_was_missed_now_is_not_added_behind_another(rig: Rig) -> None:
    """While somebody looked for the card in the list the camera has read it: it would be there twice."""
    rig.enter(REVOKED[:2])
    at = rig.phone(Role.PLAYER).at("missed", {})
    rig.enter([play(2, "H7")])
    assert rig.phone(Role.PLAYER).do("missed", seat=2, card="H7", at=at) == (409, GONE_ON)


def test_a_form_without_what_it_is_about_is_refused(rig: Rig) -> None:
    rig.enter([DEAL])
    assert rig.phone(Role.PLAYER).do("misdeal", at="") == (409, GONE_ON)
    assert rig.said == [DEAL]


def panel(rig: Rig) -> str:
    return streams.part(PANEL, rig.context.newest.value, rig.context, Role.PLAYER)


def keys(html: str) -> dict[str, str]:
    """The keys of the forms by what they do."""
    return dict(re.findall(r'name="do" value="([^"]*)"><input type="hidden" name="key" value="([^"]*)"', html))


def test_an_unchanged_fragment_is_the_same_text_with_its_keys(rig: Rig) -> None:
    rig.enter(REVOKED[:2])
    before = panel(rig)
    assert panel(rig) == before
    rig.enter([play(2, "H7")])
    after = panel(rig)
    assert keys(after)["misdeal"] == keys(before)["misdeal"]
    assert keys(after)["undo"] != keys(before)["undo"]


def test_a_key_that_was_used_is_on_no_page_again(rig: Rig) -> None:
    """The deal that is given back after a misdeal can be thrown in once more."""
    rig.enter([DEAL])
    phone, first = rig.phone(Role.PLAYER), keys(panel(rig))["misdeal"]
    assert phone.do("misdeal", key=first)[0] == 200
    assert phone.do("undo", of=3)[0] == 200
    second = keys(panel(rig))["misdeal"]
    assert second != first
    assert phone.do("misdeal", key=second)[0] == 200
    assert rig.said == [DEAL, Void(why="misdeal"), Undo(n=1), Void(why="misdeal")]


def test_keys_are_remembered_for_so_many_forms_only() -> None:
    forms = FormKeys()
    first = forms.steady("the first")
    assert forms.steady("the first") == first
    assert len({forms.steady(number) for number in range(2000)}) == 2000
    assert forms.steady("the first") != first


def fill_the_disk(rig: Rig, patch: pytest.MonkeyPatch) -> None:
    """No event can be written any more."""

    def full(event: Event) -> int:
        raise JournalError(f"no room for {event.e}")

    patch.setattr(rig.journal, "append", full)


def test_a_tap_on_top_of_one_that_could_not_be_written_is_not_that_one(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The pad is one form: another card on it has the same key, and meant the card of the player after."""
    rig.enter(REVOKED[:2])
    phone = rig.phone(Role.PLAYER)
    form = Page(phone.get("/tap")[1]).find(("card", "H7"), do="tap")
    assert form is not None
    key, since = form.hidden["key"], form.hidden["since"]
    with monkeypatch.context() as patch:
        fill_the_disk(rig, patch)
        assert phone.do("tap", key=key, card="H7", since=since) == (503, "It cannot be written: no room for play")
    status, said = phone.do("tap", key=key, card="H8", since="never")
    assert (status, said.startswith("Something else was taken down meanwhile: the 8 of hearts")) == (409, True)
    assert rig.said == [*REVOKED[:2]]
    assert phone.do("tap", key=key, card="H9", since=since)[0] == 200
    assert rig.said == [*REVOKED[:2], play(2, "H9")]


def test_a_tap_that_could_not_be_written_is_asked_anew_what_it_means(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    rig.enter(REVOKED[:2])
    phone = rig.phone(Role.PLAYER)
    key, tapped_card = phone.key(), {"card": "H7", "since": str(len(REVOKED[:2]) + 1)}
    with monkeypatch.context() as patch:
        fill_the_disk(rig, patch)
        assert phone.do("tap", tapped_card, key=key)[0] == 503
    rig.enter([play(2, "H8")])
    assert phone.do("tap", tapped_card, key=key)[0] == 409
    assert rig.said == [*REVOKED[:2], play(2, "H8")]
