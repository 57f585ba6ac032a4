"""A match of Handjass down to its loser, its options and its slate: HAN-G1, HAN-G2."""

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.games import jass, load
from controller.record.cards import Card
from controller.record.events import Agree, Bid, Collect, DealStart, Declare, Draw, End, Event, Exchange, Played, Void
from controller.referee.fold import fold
from controller.rules.options import resolve
from controller.rules.results import DealResult, ErrorResult, MatchResult, Result, Verdict
from tests.controller.games.handjass.handjass_talk import NAMES, lines, opening
from tests.support import table_talk

GAME = load("handjass")


def match(*deals: str, seats: int = 4) -> list[Result]:
    """Results of deals without play, each with its dealer."""
    events: list[Event] = [opening(seats)]
    for one in deals:
        dealer, said = one.split(":")
        events += [DealStart(dealer=int(dealer), turned=Card("C6")), *lines(said)]
    return [result for stage in fold([*events, End()]) for result in stage.results]


DOWN_TO_THREE = (
    "3: 0 in, 1 out, 2 out, 3 out",
    "0: 1 out, 2 out, 3 out",
    "1: 2 in, 3 out, 0 in, 1 out, agree 0 2",
    "2: 3 out, 0 in, 1 out, 2 out",
    "3: 1 in, 2 out, 3 out",
    "1: 2 in, 3 in, 1 out, agree 2 3",
    "2: 3 out, 1 in, 2 in, agree 1 2",
    "3: 1 in, 2 in, 3 out, agree 1 2",
    "1: 2 in, 3 out, 1 in, agree 1 2",
    "2: 3 out, 1 in, 2 in, agree 1 2",
)
"""Anna leaves in deal 4; Berta and Carla have 6 after deal 10, Dora 1."""


@pytest.mark.rule("HAN-G1", "HAN-G2", "HAN-S4", "HAN-S6")
def test_from_four_players_down_to_the_loser() -> None:
    """HAN-G1, HAN-G2, HAN-S4, HAN-S6: who has 7 leaves, and with fewer seats that number's rules hold.

    Forehand goes round those left: after Anna's leaving Dora deals, and when Berta, who had dealt next, has
    left, Dora deals again.
    """
    found = match(*DOWN_TO_THREE, "3: 1 in, 2 out, 3 out", "3: 2 out", "2: 3 out", "3: 2 in", seats=4)
    totals = [one.total for one in found if isinstance(one, DealResult)]
    assert totals[3:5] == [(7, 0, 1, 0), (7, 2, 1, 0)]
    assert totals[9:] == [(7, 6, 6, 1), (7, 8, 6, 1), (7, 8, 6, 2), (7, 8, 7, 2)]
    assert [one.text for one in found if isinstance(one, ErrorResult)] == [
        "Dora is left",
        "a bid event, but no deal is under way",
    ]
    assert found[-1] == MatchResult((7, 8, 7, 2), ((0,), (1,), (2,), (3,)), 0)


@pytest.mark.rule("HAN-G1")
def test_two_that_leave_in_one_deal_are_level() -> None:
    """HAN-G1, the ranking of record.md."""
    found = match(*DOWN_TO_THREE, "3: 1 in, 2 in, 3 out, agree 1 2")
    assert found[-1] == MatchResult((7, 7, 7, 1), ((0,), (1, 2), (3,)), 0)


@pytest.mark.rule("HAN-G1")
def test_a_match_that_stops_early_ranks_those_still_in_it_by_what_they_have() -> None:
    assert match(*DOWN_TO_THREE)[-1] == MatchResult((7, 6, 6, 1), ((0,), (1, 2), (3,)), 0)


@pytest.mark.rule("HAN-G1")
def test_a_player_who_has_left_neither_speaks_nor_plays() -> None:
    found = match(*DOWN_TO_THREE[:4], "3: 0 in, 1 in, 2 in, 3 in, 0 SA")
    kinds = [(one.kind, one.seat, one.rule) for one in found if isinstance(one, Verdict)]
    assert kinds == [("illegal-bid", 0, "HAN-B1"), ("impossible-card", 0, "CARD")]


@pytest.mark.rule("COI-D4", "HAN-G2")
def test_a_void_deal_is_dealt_again_by_the_same_player() -> None:
    events = [opening(), DealStart(dealer=2, turned=Card("C6")), *lines("3 in"), Void(why="misdeal")]
    *_, stage = fold(events)
    assert stage.match.dealer == 2


