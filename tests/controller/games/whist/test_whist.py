"""Whist: the card turned up, following, tricks above six (games.md section 9)."""

from dataclasses import replace

import pytest

from controller.games.whist import GAME, WhistBook, WhistDeal
from controller.record.cards import DECKS, Card
from controller.record.events import DealStart, Event, MatchStart, Played, Seat, Value
from controller.referee.fold import fold
from controller.rules.deal import Play, Trick
from controller.rules.game import Settlement
from controller.rules.options import resolve
from controller.rules.results import ErrorResult, Result, Verdict

NAMES = ("Anna", "Berta", "Carla", "Dora")


def dealt(turned: str = "H2", **options: Value) -> WhistDeal:
    """A deal of Dora, who turns that card up."""
    rules = resolve(GAME.options, NAMES, "seed", options)
    return GAME.open_deal(rules, 1, DealStart(dealer=3, turned=Card(turned)), WhistBook())


def results(plays: str, turned: str | None = "H2", hands: dict[Seat, str] | None = None) -> list[Result]:
    """What is told of a deal of Dora; ``A C2 B CK``: seats and their cards."""
    words = plays.split()
    shown = {seat: tuple(map(Card, cards.split())) for seat, cards in (hands or {}).items()} or None
    deal = DealStart(dealer=3, turned=Card(turned) if turned else None, hands=shown)
    events: list[Event] = [MatchStart(game="whist", seats=NAMES), deal]
    events += [
        Played(seat="ABCD".index(who), card=Card(card)) for who, card in zip(words[::2], words[1::2], strict=True)
    ]
    return [one for stage in fold(events) for one in stage.results]


def told(found: list[Result]) -> list[str]:
    return [str(one.text) for one in found if isinstance(one, ErrorResult | Verdict)]


@pytest.mark.rule("WHI-D1", "WHI-D2", "WHI-P1")
def test_thirteen_cards_each_and_forehand_leads_in_the_suit_turned_up() -> None:
    deal = dealt("D10")
    assert (GAME.deck, deal.size, deal.trump, deal.leader, deal.phase) == (DECKS["whist52"], 13, "D", 0, "play")
    assert GAME.sides.partners(deal.rules) == ((0, 2), (1, 3))
    assert GAME.course.next_dealer(deal, WhistBook(), void=None) == 0


@pytest.mark.rule("WHI-D2")
@pytest.mark.parametrize(
    ("turned", "hands", "why"),
    [
        (None, None, "a deal of Whist needs the dealer's last card turned up, which makes trump"),
        ("JO", None, "a deal of Whist needs the dealer's last card turned up, which makes trump"),
        ("H2", {0: "H2 C3 C4"}, "H2, turned up, is not in the hand of the dealer"),
        ("H2", {3: "H3 C3 C4"}, "H2, turned up, is not in the hand of the dealer"),
    ],
)
def test_no_deal_without_a_card_turned_up_that_is_the_dealers(
    turned: str | None, hands: dict[Seat, str] | None, why: str
) -> None:
    assert any(why in one for one in told(results("", turned, hands)))


@pytest.mark.rule("WHI-D2")
def test_the_card_turned_up_is_the_dealers_until_it_is_played() -> None:
    deal = dealt("H2")
    layout = GAME.layout(deal)
    assert layout.known == {Card("H2"): frozenset({layout.place_of(3)})}
    [check] = told(results("A H2"))
    assert check == "Anna played H2, which is known to be with Dora; please check that card."
    gone = replace(deal, tricks=(Trick((Play(3, 3, Card("H2")),), 3),))
    assert GAME.layout(gone).known == {}
    assert told(results("A H3 B H4 C H5 D H2")) == []


@pytest.mark.rule("WHI-D2", "WHI-F1")
def test_the_card_turned_up_proves_a_revoke_before_it_is_played() -> None:
    """Everybody saw the trump in Dora's hand."""
    [revoke] = [one for one in results("A HA B H3 C H4 D S2") if isinstance(one, Verdict)]
    assert (revoke.kind, revoke.seat, revoke.rule, revoke.proof) == ("revoke", 3, "WHI-F1", (Card("H2"),))


@pytest.mark.rule("WHI-F1")
def test_a_hand_that_cannot_follow_plays_any_card() -> None:
    assert told(results("A SA B D2 C S3 D H2 D CA A C3 B C4 C C5")) == []


@pytest.mark.rule("WHI-W1")
@pytest.mark.parametrize(
    ("cards", "winner"), [("S3 SA SK D9", 1), ("S3 SA H2 H10", 3), ("HA H2 H3 SA", 0), ("S2 D3 C4 CA", 0)]
)
def test_the_highest_trump_or_the_highest_of_the_suit_led_takes_the_trick(cards: str, winner: Seat) -> None:
    trick = Trick(tuple(Play(seat, seat, Card(card)) for seat, card in enumerate(cards.split())))
    assert GAME.winner(dealt(), trick) == winner


def settled(tricks: str) -> Settlement[WhistBook]:
    """The score of a deal of which the seats have won so many tricks."""
    won = [seat for seat, count in enumerate(map(int, tricks.split())) for _ in range(count)]
    assert len(won) == 13
    played = tuple(
        Trick(tuple(Play(1, (winner + turn) % 4, GAME.deck[turn]) for turn in range(4)), winner) for winner in won
    )
    done = GAME.settle(replace(dealt(), tricks=played), WhistBook(), (0, 0, 0, 0))
    assert isinstance(done, Settlement)
    return done


@pytest.mark.rule("WHI-S1")
@pytest.mark.parametrize(
    ("tricks", "score"),
    [("4 3 3 3", (1, 0, 1, 0)), ("3 4 3 3", (0, 1, 0, 1)), ("7 0 6 0", (7, 0, 7, 0)), ("0 9 1 3", (0, 6, 0, 6))],
)
def test_each_trick_above_six_counts_one_for_the_pair(tricks: str, score: tuple[int, ...]) -> None:
    done = settled(tricks)
    assert (done.score, done.total, done.detail) == (score, score, {"rule": "WHI-S1"})
    assert [line.amounts for line in done.breakdown.score] == [score]


@pytest.mark.rule("WHI-G1")
@pytest.mark.parametrize(
    ("options", "total", "ended"),
    [
        ({}, (4, 3), False),
        ({}, (5, 3), True),
        ({"goal": 7}, (6, 3), False),
        ({"goal": 7}, (2, 9), True),
        ({"goal": 0}, (40, 3), False),
    ],
)
def test_a_pair_wins_the_match_with_so_many_points(
    options: dict[str, Value], total: tuple[int, int], ended: bool
) -> None:
    rules = resolve(GAME.options, NAMES, "seed", options)
    assert (GAME.course.over(rules, 3, (*total, *total), WhistBook()) is not None) == ended
    assert [resolve(GAME.options, NAMES, name, {})["goal"] for name in ("seed", "american", "long")] == [5, 7, 9]
