"""Movements: each keeps its law, whoever takes part, and anybody can repeat it from the seed."""

from collections import Counter
from dataclasses import replace
from functools import partial
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.tournament import movements
from controller.tournament.fold import Tournament, meetings, tournament
from controller.tournament.lots import by_lot, lot
from controller.tournament.movements import PartnerDraw, circle, count_new_pairs, mitchell, most_rounds, pairings
from controller.tournament.standings import standings
from controller.tournament.steps import EntryWithdrawn, StepError
from tests.support.club import Club
from tests.support.loops import some


def unmet(known: set[frozenset[int]], one: int, other: int) -> bool:
    return frozenset((one, other)) not in known


def meetings_of(state: Tournament, *, partners: bool) -> Counter[frozenset[int]]:
    return Counter(frozenset((one, other)) for one, other, both in meetings(state) if both is partners)


def test_each_round_seats_everybody_once_at_one_table_or_outside() -> None:
    for movement, entries in (("swiss", 11), ("draw", 22), ("round-robin", 9), ("mitchell", 13)):
        club = Club(movement=movement, deals=2, rounds=5, game="bridge")
        club.enter(entries)
        club.draw()
        club.play(Random(entries), 5)
        assert len(club.state.rounds) == 5
        for round_ in club.state.rounds:
            seated = [entry for table in round_.begun.tables for entry in table.entries]
            assert sorted((*seated, *round_.begun.out)) == list(range(1, entries + 1))


def test_in_a_round_robin_everybody_meets_everybody_else_just_once() -> None:
    for places in range(2, 41, 2):
        met = Counter(frozenset(pair) for number in range(1, places) for pair in circle(places, number))
        assert met == Counter(frozenset(pair) for pair in combinations(range(places), 2))
        assert all(len({*sum(circle(places, number), ())}) == places for number in range(1, places))


def test_a_round_robin_of_an_odd_number_lets_each_sit_out_once() -> None:
    club = Club(movement="round-robin", rounds=7)
    club.enter(7)
    club.draw()
    club.play(Random(1), 7)
    assert movements.count_byes(club.state) == dict.fromkeys(range(1, 8), 1)
    assert meetings_of(club.state, partners=False) == Counter(map(frozenset, combinations(range(1, 8), 2)))
    with pytest.raises(StepError, match="everybody has met everybody"):
        club.seat()


def test_in_a_mitchell_movement_nobody_meets_anybody_or_a_board_twice() -> None:
    for tables in range(2, 31):
        rounds = [list(mitchell(tables, number)) for number in range(1, most_rounds(tables) + 1)]
        met = Counter((north_south, east_west) for one in rounds for north_south, east_west, _ in one)
        boards = Counter((side, place[side], place[2]) for one in rounds for place in one for side in (0, 1))
        assert set(met.values()) == set(boards.values()) == {1}
        for one in rounds:
            assert [sorted(part) for part in zip(*one, strict=True)] == [list(range(tables))] * 3


@pytest.mark.parametrize(
    ("movement", "entries", "rounds", "most"),
    [
        ("mitchell", 8, 4, 3),
        ("mitchell", 8, 3, None),
        ("mitchell", 9, 5, None),
        ("mitchell", 10, 6, 5),
        ("round-robin", 7, 8, 7),
        ("round-robin", 7, 7, None),
        ("swiss", 2, 9, None),
    ],
)
def test_too_few_rounds_are_told_at_the_draw(movement: str, entries: int, rounds: int, most: int | None) -> None:
    club = Club(movement=movement, deals=2, rounds=rounds, game="bridge")
    club.enter(entries)
    assert movements.shortage(club.state) is None
    club.draw()
    told = movements.shortage(club.state)
    assert (None if told is None else told.fields["n"]) == most
    club.play(Random(1), most or min(rounds, 3))
    if most:
        with pytest.raises(StepError):
            club.seat()


