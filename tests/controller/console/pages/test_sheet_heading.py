"""The heading of a score sheet: what the players of its game call it."""

from pathlib import Path
from typing import TYPE_CHECKING, cast

import pytest

from controller.store.journal import Journal
from tests.support.console.console_rig import Rig
from tests.support.evenings import example

if TYPE_CHECKING:
    from controller.record.events import MatchStart


@pytest.mark.parametrize(
    ("name", "heading"),
    [
        ("mittlere/redeal", "Jasstafel"),
        ("coiffeur/4-alone", "Coiffeur-Tafel"),
        ("tarot/4-evening", "Punkteblatt"),
        ("condor/2-one-deal", "Punkteblatt"),
    ],
)
def test_a_sheet_is_headed_as_its_game_is_written_down(tmp_path: Path, name: str, heading: str) -> None:
    opening = cast("MatchStart", example(name)[0])
    with Journal(tmp_path / "current.jsonl") as journal:
        phone = Rig(journal, opening).phone()
        phone.client.cookies.set("lang", "de")
        page = phone.get("/sheet")[1]
    assert f'<h1 class="h4">{heading}</h1>' in page
    assert f"<title>{heading} " in page
