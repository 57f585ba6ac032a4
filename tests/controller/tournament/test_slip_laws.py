"""The laws of sums by which slips are checked hold for every deal that was played, and find a wrong sum."""

from random import Random

import pytest

from controller import games
from controller.games.bridge import slip as bridge_slip
from controller.games.jass import DECK
from controller.games.schieber.counts import SCALES
from controller.games.weis import worth
from controller.games.weis.worth import Scale
from controller.record.cards import Card
from controller.record.events import MatchStart
from controller.referee.fold import outcome
from controller.rules.match import AnyMatch, FinishedDeal
from controller.rules.options import resolve
from controller.rules.score.slip import SlipLine
from controller.tournament import slips
from controller.tournament.slips import form_of
from controller.tournament.steps import SeatedTable, StepError, TournamentOpened
from tests.support.examples import EXAMPLES, Example
from tests.support.loops import some
from tests.support.table_talk import record as record_of
from tests.support.tallies import written_down

LAWFUL = {"schieber": 157, "hearts": 26, "doppelkopf": 0, "tarot": 0, "bridge": 0, "belote": 162}
"""The games with a law, and the sum of a plain deal."""


def lines_of(example: Example) -> list[tuple[str, SlipLine, str | None]]:
    """Each deal of an example as its slip has it, with what its game says of it."""
    match = example.match
    found = [written_down(match, entry) for entry in match.ledger if entry.void is None and entry.deal.over]
    return [(match.game.name, line, match.game.slip.fault(match.rules, line)) for line in found if line is not None]


def test_a_slip_on_several_lines_is_read_like_one_with_commas() -> None:
    assert slips.parse("102:55 (20:0)\n0:257\r\n") == slips.parse("102:55 (20:0), 0:257")


def test_every_deal_of_every_example_keeps_its_game_s_law() -> None:
    found = [
        one
        for example in some(EXAMPLES)
        if "thanks" not in example.name and "ruled" not in example.name
        for one in lines_of(example)
    ]
    assert {game for game, _, _ in found} >= {*LAWFUL} - {"belote"}
    assert [(game, line, why) for game, line, why in found if why is not None] == []


@pytest.mark.parametrize("game", ["schieber", "hearts", "doppelkopf", "tarot", "belote"])
def test_a_slip_that_is_added_up_wrongly_by_a_point_is_found(game: str) -> None:
    own = games.load(game)
    seats = 4
    rules = resolve(own.options, tuple("ABCD"), "seed", {})
    sides = len(own.sides.partners(rules))
    chance = Random(game)
    for _ in range(50):
        parts = [chance.randrange(20) for _ in range(sides - 1)]
        whole = (*parts, LAWFUL[game] - sum(parts))
        assert own.slip.fault(rules, SlipLine(points=whole)) is None
        wrong = (whole[0] + chance.choice((-1, 1, 10)), *whole[1:])
        assert own.slip.fault(rules, SlipLine(points=wrong)) is not None
    assert seats == rules.seats


@pytest.mark.parametrize(
    ("game", "options", "points", "deals", "fits"),
    [
        ("whist", {}, (7, 0), 1, True),
        ("whist", {}, (8, 0), 1, False),
        ("whist", {}, (2, 1), 1, False),
        ("whist", {}, (2, 1), 2, True),
        ("whist", {}, (0, 0), 1, False),
        ("euchre", {}, (0, 4), 1, True),
        ("euchre", {}, (5, 0), 1, False),
        ("euchre", {}, (-1, 2), 1, False),
        ("schnapsen", {}, (3, 0), 1, True),
        ("schnapsen", {}, (3, 1), 1, False),
        ("skat", {"score": "plain"}, (0, 18, 0), 1, True),
        ("skat", {"score": "plain"}, (0, 17, 0), 1, False),
        ("skat", {"score": "plain"}, (-36, 0, 0), 1, True),
        ("skat", {"score": "plain"}, (-18, 0, 0), 1, False),
        ("skat", {"score": "plain"}, (0, 0, 0), 1, True),
        ("skat", {"score": "seeger-fabian"}, (-86, 40, 40), 1, True),
        ("skat", {"score": "seeger-fabian"}, (-86, 40, 0), 1, False),
        ("skat", {"score": "seeger-fabian"}, (68, 0, 0), 1, True),
        ("skat", {"score": "seeger-fabian"}, (60, 0, 0), 1, False),
    ],
)
def test_a_deal_that_one_side_wins_is_held_against_what_it_can_count(
    game: str, options: dict[str, str], points: tuple[int, ...], deals: int, fits: bool
) -> None:
    own = games.load(game)
    rules = resolve(own.options, tuple("ABCD"[: own.seats[0]]), "seed", options)
    assert (own.slip.fault(rules, SlipLine(points=points, deals=deals)) is None) is fits


