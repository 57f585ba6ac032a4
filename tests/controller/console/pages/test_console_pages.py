"""Pages of games, verdicts and cards."""

import re
from dataclasses import replace
from html import unescape
from pathlib import Path

import cv2
import numpy as np
import pytest
import zxingcpp

from controller.console.http.card_drawings import drawn
from controller.console.http.templates import svg
from controller.console.security.roles import Role
from controller.console.views import rule_texts, score_sheet
from controller.console.views.table_mat import alternatives, distance
from controller.console.views.undo_steps import card, last_card, steps
from controller.console.words import names as card_words
from controller.language.catalogues import RULES, catalogue
from controller.language.translate import ENGLISH, translated
from controller.record import text as record
from controller.record.cards import DECKS, Card
from controller.record.events import Amend, DealStart, Event, Insert, Undo
from controller.referee.fold import outcome
from controller.report.replay import outcomes
from controller.rules.results import Verdict
from controller.rules.sheet import Cell, signed
from controller.store.journal import Journal
from tests.support.console.console_rig import OPENING, REVOKED, Rig
from tests.support.console.page_reader import Page
from tests.support.examples import EXAMPLES, Example, each_example
from vision.words.cards import Lang

PATHS = ("/", "/sheet", "/verdicts", "/board", "/fix", "/history", "/join", "/pair", "/phones")


