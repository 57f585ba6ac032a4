"""Scoring Tarot, from deals added up by hand (TAR-H1 to H3, TAR-E1 to E3, TAR-X2, TAR-Q1 to Q4, TAR-S1 to S3)."""

import pytest

from controller.games.tarot.score import Worth, chelem, contract, shares
from controller.games.tarot.state import DECK, Called, Declaration, Spoken, TarotState, as_points, halves
from controller.record.cards import Card
from controller.rules.options import resolve
from controller.rules.results import Number
from tests.controller.games.tarot.tarot_words import DEFENDED, GAME, LOW, WON, opening, settled


@pytest.mark.rule("TAR-H1")
@pytest.mark.parametrize(
    ("card", "points"),
    [("T21", 4.5), ("T1", 4.5), ("EX", 4.5), ("SK", 4.5), ("HQ", 3.5), ("DN", 2.5), ("CJ", 1.5), ("S10", 0.5)],
)
def test_points_of_cards(card: str, points: float) -> None:
    """TAR-H1: 91 in all."""
    assert (as_points(halves(Card(card))), sum(map(halves, DECK))) == (points, 182)


@pytest.mark.rule("TAR-H2", "TAR-H3")
@pytest.mark.parametrize(
    ("bouts", "half_points", "expected"),
    [
        (3, 72, (36, 36)),
        (3, 71, (36, 35)),
        (2, 81, (41, 40)),
        (2, 82, (41, 41)),
        (2, 83, (41, 42)),
        (1, 102, (51, 51)),
        (1, 101, (51, 50)),
        (0, 111, (56, 55)),
        (0, 113, (56, 57)),
    ],
)
def test_points_needed(bouts: int, half_points: int, expected: tuple[int, int]) -> None:
    """TAR-H2, TAR-H3: a half point left over goes to the side that wins the deal."""
    assert contract(bouts, half_points) == expected


# Three seats, a prise, two bouts. The taker's seven tricks: T21 T2 T3 5½, T20 T1 T4 5½, SK SQ S7 8½, HK HQ H1 8½,
# DK D1 D2 5½, T19 T5 T6 1½ are 35, and with the three points laid away 38; the seventh trick makes 40½ or 41½.
SEVEN = {
    1: "0T21 1T2 2T3",
    2: "0T20 1T1 2T4",
    3: "0SK 1SQ 2S7",
    4: "0HK 1HQ 2H1",
    5: "0DK 1D1 2D2",
    6: "0T19 1T5 2T6",
    8: "1T17 2EX 0C1",
}
SEVENTH = "0" * 7 + "1" * 17


@pytest.mark.rule("TAR-H3", "TAR-S1", "TAR-S2")
def test_forty_and_a_half_counts_forty_and_fails_by_one() -> None:
    """TAR-H3, TAR-S1, TAR-S2: (25 + 1) × 1 = 26 to each of two defenders."""
    points, scores, detail = settled({**SEVEN, 7: "0T18 1T7 2CJ"}, LOW, SEVENTH, start=opening(3))
    assert (points, scores) == ((40.5, 50.5, 50.5), (-52, 26, 26))
    assert (detail["bouts"], detail["needed"], detail["counted"], detail["made"]) == (2, 41, 40, False)


@pytest.mark.rule("TAR-H3", "TAR-S1", "TAR-S2")
def test_forty_one_and_a_half_counts_forty_two_and_makes_by_one() -> None:
    points, scores, detail = settled({**SEVEN, 7: "0T18 1T7 2CN"}, LOW, SEVENTH, start=opening(3))
    assert (points, scores) == ((41.5, 49.5, 49.5), (52, -26, -26))
    assert (detail["bouts"], detail["needed"], detail["counted"], detail["made"]) == (2, 41, 42, True)


@pytest.mark.rule("TAR-B2", "TAR-S1", "TAR-X2")
@pytest.mark.parametrize(
    ("bid", "each"),
    [("prise", 26), ("garde", 52), ("garde-sans", 104), ("petite", 26), ("pousse", 26)],
)
def test_each_bid_multiplies(bid: str, each: int) -> None:
    """TAR-B2, TAR-S1, TAR-X2: 42 points with two bouts; in a garde-sans the dog is the taker's unseen."""
    points, scores, _ = settled(DEFENDED, LOW, WON, bid)
    assert (points, scores) == ((42, 49, 49, 49), (3 * each, -each, -each, -each))


