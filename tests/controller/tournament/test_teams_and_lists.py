"""A club's own list, teams, substitutes, and rounds that begin with who is there."""

from collections import Counter
from fractions import Fraction

import pytest

from controller import games
from controller.rules.score.slip import SlipLine
from controller.tournament.entry_lists import read
from controller.tournament.fold import Tournament, meetings, tournament
from controller.tournament.movements import deviating_rounds, next_round, teammates
from controller.tournament.slips import possible_numbers
from controller.tournament.standings import standings, team_standings
from controller.tournament.steps import (
    EntryAttended,
    EntryRegistered,
    EntrySubstituted,
    LotsDrawn,
    MovementKind,
    RankedBy,
    ResultEntered,
    RoundClosed,
    SeatedTable,
    StepError,
    TournamentOpened,
    TournamentStep,
    parse,
    to_line,
)
from tests.support.loops import some

TEAMS = ("Blue", "Red", "Green", "Gold")


def opened(movement: MovementKind = "draw", game: str = "schieber", ranked: RankedBy = "points") -> TournamentOpened:
    return TournamentOpened(title="T", game=game, movement=movement, rounds=9, ranked=ranked)


def club(count: int = 16) -> list[TournamentStep]:
    """Players in four teams, a substitute of the first one, and the lots."""
    players = [
        EntryRegistered(entry=number, names=(f"Player {number}",), team=TEAMS[(number - 1) % 4], members=(str(number),))
        for number in range(1, count + 1)
    ]
    extra = EntryRegistered(entry=count + 1, names=("Emil",), team="Blue", reserve=True)
    return [opened(), *players, extra, LotsDrawn(seed="seven")]


def folded(steps: list[TournamentStep]) -> Tournament:
    return tournament(steps)[0]


def played(steps: list[TournamentStep]) -> list[TournamentStep]:
    """One more round, in which the first side has 100 at each table."""
    begun = next_round(folded(steps), 0)
    lines = (SlipLine(points=(100, 57)),)
    results = [ResultEntered(number=begun.number, table=table.table, lines=lines) for table in begun.tables]
    return [*steps, begun, *results, RoundClosed(number=begun.number)]


CLUB = """\ufeffNr.;Nachname;Vorname;Mannschaft;Ersatz
7;Amstutz;Anna;Blau;
8;Beer;Emil;Blau;ja

9;"Beer; jun.";Otto;;nein
"""


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (CLUB, [(2, ("Amstutz Anna",), ("7",), "Blau", False), (3, ("Beer Emil",), ("8",), "Blau", True)]),
        ("name\tteam\nAnna\tX\n", [(2, ("Anna",), (), "X", False)]),
        ("Name, Vorname\nAmstutz, Anna", [(2, ("Amstutz Anna",), (), "", False)]),
        ("Cognome,Nome,Tessera\nRossi,Ada,5", [(2, ("Rossi Ada",), ("5",), "", False)]),
        ("Name;Partner\nAnna;Berta\nCarla + Dora;", [(2, ("Anna", "Berta"), (), "", False)]),
        ("Name;Nr\nAnna;1\nAnna;2", [(2, ("Anna (1)",), ("1",), "", False), (3, ("Anna (2)",), ("2",), "", False)]),
        ("Anna\n\nBerta + Carla", [(1, ("Anna",), (), "", False), (3, ("Berta", "Carla"), (), "", False)]),
        ("氏名;チーム\n山田;青", [(2, ("山田",), (), "青", False)]),
        ("", []),
    ],
)
def test_a_club_s_list_is_read_by_its_columns(text: str, found: list[object]) -> None:
    told = [(one.line, one.names, one.members, one.team, one.is_reserve) for one in read(text)]
    assert told[: len(found)] == found
    assert bool(told) is bool(found)


def test_a_table_without_a_column_of_names_says_so() -> None:
    with pytest.raises(StepError, match="line 1 names no column; a table begins with a line such as name;number;team"):
        read("Anna;7\nBerta;8")


def test_every_step_is_read_as_it_was_written() -> None:
    steps = [
        *club(),
        EntrySubstituted(entry=1, out="Player 1", name="Emil", number=1),
        EntryAttended(entry=2, there=False),
    ]
    assert [parse(to_line(step)) for step in some(steps)] == steps


