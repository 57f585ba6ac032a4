"""Piles at the end: the Excuse and its price (TAR-E1 to E3, TAR-D2, TAR-W1), added up by hand."""

import pytest

from controller.games.tarot.dog import piles
from controller.games.tarot.state import Declaration, TarotState
from tests.controller.games.tarot.tarot_words import DEFENDED, FOUR, LOW, WON, finished, opening, settled


@pytest.mark.rule("TAR-E1")
def test_the_excuse_of_the_taker_stays_for_half_a_point() -> None:
    """TAR-E1: 42 + 4½ − ½ = 46 with three bouts, ten more than needed: (25 + 10) × 2 = 70."""
    points, scores, detail = settled({**FOUR, 9: "0EX 1T17"}, LOW, WON, "garde")
    assert (points, scores, detail["bouts"]) == ((46, 45, 45, 45), (210, -70, -70, -70), 3)


@pytest.mark.rule("TAR-E1")
def test_the_excuse_of_a_defender_stays_for_half_a_point() -> None:
    """TAR-E1: T9 in trick 6 is now EX, for which a half-point card comes: still 42."""
    points, _, detail = settled({**FOUR, 6: "0T19 1T7 2T8 3EX"}, LOW, WON)
    assert (points, detail["bouts"]) == ((42, 49, 49, 49), 2)


@pytest.mark.rule("TAR-E1")
def test_the_price_is_paid_from_the_discard_too() -> None:
    """TAR-E1: the taker wins nothing but T21 SK HK DK, 18, and pays with one of the low cards laid away."""
    tricks = {1: "0T21 1SK 2HK 3DK", 3: "0EX 1T20"}
    points, _, _ = settled(tricks, LOW, "0" + "1" * 17)
    assert points == (25, 66, 66, 66)


@pytest.mark.rule("TAR-E3")
def test_a_side_without_a_card_to_hand_over_keeps_the_excuse_for_nothing() -> None:
    """TAR-E3: the defence wins CK CQ CN CJ, 12, and its Excuse; 91 − 16½ = 74½ count 75: made by 34."""
    points, scores, detail = settled({1: "0T21 1EX", 2: "0CJ 1CK 2CQ 3CN"}, LOW, "01" + "0" * 16)
    assert (points, detail["counted"]) == ((74.5, 16.5, 16.5, 16.5), 75)
    assert scores == (177, -59, -59, -59)


@pytest.mark.rule("TAR-E3", "TAR-Q4")
def test_in_a_chelem_against_its_owner_the_excuse_counts_four() -> None:
    """TAR-E3, TAR-Q4: 87 with two bouts, made by 46; (25 + 46) + 200."""
    points, scores, detail = settled({1: "0T21 1EX"}, LOW, "0" * 18)
    assert (points, detail["chelem"], scores) == ((87, 4, 4, 4), 200, (813, -271, -271, -271))


@pytest.mark.rule("TAR-E3")
def test_a_taker_who_wins_nothing_keeps_the_excuse_for_four() -> None:
    """TAR-E3: courts laid away leave no half-point card, and nothing is handed over."""
    aside = "SQ HQ DQ CQ SN HN"
    points, scores, _ = settled({1: "0EX 1T21"}, aside, "1" * 18)
    # 4 and 14 and 5: 23 with one bout, 28 short; the defence's chelem counts 200 more
    assert (points, scores) == ((23, 68, 68, 68), (-3 * 253, 253, 253, 253))


@pytest.mark.rule("TAR-E2")
@pytest.mark.parametrize(("last_winner", "points"), [(1, 46.5), (0, 48)])
def test_in_the_last_trick_the_excuse_goes_to_the_other_side(last_winner: int, points: float) -> None:
    """TAR-E2: 42 + 4½ whoever wins the trick, and nothing is given for it; its three other cards are 1½."""
    tricks = {**FOUR, 18: "0S9 1T17 2EX 3S10"}
    mine, _, detail = settled(tricks, LOW, WON[:17] + str(last_winner))
    assert (mine[0], detail["bouts"]) == (points, 3)


