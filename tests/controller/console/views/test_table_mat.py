"""The mat on a phone: seats from its owner's side, tricks whole until the next lead, what the table waits for."""

from collections import Counter
from dataclasses import replace
from importlib import resources

import pytest

from controller import games
from controller.console.views.board import score_board
from controller.console.views.table_mat import own_seat, table_mat
from controller.live import scoreboard
from controller.live.scoreboard import PLAIN
from controller.record.events import Amend, Declare, Event, Played
from controller.referee.fold import outcome
from controller.rules.match import AnyMatch
from firmware_bridge.face.face import Face
from tests.support.console.console_rig import DEAL, OPENING, REVOKED, play
from tests.support.examples import EXAMPLES, Example, each_example
from tests.support.loops import some

TRICK: tuple[Event, ...] = (OPENING, DEAL, play(1, "H10"), play(2, "H7"), play(0, "HA"))
BRIDGE = Example("bridge/4-three-boards").events


def met(*events: Event) -> tuple[AnyMatch, Face]:
    match = outcome(events)
    return match, scoreboard.face(match, match.verdicts)


@pytest.mark.parametrize("own", [None, 0, 1, 2])
def test_ones_own_seat_is_at_the_bottom_and_the_others_follow_in_order_of_play(own: int | None) -> None:
    mat = table_mat(*met(*TRICK[:4]), own)
    first = own or 0
    assert [(one.side, one.seat) for one in mat.seats] == [(side, (first + side) % 3) for side in range(3)]
    assert [(one.seat, one.side, one.order) for one in mat.trick] == [(1, (1 - first) % 3, 1), (2, (2 - first) % 3, 2)]


def test_where_the_next_one_sits_to_the_left_all_is_drawn_the_other_way_round() -> None:
    right, left = table_mat(*met(*TRICK), 1), table_mat(*met(*TRICK), 1, leftward=True)
    for one, other in zip((*right.seats, *right.trick), (*left.seats, *left.trick), strict=True):
        assert one.seat == other.seat
        assert (one.side + other.side) % 3 == 0
    assert (right.gathered_side + left.gathered_side) % 3 == 0


def test_a_phone_is_at_the_seat_of_the_player_after_whom_it_is_called() -> None:
    match = outcome(TRICK)
    assert [own_seat(match, name) for name in ("Berta", "carla", "Emma", "")] == [1, 2, None, None]


def test_a_trick_lies_whole_until_the_next_lead_and_goes_to_its_winner_then() -> None:
    full, led = table_mat(*met(*TRICK), 1), table_mat(*met(*TRICK, play(0, "S6")), 1)
    cards = [one.id for one in full.trick]
    assert ([str(one.card) for one in full.trick], full.is_open, full.gathered) == (["H10", "H7", "HA"], False, ())
    assert (full.holder, [one.is_winning for one in full.trick]) == ("Anna", [False, False, True])
    assert ([one.id for one in led.gathered], led.gathered_side, led.is_open) == (cards, 2, True)
    assert [str(one.card) for one in led.trick] == ["S6"]
    assert [one.id for one in led.last] == cards


def test_a_card_keeps_its_identity_whatever_it_is_read_as_and_no_two_share_one() -> None:
    amended = table_mat(*met(*TRICK, Amend(of=4, with_={"card": "H8"})), 0)
    before = table_mat(*met(*TRICK), 0)
    assert [one.id for one in amended.trick] == [one.id for one in before.trick]
    assert [str(one.card) for one in amended.trick] != [str(one.card) for one in before.trick]


def test_the_card_that_holds_the_trick_is_told_while_nothing_is_in_doubt() -> None:
    assert [table_mat(*met(*TRICK[:count]), 0).holder for count in (3, 4, 5)] == ["Berta", "Berta", "Anna"]


def test_points_are_those_of_the_tricks_taken() -> None:
    mat = table_mat(*met(*TRICK, play(0, "S6")), 0)
    assert [one.points for one in mat.seats] == [10 + 11, 0, 0]


def test_alerts_stand_before_plain_facts() -> None:
    match, face = met(*TRICK[:4])
    unsaved = scoreboard.face(match, (), replace(PLAIN, unsaved="the disk is full"))
    assert (table_mat(match, face, 0).headline, table_mat(match, unsaved, 0).headline) == ("Anna to play",) * 2
    assert table_mat(match, face, 0).phrases == ("trick 1 of 12", "Berta led hearts")
    assert table_mat(match, unsaved, 0).phrases == ("NOT SAVED", "trick 1 of 12", "Berta led hearts")
    assert table_mat(*met(OPENING), None).headline == "ready to deal"
    assert table_mat(*met(OPENING, *REVOKED), 0).headline == "Berta to play"


