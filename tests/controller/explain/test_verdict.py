"""``replay --explain``: every verdict can be explained, and what cannot is refused in one sentence."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.cli import main
from controller.explain import verdict as explain
from controller.explain.case import NoVerdictError
from controller.record import text as record
from controller.record.cards import Card
from controller.record.events import Bid, Collect, DealStart, Event, MatchStart, Played
from controller.record.text import RecordText
from controller.rules.results import ILLEGAL_PLAYS
from tests.controller.explain.explain_talk import NAMES, TABLES, foul, verdicts
from tests.support.examples import EXAMPLES
from tests.support.laws import tries
from tests.support.loops import assumed, some
from tests.support.strategies import events

OPENING = MatchStart(game="mittlere", seats=NAMES[:3])


def told(text: RecordText, number: int) -> str:
    return "\n".join(explain.lines(text, number))


def story(cards: str, **deal: dict[int, tuple[Card, ...]]) -> RecordText:
    """A deal of Mittlere led by Anna: ``0SA 1S6 /``."""
    plays: list[Event] = [
        Collect() if word == "/" else Played(seat=int(word[0]), card=Card(word[1:])) for word in cards.split()
    ]
    return RecordText((OPENING, DealStart(dealer=2, hands=deal.get("hands")), *plays))


@pytest.mark.parametrize("folder", sorted({example.path.parent.name for example in EXAMPLES}))
def test_every_verdict_of_the_examples_is_explained(folder: str) -> None:
    examples = [example for example in EXAMPLES if example.path.parent.name == folder]
    cases = [(one, number, verdict) for one in examples for number, verdict in enumerate(one.match.verdicts, 1)]
    for example, number, verdict in some(cases):
        head, sentence, *rest = explain.lines(example.text, number)
        assert head == f"verdict {number}: {verdict.kind} ({verdict.rule})"
        assert sentence.strip() == verdict.text
        assert f"line {verdict.event}" in "\n".join(rest)


@pytest.mark.every
@pytest.mark.parametrize(("name", "seats"), TABLES)
@given(seed=st.integers(0, 2**32))
@settings(max_examples=tries(3))
def test_every_verdict_on_random_players_is_explained_to_the_end(name: str, seats: int, seed: int) -> None:
    """A revoke by a card or by a count, somebody's by a count; both with the hands that were possible before."""
    text = foul(name, seats, seed)
    for number, verdict in enumerate(assumed(verdicts(text)), 1):
        said = told(text, number)
        if verdict.kind in (*ILLEGAL_PLAYS, "someone-revoked"):
            reasons = ("was in that hand too", "cannot be made of", "could lie", "itself may not be played")
            assert any(reason in said for reason in reasons)
            assert "Why not earlier" in said
        else:
            assert f"Why ({verdict.rule})" in said


@pytest.mark.parametrize(("name", "seats"), TABLES)
@given(
    seed=st.integers(0, 2**32),
    rest=st.lists(events, max_size=40),
    profile=st.sampled_from(["seed", "swiss", "fft2012", "parlett"]),
)
@settings(max_examples=tries(5))
def test_every_verdict_has_an_explanation(name: str, seats: int, seed: int, rest: list[Event], profile: str) -> None:
    deal = foul(name, seats, seed).events[1:]
    text = RecordText((MatchStart(game=name, seats=NAMES[:seats], profile=profile), *deal, *rest))
    for number, _ in enumerate(assumed(verdicts(text)), 1):
        assert told(text, number)


@pytest.mark.every
@pytest.mark.parametrize(
    ("cards", "number", "reasons"),
    [
        ("1SA", 1, ["Anna was to lead.", "Anna leads to the first trick."]),
        ("0SA 2S6", 1, ["On the table: SA (Anna).", "Berta was the first without a card in it."]),
        ("0SA 1S6 2S7 1HA", 1, ["Anna had taken trick 1 and so leads."]),
        ("0SA 0S6", 1, ["Anna had SA in this trick already (line 3).", "It is no part of the trick"]),
        ("0SA 1SA", 1, ["SA lies in trick 1, where Anna played it (line 3)."]),
        ("0T21", 1, ["Mittlere is played with: SA SK"]),
        ("0SA 1S6 / 2S7", 1, ["The trick held SA (Anna, line 3), S6 (Berta, line 4); no card of Carla was seen."]),
        ("0SA 0S6 1S6", 2, ["S6 was known to lie with Anna.", 'Line 4: {"e":"play","seat":0,"card":"S6"}']),
    ],
)
def test_a_fault_that_is_seen_is_explained_by_what_lay_there(cards: str, number: int, reasons: list[str]) -> None:
    said = told(story(cards), number)
    assert [reason for reason in reasons if reason not in said] == []


