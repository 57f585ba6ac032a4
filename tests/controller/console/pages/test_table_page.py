"""The table's page: the sides of a game of partners, the verdict that stands, troubles of the machine, the result."""

import re
from html import unescape
from pathlib import Path

import pytest

from controller.console.http.streams import objection_sentence
from controller.console.security.roles import Role
from controller.record.events import Amend, DealStart, End, Event, Insert, Undo
from controller.store.journal import Journal
from tests.support.console.console_rig import REVOKED, Phone, Rig
from tests.support.console.page_reader import heard
from tests.support.examples import Example


def seen(rig: Rig, path: str = "/", role: Role = Role.PLAYER, name: str = "Anna") -> str:
    return unescape(rig.phone(role, name).get(path)[1])


def part(page: str, name: str) -> str:
    """The text of an element of the page from its ``id`` to the end of its tag's content, as far as it matters here."""
    return page.partition(f'id="{name}"')[2].partition("</section>")[0]


@pytest.mark.parametrize("path", ["/", "/board"])
def test_a_match_that_is_over_says_who_has_won(tmp_path: Path, path: str) -> None:
    example = Example("euchre/4-to-five")
    with Journal(tmp_path / "current.jsonl") as journal:
        rig = Rig(journal, example.opening)
        rig.enter(example.events[1:])
        page = seen(rig, path)
    assert "Berta and Dora win 6 : 0" in page
    assert "the match is over" not in page.lower()
    assert 'class="won"' in page
    assert 'id="mat"' not in page


def test_partners_have_one_score_and_ones_own_stands_first(tmp_path: Path) -> None:
    example = Example("schieber/4-evening")
    with Journal(tmp_path / "current.jsonl") as journal:
        rig = Rig(journal, example.opening)
        rig.enter(example.events[1:30])
        pages = {name: seen(rig, name=name) for name in ("Anna", "Dora")}
    assert [page.index("pair-0") < page.index("pair-1") for page in pages.values()] == [True, False]
    assert "sheet" not in part(pages["Anna"], "mat")


def test_tricks_stand_against_what_was_bid(tmp_path: Path) -> None:
    """Bridge's contract and vulnerability; in Spades each seat's bid beside that of its pair."""
    said = {
        "bridge/4-three-boards": (90, ("of 9 tricks", "of 5 tricks", "vulnerable", "<small>N</small>")),
        "spades/4-three-deals": (20, ("of 8 tricks", "of 1 trick", "nil", "4 bid")),
    }
    for name, (end, expected) in said.items():
        example = Example(name)
        with Journal(tmp_path / f"{example.opening.game}.jsonl") as journal:
            rig = Rig(journal, example.opening)
            rig.enter(example.events[1:end])
            page = seen(rig)
        assert [text for text in expected if text not in page] == [], name


def test_a_verdict_leads_to_its_proof_and_to_the_card_that_was_misread(rig: Rig) -> None:
    rig.enter(REVOKED)
    own, other, guest = seen(rig), seen(rig, name="Berta"), seen(rig, role=Role.VIEWER)
    assert [page.count('href="/verdicts/1" id="to-proof"') for page in (own, other, guest)] == [1, 1, 1]
    assert [page.count('href="/fix/5" id="to-misread"') for page in (own, other, guest)] == [1, 1, 0]
    assert ["This is about you." in page for page in (own, other, guest)] == [True, False, False]


def test_a_trouble_of_the_machine_hides_no_verdict(rig: Rig) -> None:
    rig.enter(REVOKED)
    rig.table.board.trouble("camera blind: no picture")
    page = seen(rig)
    assert "Anna revoked in trick 1" in heard(page)
    assert "camera blind" in page.partition('id="trouble"')[2].partition("</p>")[0]


def test_a_verdict_that_fell_accuses_nobody_again(rig: Rig) -> None:
    rig.enter(REVOKED)
    rig.enter([Amend(of=5, with_={"card": "HQ"})])
    page = heard(seen(rig))
    assert "Corrected to queen of hearts: nothing is held against Anna." in page
    assert "revoked" not in page


def objecting(rig: Rig, *others: str) -> tuple[Phone, tuple[Phone, ...]]:
    """Anna's phone, by which the card that she is accused of is corrected, and those of others that show the table."""
    rig.enter(REVOKED)
    anna, phones = rig.phone(Role.PLAYER, "Anna"), tuple(rig.phone(Role.PLAYER, name) for name in others)
    rig.context.objections.listeners |= {phone.id: 1 for phone in (anna, *phones)}
    return anna, phones


def test_the_leader_of_a_match_ended_early_has_not_won(tmp_path: Path) -> None:
    example = Example("schieber/4-evening")
    with Journal(tmp_path / "current.jsonl") as journal:
        rig = Rig(journal, example.opening)
        first = [number for number, event in enumerate(example.events) if isinstance(event, DealStart)][1]
        rig.enter([*example.events[1:first], End()])
        page = seen(rig)
    assert "are ahead" in page
    assert 'class="won"' not in page