@each_example
def test_every_table_of_every_game_can_be_drawn_at_every_moment(example: Example) -> None:
    events = example.events
    for count in some(range(1, min(len(events), 60), 7)):
        mat = table_mat(*met(*events[:count]), 1)
        ids = Counter(one.id for one in (*mat.gathered, *mat.trick))
        assert all(number == 1 for number in ids.values()), (count, ids)
        assert mat.headline
        assert mat.trump in ("", *"SHDC")


def test_the_style_sheet_has_a_place_for_each_seat_of_each_table() -> None:
    sheet = resources.files("controller.console").joinpath("static", "table.css").read_text(encoding="utf-8")
    sizes = {seats for name in games.names() for seats in games.load(name).seats}
    for count in some(sizes):
        for side in some(range(1, count)):
            assert f".seats-{count} .at-{side}" in sheet
            assert f".seats-{count} .to-{side}" in sheet


def test_where_no_card_counts_anything_the_tricks_of_each_seat_are_counted() -> None:
    seen: dict[str, list[bool]] = {}
    for played in some(EXAMPLES):
        events = played.events
        first = next(at for at, event in enumerate(events) if isinstance(event, Played))
        for end in range(first, first + 12):
            match = outcome(events[:end])
            mat = table_mat(match, scoreboard.face(match, ()), 0)
            known = [one.points for one in mat.seats if one.plays]
            if match.deal and match.running and match.deal.tricks and None not in known:
                seen.setdefault(match.game.name, []).append(mat.counts_tricks)
                if mat.counts_tricks:
                    assert sum(one or 0 for one in known) == len(match.deal.tricks), played.name
                    sides = score_board(match, scoreboard.face(match, ()), ()).sides
                    assert sum(side.points or 0 for side in sides) == len(match.deal.tricks), played.name
                    assert None not in (side.points for side in sides), played.name
    assert {game for game, counted in seen.items() if all(counted)} == {"bridge", "condor", "euchre", "spades", "whist"}
    assert all(len({*counted}) == 1 for counted in seen.values())


def test_a_dummys_hand_lies_open_at_its_side_for_as_long_as_its_cards_are_held() -> None:
    told = next(place for place, event in enumerate(BRIDGE) if isinstance(event, Declare))
    before, after = table_mat(*met(*BRIDGE[:told]), 0), table_mat(*met(*BRIDGE[: told + 1]), 0)
    assert before.open_hands == ()
    [hand] = after.open_hands
    assert (hand.seat, hand.side, hand.name) == (2, 2, "Carla")
    assert [len(suit) for suit in hand.suits] == [2, 4, 4, 3]
    assert {card.suit for card in hand.suits[0]} == {"C"}, "trumps first"
    sides = {own: [one.side for one in table_mat(*met(*BRIDGE[: told + 1]), own).open_hands] for own in range(4)}
    assert sides == {0: [2], 1: [1], 2: [0], 3: [3]}
    [left] = table_mat(*met(*BRIDGE[: told + 2]), 0).open_hands
    played = BRIDGE[told + 1]
    assert isinstance(played, Played)
    assert {card for suit in hand.suits for card in suit} - {card for suit in left.suits for card in suit} == {
        played.card
    }


def test_the_sign_of_the_trump_is_not_repeated_in_words() -> None:
    told = {
        game: str(table_mat(*met(*Example(game).events[:events]), 0).contract)
        for game, events in (("schnapsen/2-bummerl", 55), ("euchre/4-to-five", 8), ("belote/4-evening", 4))
    }
    assert told == {
        "schnapsen/2-bummerl": "closed by Anna",
        "euchre/4-to-five": "Berta hearts, Berta alone",
        "belote/4-evening": "D10 turned up",
    }


def test_the_namer_of_the_trump_stands_beside_its_sign_alone() -> None:
    """ "Dora plays clubs" is heard as an order to play a card."""
    mat = table_mat(*met(*Example("schieber/4-evening").events[:5]), 0)
    assert (mat.trump, mat.named_by, mat.contract) == ("C", "Dora", "")
    assert not any("Dora" in one and "clubs" in one for one in (mat.headline, *mat.phrases))


def test_a_player_who_sits_out_is_listed_without_a_place() -> None:
    events = Example("skat/4-table-of-four").events
    mat = table_mat(*met(*events[:12]), 1)
    assert [(one.name, one.plays, one.remark) for one in mat.seats] == [
        ("Berta", True, ""),
        ("Carla", True, ""),
        ("Dora", True, ""),
        ("Anna", False, "sits out"),
    ]
    assert {one.plays for one in table_mat(*met(*events), 1).seats} == {True}
