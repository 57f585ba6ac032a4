"""The language of the table and its pack: saved, kept, and held by the next round."""

import pytest

from controller.settings.model import parse
from tests.support.console.console_rig import Rig
from tests.support.console.setup_rig import SETTINGS, form, owner, set_up, text, told

PAGE = "/setup/language"


def test_language_and_pack_are_saved_and_hold_with_the_next_round(rig: Rig) -> None:
    setup = set_up(rig)
    phone = owner(rig)
    sent = form(phone.get(PAGE)[1], PAGE)
    status, page = phone.post(PAGE, {**sent, "lang": "fr", "suits": "swiss"})
    assert (status, told(page)) == (200, ["Saved. It holds as soon as no deal is being played."])
    table = parse(text(setup)).table
    assert (table.lang, table.suits, setup.again.is_requested, setup.again.begin_round()) == (
        "fr",
        "swiss",
        True,
        False,
    )
    assert "# on Thursdays" in text(setup)
    assert "Mittlere is not played with this pack" not in page
    assert "Français; Swiss suits" not in phone.get("/setup")[1]  # not before it holds


def test_a_pack_that_the_game_does_not_have_is_told_and_printed_with_french_suits(rig: Rig) -> None:
    set_up(rig, SETTINGS.replace('game = "mittlere"', 'game = "mittlere"\nsuits = "german"'))
    phone = owner(rig)
    assert "Mittlere is not played with this pack" in phone.get(PAGE)[1]
    answer = phone.client.get("/prints/mat.pdf?paper=A2")
    assert (answer.status_code, answer.content[:5]) == (200, b"%PDF-")


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [("lang", "xx", "Choose a language."), ("suits", "", "Choose the pack that lies on the table.")],
)
def test_a_language_that_is_not_offered_is_refused_and_changes_nothing(
    field: str, value: str, said: str, rig: Rig
) -> None:
    setup = set_up(rig)
    phone = owner(rig)
    status, page = phone.post(PAGE, {**form(phone.get(PAGE)[1], PAGE), field: value})
    assert (status, told(page), text(setup)) == (422, [said], SETTINGS)
    assert not setup.again.is_requested
