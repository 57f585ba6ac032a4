import pytest

pytest.importorskip("tools.photoreal", reason="the tools are part of the checkout alone")

from pathlib import Path

from tests.support.loops import some
from tools.photoreal.screenplay import FilmScript, ScriptError, film_script, steps_of
from vision.film.script.script import Lay, Sweep
from vision.mat.layout import seat_at

SEATS, FPS, HOLD_S = 3, 8, 0.5


def script(*words: str, seed: int = 1) -> FilmScript:
    return film_script(steps_of(words, SEATS), SEATS, FPS, HOLD_S, seed)


TRICK = script("1:H10", "2:HK", "0:HA", "0:sweep")
LANDINGS = [happening for happening in TRICK.truth if "card" in happening]


def test_a_word_is_a_seat_and_a_card_or_a_sweep() -> None:
    assert steps_of(["1:H10", "0:sweep"], SEATS) == [Lay(1, "H10"), Sweep(0)]


def test_the_truth_has_each_landing_once_in_its_seats_area() -> None:
    told = [(landing["seat"], landing["card"]) for landing in LANDINGS]
    assert told == [(1, "H10"), (2, "HK"), (0, "HA")]
    assert [seat_at(landing["x"], landing["y"], SEATS) for landing in LANDINGS] == [1, 2, 0]


def test_the_truth_has_a_gathering_from_the_frame_in_which_the_first_card_moves() -> None:
    [gathered] = [happening for happening in TRICK.truth if "gather" in happening]
    assert gathered["gather"] == 0
    before, now = TRICK.moments[gathered["frame"] - 1 : gathered["frame"] + 1]
    assert (len(before.laid), len(before.moving)) == (3, 0)
    assert len(now.moving) > 0


def test_a_card_lies_from_the_frame_that_the_truth_names_and_fingers_stay_on_it_for_half_a_second() -> None:
    for landing in some(LANDINGS):
        frame = int(landing["frame"])
        assert landing["card"] not in {pose.card for pose in TRICK.moments[frame - 1].laid}
        lying = TRICK.moments[frame].laid[-1]
        assert lying.card == landing["card"]
        assert (lying.x_mm, lying.y_mm) == pytest.approx((landing["x"], landing["y"]), abs=0.06)
        for moment in some(TRICK.moments[frame : frame + round(HOLD_S * FPS)]):
            assert moment.hand is not None
            assert moment.hand.who == landing["seat"]
            assert abs(moment.hand.x_mm - lying.x_mm) < 30
            assert abs(moment.hand.y_mm - lying.y_mm) < 30


def test_fingers_on_a_card_are_never_quite_still() -> None:
    frame = int(LANDINGS[0]["frame"])
    hands = [moment.hand for moment in TRICK.moments[frame : frame + round(HOLD_S * FPS)]]
    assert len(set(hands)) == len(hands) > 1


def test_a_card_comes_from_above_and_slides_away() -> None:
    first = int(LANDINGS[0]["frame"])
    coming = [moment.moving[0].z_mm for moment in TRICK.moments[:first] if moment.moving]
    assert coming == sorted(coming, reverse=True)
    assert coming[0] > 20
    swept = [pose.z_mm for moment in TRICK.moments[int(LANDINGS[-1]["frame"]) :] for pose in moment.moving]
    assert max(swept) < 10


def test_the_hand_is_always_above_what_it_moves() -> None:
    for moment in some([moment for moment in TRICK.moments if moment.moving]):
        assert moment.hand is not None
        assert moment.hand.z_mm > max(pose.z_mm for pose in moment.moving)


def test_a_stored_script_is_read_back(tmp_path: Path) -> None:
    TRICK.write(tmp_path)
    assert FilmScript.read(tmp_path) == TRICK


def test_one_seed_is_one_script() -> None:
    assert script("0:HA", seed=5) == script("0:HA", seed=5)
    assert script("0:HA", seed=5) != script("0:HA", seed=6)


@pytest.mark.parametrize("word", ["HA", "3:HA", "x:HA", "0:", "-1:HA"])
def test_a_word_that_is_no_step_is_named(word: str) -> None:
    with pytest.raises(ScriptError, match=repr(word)):
        steps_of([word], SEATS)


def test_props_are_laid_and_taken_away_like_cards_and_are_no_part_of_the_truth() -> None:
    film = script("0:newspaper", "1:cup", "2:phone", "0:sweep", "1:H10", "0:nothing")
    assert film.cards == ("H10",)
    assert film.props == ("newspaper", "cup", "phone")
    assert [happening.get("card") for happening in film.truth] == ["H10"]
    assert {pose.card for pose in film.moments[-1].laid} == {"H10"}


def test_a_hand_that_lays_nothing_comes_and_goes_over_the_bare_mat() -> None:
    film = script("1:nothing", "2:nothing")
    assert film.truth == ()
    assert not any(moment.laid or moment.moving for moment in film.moments)
    assert {moment.hand.who for moment in film.moments if moment.hand is not None} == {1, 2}
    assert film.moments[-1].hand is None