def as_typed(match: AnyMatch, entry: FinishedDeal[object]) -> SlipLine | None:
    """A finished deal as an organiser types it; who has nothing of it has a nought."""
    line = written_down(match, entry)
    if line is not None or entry.result.score is None:
        return line
    sides = match.game.sides.partners(match.rules)
    return SlipLine(points=tuple(int(entry.result.score[side[0]] or 0) for side in sides))


@pytest.mark.parametrize("game", games.names())
def test_every_deal_that_can_be_played_keeps_its_game_s_law(game: str) -> None:
    """At tables of every size: no true slip is ever refused."""
    own = games.load(game)
    for seats in some(own.seats):
        lines = list[SlipLine]()
        for seed in range(8):
            match = outcome(record_of(MatchStart(game=game, seats=tuple("ABCDE"[:seats])), seed, deals=3)[0])
            ends = [entry for entry in match.ledger if entry.void is None and entry.deal.over]
            lines += [line for entry in ends if (line := as_typed(match, entry)) is not None]
        rules = resolve(own.options, tuple("ABCDE"[:seats]), "seed", {})
        for line in some(lines):
            assert own.slip.fault(rules, line) is None, line
        if not any(line.board for line in lines):
            whole = SlipLine(
                points=tuple(map(sum, zip(*(line.points for line in lines), strict=True))), deals=len(lines)
            )
            assert own.slip.fault(rules, whole) is None, whole


@pytest.mark.parametrize(
    ("game", "seats", "points", "fits"),
    [
        ("coiffeur", 4, (104, 0), True),
        ("coiffeur", 4, (200, 0), True),
        ("coiffeur", 4, (0, 0), True),
        ("coiffeur", 4, (118, 0), False),
        ("coiffeur", 4, (33, 12), False),
        ("coiffeur", 4, (208, 0), False),
        ("coiffeur", 3, (0, 157, 0), True),
        ("coiffeur", 3, (0, 257, 0), True),
        ("coiffeur", 3, (0, 200, 0), False),
        ("differenzler", 4, (157, 157, 157, 157), True),
        ("differenzler", 4, (158, 0, 0, 0), False),
        ("differenzler", 4, (-1, 20, 0, 0), False),
        ("spades", 4, (230, -200), True),
        ("spades", 4, (230, 200), True),
        ("spades", 4, (230, 201), False),
        ("spades", 4, (231, 0), False),
        ("spades", 4, (-461, 0), False),
        ("handjass", 4, (2, -1, -1, 0), True),
        ("handjass", 4, (1, 1, 1, 0), False),
        ("handjass", 4, (3, 0, 0, 0), False),
        ("handjass", 2, (-2, 1), False),
        ("condor", 2, (1, 0), True),
        ("condor", 2, (1, 1), False),
        ("condor", 2, (0, 0), False),
        ("mittlere", 3, (1, -2, 1), True),
        ("mittlere", 3, (1, -1, 1), False),
        ("mittlere", 3, (3, -2, -1), False),
        ("molotow", 4, (-3, 1, 1, 1), True),
        ("molotow", 4, (4, -4, 0, 0), False),
        ("middler-joker", 3, (83, 0, 3), True),
        ("middler-joker", 3, (100, 0, 58), False),
        ("plus-minus", 3, (5, 0, 1), True),
        ("plus-minus", 3, (-1, 0, 1), False),
    ],
)
def test_a_deal_that_a_game_cannot_have_is_refused(game: str, seats: int, points: tuple[int, ...], fits: bool) -> None:
    own = games.load(game)
    rules = resolve(own.options, tuple("ABCDE"[:seats]), "seed", {})
    assert (own.slip.fault(rules, SlipLine(points=points)) is None) is fits


