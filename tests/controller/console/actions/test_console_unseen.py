"""Accounts of unseen play on the table's page: the likely course by two taps, another one, or that nobody knows."""

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest

from controller.console.security.roles import Role
from controller.live.session import AnnounceOptions
from controller.record.cards import Card
from controller.record.events import Collect, DealStart, Event, Gap, MatchStart, Missed, Played, Seen
from controller.referee.announce import Policy
from controller.store.journal import Journal
from tests.support.console.console_rig import Rig
from tests.support.console.page_reader import heard
from tests.support.history import History

OPENING = MatchStart(sight=True, game="mittlere", seats=("Anna", "Berta", "Carla"))
SEEN: tuple[Event, ...] = (
    DealStart(dealer=0, t=1.0),
    Played(seat=1, card=Card("SA"), t=20.0, src="camera"),
    Gap(from_=21.0, t=25.0, why="camera"),
)
OF = 4


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal(tmp_path / "match.jsonl") as journal:
        yield journal


def rig(journal: Journal, policy: Policy = "club", events: tuple[Event, ...] = SEEN) -> Rig:
    table = Rig(journal, OPENING, AnnounceOptions(policy))
    table.enter(events)
    return table


def told(table: Rig) -> list[Missed]:
    return [event for event in table.journal.events if isinstance(event, Missed)]


@pytest.mark.parametrize("policy", ["club", "training", "tournament"])
def test_the_table_is_told_at_once_what_was_not_seen_and_nobody_is_at_fault(journal: Journal, policy: Policy) -> None:
    alert = rig(journal, policy).faces[-1].alert.text
    assert "not seen for 4 s, no picture came" in alert
    assert "nobody is at fault" in alert


def test_the_likely_course_is_told_by_one_tap_on_the_table_s_page(journal: Journal) -> None:
    table = rig(journal, events=SEEN[:2])
    table.session.glimpse(Card("S9"), (100.0, 170.0))
    table.session.glimpse(Card("S10"), (300.0, 260.0))
    table.enter(SEEN[2:])
    phone = table.phone(Role.PLAYER)
    _, page = phone.get("/")
    assert "9 of spades by Carla, 10 of spades by Anna, trick to Berta" in heard(page)
    form = page[page.index('id="unseen"') :].partition("</form>")[0]
    fields = dict(re.findall(r'name="(of|over|plays)" value="([^"]*)"', form))
    assert phone.do("unseen", fields, answer="likely")[0] == 200
    [missed] = told(table)
    assert (missed.plays, missed.won, missed.over) == (((2, "S9"), (0, "S10")), (1,), False)
    assert 'id="unseen"' not in phone.get("/")[1]


def test_where_nothing_speaks_against_it_nothing_was_played(journal: Journal) -> None:
    table = rig(journal)
    phone = table.phone(Role.PLAYER)
    assert "nothing was played" in phone.get("/unseen")[1]
    assert phone.do("unseen", of=OF, answer="likely", over="same", plays="")[0] == 200
    assert table.session.match.deal is not None
    assert table.session.match.deal.holes == ()


def test_any_other_course_is_told_by_a_form(journal: Journal) -> None:
    table = rig(journal)
    chosen = {"seat0": 2, "card0": "S6", "seat1": 0, "card1": "S7", "seat2": 0}
    assert table.phone(Role.PLAYER).do("unseen", chosen, of=OF, answer="told", over="same")[0] == 200
    [missed] = told(table)
    assert (missed.plays, missed.won, missed.over) == (((2, "S6"), (0, "S7")), (1,), False)
    assert table.session.match.deal is not None
    assert table.session.match.deal.holes == ()


def test_an_impossible_account_is_refused_in_a_sentence_and_nothing_is_written(journal: Journal) -> None:
    table = rig(journal)
    answer = table.phone(Role.PLAYER).do("unseen", of=OF, answer="told", over="same", seat0=2, card0="SA")
    assert answer[0] == 409
    assert "was played before" in answer[1]
    assert told(table) == []


def test_go_on_without_is_a_missed_of_nulls(journal: Journal) -> None:
    table = rig(journal)
    assert table.phone(Role.PLAYER).do("unseen", of=OF, answer="unknown")[0] == 200
    [missed] = told(table)
    assert (missed.plays, missed.won, missed.trump, missed.over) == (None, None, None, None)