@pytest.mark.parametrize(
    ("profile", "follow", "threshold"), [("seed", "jass", 26), ("swiss", "jass", 26), ("parlett", "head", 21)]
)
def test_profiles_set_the_options(profile: str, follow: str, threshold: int) -> None:
    rules = resolve(GAME.options, NAMES, profile, {})
    assert (rules["follow"], rules["threshold"], rules["four_nines"]) == (follow, threshold, 0)


def test_the_slate_has_a_player_in_each_corner() -> None:
    """Strokes and circles as given, the fifth stroke across; who has 7 is safe."""
    found = match(*DOWN_TO_THREE, "3: 1 in, 2 in, 3 out, agree 1 2")
    deals = [one for one in found if isinstance(one, DealResult)]
    rules = resolve(GAME.options, NAMES, "seed", {})
    book = ((0,), (1, 2))
    assert list(
        GAME.sheet.lines(GAME.title, rules, book, (7, 7, 7, 0), [*deals, replace(deals[0], score=(0, 0, 0, -1))])
    ) == [
        "Handjass",
        "+--------------------------------------------+",
        "| Dora                                 Carla |",
        "| I o                               IIII/ II |",
        "| 0                                +7 (safe) |",
        "|                                            |",
        "| Anna                                 Berta |",
        "| IIII/ II                          IIII/ II |",
        "| +7 (safe)                        +7 (safe) |",
        "+--------------------------------------------+",
    ]


@pytest.mark.parametrize(("seats", "rows"), [(2, ["Berta", "Anna"]), (3, ["Carla", "Anna Berta"])])
def test_two_sit_across_from_each_other_and_three_leave_a_corner_free(seats: int, rows: list[str]) -> None:
    rules = resolve(GAME.options, NAMES[:seats], "seed", {})
    drawn = list(GAME.sheet.lines(GAME.title, rules, ((), ()), (0,) * seats, []))
    assert [" ".join(line.strip("| ").split()) for line in (drawn[2], drawn[6])] == rows
    assert drawn[2].endswith(f"{rows[0]} |")
    assert drawn[6].startswith("| Anna ")


seats = st.integers(-1, 4)


cards = st.sampled_from(jass.DECK)


words: st.SearchStrategy[Event] = st.one_of(
    st.builds(DealStart, dealer=seats, turned=cards),
    st.builds(Bid, seat=seats, call=st.sampled_from(["in", "out", "blind", "pass"])),
    st.builds(Agree, seats=st.lists(seats, max_size=3).map(tuple)),
    st.builds(Exchange, seat=seats, gives=cards, takes=cards),
    st.builds(
        Declare,
        seat=seats,
        what=st.sampled_from(["weis", "stock", "misere"]),
        points=st.sampled_from([None, 20, 50, 100, 120]),
        cards=st.none() | st.lists(cards, max_size=4).map(tuple),
    ),
    *[st.builds(Played, seat=seats, card=cards)] * 4,
    st.builds(Collect),
    st.builds(Draw, seat=seats, card=cards),
)


@given(st.integers(2, 4), st.integers(0, 2**32), st.integers(1, 50), st.lists(words, max_size=30))
def test_any_words_of_the_game_have_a_state_and_results(count: int, seed: int, cut: int, rest: list[Event]) -> None:
    """Whatever is said and played after a lawful beginning, the fold goes on."""
    events, _ = table_talk.record(opening(count), seed)
    stages = list(fold([*events[:cut], *rest, End()]))
    assert len(stages) == len(events[:cut]) + len(rest) + 1


@pytest.mark.rule("HAN-G1", "HAN-G2")
@pytest.mark.parametrize("count", [2, 3, 4])
@settings(max_examples=15)
@given(seed=st.integers(0, 2**32))
def test_an_honest_match_goes_on_until_one_is_left(count: int, seed: int) -> None:
    """HAN-G1, HAN-G2: no verdict, no error, and nobody who has left is in a later deal."""
    events, _ = table_talk.record(opening(count), seed, deals=200)
    stages = list(fold([*events, End()]))
    found = [result for stage in stages for result in stage.results]
    assert not [one for one in found if isinstance(one, Verdict | ErrorResult)]
    last = found[-1]
    assert isinstance(last, MatchResult)
    assert sorted(own >= 7 for own in last.total) == [False] + [True] * (count - 1)
    assert last.total[last.ranking[-1][0]] < 7
    deals = [one for one in found if isinstance(one, DealResult)]
    for before, after in pairwise(deals):
        safe = {seat for seat, own in enumerate(before.total) if own >= 7}
        assert safe.isdisjoint(after.detail["in"])
