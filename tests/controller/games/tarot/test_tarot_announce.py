"""Announcements of Tarot and their refutations (TAR-D2, TAR-Q1, TAR-Q2, TAR-Q4)."""

import pytest

from controller.record.cards import Card
from tests.controller.games.tarot.tarot_words import (
    DOG,
    GAME,
    READY,
    TAKEN,
    cards,
    found,
    last_deal,
    opening,
    said,
    verdicts,
)

TEN = "T2,T3,T4,T5,T6,T7,T8,T9,T10,T11"
NINE_AND_EXCUSE = "T2,T3,T4,T5,T6,T7,T8,T9,T10,EX"


@pytest.mark.rule("TAR-Q1")
@pytest.mark.parametrize(
    "words",
    [
        f"say0:poignee:single:{TEN} 0T21",
        f"say0:poignee:single:{NINE_AND_EXCUSE} 0S7",
        "say1:poignee:single 0T21",
        "0T21 say1:poignee:triple 1T2",
        f"say0:poignee:single:{TEN},T12,T13 0T21",
        "say1:poignee:single say1:poignee:double 0T21",
    ],
)
def test_a_poignee_with_the_first_card(words: str) -> None:
    """TAR-Q1: ten, thirteen, fifteen trumps or more; the Excuse stands in for one."""
    assert found(f"{READY} {words}") == []


@pytest.mark.rule("TAR-D2", "TAR-Q1", "TAR-Q2", "TAR-Q4")
@pytest.mark.parametrize(
    ("words", "rule"),
    [
        ("0T21 say0:poignee:single", "TAR-Q1"),
        ("say0:poignee:double say0:poignee:single", "TAR-Q1"),
        ("say1:poignee:single say1:poignee:single", "TAR-Q1"),
        ("0T21 0T20 say0:poignee:single", "TAR-Q1"),
        ("0S7 say0:misere", "TAR-Q2"),
        ("say1:chelem", "TAR-Q4"),
        ("0T21 say0:chelem", "TAR-Q4"),
        ("say1:petit-sec", "TAR-D2"),
    ],
)
def test_an_announcement_out_of_time_or_place_is_refused(words: str, rule: str) -> None:
    """TAR-Q1, TAR-Q2, TAR-Q4, TAR-D2: illegal-call, and it does not count."""
    text = f"{READY} {words}"
    calls = [one for one in verdicts(text, start=opening(misere=10)) if one.kind == "illegal-call"]
    assert [one.rule for one in calls] == [rule]
    before = last_deal(f"deal3 {text.rsplit(' ', 1)[0]}", opening(misere=10))
    after = last_deal(f"deal3 {text}", opening(misere=10))
    assert (after.own.declarations, after.own.chelem) == (before.own.declarations, before.own.chelem)


@pytest.mark.rule("TAR-Q1", "TAR-Q2")
@pytest.mark.parametrize("what", ["poignee:single", "misere"])
def test_nothing_is_announced_during_the_auction(what: str) -> None:
    assert [one.kind for one in verdicts(f"b0:prise say0:{what}", start=opening(misere=10))] == ["illegal-call"]


@pytest.mark.rule("TAR-Q2", "TAR-Q4")
@pytest.mark.parametrize(
    ("word", "text"),
    [
        ("say0:misere", "a misère was announced, which is not played here"),
        ("say0:chelem:300", "a petit chelem was announced, which is not played here"),
        ("say0:poignee", "a poignée was announced without its size"),
        ("say0:poignee:single:T2,T2", "a poignée was announced, but T2 cannot be there"),
        ("say0:weis", "Tarot has no weis to declare"),
    ],
)
def test_impossible_declarations_of_tarot(word: str, text: str) -> None:
    """TAR-Q2, TAR-Q4: what is not played at this table is an error."""
    assert said(f"{READY} {word}") == [("error", text)]


@pytest.mark.rule("TAR-Q1")
def test_the_size_of_a_shown_poignee_need_not_be_told() -> None:
    deal = last_deal(f"deal3 {READY} say0:poignee::{TEN},T12,T13,T14")
    assert [one.size for one in deal.own.declarations] == ["double"]


@pytest.mark.rule("TAR-P1", "TAR-Q4")
def test_a_petit_chelem_does_not_change_who_leads() -> None:
    """TAR-Q4, TAR-P1: announced as a chelem for 300 points."""
    text = "deal0 b1:pass b2:garde b3:pass b0:pass say2:chelem:300"
    deal = last_deal(text, opening(petit_chelem=True))
    assert (deal.own.announced, deal.leader) == ("petit", 1)


