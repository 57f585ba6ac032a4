"""A replay is one file that asks nobody for anything, tells all that the record holds, and trusts no name."""

import re
from base64 import b64encode
from hashlib import sha256
from html import unescape

import pytest

from controller.console.replay.document import document
from controller.record.cards import Card
from controller.record.events import (
    Amend,
    Collect,
    DealStart,
    End,
    Event,
    Gap,
    Insert,
    MatchStart,
    Played,
    Ruling,
    Undo,
    Void,
)
from controller.record.text import RecordText
from tests.controller.console.replay.replay_talk import given, notes, page, plain, steps
from tests.support.examples import Example, each_example
from tests.support.loops import some
from vision.words.cards import LANGS, Lang

HOSTILE = "</script><script>alert(1)</script>"
QUOTES = "\"'><img src=x onerror=alert(2)>\u2028{name}"
OPENING = MatchStart(game="mittlere", seats=("Anna", "Berta", "Carla"))


def play(seat: int, card: str) -> Played:
    return Played(seat=seat, card=Card(card))


TRICK = (play(1, "H10"), play(2, "H7"), play(0, "H6"))


def policy(html: str) -> str:
    [found] = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]*)"', html)
    return unescape(found)


def sums(html: str, tag: str) -> list[str]:
    found = re.findall(rf"<{tag}>(.*?)</{tag}>", html, re.DOTALL)
    return [f"'sha256-{b64encode(sha256(one.encode()).digest()).decode()}'" for one in found]


def test_a_replay_loads_nothing() -> None:
    html = document(Example("mittlere/evening").text)
    assert policy(html).startswith("default-src 'none'; style-src 'sha256-")
    assert "unsafe" not in policy(html)
    assert all(one in policy(html) for one in some(sums(html, "style")))
    assert len(sums(html, "script")) == 2
    assert all(one in policy(html) for one in sums(html, "script"))
    assert [one for one in re.findall(r'(?:src|href|action)="([^"]*)"', html) if not one.startswith("#")] == []
    assert re.findall(r"url\(|@import|https?://(?!www[.]w3[.]org/2000/svg)", html) == []


@each_example
def test_every_card_of_every_trick_of_the_record_is_in_it(example: Example) -> None:
    html = document(example.text)
    lie = {(seat, card) for step in steps(html) for card, seat, *_ in step["cards"]}
    for stage in some(example.stages):
        deal = stage.match.deal
        assert {(play.seat, play.card.face) for play in (deal.plays() if deal else ())} <= lie
    final = example.match
    told = [one["n"] for one in given(html)["verdicts"]]
    assert told == [*range(1, len(final.verdicts) + 1)]
    assert {one["n"] for one in given(html)["verdicts"]} == {n for step in steps(html) for n in step["v"]}
    assert f'id="m-{final.game.deck[0].face}"' in html
    assert len(html.encode()) < 400_000


@pytest.mark.parametrize("lang", LANGS)
def test_a_replay_speaks_the_requested_language(lang: Lang) -> None:
    html = document(Example("proof/3-by-counting").text, lang)
    assert f'<html lang="{lang}">' in html
    hands = {"en": "Hands", "de": "Blätter", "fr": "Mains", "it": "Mani", "ja": "手札"}
    assert re.findall(r'<h2 id="hands-head">([^<]*)', html) == [hands[lang]]
    queen = {
        "en": "queen of hearts",
        "de": "Herz-Dame",
        "fr": "Dame de cœur",
        "it": "Donna di cuori",
        "ja": "ハートのクイーン",
    }
    assert given(html)["called"]["HQ"] == queen[lang]


def test_names_that_people_typed_are_text_wherever_they_stand() -> None:
    opening = MatchStart(game="mittlere", seats=(HOSTILE, QUOTES, "{card}"))
    html = page((opening, DealStart(dealer=0), *TRICK, play(0, "DQ"), play(0, "HJ"), Undo(n=1), End()))
    assert html.count("<script") == 3
    assert "<img" not in html
    assert "onerror=alert(2)>" not in html
    assert given(html)["names"] == [HOSTILE, QUOTES.replace("\u2028", " "), "{card}"]
    assert "\u2028" not in html


def test_corrections_undos_and_additions_are_told() -> None:
    events: list[Event] = [
        OPENING,
        DealStart(dealer=0),
        play(1, "H10"),
        play(2, "H8"),
        Amend(of=4, with_={"card": "H7"}),
    ]
    events += [
        play(0, "SA"),
        Undo(n=1),
        play(0, "H6"),
        play(2, "DK"),
        Insert(before=9, event={"e": "play", "seat": 1, "card": "DA"}),
    ]
    html = page(events)
    assert "Corrected: Carla: H8 corrected to H7." in notes(html)
    assert "Taken back: Anna's SA." in notes(html)
    assert "This was missed at first and added later." in notes(html)
    shown = [plain(step["say"]) for step in steps(html)]
    assert shown == ["Anna deals", "Berta: H10", "Carla: H7", "Anna: H6", "Berta: DA", "Carla: DK"]