@pytest.mark.parametrize("path", ["/", "/tap"])
def test_a_verdict_is_seen_where_the_cards_are_tapped_too_until_it_is_upheld(rig: Rig, path: str) -> None:
    rig.enter(REVOKED)
    anna, ruth = rig.phone(Role.PLAYER, "Anna"), rig.phone(Role.ARBITER, "Ruth")
    page = heard(anna.get(path)[1])
    assert "Anna revoked in trick 1" in page
    assert 'href="/verdicts/1"' in page
    assert 'data-unruled="1"' in page
    assert ruth.do("rule", verdict=1, event=5, decision="uphold", effect="none")[0] == 200
    page = heard(anna.get(path)[1])
    assert "Anna revoked in trick 1" not in page
    assert 'data-unruled="0"' in page
    assert 'id="undo"' not in page
    assert 'id="undo"' in ruth.get(path)[1]
    assert "ruling on verdict 1: upheld" in (page if path == "/" else ruth.get(path)[1])


def test_the_tap_page_shows_a_correction_that_waits_for_another_phone(rig: Rig) -> None:
    anna, [berta] = objecting(rig, "Berta")
    anna.do("fix", of=5, card="HQ")
    assert "Being checked: Anna says that it was the queen of hearts." in re.sub(
        r"<[^>]*>", "", heard(berta.get("/tap")[1])
    )


def test_the_accused_player_corrects_the_card_with_another_phone(rig: Rig) -> None:
    """Until then the verdict stands; nobody confirms what is their own."""
    anna, [berta] = objecting(rig, "Berta")
    assert anna.do("fix", of=5, card="HQ")[1] == "Another phone confirms it; until then the verdict is being checked."
    assert rig.said == [*REVOKED]
    own, other = heard(anna.get("/")[1]), heard(berta.get("/")[1])
    assert ["Being checked:" in page for page in (own, other)] == [True, True]
    assert ['id="confirm"' in page for page in (own, other)] == [False, True]
    state, asked = rig.context.newest.value, rig.context.objections.waiting
    assert asked is not None
    assert objection_sentence(state, rig.context, asked) == "Being checked: Anna says that it was the queen of hearts."
    assert anna.do("confirm") == (409, "Somebody else confirms it.")
    assert berta.do("confirm")[0] == 200
    assert rig.said == [*REVOKED, Amend(of=5, with_={"card": "HQ"})]
    page = heard(berta.get("/")[1])
    assert "Anna corrected it to queen of hearts: nothing is held against Anna." in page
    assert ("Being checked:" in page, "revoked" in page) == (False, False)


@pytest.mark.parametrize("who", ["Anna", "Berta"])
def test_an_objection_is_taken_back_or_denied_and_the_verdict_stands(rig: Rig, who: str) -> None:
    anna, [berta] = objecting(rig, "Berta")
    anna.do("fix", of=5, card="HQ")
    assert {"Anna": anna, "Berta": berta}[who].do("deny") == (200, "The verdict stands as it is.")
    assert (rig.said, "Being checked:" in heard(anna.get("/")[1])) == ([*REVOKED], False)
    assert berta.do("confirm") == (409, "Nothing waits for an answer any more; look again.")


def test_an_objection_falls_with_its_card(rig: Rig) -> None:
    anna, [berta] = objecting(rig, "Berta")
    anna.do("fix", of=5, card="HQ")
    berta.do("fix", of=5, card="HK")
    assert berta.do("confirm") == (409, "Nothing waits for an answer any more; look again.")
    assert rig.said[-1] == Amend(of=5, with_={"card": "HK"})


CLEARING: dict[str, tuple[str, dict[str, object], Event]] = {
    "the card that was led": ("fix", {"of": 3, "card": "D10"}, Amend(of=3, with_={"card": "D10"})),
    "who laid it": ("fix", {"of": 5, "seat": 2}, Amend(of=5, with_={"seat": 2})),
    "the card that proves it": ("fix", {"of": 6, "card": "S6"}, Amend(of=6, with_={"card": "S6"})),
    "a card that was missed": (
        "missed",
        {"before": 3, "seat": 1, "card": "D6"},
        Insert(before=3, event={"e": "play", "seat": 1, "card": "D6"}),
    ),
    "taking back": ("undo", {"of": 6}, Undo(n=1)),
}


@pytest.mark.parametrize("what", CLEARING)
def test_every_correction_that_clears_the_accused_waits_for_another_phone(rig: Rig, what: str) -> None:
    anna, [berta] = objecting(rig, "Berta")
    action, fields, event = CLEARING[what]
    assert anna.do(action, fields)[1] == "Another phone confirms it; until then the verdict is being checked."
    assert rig.said == [*REVOKED]
    assert "Being checked:" in heard(berta.get("/")[1])
    assert berta.do("confirm")[0] == 200
    assert rig.said == [*REVOKED, event]
    page = heard(berta.get("/")[1])
    assert ("Corrected by Anna" in page or "Anna corrected it" in page, "held against Anna" in page) == (True, True)


@pytest.mark.parametrize(("others", "of"), [((), 5), (("Berta",), 3)])
def test_without_another_phone_or_an_accusation_a_correction_is_made_at_once_and_says_whose_it_is(
    rig: Rig, others: tuple[str, ...], of: int
) -> None:
    """The verdict stands also where the card that was led was another heart."""
    anna, _ = objecting(rig, *others)
    assert anna.do("fix", of=of, card="HQ")[0] == 200
    assert rig.said[-1] == Amend(of=of, with_={"card": "HQ"})
    assert of == 3 or "Anna corrected it to queen of hearts" in heard(anna.get("/")[1])
