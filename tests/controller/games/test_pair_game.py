"""Games of two pairs that say nothing but what is theirs, and what is told where one of them says too little."""

import pytest

from controller.games.pair_game import PairGame
from controller.games.trick_game import Score, Won
from controller.record.cards import DECKS
from controller.record.message import Message
from controller.rules.deal import Deal
from controller.rules.options import Option, resolve

NAMES = ("Anna", "Berta", "Carla", "Dora")


class Endless(PairGame[None, None]):
    """Tricks count one each."""

    name, title, deck = "endless", "Endless", DECKS["whist52"]

    def score(self, deal: Deal[None], won: Won, book: None) -> Score[None]:
        """The tricks of both partners."""
        return Score("END-S1", self.of_seats((won.tricks[0] + won.tricks[2], won.tricks[1] + won.tricks[3])), book)


class Short(Endless):
    """The same to a goal."""

    options = (Option("goal", (7, 0), "END-G1", Message("What ends the match."), free=True),)


def test_a_match_ends_at_the_goal_and_without_one_never() -> None:
    ends = {
        (kind, options): kind().course.over(resolve(kind.options, NAMES, "seed", dict(options)), 1, (9, 4, 9, 4), None)
        for kind, options in ((Endless, ()), (Short, ()), (Short, (("goal", 0),)))
    }
    assert [str(one) if one else None for one in ends.values()] == [None, "Anna and Carla have won the match", None]


def test_an_option_that_a_game_has_not_is_named_with_those_it_has() -> None:
    rules = resolve(Short.options, NAMES, "seed", {})
    with pytest.raises(KeyError, match=r"there is no option 'gaol' in this game; there are goal"):
        rules["gaol"]


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (
            {"ranks": ("2", "K", "A")},
            "ranks of Lacking lacks 10, 3, 4, 5, 6, 7, 8, 9, J, Q, which cards of its deck have",
        ),
        ({"trump_ranks": ("9", "J"), "deck": DECKS["jass36"][:5]}, "trump_ranks of Lacking lacks 10, A, K, Q, which"),
    ],
)
def test_a_deck_with_a_rank_that_has_no_order_is_told_when_the_game_is_written(
    said: dict[str, object], told: str
) -> None:
    with pytest.raises(TypeError, match=told):
        type("Lacking", (Endless,), said)
