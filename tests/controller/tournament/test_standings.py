"""Standings: by points, wins and matchpoints, worked out by hand, with ties and what a round counts that is sat out."""

from fractions import Fraction
from random import Random

import pytest

from controller import games
from controller.rules.score.slip import SlipLine
from controller.tournament.movements import free_round
from controller.tournament.slips import form_of
from controller.tournament.standings import Standing, standings
from controller.tournament.steps import EntryWithdrawn, PointsAwarded, TournamentOpened
from tests.support.club import Club
from tests.support.loops import some


def places(club: Club) -> list[tuple[int, int, Fraction]]:
    return [(one.place, one.entry, one.score) for one in standings(club.state)]


def of(club: Club, entry: int) -> Standing:
    return next(one for one in standings(club.state) if one.entry == entry)


def seated(**more: object) -> Club:
    club = Club(**{"movement": "free", "game": "schieber", "rounds": 3, **more})
    club.enter(8)
    club.draw()
    return club


def test_points_add_up_for_both_partners_and_awards_count() -> None:
    club = seated()
    club.take(free_round(club.state, 1, [("1", ((1, 2), (3, 4))), ("2", ((5, 6), (7, 8)))]))
    club.result("1", SlipLine(points=(100, 57), extra=(20, 0), factor=1), SlipLine(points=(0, 257)))
    club.result("2", SlipLine(points=(80, 77)))
    club.close()
    club.take(PointsAwarded(entry=7, points=-10, why="late"))
    assert places(club) == [
        (1, 3, Fraction(314)),
        (1, 4, Fraction(314)),
        (3, 1, Fraction(120)),
        (3, 2, Fraction(120)),
        (5, 5, Fraction(80)),
        (5, 6, Fraction(80)),
        (7, 8, Fraction(77)),
        (8, 7, Fraction(67)),
    ]


def free_rounds(club: Club, *rounds: list[tuple[tuple[int, ...], tuple[int, ...]]]) -> None:
    """Rounds of two tables with free seating: the entries of each, and their points."""
    for tables in rounds:
        seated = [(str(at), tuple((entry,) for entry in entries)) for at, (entries, _) in enumerate(tables)]
        club.take(free_round(club.state, 1, seated))
        for at, (_, points) in enumerate(tables):
            club.result(str(at), SlipLine(points=points, deals=sum(points)))
        club.close()


def test_equal_points_are_broken_by_rounds_won_then_by_the_best_round() -> None:
    """Everybody has 20 points; entry 1 won two rounds of them, 3 and 4 one, of which that of 4 was better."""
    club = Club(movement="free", game="condor", rounds=3)
    club.enter(4)
    club.draw()
    free_rounds(
        club,
        [((1, 2), (10, 5)), ((3, 4), (12, 2))],
        [((1, 2), (10, 9)), ((3, 4), (4, 14))],
        [((1, 2), (0, 6)), ((3, 4), (4, 4))],
    )
    assert [(one.place, one.entry, int(one.points)) for one in standings(club.state)] == [
        (1, 1, 20),
        (2, 4, 20),
        (3, 3, 20),
        (4, 2, 20),
    ]


def test_level_wins_are_broken_by_those_of_the_opponents_then_by_points() -> None:
    """1 and 3 won one round each; 1 against 2, who won later, and 3 against 4, who did not."""
    club = Club(movement="free", game="condor", rounds=3, ranked="wins", bye="none")
    club.enter(6)
    club.draw()
    free_rounds(
        club,
        [((1, 2), (1, 0)), ((3, 4), (9, 0))],
        [((2, 5), (1, 0)), ((6, 4), (3, 2))],
    )
    assert [(one.place, one.entry, one.wins) for one in standings(club.state)] == [
        (1, 1, 2),
        (1, 2, 2),
        (3, 3, 2),
        (4, 6, 2),
        (5, 4, 0),
        (6, 5, 0),
    ]