@pytest.mark.rule("TAR-Q1")
@pytest.mark.parametrize(
    ("shown", "proof"),
    [
        ("T2,T3,T4,T5,T6,T7,T8,T9,T10", cards("T2 T3 T4 T5 T6 T7 T8 T9 T10")),
        ("T2,T3,T4,T5,T6,T7,T8,T9,T10,SK", ("SK",)),
    ],
)
def test_a_poignee_shown_wrong_is_false_at_once_and_stands(shown: str, proof: tuple[str, ...]) -> None:
    """TAR-Q1: a false-declaration; it stays and scores as declared."""
    text = f"{READY} say0:poignee:single:{shown}"
    assert found(text) == [("false-declaration", 0, "TAR-Q1", 9, 9, proof)]
    assert len(last_deal(f"deal3 {text}").own.declarations) == 1


@pytest.mark.rule("TAR-Q1")
def test_a_poignee_shown_with_a_card_that_lay_elsewhere() -> None:
    """TAR-Q1: T2 has been played by another seat."""
    assert found(f"{READY} 0T2 say1:poignee:single:{TEN}") == [("false-declaration", 1, "TAR-Q1", 10, 10, ("T2",))]


@pytest.mark.rule("TAR-Q1")
def test_the_excuse_shown_says_that_no_trump_is_held_back() -> None:
    """TAR-Q1: the first trump that was not shown refutes it, once."""
    text = f"{READY} say0:poignee:single:{NINE_AND_EXCUSE} 0T21 1S7 2S8 3S9 0T20"
    assert found(text)[:1] == [("false-declaration", 0, "TAR-Q1", 9, 10, ("T21",))]
    assert [one[0] for one in found(text)].count("false-declaration") == 1


@pytest.mark.rule("TAR-Q1")
def test_a_poignee_that_is_not_shown_is_counted() -> None:
    """TAR-Q1: Berta has played nine cards that are no trumps, so that nine trumps at most were left."""
    nine = ["S7 S8 S9 S10", "SJ SN SQ SK", "H1 H2 H3 H4", "H5 H6 H7 H8", "H9 H10 HJ HN", "HQ HK D1 D2", "D3 D4 D5 D6"]
    nine += ["D7 D8 D9 D10", "DJ DN DQ DK"]
    leaders = "0320222220"
    plays = list[str]()
    for trick, leader in zip(nine, leaders, strict=False):
        order = [(int(leader) + turn) % 4 for turn in range(4)]
        named = dict(zip(range(4), trick.split(), strict=True))
        plays += [f"{seat}{named[seat]}" for seat in order]
    said = [
        one for one in verdicts(f"{READY} say1:poignee:single {' '.join(plays)}") if one.kind == "false-declaration"
    ]
    assert [(one.seat, one.rule, one.event, one.proof) for one in said] == [(1, "TAR-Q1", 9, None)]
    assert said[0].text == "Berta announced a single poignée, but can have had 9 trumps at most, and it takes 10."
    assert said[0].proved == 9 + 8 * 4 + [int(play[0]) for play in plays[32:]].index(1) + 1


@pytest.mark.rule("TAR-Q1")
def test_a_poignee_is_counted_against_the_trumps_that_others_show() -> None:
    """TAR-Q1: fifteen trumps and the Excuse with Anna and Carla leave no room for a poignée of ten."""
    fifteen = f"{TEN},T12,T13,T14,T15"
    text = f"{READY} say0:poignee:double:{fifteen} say1:poignee:single"
    assert found(text) == [("false-declaration", 1, "TAR-Q1", 10, 10, None)]


@pytest.mark.rule("TAR-Q1", "TAR-Q2")
@pytest.mark.parametrize(
    ("what", "hand", "right"),
    [
        ("poignee:single", f"{TEN} S7 S8 S9 S10 H1 H2 H3 H4", True),
        ("poignee:single", f"{NINE_AND_EXCUSE} S7 S8 S9 S10 H1 H2 H3 H4", True),
        ("poignee:double", f"{TEN} S7 S8 S9 S10 H1 H2 H3 H4", False),
        ("misere", "S7 S8 S9 S10 H1 H2 H3 H4 H5 H6 H7 H8 D1 D2 D3 D4 D5 D6", True),
        ("misere", "S7 S8 S9 S10 H1 H2 H3 H4 H5 H6 H7 H8 D1 D2 D3 D4 D5 DJ", False),
        ("misere", "S7 S8 S9 S10 H1 H2 H3 H4 H5 H6 H7 H8 D1 D2 D3 D4 D5 EX", False),
    ],
)
def test_a_known_hand_refutes_at_once(what: str, hand: str, right: bool) -> None:
    said = verdicts(f"{READY} say1:{what}", start=opening(misere=10), hands={1: hand})
    assert [one.kind for one in said] == ([] if right else ["false-declaration"])