def refusal(game: str, text: str, **options: str | int) -> str | None:
    """Why a table of a tournament cannot have a slip."""
    opening = TournamentOpened(title="x", game=game, movement="free", rounds=1, options=dict(options))
    form = form_of(opening)
    table = SeatedTable(table="1", sides=tuple((number,) for number in range(len(form.sides))))
    [line] = slips.parse(text)
    return slips.fault(form, table, line)


def test_announced_extras_have_a_bound() -> None:
    """The most that a pair can hold, whatever the cards: two sequences of a whole suit count 600."""
    for game, text, fits in [
        ("schieber", "100:57 (600:0)", True),
        ("schieber", "100:57 (99999:0)", False),
        ("schieber", "100:57 (-20:0)", False),
        ("schieber", "314:0 (1200:0) /2", True),
        ("belote", "100:62 (220:0)", True),
        ("belote", "100:62 (2000:0)", False),
        ("hearts", "26:0:0:0 (20:0:0:0)", False),
        ("hearts", "26:0:0:0 (0:0:0:0)", True),
        ("whist", "7:0 (1:0)", False),
    ]:
        assert (refusal(game, text) is None) is fits, text
    assert refusal("schieber", "100:57 (30:0)", weis="none") == "what was announced comes to 30; a deal has 20 at most"
    assert refusal("belote", "100:62 (50:0)", declarations=False) is not None


def test_no_game_counts_more_often_than_its_contracts() -> None:
    assert refusal("whist", "7:0 x9") == "nothing counts 9 times; it can be 1"
    assert refusal("schieber", "157:0 x3", without_trump=3) is None
    assert refusal("belote", "100:62 x2") is not None


def test_no_hand_holds_more_weis_than_their_bound() -> None:
    """Dealt at random, and dealt by suits and ranks as no chance does; four jacks, four nines and a ten reach it."""
    chance, fullest = Random("weis"), 0
    for scale in (SCALES["full"], SCALES["simple"]):
        bound = worth.most(scale, 9, 2)
        for _ in range(300):
            key = chance.choice((_suit, _rank, _half))
            order = {one: chance.random() for one in sorted(set(map(key, DECK)))}
            cards = sorted(DECK, key=lambda card: (order[key(card)] + chance.random() / 4, card.rank))
            held = sum(_held(cards[first : first + 9], scale) for first in (0, 9))
            assert held <= bound
            fullest = max(fullest, held)
    assert fullest >= 400
    jacks = [Card(suit + rank) for suit in "SHDC" for rank in ("J", "9")] + [Card("S10")]
    assert _held(jacks, SCALES["full"]) == worth.most(SCALES["full"], 9, 1) == 370


def _suit(card: Card) -> str:
    return card.suit


def _rank(card: Card) -> str:
    return card.rank


def _half(card: Card) -> str:
    """Two suits to each pair."""
    return "SH" if card.suit in "SH" else "DC"


def _held(hand: list[Card], scale: Scale) -> int:
    """All that a hand can announce where a card may count in a sequence and in four of its rank."""
    runs, fours = (
        worth.best_split(hand, None, Scale(scale.runs, ())),
        [one for one in worth.within(hand, scale) if not one.is_run],
    )
    return sum(one.points for one in (*runs, *fours))


def test_several_deals_that_were_added_up_have_their_law_too() -> None:
    schieber = games.load("schieber")
    rules = resolve(schieber.options, tuple("ABCD"), "seed", {})
    for points, deals, fits in [
        ((800, 770), 10, True),
        ((900, 770), 10, True),
        ((801, 770), 10, False),
        ((514, 0), 2, True),
        ((500, 14), 2, False),
        ((1, 1), 1, False),
        ((-100, 257), 1, False),
    ]:
        assert (schieber.slip.fault(rules, SlipLine(points=points, deals=deals)) is None) is fits, points