def test_a_half_table_of_mitchell_lets_one_pair_sit_out_each_round() -> None:
    club = Club(movement="mitchell", deals=3, rounds=5, game="bridge", ranked="matchpoints")
    club.enter(9)
    club.draw()
    club.play(Random(1), 5)
    assert [len(round_.begun.out) for round_ in club.state.rounds] == [1] * 5
    assert max(movements.count_byes(club.state).values()) == 1


def test_a_late_pair_takes_the_half_table_and_the_next_one_is_told_why_it_cannot() -> None:
    for movement in ("mitchell", "round-robin"):
        club = Club(movement=movement, deals=3, rounds=5, game="bridge")
        club.enter(9)
        club.draw()
        club.play(Random(1))
        club.enter(1)
        club.play(Random(2))
        assert club.state.rounds[-1].begun.out == ()
        with pytest.raises(StepError, match="no place left"):
            club.enter(1)


@given(st.integers(2, 9), st.data())
@settings(max_examples=60, deadline=None)
def test_pairings_repeat_as_few_as_can_be(half: int, data: st.DataObject) -> None:
    """Held against every way to pair so many, which is tried out."""
    size = 2 * min(half, 4)
    every = list(combinations(range(size), 2))
    met = {pair for pair in every if data.draw(st.booleans())}
    found = pairings(list(range(size)), lambda one, other: (min(one, other), max(one, other)) not in met)
    assert sorted(sum(found, ())) == list(range(size))
    assert sum(pair in met for pair in found) == min(
        sum(pair in met for pair in way) for way in every_pairing(list(range(size)))
    )


def every_pairing(ones: list[int]) -> list[list[tuple[int, int]]]:
    if not ones:
        return [[]]
    first, *others = ones
    return [
        [(first, other), *rest] for other in others for rest in every_pairing([one for one in others if one != other])
    ]


@given(st.integers(3, 9), st.data())
@settings(max_examples=60, deadline=None)
def test_the_most_pairs_are_found_in_any_graph(size: int, data: st.DataObject) -> None:
    """With odd circles in it, which a simple search would miss."""
    edges = {pair for pair in combinations(range(size), 2) if data.draw(st.booleans())}
    found = count_new_pairs(list(range(size)), lambda one, other: (min(one, other), max(one, other)) in edges)
    padded = [*range(size), *([size] if size % 2 else [])]
    assert found == max(sum(pair in edges for pair in way) for way in every_pairing(padded))


def test_swiss_pairs_repeat_nobody_until_all_have_met() -> None:
    for entries in (4, 5, 8, 11):
        rounds = entries - 1 + entries % 2
        club = Club(movement="swiss", rounds=rounds)
        club.enter(entries)
        club.draw()
        chance = Random(entries)
        for number in range(1, rounds + 1):
            before = set(meetings_of(club.state, partners=False))
            club.play(chance)
            now = [frozenset(table.entries) for table in club.state.rounds[-1].begun.tables]
            out = set(club.state.rounds[-1].begun.out)
            there = [entry for entry in club.state.active if entry not in out]
            fresh = count_new_pairs(there, partial(unmet, before))
            assert sum(pair not in before for pair in now) == fresh, (entries, number)
        rested = movements.count_byes(club.state)
        assert max(rested.values(), default=0) - min(rested[entry] for entry in club.state.active) <= 1


def test_swiss_pairs_bring_neighbours_of_the_ranking_together() -> None:
    club = Club(movement="swiss", rounds=3)
    club.enter(8)
    club.draw()
    club.play(Random(3))
    ranked = [one.entry for one in standings(club.state)]
    club.seat()
    first = club.state.rounds[-1].begun.tables[0]
    assert ranked[0] in first.entries
    assert min(ranked.index(entry) for entry in first.entries if entry != ranked[0]) <= 2


