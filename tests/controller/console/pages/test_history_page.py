"""The history: older cards by their tricks, in few taps, and every step said in words."""

import re
from pathlib import Path

from controller.console.security.roles import Role
from controller.record.cards import Card
from controller.record.events import Amend
from controller.store.journal import Journal
from tests.support.console.console_rig import REVOKED, Phone, Rig
from tests.support.console.page_reader import Page, heard
from tests.support.examples import Example


def tap(phone: Phone, page: str, link: str) -> str:
    """Follow a link that a page has."""
    assert link in Page(page).links, (link, Page(page).links)
    status, text = phone.get(link)
    assert status == 200
    return text


def press_card(phone: Phone, page: str, card: str) -> tuple[int, str]:
    """Press the button of a card."""
    form = Page(page).find(("card", card), do="fix")
    assert form
    return phone.post("/act", form.filled(("card", card), {}))


def test_the_newest_card_is_corrected_in_two_taps_and_an_older_one_in_three(rig: Rig) -> None:
    rig.enter(REVOKED[:4])
    phone = rig.phone(Role.PLAYER)
    table = phone.get("/")[1]
    assert press_card(phone, tap(phone, table, "/fix"), "SQ")[0] == 200
    status, answer = press_card(phone, tap(phone, tap(phone, table, "/history"), "/fix/4"), "H8")
    assert (status, "Corrected: Carla played the 8 of hearts" in heard(answer)) == (200, True)
    assert [one for one in rig.said if isinstance(one, Amend)] == [
        Amend(of=5, with_={"card": Card("SQ")}),
        Amend(of=4, with_={"card": Card("H8")}),
    ]


def test_the_cards_of_earlier_deals_are_found_by_their_deal(tmp_path: Path) -> None:
    text = Example("mittlere/redeal").text
    with Journal(tmp_path / "current.jsonl") as journal:
        rig = Rig(journal, text.opening)
        rig.enter(text.events[1:])
        phone, match = rig.phone(Role.PLAYER), rig.session.match
        page = phone.get("/history")[1]
        deals = sorted(int(one) for one in re.findall(r'href="/history\?deal=(\d+)"', page))
        assert deals == sorted(entry.deal.number for entry in match.ledger)
        assert len(deals) > 1
        for entry in match.ledger:
            page = phone.get(f"/history?deal={entry.deal.number}")[1]
            played = {f"/fix/{play.event}" for play in (*entry.deal.plays(), *entry.deal.exposed)}
            assert {link for link in Page(page).links if link.startswith("/fix/")} == played
        assert phone.get("/history?deal=x")[0] == phone.get("/history?deal=99")[0] == 200


def test_an_undo_and_a_redo_are_named(rig: Rig) -> None:
    rig.enter(REVOKED)
    phone = rig.phone(Role.PLAYER)
    assert phone.do("back-to", of=5, newest=6)[1] == "2 steps taken back. Anna: 6 of hearts; Anna: queen of diamonds"
    assert phone.do("redo", of=5)[1] == "2 steps given back. Anna: 6 of hearts; Anna: queen of diamonds"
    assert (
        phone.do("back-to", of=2, newest=len(rig.journal.events))[1]
        == "5 steps taken back. Anna: 6 of hearts; …; Anna deals"
    )