def test_a_correction_that_was_taken_back_itself_is_told_by_that_alone() -> None:
    html = page((OPENING, DealStart(dealer=0), play(1, "H10"), Amend(of=3, with_={"card": "H9"}), Undo(n=1)))
    assert [note for note in notes(html) if "orrect" in note] == ["Taken back: the correction to H9."]


def test_a_correction_that_cannot_be_made_is_told_as_such() -> None:
    html = page((OPENING, DealStart(dealer=0), play(1, "H10"), Undo(n=9)))
    assert "A correction that could not be made." in [plain(step["say"]) for step in steps(html)]
    assert "undo of 9 events, but only 2 stand" in notes(html)


def test_cards_that_an_event_of_a_game_moves_are_told_as_movements() -> None:
    told = [
        (step["moves"], [plain(one) for one in step["notes"]])
        for step in steps(page(Example("tarot/5-called-king").events))
    ]
    dog, discard = [one for one in told if one[0]][:2]
    assert dog[0] == [{"e": "move", "what": "take", "from": "dog", "to": 3, "count": 3, "cards": ["S2", "D9", "H9"]}]
    assert dog[1] == ["the dog → Dora: 3 cards (S2 D9 H9)"]
    assert discard[0] == [{"e": "move", "what": "discard", "from": 3, "to": "discard", "count": 3}]
    assert discard[1] == ["Dora → the cards laid away: 3 cards"]


def test_a_gap_and_a_trick_that_was_not_seen_whole_are_told() -> None:
    opening = MatchStart(game="mittlere", seats=OPENING.seats, sight=True)
    gap = Gap(from_=6.0, t=9.5, why="dark")
    events = (opening, DealStart(dealer=0, t=1), *TRICK[:2], gap, play(0, "S6"))
    html = page(events)
    assert "Nothing was seen for 3.5 seconds." in [plain(step["say"]) for step in steps(html)]
    assert "3,5 Sekunden lang wurde nichts gesehen." in [plain(step["say"]) for step in steps(page(events, "de"))]
    assert "Something went unseen in this deal; it has no score until that is told." in notes(html)
    assert steps(html)[-1]["hole"]


def test_a_void_deal_and_a_match_that_was_broken_off_are_told() -> None:
    html = page((OPENING, DealStart(dealer=0), *TRICK, Void(why="misdeal"), DealStart(dealer=0), play(1, "SA")))
    assert "The deal is void." in notes(html)
    broken = page((OPENING, DealStart(dealer=0), *TRICK, play(1, "SA"), Void(why="misdeal")))
    assert [(step["t"], len(step["cards"])) for step in steps(broken)][-2:] == [(2, 1), (2, 1)]
    assert [deal["n"] for deal in given(html)["deals"]] == [1, 2]
    assert "This match was not played to its end." in html
    assert "not played to its end" not in page((OPENING, End()))


def test_a_short_trick_is_a_step_with_its_verdict() -> None:
    html = page((OPENING, DealStart(dealer=0), *TRICK[:2], Collect()))
    assert [plain(step["say"]) for step in steps(html)][-1] == "the trick was gathered"
    assert [one["n"] for one in given(html)["verdicts"]] == [1]


def test_a_second_card_lies_open_beside_the_trick() -> None:
    html = page((OPENING, DealStart(dealer=0), *TRICK[:2], play(2, "SA")))
    assert steps(html)[-1]["aside"] == [["SA", 2, 5, 0, "SA"]]


def test_a_card_of_another_pack_and_a_seat_that_is_not_there_are_drawn_and_told() -> None:
    html = page((OPENING, DealStart(dealer=0), play(1, "D2"), play(7, "H7"), play(1, "H10")))
    assert [plain(step["say"]) for step in steps(html)] == ["Anna deals", "Berta: D2", "seat 7: H7", "Berta: H10"]
    assert {f'id="s-{card}"' in html for card in ("D2", "H7", "H10")} == {True}


def test_a_ruling_is_told_with_who_made_it() -> None:
    events = (*Example("proof/3-by-counting").events, Ruling(verdict=2, decision="upheld", by="Rosa"))
    [_, verdict] = given(page(events))["verdicts"]
    assert (verdict["ruling"], verdict["by"], verdict["card"]) == ("upheld", "Rosa", "H7")
    assert verdict["shown"] == [["S7", "Anna led"], ["H7", "Berta laid"]]
    assert verdict["doubt"]["hands"][0][0] == "Anna"
    assert any("Why no lawful hand is left" in plain(line[1]) for line in verdict["why"])


def test_the_first_verdict_accuses_nobody_of_a_card() -> None:
    verdict, _ = given(document(Example("proof/3-by-counting").text))["verdicts"]
    assert (verdict["card"], verdict["who"]) == ("", ["Berta"])


def test_a_torn_last_line_is_told() -> None:
    assert "torn off" in document(RecordText(Example("mittlere/redeal").events, '{"e":"pl'))
    assert "torn off" not in document(Example("mittlere/redeal").text)


def test_a_match_without_a_deal_is_a_page_all_the_same() -> None:
    assert given(page((OPENING,)))["deals"] == []