def test_a_draw_with_changing_partners_repeats_no_partner_as_long_as_that_can_be() -> None:
    """For as many rounds as there are other players, and with nobody at a table twice in a large club."""
    for players in (4, 8, 12, 16):
        club = Club(movement="draw", rounds=players - 1)
        club.enter(players)
        club.draw()
        club.play(Random(players), players - 1)
        partners = meetings_of(club.state, partners=True)
        assert partners == Counter(map(frozenset, combinations(range(1, players + 1), 2)))
    large = Club(movement="draw", rounds=6)
    large.enter(96)
    large.draw()
    large.play(Random(1), 6)
    assert {*Counter(frozenset(pair[:2]) for pair in meetings(large.state)).values()} == {1}


def test_a_draw_lets_nobody_sit_out_a_second_time_before_all_others_have() -> None:
    club = Club(movement="draw", rounds=9)
    club.enter(11)
    club.draw()
    for _ in range(9):
        club.play(Random(5))
        rested = [movements.count_byes(club.state)[entry] for entry in club.state.active]
        assert max(rested) - min(rested) <= 1
    assert max(meetings_of(club.state, partners=True).values()) == 1


def test_players_who_play_alone_meet_as_few_twice_as_can_be_had() -> None:
    club = Club(game="differenzler", movement="draw", rounds=4)
    club.enter(16)
    club.draw()
    club.play(Random(5), 4)
    met = Counter(frozenset(pair[:2]) for pair in meetings(club.state))
    assert sum(met.values()) == 4 * 4 * 6
    assert sum(times - 1 for times in met.values()) <= 8


def test_a_chosen_exchange_is_never_worse_than_none() -> None:
    met: Counter[frozenset[int]] = Counter({frozenset((1, 2)): 1, frozenset((3, 4)): 1})
    tables = PartnerDraw("seven", 2, 5, Counter(), met).tables([1, 2, 3, 4, 5, 6, 7, 8], (1, 1, 1, 1))
    together = [{*sum(table, ())} for table in tables]
    assert not any({1, 2} <= one or {3, 4} <= one for one in together)


@given(st.text("abcdef0123456789", min_size=1, max_size=16), st.sampled_from(["swiss", "draw", "round-robin"]))
@settings(max_examples=20, deadline=None)
def test_a_draw_is_repeated_by_anybody_from_its_seed(seed: str, movement: str) -> None:
    club = Club(movement=movement, rounds=3)
    club.enter(9)
    club.draw(seed)
    club.play(Random(seed), 3)
    again, _ = tournament(club.steps)
    assert again == club.state
    assert list(movements.deviating_rounds(club.steps)) == []
    assert by_lot(seed, "draw", again.entries) == sorted(again.entries, key=lambda entry: lot(seed, "draw", entry))


def test_another_seating_than_the_lots_give_is_found() -> None:
    club = Club(movement="swiss", rounds=3)
    club.enter(8)
    club.draw()
    club.seat()
    begun = club.state.rounds[0].begun
    one, other, *rest = begun.tables
    swapped = [replace(one, sides=(one.sides[0], other.sides[1])), replace(other, sides=(other.sides[0], one.sides[1]))]
    forged = replace(begun, tables=(*swapped, *rest))
    assert list(movements.deviating_rounds([*club.steps[:-1], forged])) == [1]


def test_an_entry_that_left_is_not_seated() -> None:
    for movement in ("swiss", "draw", "round-robin", "mitchell"):
        club = Club(movement=movement, deals=2, rounds=5, game="bridge")
        club.enter(12)
        club.draw()
        club.play(Random(1), 2)
        club.take(EntryWithdrawn(entry=5))
        club.play(Random(2), 2)
        for round_ in some(club.state.rounds[2:]):
            there = {entry for table in round_.begun.tables for entry in (*table.entries, *round_.begun.out)}
            assert 5 not in there
            assert there | {*round_.begun.out} == {*range(1, 13)} - {5}
        assert list(movements.deviating_rounds(club.steps)) == []