def test_team_mates_sit_apart_as_long_as_there_is_room() -> None:
    steps = club(32)
    for _ in range(3):
        steps = played(steps)
    state = folded(steps)
    mates = {*teammates(state)}
    assert len(mates) == 4 * 28
    assert [pair for *pair, _ in meetings(state) if frozenset(pair) in mates] == []
    assert [*deviating_rounds(steps)] == []


@pytest.mark.parametrize("ranked", ["points", "wins"])
def test_a_team_has_the_sum_of_its_entries_and_level_teams_share_a_place(ranked: RankedBy) -> None:
    steps = [opened(ranked=ranked), *club()[1:]]
    state = folded(played(played(steps)))
    own = {one.entry: one.score for one in standings(state)}
    found = team_standings(state)
    assert {one.team for one in found} == {*TEAMS}
    for one in some(found):
        assert one.score == sum(own[entry] for entry in state.teams[one.team])
        assert one.place == 1 + sum(other.score > one.score for other in found)
    assert sum(one.score for one in found) == sum(own.values())
    assert 17 not in own


def test_fewest_points_win_for_teams_too() -> None:
    steps: list[TournamentStep] = [opened(game="hearts")]
    steps += [EntryRegistered(entry=number, names=(f"P{number}",), team=f"T{number}") for number in range(1, 5)]
    steps.append(LotsDrawn(seed="x"))
    begun = next_round(folded(steps), 0)
    steps += [begun, ResultEntered(number=1, table="1", lines=(SlipLine(points=(0, 5, 8, 13)),))]
    first = f"T{begun.tables[0].entries[0]}"
    assert next((one.place, one.team) for one in team_standings(folded(steps))) == (1, first)


def test_matchpoints_of_a_team_are_the_mean_of_its_pairs() -> None:
    opening = TournamentOpened(title="T", game="bridge", movement="mitchell", rounds=1, deals=1, ranked="matchpoints")
    pairs = [EntryRegistered(entry=n, names=(f"A{n}", f"B{n}"), team="X" if n < 3 else "Y") for n in range(1, 5)]
    steps: list[TournamentStep] = [opening, *pairs, LotsDrawn(seed="x")]
    begun = next_round(folded(steps), 0)
    lines = [(420, 0), (0, 100)]
    steps += [begun]
    steps += [
        ResultEntered(number=1, table=table.table, lines=(SlipLine(points=points, board=table.boards[0]),))
        for table, points in zip(begun.tables, lines, strict=True)
    ]
    state = folded(steps)
    own = {one.entry: one.score for one in standings(state)}
    assert {one.team: one.score for one in team_standings(state)} == {
        team: sum((own[entry] for entry in entries), Fraction(0)) / 2 for team, entries in state.teams.items()
    }


def test_a_substitute_sits_in_the_place_from_a_round_on_and_the_points_stay_with_it() -> None:
    steps = played(club())
    before = {one.entry: one.score for one in standings(folded(steps))}
    steps.append(EntrySubstituted(entry=1, out="Player 1", name="Emil", number=2))
    state = folded(played(steps))
    entry = state.entry(1)
    assert (entry.names_in(1), entry.names_in(2), entry.name) == (("Player 1",), ("Emil",), "Emil (Player 1)")
    after = {one.entry: one.rounds for one in standings(state)}
    assert after[1][1] == before[1]
    assert {*after[1]} == {1, 2}
    back = [*steps, EntrySubstituted(entry=1, out="Emil", name="Player 1", number=2)]
    assert folded(back).entry(1).names_in(2) == ("Player 1",)