@each_example
def test_every_page_can_be_shown_of_every_game_at_several_moments(example: Example, tmp_path: Path) -> None:
    with Journal(tmp_path / "current.jsonl") as journal:
        rig = Rig(journal, example.opening)
        owner, rest = rig.phone(Role.OWNER), example.events[1:]
        for part in (rest[: len(rest) // 3], rest[len(rest) // 3 :]):
            rig.enter(part)
            verdicts = [f"/verdicts/{number}?steps=1" for number in range(1, len(rig.session.match.verdicts) + 1)]
            answers = {place: owner.get(place) for place in (*PATHS, *verdicts)}
            assert {place: status for place, (status, _) in answers.items()} == dict.fromkeys(answers, 200)
            shown = unescape(answers["/sheet"][1])
            assert all(signed(own) in shown for own in rig.session.match.total)


@each_example
def test_the_sheet_on_the_page_holds_what_the_sheet_in_words_holds(example: Example) -> None:
    match = example.match
    grid = score_sheet.grid(match)
    words = "\n".join(
        match.game.sheet.lines(
            match.game.title, match.rules, match.book, match.total, [one.result for one in match.ledger]
        )
    )
    assert all(len(row.cells) == len(grid.names) for row in (*grid.rows, *grid.foot))
    assert [cell.text for cell in grid.foot[-1].cells] == [signed(own) for own in match.total[: len(grid.names)]]
    if match.game.name == "coiffeur":
        written = sorted(cell.text for row in grid.rows for cell in row.cells if cell.text)
        assert written == sorted(map(str, match.book.written.values()))
        assert all(row.head in words for row in grid.rows)
    else:
        assert len(grid.rows) == len(match.ledger)


def test_the_numbers_behind_the_scores_are_on_the_sheet_and_after_a_deal_on_the_table(tmp_path: Path) -> None:
    text = Example("handjass/4-down-to-the-loser").text
    with Journal(tmp_path / "current.jsonl") as journal:
        rig = Rig(journal, text.opening)
        first = next(number for number, event in enumerate(text.events) if number > 1 and isinstance(event, DealStart))
        rig.enter(text.events[1:first])
        (result,) = [entry.result for entry in rig.session.match.ledger]
        lines = (*result.breakdown.points, *result.breakdown.score)
        assert {"Weis", "Stöck", "last trick won"} < {str(line.why) for line in lines}
        for path in ("/", "/sheet"):
            cells = re.findall(
                r"<th scope=\"row\"[^>]*>([^<]*)</th>((?:<td[^>]*>[^<]*</td>)+)", rig.phone().get(path)[1]
            )
            shown = {unescape(head): re.findall("<td[^>]*>([^<]*)</td>", rest) for head, rest in cells}
            for line in result.breakdown.points:
                assert shown[line.why] == [str(own) if own else "" for own in line.amounts]
            for line in result.breakdown.score:
                assert shown[line.why] == [signed(own) if own else "" for own in line.amounts]
        rig.enter(text.events[first : first + 1])
        assert "behind-1" not in rig.phone().get("/")[1]


def test_strokes_are_drawn_in_groups_of_five() -> None:
    assert [Cell(strokes=count).groups for count in (0, 4, 5, 12)] == [(), (4,), (5,), (5, 5, 2)]


def test_every_rule_that_a_verdict_cites_has_its_text() -> None:
    cited = {result.rule for played in EXAMPLES for _, result in outcomes(played.text) if isinstance(result, Verdict)}
    sources = Path(record.__file__).parents[1].rglob("*.py")
    named = set(re.findall(r'"([A-Z]{2,5}-[A-Z]{1,2}\d?[a-z]?)"', "".join(map(Path.read_text, sources))))
    assert cited
    assert named >= {"MIT-F1", "HAN-F", "TAR-X1"}
    assert [rule for rule in sorted(cited | named) if len(rule_texts.text(rule)) < 25] == []


def test_rules_that_are_not_written_have_no_text_and_sub_letters_fall_back() -> None:
    assert rule_texts.text("XXX-9") == ""
    whole = "MIT-F3"
    assert rule_texts.text(f"{whole}b") == rule_texts.text(whole)
    assert rule_texts.text("COI-F4a") != rule_texts.text("COI-F4b")
    assert rule_texts.text("HAN-F").endswith("with only_trumps=free.")


def test_the_less_likely_cards_stand_in_the_order_of_the_deck(rig: Rig) -> None:
    rig.enter(REVOKED)
    folded = rig.phone(Role.PLAYER).get("/fix")[1].partition("<details>")[2].partition("</details>")[0]
    found = re.findall(r'name="card" value="(\w+)"', folded)
    deck = [str(card) for card in rig.context.newest.value.match.game.deck]
    assert len(found) > 9
    assert all(
        suit == sorted(suit, key=deck.index) for suit in ([one for one in found if one[0] == own] for own in "SHDC")
    )


def test_a_revoke_at_schieber_shows_the_rule_without_references() -> None:
    rule = rule_texts.text("SCH-F")
    assert "suit led" in rule
    assert re.findall(r"[A-Z]{3}-|=", rule) == []


def test_the_verdict_page_holds_sentence_rule_proof_and_ruling(rig: Rig) -> None:
    rig.enter(REVOKED)
    status, page = rig.phone().get("/verdicts/1?steps=1")
    page = unescape(page)
    assert status == 200
    verdict = translated(rig.session.match.verdicts[0].text, replace(ENGLISH, style="symbols"))
    for part in (drawn(verdict), rule_texts.text("MIT-F0"), "What the rules demand", "open"):
        assert part in page
    assert "Uphold" not in page
    arbiter = rig.phone(Role.ARBITER, "Emma")
    assert "Uphold" in arbiter.get("/verdicts/1")[1]
    arbiter.do("rule", verdict=1, event=rig.session.match.verdicts[0].event, decision="uphold")
    assert "Ruling: upheld. (Emma)" in " ".join(rig.phone().get("/verdicts/1")[1].split())


@pytest.mark.parametrize("lang", ["de", "fr", "it", "ja"])
def test_a_verdict_page_states_the_rule_in_the_language_of_its_reader(rig: Rig, lang: Lang) -> None:
    rig.enter(REVOKED)
    phone = rig.phone()
    phone.client.headers["accept-language"] = lang
    # French keeps a colon on the line of the word before it.
    page = unescape(phone.get("/verdicts/1")[1]).replace("\N{NO-BREAK SPACE}", " ")
    english = rule_texts.text("MIT-F0")
    assert catalogue(lang, RULES).gettext(english) in page
    assert english not in page


def test_pictures_of_a_verdict_are_given_and_no_other_file(tmp_path: Path) -> None:
    names = ("2026-11-21T120000Z/00005-d1-s0-DQ.jpg", "2026-11-21T120000Z/00004-d1-s2-H7.jpg")
    for name in names:
        (tmp_path / "evidence" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "evidence" / name).write_bytes(name.encode())
    with Journal(tmp_path / "current.jsonl") as journal:
        rig = Rig(journal)
        rig.enter([*REVOKED[:2], replace(REVOKED[2], img=names[1]), replace(REVOKED[3], img=names[0])])
        rig.enter([replace(REVOKED[4], img="../../current.jsonl")])
        client = rig.phone().client
        answers = {which: client.get(f"/verdicts/1/{which}.jpg") for which in ("act", "proof", "x", "..%2fact")}
        assert {which: answer.status_code for which, answer in answers.items()} == {
            "act": 200,
            "proof": 404,
            "x": 404,
            "..%2fact": 404,
        }
        assert (answers["act"].content, answers["act"].headers["content-type"]) == (names[0].encode(), "image/jpeg")


def test_likely_cards_come_first_and_seen_ones_never() -> None:
    events = (OPENING, *REVOKED[:4])
    last = last_card(events)
    assert last is not None
    found = alternatives(last, outcome(events))
    seen = {"H10", "H7", "DQ"}
    assert set(found) == {card for card in DECKS["jass36"] if card not in seen}
    assert len(found) == len(set(found))
    assert found[:3] == ("SQ", "HQ", "CQ")
    assert distance(DECKS["jass36"], Card("DQ"), found[-1]) >= distance(DECKS["jass36"], Card("DQ"), found[0])


def test_an_alternative_that_would_be_a_fault_comes_last() -> None:
    """Anna has shown a heart to come; a card by which she would have revoked at once is less likely."""
    last = last_card((OPENING, *REVOKED))
    assert last is not None
    others = alternatives(last, outcome((OPENING, *REVOKED)))
    matches = [outcome((OPENING, *REVOKED, Amend(of=6, with_={"card": str(card)}))) for card in others]
    faults = [bool(match.verdicts) for match in matches]
    assert set(faults) == {False, True}
    assert faults == sorted(faults)


def test_an_older_card_was_none_that_was_seen_before_or_since() -> None:
    events = (OPENING, *REVOKED)
    older = card(events, 4)
    assert older is not None
    assert (older.number, older.played) == (4, REVOKED[2])
    assert set(alternatives(older, outcome(events))) == set(DECKS["jass36"]) - {"H10", "H7", "DQ", "H6"}


def test_likely_cards_reveal_no_hand_that_was_shown_to_the_camera() -> None:
    deck = DECKS["jass36"]
    found: list[object] = []
    for hands in (None, {0: deck[:12], 1: deck[12:24], 2: deck[24:]}, {0: deck[24:], 1: deck[:12], 2: deck[12:24]}):
        events = (OPENING, DealStart(dealer=0, hands=hands), *REVOKED[1:4])
        last = last_card(events)
        assert last is not None
        found.append(alternatives(last, outcome(events)))
    assert found[0] == found[1] == found[2]


def test_the_history_leads_to_every_card_and_a_card_that_is_gone_to_a_sentence(rig: Rig) -> None:
    rig.enter(REVOKED)
    player = rig.phone(Role.PLAYER)
    links = sorted(link for link in Page(player.get("/history")[1]).links if link.startswith("/fix/"))
    assert links == ["/fix/3", "/fix/4", "/fix/5", "/fix/6"]
    status, page = player.get("/fix/4")
    assert (status, "Carla did not play this card" in page) == (200, True)
    assert player.get("/fix/2")[0] == 404


def test_the_steps_are_what_undo_takes_back() -> None:
    inserted = Insert(before=4, event={"e": "play", "seat": 0, "card": "S6"})
    events: tuple[Event, ...] = (OPENING, *REVOKED[:3], inserted, Amend(of=99, with_={"card": "SA"}), Undo(n=1))
    assert [line.number for line in steps(events[:5])] == [2, 3, 4, 5]
    assert [line.number for line in steps(events)] == [2, 3, 4]
    for count in range(1, len(steps(events))):
        assert outcome((*events, Undo(n=count))) == outcome((OPENING, *[line.event for line in steps(events)][:-count]))


def test_every_card_has_a_sign_and_a_name_of_its_own() -> None:
    cards = {card.face for deck in DECKS.values() for card in deck}
    assert (
        len({card_words.sign(card) for card in cards}) == len({card_words.name(card) for card in cards}) == len(cards)
    )


def test_the_code_on_the_join_page_can_be_photographed() -> None:
    address = "http://schiri-1a2b.local:8080/"
    drawing = svg(address)
    size = int(re.findall(r'viewBox="0 0 (\d+)', drawing)[0])
    picture = np.full((size, size), 255, np.uint8)
    for x, y in re.findall(r"M(\d+) (\d+)h1v1h-1z", drawing):
        picture[int(y), int(x)] = 0
    large = cv2.resize(picture, None, fx=8, fy=8, interpolation=cv2.INTER_NEAREST)
    assert [one.text for one in zxingcpp.read_barcodes(large)] == [address]