def test_a_board_has_a_score_that_some_contract_gives() -> None:
    """Known scores of duplicate bridge, as tournament cards print them."""
    for board, points, fits in [
        (1, (420, 0), True),
        (1, (620, 0), False),
        (2, (620, 0), True),
        (2, (0, 620), False),
        (1, (0, 50), True),
        (2, (0, 100), True),
        (1, (0, 7600), False),
        (4, (0, 7600), True),
        (1, (60, 0), False),
        (1, (90, 50), False),
        (1, (0, 0), True),
    ]:
        assert (bridge_slip.slip_fault(SlipLine(points=points, board=board)) is None) is fits, (board, points)
    assert len(bridge_slip.possible_slip(is_vulnerable=False)) > 50


def test_a_contract_that_was_written_down_scores_what_its_deal_scored() -> None:
    """Boards that were played, each told again as ``4S N 10``."""
    letters = {"clubs": "C", "diamonds": "D", "hearts": "H", "spades": "S", "no-trump": "NT"}
    counted = 0
    for seed in range(12):
        match = outcome(record_of(MatchStart(game="bridge", seats=tuple("ABCD")), seed, deals=3)[0])
        for entry in match.ledger:
            detail, score = entry.result.detail, entry.result.score
            if entry.void is not None or score is None:
                continue
            text = "pass"
            if detail["contract"]:
                level, name = detail["contract"].split()
                times = "X" * (detail["times"] // 2)
                text = f"{level}{letters[name]}{times} {'NESW'[detail['declarer']]} {detail['taken']}"
            [line] = slips.parse(f"#{detail['board']} {text}", bridge_form())
            assert (line.points, line.played) == ((score[0], score[1]), text)
            assert slips.parse(slips.write(line), bridge_form()) == (line,)
            counted += text != "pass"
    assert counted > 10


def bridge_form() -> slips.TableForm:
    return form_of(TournamentOpened(title="x", game="bridge", movement="mitchell", rounds=1, deals=2))


@pytest.mark.parametrize(
    ("text", "points", "played"),
    [
        ("4S N 10", (620, 0), "4S N 10"),
        ("4s n =", (620, 0), "4S N 10"),
        ("4♠ S +1", (650, 0), "4S S 11"),
        ("3NTX E -2", (300, 0), "3NTX E 7"),
        ("2 SA w 9", (0, 150), "2NT W 9"),
        ("1C** N 7", (230, 0), "1CXX N 7"),
        ("P", (0, 0), "pass"),
    ],
)
def test_a_contract_is_read_in_each_form_in_which_people_write_it(
    text: str, points: tuple[int, int], played: str
) -> None:
    """Board 2: North and South are vulnerable."""
    [line] = slips.parse(f"#2 {text}", bridge_form())
    assert (line.points, line.played, line.board) == (points, played, 2)


@pytest.mark.parametrize(
    "text", ["8S N 10", "4S 10", "4S N 14", "4S N +4", "1C E -8", "4SXXX N 10", "4S Q 10", "passt"]
)
def test_what_is_no_contract_is_refused(text: str) -> None:
    with pytest.raises(StepError):
        slips.parse(f"#2 {text}", bridge_form())


def test_a_score_that_its_contract_does_not_give_is_refused_and_so_is_a_contract_in_another_game() -> None:
    table = SeatedTable(table="1", sides=((1,), (2,)), boards=(1, 2))
    wrong = SlipLine(points=(420, 0), board=2, played="4S N 10")
    assert slips.fault(bridge_form(), table, wrong) == "4S N 10 comes to 620 : 0"
    schieber = form_of(TournamentOpened(title="x", game="schieber", movement="swiss", rounds=1))
    table = SeatedTable(table="1", sides=((1,), (2,)))
    assert slips.fault(schieber, table, SlipLine(points=(100, 57), played="4S N 10")) is not None
    with pytest.raises(StepError):
        slips.parse("#2 4S N 10", schieber)