def test_sitting_out_counts_the_own_average_or_nothing() -> None:
    for bye, counted in (("average", 1), ("none", 0)):
        club = Club(movement="round-robin", rounds=3, bye=bye)
        club.enter(3)
        club.draw()
        club.play(Random(1), 3)
        for one in some(standings(club.state)):
            played = [
                sum(int(line.score[table.entries.index(one.entry)]) for line in result.lines)
                for round_ in club.state.rounds
                for table, result in round_.played()
                if one.entry in table.entries
            ]
            average = (2 * sum(played) + len(played)) // (2 * len(played))
            assert (len(played), one.points) == (2, Fraction(sum(played) + counted * average))


def test_wins_are_broken_by_those_of_the_opponents() -> None:
    club = Club(movement="swiss", rounds=3, ranked="wins")
    club.enter(8)
    club.draw()
    club.play(Random(4), 3)
    found = standings(club.state)
    assert sum(one.wins for one in found) == 3 * 4 * 2
    assert [one.score for one in found] == sorted((one.score for one in found), reverse=True)


def test_matchpoints_are_those_of_the_textbook() -> None:
    """Board 1 at four tables: 420, 420, 450, −50; two matchpoints for each table beaten, one for each that is level."""
    club = Club(movement="swiss", rounds=1, game="bridge", ranked="matchpoints", deals=1)
    club.enter(8)
    club.draw()
    club.seat()
    assert club.state.now is not None
    tables = club.state.now.begun.tables
    for table, points in zip(tables, ((420, 0), (420, 0), (450, 0), (0, 50)), strict=True):
        club.result(table.table, SlipLine(points=points, board=1))
    share = {entry: of(club, entry).score for entry in club.state.entries}
    first = [share[table.sides[0][0]] for table in tables]
    assert first == [50, 50, 100, 0]
    assert [share[table.sides[1][0]] for table in tables] == [50, 50, 0, 100]


def test_a_board_that_one_table_alone_has_played_counts_half() -> None:
    club = Club(movement="swiss", rounds=1, game="bridge", ranked="matchpoints", deals=1)
    club.enter(2)
    club.draw()
    club.seat()
    club.result("1", SlipLine(points=(420, 0), board=1))
    assert [(one.place, one.score) for one in standings(club.state)] == [(1, Fraction(50)), (1, Fraction(50))]


def test_the_matchpoints_of_an_evening_are_half_of_all() -> None:
    club = Club(movement="mitchell", rounds=5, game="bridge", ranked="matchpoints", deals=2)
    club.enter(10)
    club.draw()
    club.play(Random(1), 5)
    found = standings(club.state)
    assert {one.section for one in found} == {"NS", "EW"}
    for section in ("NS", "EW"):
        own = [one for one in found if one.section == section]
        assert len(own) == 5
        assert own[0].place == 1
    assert sum(one.score for one in found) == 50 * len(found)


def test_fewer_points_are_better_where_the_game_has_it_so() -> None:
    lowest = {"hearts", "differenzler"}
    found = {
        name: form_of(TournamentOpened(title="x", game=name, movement="free", rounds=1)).lowest_wins
        for name in games.names()
    }
    assert {name for name, is_low in found.items() if is_low} == lowest
    club = Club(movement="draw", game="differenzler", rounds=1)
    club.enter(4)
    club.draw()
    club.seat()
    club.result("1", SlipLine(points=(7, 0, 30, 4)))
    assert [score for _, _, score in places(club)] == [0, 4, 7, 30]


def test_an_entry_that_left_keeps_its_results() -> None:
    club = Club(movement="swiss", rounds=2)
    club.enter(4)
    club.draw()
    club.play(Random(1))
    before = {one.entry: one.points for one in standings(club.state)}
    club.take(EntryWithdrawn(entry=2))
    assert {one.entry: one.points for one in standings(club.state)} == before


def test_nobody_has_played_and_nobody_is_first() -> None:
    club = Club()
    club.enter(3)
    assert [one.place for one in standings(club.state)] == [1, 1, 1]
    with pytest.raises(StopIteration):
        of(club, 9)