def test_in_a_tournament_the_arbiter_alone_tells(journal: Journal) -> None:
    table = rig(journal, "tournament")
    assert table.phone(Role.PLAYER).do("unseen", of=OF, answer="unknown")[0] == 409
    assert 'id="unseen"' not in table.phone(Role.PLAYER).get("/")[1]
    assert told(table) == []
    assert table.phone(Role.ARBITER).do("unseen", of=OF, answer="unknown")[0] == 200
    assert told(table)


def test_an_answer_to_a_hole_that_is_closed_meanwhile_is_refused(journal: Journal) -> None:
    table = rig(journal)
    form: dict[str, str] = {"of": str(OF), "answer": "told", "over": "same", "seat0": "2", "card0": "S6"}
    assert table.phone(Role.PLAYER).do("unseen", form)[0] == 200
    assert table.phone(Role.PLAYER).do("unseen", form)[0] == 409
    assert len(told(table)) == 1


def test_lines_of_sight_are_no_steps_that_could_be_taken_back(journal: Journal) -> None:
    table = rig(journal)
    _, page = table.phone(Role.PLAYER).get("/history")
    assert 'name="of" value="4"' not in page
    assert "Berta" in page


def test_the_contract_that_went_unseen_is_asked_for_and_counts_before_the_cards_laid_meanwhile(
    journal: Journal,
) -> None:
    table = Rig(
        journal, MatchStart(sight=True, game="coiffeur", seats=("Anna", "Berta", "Carla")), AnnounceOptions("club")
    )
    table.enter((DealStart(dealer=0, t=1.0), Gap(from_=21.0, t=25.0, why="camera")))
    phone = table.phone(Role.PLAYER)
    assert "in the auction: not seen for 4 s" in table.faces[-1].alert.text
    asked = "in the auction: not seen for 4 s, no picture came. Was anything played then? Nobody is at fault."
    pages = [phone.get(path)[1] for path in ("/", "/tap", "/unseen")]
    assert [(asked in page, "table&#39;s page" in page) for page in pages] == [(True, False)] * 3
    assert phone.do("unseen", of=3, answer="likely", over="same", plays="")[0] == 200
    table.enter(
        [Played(seat=seat, card=Card(card), t=30.0 + seat, src="camera") for seat, card in ((1, "SA"), (2, "S9"))]
    )
    assert "no contract has been named: say on the table's page" in table.faces[-1].alert.text
    assert 'id="lacking"' in phone.get("/")[1]
    assert "no contract has been named" in phone.get("/unseen")[1]
    since = re.search(r'name="since" value="([^"]*)"', phone.get("/say")[1])
    assert since
    assert phone.do("say", seat=1, words="hearts", since=since[1])[0] == 200
    deal = table.session.match.deal
    assert deal is not None
    assert (deal.open.cards, deal.trump, deal.holes, deal.to_play) == (("SA", "S9"), "H", (), 0)
    assert 'id="lacking"' not in phone.get("/")[1]


def test_the_one_card_that_is_missing_is_picked_by_two_taps(journal: Journal) -> None:
    table = rig(journal, events=SEEN[:2])
    table.enter(
        (
            Played(seat=2, card=Card("S9"), t=22.0, src="camera"),
            Seen(t=25.0, empty={1: 24.0, 2: 24.0}, unread=(0,), src="camera"),
            Collect(t=25.0, src="camera"),
        )
    )
    phone = table.phone(Role.PLAYER)
    page = phone.get("/unseen")[1]
    form = page[page.index('id="missing"') :].partition("</form>")[0]
    fields = dict(re.findall(r'name="(of|over|answer)" value="([^"]*)"', form))
    assert 'name="plays" value="0:S10"' in form
    assert phone.do("unseen", fields, plays="0:S10")[0] == 200
    [missed] = told(table)
    assert (missed.plays, missed.won) == (((0, "S10"),), (1,))