@pytest.mark.parametrize(
    ("step", "why"),
    [
        (EntrySubstituted(entry=1, out="Player 2", name="Emil", number=2), "does not sit in the place"),
        (EntrySubstituted(entry=1, out="Player 1", name="Player 2", number=2), "Player 2 is entered already"),
        (
            EntrySubstituted(entry=2, out="Player 2", name="Emil", number=2),
            "Emil is a substitute of team Blue; take somebody of the own team, or write a new name",
        ),
        (EntrySubstituted(entry=1, out="Player 1", name="Emil", number=1), "can only be replaced from this round on"),
        (EntrySubstituted(entry=1, out="Player 1", name="Emil", number=3), "can only be replaced from this round on"),
        (EntrySubstituted(entry=17, out="Emil", name="Otto", number=2), "does not sit in the place"),
        (EntrySubstituted(entry=1, out="Player 1", name=" ", number=2), "without a"),
        (EntrySubstituted(entry=1, out="Player 1", name="a\u202eb", number=2), "on one line"),
        (EntryRegistered(entry=18, names=("Otto",), reserve=True), "belongs to a team"),
        (EntryRegistered(entry=18, names=("",)), "write a name"),
        (EntryRegistered(entry=18, names=("Otto",), team="x" * 61), "60 letters"),
        (EntryAttended(entry=17, there=False), "is not seated anyway"),
    ],
)
def test_impossible_input_is_refused_with_its_reason(step: TournamentStep, why: str) -> None:
    with pytest.raises(StepError, match=why):
        folded([*played(club()), step])


def test_nobody_is_replaced_in_a_round_whose_result_is_there() -> None:
    begun = next_round(folded(club()), 0)
    table = next(one for one in begun.tables if 1 in one.entries)
    swap = EntrySubstituted(entry=1, out="Player 1", name="Emil", number=1)
    assert folded([*club(), begun, swap]).entry(1).names_in(1) == ("Emil",)
    result = ResultEntered(number=1, table=table.table, lines=(SlipLine(points=(100, 57)),))
    with pytest.raises(StepError, match="has its result already"):
        folded([*club(), begun, result, swap])


@pytest.mark.parametrize("movement", ["draw", "swiss", "round-robin", "mitchell"])
def test_a_round_begins_with_who_is_there_and_late_ones_sit_in_the_next(movement: MovementKind) -> None:
    size = 1 if movement == "draw" else 2
    opening = TournamentOpened(title="T", game="bridge", movement=movement, rounds=3, deals=2, seats=4)
    pairs = [EntryRegistered(entry=n, names=tuple(f"{who}{n}" for who in "AB"[:size])) for n in range(1, 9)]
    late: list[TournamentStep] = [EntryAttended(entry=n, there=False) for n in (2, 5)]
    steps: list[TournamentStep] = [opening, *pairs, *late[:1], LotsDrawn(seed="x"), *late[1:]]
    begun = next_round(folded(steps), 0)
    seated = Counter(entry for table in begun.tables for entry in table.entries) + Counter(begun.out)
    assert seated == Counter({n: 1 for n in range(1, 9) if n not in (2, 5)})
    steps += [begun, RoundClosed(number=1), *(EntryAttended(entry=n, there=True) for n in (2, 5))]
    again = next_round(folded(steps), 0)
    assert {entry for table in again.tables for entry in table.entries} | {*again.out} == {*range(1, 9)}
    state = folded([*steps, again])
    assert {*standings(state)[0].rounds} <= {1, 2}
    assert [*deviating_rounds([*steps, again])] == []


@pytest.mark.parametrize(
    ("game", "points", "at", "deals", "found"),
    [
        ("schieber", (100, 0), 1, 1, (57,)),
        ("schieber", (0, 257), 0, 1, (0,)),
        ("schieber", (0, 0), 1, 1, (157, 257)),
        ("schieber", (812, 0), 1, 10, tuple(758 + 100 * n for n in range(10))),
        ("belote", (100, 0), 1, 1, (62,)),
        ("tarot", (30, -10, -10, 0), 3, 1, (-10,)),
        ("hearts", (0, 5, 8, 0), 3, 1, (13, 65)),
        ("schieber", (300, 0), 1, 1, ()),
    ],
)
def test_the_number_that_is_missing_comes_from_the_game_s_own_law(
    game: str, points: tuple[int, ...], at: int, deals: int, found: tuple[int, ...]
) -> None:
    state = folded([opened("free", game)])
    line = SlipLine(points=points, deals=deals)
    assert possible_numbers(state.form, SeatedTable(table="1", sides=()), line, at) == found


@pytest.mark.parametrize("game", games.names())
def test_the_extras_on_a_slip_are_those_of_the_game(game: str) -> None:
    form = folded([opened("free", game)]).form
    chips, most = form.game.slip.chips(form.rules), form.game.slip.beside(form.rules)
    assert bool(chips) is (most > 0)
    assert [*chips] == sorted({*chips})
    assert all(0 < chip <= most for chip in chips)