@pytest.mark.rule("TAR-B2", "TAR-X2")
@pytest.mark.parametrize(("contre", "each"), [(6, 162), (8, 216)])
def test_in_a_garde_contre_the_dog_is_the_defence_s(contre: int, each: int) -> None:
    """TAR-X2, TAR-B2: 39 points fail by 2: (25 + 2) × 6 or × 8."""
    points, scores, _ = settled(DEFENDED, LOW, WON, "garde-contre", start=opening(contre=contre))
    assert (points, scores) == ((39, 52, 52, 52), (-3 * each, each, each, each))


@pytest.mark.rule("TAR-Q3")
@pytest.mark.parametrize(
    ("tricks", "winners", "petit"),
    [
        ({18: "0T21 1T1 2S9 3S10", 1: "1T17 2EX"}, "1" * 17 + "0", -10),
        ({18: "0H4 1T1 2S9 3S10", 1: "1T17 2EX"}, "1" * 18, 10),
        ({18: "0T1 1H4 2S9 3S10", 1: "0T17 2EX"}, "0" * 18, 10),
        ({17: "0T1 1H4 2S9 3S10", 18: "0EX 1H5"}, "0" * 18, 10),
        ({17: "1T1 0H4 2S9 3S10", 18: "0EX 1H5"}, "0" * 18, 0),
        ({17: "0T1 1H4 2S9 3S10", 18: "0EX 1H5"}, "1" + "0" * 17, 0),
        ({17: "1T1 2H4 0S9 3S10", 18: "2EX 1H5"}, "1" * 18, 10),
        ({16: "0T1 1H4 2S9 3S10", 18: "0EX 1H5"}, "0" * 18, 0),
    ],
)
def test_petit_au_bout(tricks: dict[int, str], winners: str, petit: int) -> None:
    """TAR-Q3: plus if the side that wins the last trick wins the deal; or T1, then EX, of a side that won all."""
    assert settled(tricks, LOW, winners)[2]["petit"] == petit


@pytest.mark.rule("TAR-S1")
@pytest.mark.parametrize(
    ("worth", "value"),
    [
        (Worth(2, 41, 50, 10, 2, 20, 0), (25 + 9 + 10) * 2 + 20),
        (Worth(2, 41, 40, -10, 4, 20, 0), -((25 + 1 - 10) * 4 + 20)),
        (Worth(2, 41, 40, 10, 4, 60, 0), -((25 + 1 + 10) * 4 + 60)),
        (Worth(3, 36, 91, 10, 6, 0, 400), (25 + 55 + 10) * 6 + 400),
        (Worth(3, 36, 80, 0, 1, 0, -200), 25 + 44 - 200),
        (Worth(1, 51, 50, 0, 1, 40, -200), -(25 + 1 + 40) - 200),
    ],
)
def test_value(worth: Worth, value: int) -> None:
    """TAR-S1: (25 + difference ± petit) × multiplier + poignées + chelem; Q1 goes to whoever wins the deal."""
    assert worth.value == value


@pytest.mark.rule("TAR-S2", "TAR-S3")
@pytest.mark.parametrize(
    ("seats", "ally", "expected"),
    [
        (3, None, (2, -1, -1)),
        (4, None, (3, -1, -1, -1)),
        (5, 2, (2, -1, 1, -1, -1)),
        (5, None, (4, -1, -1, -1, -1)),
    ],
)
def test_shares(seats: int, ally: int | None, expected: tuple[int, ...]) -> None:
    assert (shares(seats, 0, ally), sum(expected)) == (expected, 0)


@pytest.mark.rule("TAR-Q4")
@pytest.mark.parametrize(
    ("announced", "takers", "plain", "with_petit"),
    [
        (None, 18, 200, 200),
        (None, 17, 0, 150),
        (None, 15, 0, 150),
        (None, 14, 0, 0),
        (None, 0, -200, -200),
        ("chelem", 18, 400, 400),
        ("chelem", 17, -200, -200),
        ("chelem", 0, -400, -400),
        ("petit", 15, 0, 300),
        ("petit", 14, 0, -150),
        ("petit", 18, 200, 200),
    ],
)
def test_chelem(announced: str | None, takers: int, plain: int, with_petit: int) -> None:
    """TAR-Q4: a petit chelem only where it is played, and only if no chelem is made or announced."""
    start = opening()
    rules = [resolve(GAME.options, start.seats, "seed", {"petit_chelem": petit}) for petit in (False, True)]
    assert [chelem(one, announced, takers, 18) for one in rules] == [plain, with_petit]


@pytest.mark.rule("TAR-Q4")
def test_a_petit_chelem_is_of_four_seats() -> None:
    rules = resolve(GAME.options, opening(3).seats, "seed", {"petit_chelem": True})
    assert chelem(rules, None, 20, 24) == 0