@pytest.mark.rule("TAR-E2")
def test_the_taker_loses_the_excuse_in_the_last_trick() -> None:
    """TAR-E2: 42 points and two bouts as without it."""
    points, _, detail = settled({**FOUR, 18: "0EX 1T17 2S9 3S10"}, LOW, WON)
    assert (points, detail["bouts"]) == ((42, 49, 49, 49), 2)


@pytest.mark.rule("TAR-E2", "TAR-W1")
def test_after_every_trick_its_side_keeps_the_excuse_in_the_last() -> None:
    """TAR-E2, TAR-W1: a chelem with all 91 points: 55 more than needed; (25 + 55) × 2 + 200."""
    points, scores, _ = settled({18: "0EX 1S9 2S10 3H4"}, LOW, "0" * 18, "garde")
    assert (points, scores) == ((91, 0, 0, 0), (1080, -360, -360, -360))


@pytest.mark.rule("TAR-E2")
def test_after_every_trick_but_the_last_the_excuse_stays_and_nothing_is_given() -> None:
    """TAR-E2: a defender's Excuse in the last trick, won by the taker after seventeen tricks of the defence."""
    points, _, _ = settled({18: "0T21 1EX 2S9 3H4"}, LOW, "1" * 17 + "0")
    assert points == (8.5, 82.5, 82.5, 82.5)


@pytest.mark.rule("TAR-E2", "TAR-E3")
def test_the_last_trick_goes_before_a_chelem_against_the_owner() -> None:
    """TAR-E2 before TAR-E3: a defender's Excuse in the last trick of a chelem is lost whole."""
    points, _, _ = settled({18: "0T21 1EX 2S9 3H4"}, LOW, "0" * 18)
    assert points == (91, 0, 0, 0)


SECOND = TarotState(declarations=(Declaration(3, 1, "petit-sec"),))


@pytest.mark.rule("TAR-D2", "TAR-E1")
def test_a_second_excuse_stays_for_half_a_point_too() -> None:
    """TAR-D2 with TAR-E1: trick 2 of FOUR without T1: 42 − 4½ + ½ = 38 with one bout."""
    points, _, detail = settled(DEFENDED, LOW, WON, own=SECOND, start=opening(petit_sec="excuse"))
    assert (points, detail["bouts"]) == ((38, 53, 53, 53), 1)


@pytest.mark.rule("TAR-D2", "TAR-E2", "TAR-Q3")
def test_a_second_excuse_is_lost_in_the_last_trick_and_is_no_petit_au_bout() -> None:
    """TAR-D2 with TAR-E2, TAR-Q3: the taker gets T1, 4½, in place of nothing."""
    tricks = {**DEFENDED, 2: "0T20 1T10 2T5 3T6", 18: "0S9 1T1 2T17 3S10", 9: "1T16 2EX"}
    points, _, detail = settled(tricks, LOW, WON, own=SECOND, start=opening(petit_sec="excuse"))
    assert (points, detail["bouts"], detail["petit"]) == ((42.5, 48.5, 48.5, 48.5), 2, 0)


@pytest.mark.rule("TAR-D2", "TAR-E1")
def test_both_excuses_are_paid_for() -> None:
    """TAR-D2 with TAR-E1: EX of the taker and T1 of a defender, a half-point card each way."""
    tricks = {**FOUR, 9: "0EX 1T17"}
    points, _, detail = settled(tricks, LOW, WON, own=SECOND, start=opening(petit_sec="excuse"))
    assert (points, detail["bouts"]) == ((42, 49, 49, 49), 2)


@pytest.mark.rule("TAR-D2", "TAR-E3")
def test_two_excuses_in_a_chelem_cost_their_owner_half_a_point_once() -> None:
    """TAR-E3 with TAR-D2: EX counts 4, the second Excuse its 4½, for no card can be handed over."""
    tricks = {3: "0T21 1EX 2S9 3H4", 5: "0T20 1T1 2S8 3H3"}
    points, _, _ = settled(tricks, LOW, "0" * 18, own=SECOND, start=opening(petit_sec="excuse"))
    assert points == (82.5, 8.5, 8.5, 8.5)


@pytest.mark.rule("TAR-H1")
def test_the_taker_s_pile_and_the_other_make_91() -> None:
    both = piles(finished(DEFENDED, LOW, WON))
    assert sum(pile.halves for pile in both) == 182
