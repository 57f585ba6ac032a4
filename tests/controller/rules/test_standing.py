"""Who has won, what a deal brought and what is missing to the goal, in words that name sides."""

from dataclasses import replace

import pytest

from controller.record.events import DealStart, End, MatchStart
from controller.referee.fold import outcome
from controller.rules import standing
from tests.support.examples import Example


@pytest.mark.parametrize(
    ("name", "won"),
    [
        ("euchre/4-to-five", "Berta and Dora win 6 : 0"),
        ("schieber/4-evening", "Berta and Dora win 506 : 470"),
        ("belote/4-evening", "Anna and Carla are ahead 463 : 213"),
        ("condor/2-one-deal", "Berta is ahead 1 : 0"),
        ("differenzler/4-evening", "Dora wins with 16; Carla 31, Berta 37, Anna 47"),
        ("hearts/4-two-deals", "Dora is ahead with 5; Anna 12, Berta 17, Carla 18"),
        ("doppelkopf/4-evening", "Carla wins with 16; Dora 0, Berta −4, Anna −12"),
        ("doppelkopf/4-stammtisch", "Carla wins with 5; Dora 3, Anna −3, Berta −5"),
        ("mittlere/evening", "The match ends level: Anna 2, Berta 2, Carla −4"),
    ],
)
def test_who_has_won_is_said_of_sides_with_their_sums(name: str, won: str) -> None:
    """Whoever leads a match that ended before its goal is ahead, and has not won."""
    assert str(standing.result(Example(name).match)) == won


def test_a_match_without_a_score_has_no_winner() -> None:
    match = outcome([MatchStart(game="schieber", seats=("Anna", "Berta", "Carla", "Dora")), DealStart(dealer=0), End()])
    assert (str(standing.result(match)), standing.winner(match), standing.newest_deal(match)) == (
        "the match is over",
        (),
        None,
    )


def test_sums_that_do_not_follow_the_ranking_are_left_out() -> None:
    """Bummerl decide a match of Schnapsen, not the game points that were won in all."""
    match = Example("schnapsen/2-bummerl").match
    turned = replace(match, ended=True, total=tuple(reversed(match.total)))
    assert str(standing.result(turned)) == "Anna wins"


def test_a_deal_says_what_each_side_has_of_it_and_what_is_missing() -> None:
    example = Example("schieber/4-evening")
    end = max(number for number, event in enumerate(example.events) if isinstance(event, DealStart))
    match = outcome(example.events[:end])
    assert str(standing.newest_deal(match)) == "Deal 2: " + ", ".join(
        f"{side.name} {match.ledger[-1].result.score[side.seats[0]]}"  # pyrefly: ignore[unsupported-operation]  # scored
        for side in standing.sides(match)
    )
    best = max(side.total for side in standing.sides(match))
    assert str(standing.missing(match)) == f"{500 - best} to go to 500"