def test_pictures_are_named() -> None:
    """The names of the evidence pictures of the act and of the proof."""
    text = story("0SA 1H6 2S7 1S6")
    plays = [replace(event, img=f"{number}.png") for number, event in enumerate(text.events[2:], 3)]
    said = told(RecordText((*text.events[:2], *plays)), 1)
    assert said.endswith("Pictures\n  line 4: 4.png\n  line 6: 6.png")
    assert "Pictures" not in told(text, 1)


def test_a_correction_changes_what_is_explained() -> None:
    """An inserted card is in its place, though its line is the last."""
    late = record.parse_fields({"e": "insert", "before": 4, "event": {"e": "play", "seat": 1, "card": "H6"}})
    text = story("0SA 2S7 1S6")
    said = told(RecordText((*text.events, late)), 1)
    assert "Berta revoked in trick 1: H6 on SA, while holding S6 (played in trick 2)." in said
    assert "What happened at line 6 (Berta H6)" in said


ONLY_TRUMPS = (
    "0CA 1S6 2C6 0CK 1S7 2C7 0CQ 1S8 2C8 0CJ 1S9 2C9 0C10 1H8 2HA "
    "2H6 0D6 1D7 2H7 0D8 1D9 2H9 0D10 1DJ 2H10 0DQ 1DK 2HQ 0DA 1S10 2HK 0SJ 1SQ 2HJ 0SK 1SA"
)
CARLA = "HA H6 H7 H9 H10 HQ HK HJ C6 C7 C8 C9"


@pytest.mark.rule("COI-F4c")
@pytest.mark.parametrize(
    ("hand", "proved", "cards"),
    [("", 37, "H6, H7 (played in tricks 6 and 7)"), (CARLA, 18, "H7, H6 (as the hand was shown)")],
)
def test_an_overtrump_that_only_another_card_would_excuse(hand: str, proved: int, cards: str) -> None:
    """COI-F4c: Carla overtrumps from a hand of trumps; she may hold a plain one until all is seen."""
    opening = MatchStart(game="coiffeur", seats=NAMES[:3], options={"only_trumps": "under"})
    deal = DealStart(dealer=2, hands={2: tuple(map(Card, hand.split()))} if hand else None)
    plays = [Played(seat=int(word[0]), card=Card(word[1:])) for word in ONLY_TRUMPS.split()]
    text = RecordText((opening, deal, Bid(seat=0, call="hearts"), *plays))
    [(number, verdict)] = [(number, one) for number, one in enumerate(verdicts(text), 1) if one.event == 18]
    assert verdict.proved == proved
    held = f"with nothing but trumps in hand, while holding {cards}"
    assert verdict.text == f"Carla revoked in trick 5: HA on C10 {held}."
    assert "No card that would excuse it can lie with Carla." in told(text, number)


def test_a_verdict_that_there_is_not() -> None:
    with pytest.raises(NoVerdictError, match="there is no verdict 1; it holds none"):
        told(story("0SA"), 1)


def test_the_command_explains_and_refuses(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text, path = story("0SA 1H6 2S7 1S6"), tmp_path / "a.jsonl"
    path.write_text("".join(f"{record.to_line(event)}\n" for event in text.events), encoding="utf-8")
    name = str(path)
    assert main(["replay", "--explain", "1", name]) == 1
    assert capsys.readouterr().out == told(text, 1) + "\n"
    alone = "--explain goes with one record, and with neither --json nor --trace"
    refused = [
        (["--explain", "9", name], f"{name}: there is no verdict 9; it holds 1"),
        (["--explain", "0", name], f"{name}: there is no verdict 0; it holds 1"),
        (["--explain", "1", name, name], alone),
        (["--explain", "1", "--json", name], alone),
        (["--explain", "1", "--trace", name], alone),
        (["--explain", "1", f"{name}.gone"], f"{name}.gone: No such file or directory"),
    ]
    for arguments, sentence in refused:
        assert main(["replay", *arguments]) == 2
        said = capsys.readouterr()
        assert (said.out, said.err) == ("", f"schiri: {sentence}\n")


def test_a_fault_of_the_auction_is_said_to_lie_before_the_play() -> None:
    text = RecordText((MatchStart(game="coiffeur", seats=NAMES[:3]), DealStart(dealer=2), Bid(seat=1, call="hearts")))
    assert "Deal 1, before the play" in told(text, 1)
