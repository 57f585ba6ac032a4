"""A filmed deal, read by the real referee, on real phones: pair, set up, play, correct, take back, rule, sleep."""

from pathlib import Path

import pytest

from controller.record.events import Amend, MatchStart, Ruling, SightEvent, Undo, Void
from tests.controller.console.conftest import Phones
from tests.support.console.browser_talk import agree, complaints, network, pair, press, script, shows, told
from tests.support.console.console_rig import OPENING, REVOKED
from tests.support.console.film_table import Refereed, refereed
from tests.support.evenings import plain
from tests.support.waiting import until

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("chromium"), pytest.mark.needs("browser")]


def shown_code(table: Refereed) -> str:
    """The code on the table's display."""
    until(lambda: " code " in table.display.face().alert.text)
    return table.display.face().alert.text.rpartition(" code ")[2]


def test_an_evening_from_the_first_phone_to_the_ruling(tmp_path: Path, phones: Phones) -> None:
    """Anna owns the table, Berta rules; the camera reads the cards of `REVOKED` one after the other."""
    with refereed([OPENING, *REVOKED], tmp_path) as table:
        anna, berta = phones(), phones()
        pair(anna, table.address, shown_code(table), "Anna")
        anna.get(f"{table.address}setup/game")
        script(anna, "document.querySelector('[name=name2]').value = 'Clara'")
        press(anna, "form[method=post][action='/setup/game'] button.btn-primary")
        until(lambda: _names(table) == ("Anna", "Berta", "Clara"))
        anna.get(f"{table.address}phones")
        script(anna, "document.querySelector('#for-role').value = 'arbiter'")
        press(anna, "form.mb-3 button")
        shows(anna, "Code ", "#answer")
        code = "".join(filter(str.isdecimal, told(anna, "#answer")))[:6]
        pair(berta, table.address, code, "Berta")

        anna.get(table.address)
        press(anna, "#deal-0")
        shows(anna, "Anna deals.", "#answer")
        table.film.play(2)
        for phone in (anna, berta):
            shows(phone, "7 of hearts", "#table")
        anna.refresh()
        shows(anna, "10 of hearts", "#table")  # reloaded in mid-trick
        press(anna, "#to-fix")
        press(anna, "button[value='H9']")
        shows(anna, "9 of hearts", "#answer")
        shows(berta, "9 of hearts", "#table")
        anna.get(table.address)
        press(anna, "#undo")
        shows(berta, "7 of hearts", "#table")

        network(berta, there=False)
        table.film.play(4)
        shows(anna, "Anna revoked in trick 1", "#alert")
        shows(berta, "cut off", "#lost")
        network(berta, there=True)
        shows(berta, "Anna revoked in trick 1", "#alert")
        berta.get(f"{table.address}verdicts")
        press(berta, "#uphold-1")
        press(berta, "#e-none")
        press(berta, "button[name=decision][value=uphold]")
        agree(berta)
        shows(berta, "Verdict 1 is upheld.", "#answer")

        press(anna, "#rarely summary")
        press(anna, "#misdeal")
        agree(anna)
        shows(anna, "thrown in", "#answer")
        press(anna, ".places a[href='/history']")
        press(anna, "li:first-child button")  # over the end of the deal
        shows(anna, "1 step taken back.", "#answer")
        anna.get(table.address)
        shows(anna, "Trick 2 of 12", "#table")
        mine = [error for error in (*complaints(anna), *complaints(berta)) if "ERR_INTERNET_DISCONNECTED" not in error]
        assert mine == []
        assert [plain(event) for event in table.record[1:] if not isinstance(event, SightEvent)] == [
            *REVOKED[:3],
            Amend(of=6, with_={"card": "H9"}),
            Undo(n=1),
            *REVOKED[3:],
            Ruling(verdict=1, decision="upheld"),
            Void(why="misdeal"),
            Undo(n=1),
        ]


def _names(table: Refereed) -> tuple[str, ...]:
    first = next(iter(table.record), None)
    return first.seats if isinstance(first, MatchStart) else ()