def test_one_card_that_went_unseen_in_a_gap_is_picked_by_two_taps(journal: Journal) -> None:
    table = rig(journal)
    phone = table.phone(Role.PLAYER)
    page = phone.get("/unseen")[1]
    assert "If one card went unseen, of Carla" in page
    form = page[page.index('id="missing"') :].partition("</form>")[0]
    fields = dict(re.findall(r'name="(of|over|answer)" value="([^"]*)"', form))
    assert 'name="plays" value="2:S10"' in form
    assert phone.do("unseen", fields, plays="2:S10")[0] == 200
    [missed] = told(table)
    assert (missed.of, missed.plays, missed.over) == (OF, ((2, "S10"),), False)


def test_several_cards_are_chosen_one_by_one_and_nothing_is_written_before_they_are_confirmed(journal: Journal) -> None:
    table = rig(journal)
    phone = table.phone(Role.PLAYER)
    page = phone.get("/unseen")[1]
    for seat, card in ((2, "S9"), (0, "S10")):
        page = phone.get(_link(page, r'id="several" href="([^"]*)"'))[1] if seat == 2 else page
        plays = next(link for link in _links(page) if f"{seat}%3A{card}&" in link)
        page = phone.get(plays)[1]
        assert told(table) == []
    assert "9 of spades by Carla, 10 of spades by Anna, trick to Berta" in heard(page)
    assert "nothing was played" not in page
    form = page[page.index('id="by-card"') :].partition("</form>")[0]
    assert 'id="all"' in form
    fields = dict(re.findall(r'name="(of|plays|answer)" value="([^"]*)"', form))
    assert phone.do("unseen", fields, over="same")[0] == 200
    [missed] = told(table)
    assert (missed.plays, missed.won, missed.over) == (((2, "S9"), (0, "S10")), (1,), False)


def _links(page: str) -> list[str]:
    return [unescape(link) for link in re.findall(r'href="(/unseen[^"]*)"', page)]


def _link(page: str, pattern: str) -> str:
    found = re.search(pattern, page)
    assert found
    return unescape(found[1])


def test_a_course_that_cannot_be_is_told_so_before_it_is_confirmed(journal: Journal) -> None:
    phone = rig(journal).phone(Role.PLAYER)
    page = phone.get(f"/unseen?of={OF}&plays=1:SK&by=card")[1]
    assert "It cannot be: king of spades was told of, but Berta has a card in the trick" in heard(page)
    assert 'id="all"' not in page


@pytest.mark.parametrize(
    "asked", ["plays=9:SK", "plays=-1:SK", "plays=x", "plays=2:ZZ", "of=3&plays=2:S9", "seat=x", "seat=9", "seat=²"]
)
def test_an_address_that_means_nothing_is_the_page_as_it_begins(journal: Journal, asked: str) -> None:
    phone = rig(journal).phone(Role.PLAYER)
    status, page = phone.get(f"/unseen?of={OF}&{asked}".replace("²", "%C2%B2"))
    assert status == 200
    assert "If one card went unseen, of Carla" in page


def test_a_card_that_is_entered_after_a_deal_that_seems_over_is_refused_with_what_to_do_first(journal: Journal) -> None:
    """The sixth trick was seen as two: the deal seems to be over a trick before its end."""
    story = History("mittlere", 3)
    story.deal("C")
    deck = [f"{suit}{rank}" for suit in "SHDC" for rank in ("6", "7", "8", "9", "10", "J", "Q", "K", "A")]
    for number in range(11):
        lead = 2 * number % 3
        plays = [f"{'ABC'[(lead + place) % 3]} {card}" for place, card in enumerate(deck[3 * number : 3 * number + 3])]
        if number == 5:
            story.lays(plays[0])
            story.sweeps(empty="", unread="ABC")
            story.lays(plays[1], empty="")
            story.lays(plays[2])
            story.sweeps(empty="", unread="ABC")
        else:
            story.trick(*plays)
    table = rig(journal, events=tuple(story.lines[1:]))
    assert not table.session.match.running
    phone = table.phone(Role.PLAYER)
    refused = "The deal seems to be over: say first what went unseen in it, that card with it."
    assert phone.do("missed", seat=1, card=deck[33]) == (409, refused)
    assert 'href="/unseen"' in phone.get("/")[1]