def poignee(size: str, seat: int = 2) -> TarotState:
    return TarotState(declarations=(Declaration(9, seat, "poignee", size),))  # pyrefly: ignore[bad-argument-type]  # a Size


@pytest.mark.rule("TAR-Q1")
@pytest.mark.parametrize(
    ("size", "profile", "amount"),
    [
        ("single", "seed", 20),
        ("double", "seed", 40),
        ("triple", "seed", 60),
        ("double", "fft2012", 30),
        ("triple", "fft2012", 40),
    ],
)
def test_a_poignee_goes_to_the_side_that_wins(size: str, profile: str, amount: int) -> None:
    """TAR-Q1: a defender's too, and it is not multiplied: (25 + 1) × 2 + amount."""
    _, scores, _ = settled(DEFENDED, LOW, WON, "garde", own=poignee(size), start=opening(4, profile))
    assert scores == (3 * (52 + amount), *[-52 - amount] * 3)
    _, scores, _ = settled(DEFENDED, LOW, WON, "garde-contre", own=poignee(size, 0), start=opening(4, profile))
    assert scores == (-3 * (162 + amount), *[162 + amount] * 3)


@pytest.mark.rule("TAR-Q2")
def test_a_misere_is_paid_by_everyone_else() -> None:
    """TAR-Q2: 26 and 10 from each of three; partners pay too."""
    own = TarotState(declarations=(Declaration(9, 2, "misere"),))
    _, scores, _ = settled(DEFENDED, LOW, WON, own=own, start=opening(misere=10))
    assert scores == (78 - 10, -26 - 10, -26 + 30, -26 - 10)


# Five seats, fifteen tricks, a dog of three. Seat 3 has the called HK. The taker's side wins
# T21 T2 T3 T4 T5 6½, T20 T1 T6 T7 T8 6½, SK SQ S7 S8 S9 9½, DK DQ D1 D2 D3 9½ by the taker, HK H1 H2 H3 H4 6½ by the
# partner: 38½, with 1½ laid away 40.
FIVE = {
    1: "0T21 1T2 2T3 3T4 4T5",
    2: "0T20 1T1 2T6 3T7 4T8",
    3: "0SK 1SQ 2S7 3S8 4S9",
    4: "0DK 1DQ 2D1 3D2 4D3",
    5: "0H1 1H2 2H3 3HK 4H4",
    7: "1T17 2EX",
}
CALLED_KING = TarotState((Spoken(0, "prise"),), Called(7, Card("HK")))


def five(king: str, own: TarotState) -> tuple[tuple[Number, ...], tuple[int, ...], dict[str, object]]:
    return settled({**FIVE, 5: king}, "S1 S2 S3", "00033" + "1" * 10, start=opening(5), own=own)


@pytest.mark.rule("TAR-C1", "TAR-S2")
def test_the_called_partner_shares() -> None:
    """TAR-S2, TAR-C1: 40 with two bouts fails by 1, 26: the taker pays two, the partner one, each defender gets one."""
    points, scores, detail = five(FIVE[5], CALLED_KING)
    assert (points, scores) == ((40, 51, 51, 40, 51), (-52, 26, 26, -26, 26))
    assert (detail["called"], detail["partner"]) == ("HK", 3)


@pytest.mark.rule("TAR-C1", "TAR-S2")
def test_a_taker_who_called_the_own_king_plays_alone() -> None:
    """TAR-S2, TAR-C1: tricks 4 and 5 are the defence's now: 24 fail by 17, 42 to each of four."""
    points, scores, detail = five("0HK 1H2 2H3 3H1 4H4", CALLED_KING)
    assert (points, scores) == ((24, 67, 67, 67, 67), (-168, 42, 42, 42, 42))
    assert detail["partner"] is None


@pytest.mark.rule("TAR-C1")
def test_a_called_king_in_the_dog_makes_no_partner() -> None:
    """TAR-C1: the taker is alone if the called card is never played."""
    start = opening(5)
    own = TarotState((Spoken(0, "garde-sans"),), Called(7, Card("CK")))
    _, scores, detail = settled(FIVE, "S1 S2 CK", "000" + "1" * 12, "garde-sans", start=start, own=own)
    assert (detail["partner"], sum(scores), scores[1:]) == (None, 0, (scores[1],) * 4)


@pytest.mark.rule("TAR-C1")
def test_nobody_called_is_alone() -> None:
    _, _, detail = five(FIVE[5], TarotState((Spoken(0, "prise"),), Called(7, None)))
    assert (detail["called"], detail["partner"]) == (None, None)