@pytest.mark.rule("TAR-Q2")
@pytest.mark.parametrize("card", ["T2", "EX", "HK", "HQ", "HN", "HJ"])
def test_a_misere_is_refuted_by_a_trump_or_a_court(card: str) -> None:
    """TAR-Q2: once."""
    text = f"{READY} say1:misere 0H1 1{card} 2H2 3H3 1T3"
    said = [one for one in found(text, start=opening(misere=10)) if one[0] == "false-declaration"]
    assert said == [("false-declaration", 1, "TAR-Q2", 9, 11, (card,))]


@pytest.mark.rule("TAR-Q2")
def test_a_misere_stands_with_plain_cards() -> None:
    assert found(f"{READY} say1:misere 0H1 1H10 2H2 3H3", start=opening(misere=10)) == []


SEC = "say1:petit-sec b0:garde b1:pass b2:pass b3:pass"


@pytest.mark.rule("TAR-D2")
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"{SEC} dog:S1,S2,S3,S4,S5,T1", [(8, ("T1",))]),
        (f"{SEC} dog:S1,S2,S3,S4,S5,S6 0T2 1T3", [(10, ("T3",))]),
        (f"{SEC} dog:S1,S2,S3,S4,S5,S6 0T2 1EX", [(10, ("EX",))]),
        (f"{SEC} dog:S1,S2,S3,S4,S5,S6 0T2 1S7 2T1", [(11, ("T1",))]),
        (f"{SEC} dog:S1,S2,S3,S4,S5,S6 0T2 1T1 2T3", []),
    ],
)
def test_a_petit_sec_is_refuted(text: str, expected: list[tuple[int, tuple[str, ...]]]) -> None:
    """TAR-D2: by another trump or the Excuse in that hand, or T1 elsewhere."""
    said = [one for one in verdicts(text, start=opening(petit_sec="excuse")) if one.kind == "false-declaration"]
    assert [(one.proved, one.proof) for one in said] == expected
    assert all((one.seat, one.rule, one.event) == (1, "TAR-D2", 3) for one in said)


@pytest.mark.rule("TAR-D2")
@pytest.mark.parametrize(("dog", "count"), [("T3,S2,S3,S4,S5,S6", 0), ("T4,S2,S3,S4,S5,S6", 1)])
def test_a_taker_with_a_petit_sec_may_have_trumps_from_the_dog(dog: str, count: int) -> None:
    """TAR-D2: the petit sec is of the hand as dealt."""
    text = f"say0:petit-sec {TAKEN} dog:{dog} lay0:6 0T3"
    assert len(found(text, start=opening(petit_sec="excuse"))) == count


@pytest.mark.rule("TAR-Q1")
@pytest.mark.parametrize(
    ("when", "faults"),
    [
        ("b0:garde-sans b1:pass b2:pass b3:pass say0:poignee:single", [("false-declaration", "TAR-Q1")]),
        (f"{TAKEN} say0:poignee:single", []),
        (f"{DOG} say0:poignee:single", []),
    ],
)
def test_a_known_hand_refutes_no_poignee_while_its_trumps_may_lie_in_the_dog(
    when: str, faults: list[tuple[str, str]]
) -> None:
    """Nine trumps are too few where the dog is not taken; what the hand is while it is exchanged nobody knows."""
    hand = "T2 T3 T4 T5 T6 T7 T8 T9 T10 H1 H2 H3 H4 H5 H6 H7 H8 H9"
    assert said(when, hands={0: hand}) == faults


@pytest.mark.rule("TAR-D2")
@pytest.mark.parametrize(
    ("hand", "count"),
    [("T1 S1", 0), ("T1 T2", 1), ("T1 EX", 1), ("S1 S2", 1)],
)
def test_a_petit_sec_of_a_known_hand(hand: str, count: int) -> None:
    rest = "H1 H2 H3 H4 H5 H6 H7 H8 D1 D2 D3 D4 D5 D6 D7 D8"
    assert len(found("say1:petit-sec", hands={1: f"{hand} {rest}"})) == count


@pytest.mark.rule("TAR-Q1", "TAR-X1")
@pytest.mark.parametrize(
    ("words", "places"),
    [
        (f"{DOG} say0:poignee:single:{TEN}", {0, 4}),
        (f"{DOG} say0:poignee:single:{TEN} lay0:6", {0, 4}),
        (f"{DOG} lay0:6 say0:poignee:single:{TEN}", {0}),
        (f"{DOG} say1:poignee:single:{TEN}", {1}),
        (f"{DOG} lay0:6 say1:poignee:single:{TEN}", {1}),
        (f"{TAKEN} say0:poignee:single:{TEN}", {0, 4}),
        (f"{TAKEN} say0:poignee:single:{TEN}".replace("garde", "garde-sans"), {0}),
    ],
)
def test_cards_shown_before_the_discard_may_have_been_laid_away(words: str, places: set[int]) -> None:
    deal = last_deal(f"deal3 {words}", opening())
    assert set(GAME.layout(deal).known[Card("T2")]) == places
