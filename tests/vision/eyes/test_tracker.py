from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.base.observation import CardSeen, Laid, Lifted, Point, Strictness, StrictnessError
from vision.eyes.tracker import CardGlimpse, PlacedMark, TrackedCard, Tracks, step


def glimpse(card: str = "SA", x: float = 100, y: float = 100, deck: int = 0) -> CardGlimpse:
    corners = ((-22, -34, 1, 0), (22, -34, 0, 1), (22, 34, -1, 0), (-22, 34, 0, -1))
    spots = tuple(PlacedMark((x + dx, y + dy), (right, down)) for dx, dy, right, down in corners)
    return CardGlimpse(deck, card, x, y, 0, spots)


Frame: TypeAlias = "tuple[list[CardGlimpse], Room]"


@dataclass(frozen=True)
class Room:
    """The mat shows everywhere but under these cards and hands; beside these a part of their place shows it."""

    on_mat: frozenset[tuple[str, float]] = frozenset()
    beside: frozenset[tuple[str, float]] = frozenset()

    def shows_mat(self, card: TrackedCard) -> bool:
        return not any(name == card.card and abs(x - card.x_mm) < 25 for name, x in self.on_mat)

    def shows_mat_beside(self, card: TrackedCard, others: Sequence[TrackedCard]) -> bool:
        return bool(others) and (card.card, card.x_mm) in self.beside

    def covers(self, card: TrackedCard, spot: PlacedMark) -> bool:
        return abs(card.x_mm - spot.centre[0]) < 26 and abs(card.y_mm - spot.centre[1]) < 38

    def origin(self, card: TrackedCard) -> Point | None:
        return (card.x_mm, 340)

    def bare_at(self, spots: Sequence[PlacedMark]) -> float | None:
        return -len(spots)


def room(*cards: CardGlimpse, beside: Iterable[CardGlimpse] = ()) -> Room:
    return Room(frozenset((g.card, g.x_mm) for g in cards), frozenset((g.card, g.x_mm) for g in beside))


def watch(
    frames: Iterable[Frame],
    tracks: Tracks = Tracks(),  # noqa: B008  frozen
) -> tuple[Tracks, list[CardSeen]]:
    said: list[CardSeen] = []
    for number, (seen, scene) in enumerate(frames):
        tracks, new = step(tracks, number / 15, seen, scene)
        said += new
    return tracks, said


def names(said: Iterable[CardSeen]) -> list[tuple[str, str]]:
    return [(type(o).__name__, o.card) for o in said]


ACE, KING = glimpse("SA"), glimpse("SK", 300)


@pytest.mark.parametrize("reads", range(8))
def test_a_card_is_laid_with_its_third_reading_and_only_once(reads: int) -> None:
    _, said = watch([([ACE], room(ACE))] * reads)
    assert said == ([Laid(0, "SA", 100, 100, 0, 2 / 15, 3, 1.0, (100, 340), first=0, since=-4)] if reads >= 3 else [])


@pytest.mark.parametrize("pattern", ["1110", "10101", "110001", "0101001"])
def test_frames_that_show_nothing_only_cost_confidence(pattern: str) -> None:
    _, said = watch([([ACE] if bit == "1" else [], room(ACE)) for bit in pattern])
    first = pattern.index("1")
    last = [i for i, bit in enumerate(pattern) if bit == "1"][2]
    assert said == [
        Laid(0, "SA", 100, 100, 0, last / 15, 3, 3 / (last - first + 1), (100, 340), first=first / 15, since=-4)
    ]


@given(st.lists(st.floats(1.1, 40), min_size=1, max_size=30))
def test_a_sliding_card_is_never_laid(ways: list[float]) -> None:
    places = [sum(ways[: i + 1]) for i in range(len(ways))]
    seen = [glimpse(x=100 + place) for place in places]
    assert watch([([g], room(g)) for g in seen])[1] == []


def test_a_card_that_stops_twice_on_its_way_is_laid_where_it_comes_to_rest() -> None:
    ways = [100, 130, 130, 160, 160, 190, 200, 200, 200]
    _, said = watch([([glimpse(x=x)], room(glimpse(x=x))) for x in ways])
    assert [(o.card, o.x_mm) for o in said if isinstance(o, Laid)] == [("SA", 200)]


@given(st.lists(st.sampled_from([100, 140, 180]), max_size=40))
def test_a_card_that_wavers_is_laid_only_after_three_readings_in_a_row_at_one_place(places: list[int]) -> None:
    _, said = watch([([glimpse(x=x)], room(glimpse(x=x))) for x in places])
    runs = ["".join(run) for run in zip(*("".join(str(p // 40) for p in places)[i:] for i in range(3)), strict=False)]
    assert bool(said) == any(len(set(run)) == 1 for run in runs)


def test_a_card_is_lifted_when_the_mat_shows_not_when_it_is_hidden() -> None:
    lying = [([ACE], room(ACE))] * 3
    hidden: list[Frame] = [([], room(ACE))] * 40
    _, said = watch([*lying, *hidden, ([], room())])
    assert names(said) == [("Laid", "SA"), ("Lifted", "SA")]
    assert said[1] == Lifted(0, "SA", 43 / 15)


def test_a_lifted_card_may_be_laid_again() -> None:
    once: list[Frame] = [*[([ACE], room(ACE))] * 3, ([], room())]
    assert names(watch([*once, *once])[1]) == [("Laid", "SA"), ("Lifted", "SA")] * 2


def test_the_same_card_seen_at_two_places_is_a_duplicate() -> None:
    twin = glimpse("SA", 400)
    frames = [*[([ACE], room(ACE))] * 3, *[([ACE, twin], room(ACE, twin))] * 3]
    assert names(watch(frames)[1]) == [("Laid", "SA")] * 2


PATIENCE = round(Strictness().patience_seconds * 15) + 1


def test_a_duplicate_is_said_as_soon_as_the_first_is_read_once_more() -> None:
    twin = glimpse("SA", 400)
    frames: list[Frame] = [*[([ACE], room(ACE))] * 3, *[([twin], room(ACE, twin))] * 20]
    assert names(watch(frames)[1]) == [("Laid", "SA")]
    frames.append(([ACE, twin], room(ACE, twin)))
    assert names(watch(frames)[1]) == [("Laid", "SA")] * 2


def test_a_duplicate_of_a_card_under_another_is_said_when_patience_ends() -> None:
    above, twin = glimpse("S7", 101), glimpse("SA", 400)
    frames: list[Frame] = [*[([ACE], room(ACE))] * 3, *[([above], room(ACE, above))] * 3]
    frames += [([twin], room(ACE, above, twin))] * PATIENCE
    assert names(watch(frames)[1]) == [("Laid", "SA"), ("Laid", "S7"), ("Laid", "SA")]


def test_a_card_carried_elsewhere_under_a_hand_is_no_duplicate() -> None:
    there = glimpse("SA", 400)
    hand_over_old_place = ([there], room(ACE, there))
    frames = [*[([ACE], room(ACE))] * 3, *[hand_over_old_place] * 5, ([there], room(there))]
    tracks, said = watch(frames)
    assert names(said) == [("Laid", "SA"), ("Lifted", "SA"), ("Laid", "SA")]
    assert [(card.card, card.x_mm) for card in tracks.laid] == [("SA", 400)]


def test_a_hand_that_rests_where_a_card_lay_proves_no_second_card() -> None:
    there = glimpse("SA", 400)
    frames = [*[([ACE], room(ACE))] * 3, *[([there], room(ACE, there))] * PATIENCE]
    tracks, said = watch(frames)
    assert names(said) == [("Laid", "SA"), ("Lifted", "SA"), ("Laid", "SA")]
    assert [(card.card, card.x_mm) for card in tracks.laid] == [("SA", 400)]


@pytest.mark.parametrize(("x", "shows"), [(130, False), (130, True), (165, True), (185, True)])
def test_a_card_pushed_aside_keeps_its_observation(x: float, shows: bool) -> None:
    """A little way it cannot have been another; farther, its old place shows mat beside it."""
    aside = glimpse("SA", x)
    pushed = ([aside], room(ACE, aside, beside=[ACE] if shows else []))
    tracks, said = watch([*[([ACE], room(ACE))] * 3, *[pushed] * 5])
    assert names(said) == [("Laid", "SA")]
    assert [(card.card, card.x_mm) for card in tracks.laid] == [("SA", x)]


def test_a_card_forgotten_before_it_was_believed_starts_anew() -> None:
    tracks, said = watch([([ACE], room(ACE))] * 2)
    tracks, late = step(tracks, 10, [ACE], room(ACE))
    assert (said, late) == ([], ())


def test_two_cards_at_once_are_said_in_the_order_they_were_seen() -> None:
    frames = [([KING], room(KING)), *[([ACE, KING], room(ACE, KING))] * 5]
    assert names(watch(frames)[1]) == [("Laid", "SK"), ("Laid", "SA")]


@given(st.lists(st.sets(st.sampled_from(["SA", "SK", "H10"])), max_size=25))
def test_lay_and_lift_alternate_for_each_card_in_any_flicker(shown: list[set[str]]) -> None:
    cards = {name: glimpse(name, 100 + 150 * i) for i, name in enumerate(("SA", "SK", "H10"))}
    frames = [([cards[name] for name in sorted(now)], room(*(cards[name] for name in now))) for now in shown]
    _, said = watch(frames)
    for name in cards:
        own = [kind for kind, card in names(said) if card == name]
        assert own == ["Laid", "Lifted"] * (len(own) // 2) + ["Laid"] * (len(own) % 2)


def corners(card: CardGlimpse, *which: int) -> CardGlimpse:
    return replace(card, spots=tuple(card.spots[corner] for corner in which))


@pytest.mark.parametrize(("first", "then"), [((0,), (2,)), ((0, 3), (1, 2)), ((1, 2), (3,)), ((0,), (1, 2, 3))])
def test_corners_that_a_hand_uncovers_later_belong_to_the_card_that_lies_there(
    first: tuple[int, ...], then: tuple[int, ...]
) -> None:
    frames = [*[([corners(ACE, *first)], room(ACE))] * 3, *[([corners(ACE, *then)], room(ACE))] * 5]
    tracks, said = watch(frames)
    assert names(said) == [("Laid", "SA")]
    assert {spot.centre for card in tracks.laid for spot in card.spots} == {
        ACE.spots[corner].centre for corner in (*first, *then)
    }


def test_an_equal_card_beside_the_first_is_another_although_other_corners_are_seen() -> None:
    first, beside = corners(ACE, 0, 3), corners(glimpse("SA", 180), 1, 2)
    frames = [*[([first], room(ACE))] * 3, *[([first, beside], room(ACE, beside))] * 3]
    assert names(watch(frames)[1]) == [("Laid", "SA")] * 2


def test_a_card_that_creeps_stays_one_card_and_its_place_follows() -> None:
    creeping = [glimpse(x=100 + 2 * max(0, number - 3)) for number in range(30)]
    tracks, said = watch([([card], room(card)) for card in creeping])
    assert names(said) == [("Laid", "SA")]
    assert [card.x_mm for card in tracks.laid] == [152]


@given(st.floats(0, 0.99))
def test_a_card_that_creeps_while_landing_is_not_still(way: float) -> None:
    creeping = [glimpse(x=100 + way * number) for number in range(12)]
    said = watch([([card], room(card)) for card in creeping])[1]
    assert bool(said) == (2 * way <= 1)


@pytest.mark.parametrize(("settle", "frame"), [(0.0, 2), (0.13, 2), (0.2, 3), (1.0, 15)])
def test_a_card_counts_when_it_has_settled(settle: float, frame: int) -> None:
    tracks, said = Tracks(), list[CardSeen]()
    for number in range(20):
        tracks, new = step(tracks, number / 15, [ACE], room(ACE), Strictness(settle_seconds=settle))
        said += new
    assert [one.seconds for one in said] == [frame / 15]


def test_a_card_dropped_and_picked_up_before_it_has_settled_is_nothing() -> None:
    tracks, said = Tracks(), list[CardSeen]()
    frames = [([ACE], room(ACE))] * 10 + [([], room())] * 30
    for number, (seen, scene) in enumerate(frames):
        tracks, new = step(tracks, number / 15, seen, scene, Strictness(settle_seconds=0.8))
        said += new
    assert (said, tracks) == ([], Tracks())


@pytest.mark.parametrize(
    "wrong", [{"frames": 2}, {"frames": 0}, {"settle_seconds": -0.1}, {"still_mm": -1}, {"patience_seconds": -3}]
)
def test_a_strictness_that_no_verdict_may_rest_on_is_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(StrictnessError, match=next(iter(wrong))):
        Strictness(**wrong)


def test_states_tell_landing_lying_covered_and_gathered() -> None:
    above, landing, gone = glimpse("S7", 101), glimpse("HK", 300), glimpse("D9", 500)
    frames = [
        *[([ACE], room(ACE, gone))] * 3,
        *[([above, gone], room(ACE, above, gone))] * 3,
        ([landing], room(ACE, above, landing)),
    ]
    tracks, _ = watch(frames)
    states = {card.card: state for card, state in tracks.states(room())}
    assert states == {"SA": "covered", "S7": "lying", "HK": "landing", "D9": "gathered"}


def test_a_card_that_lay_on_another_has_left_when_the_other_is_read_where_it_lay() -> None:
    above = glimpse("S7", 120)
    frames = [*[([ACE], room(ACE))] * 3, *[([above], room(ACE, above))] * 3, ([ACE], room(ACE, above))]
    tracks, said = watch(frames)
    assert names(said) == [("Laid", "SA"), ("Laid", "S7"), ("Lifted", "S7")]
    assert [card.card for card in tracks.laid] == ["SA"]


def test_a_card_read_beside_the_one_that_lies_on_it_lifts_nothing() -> None:
    above, edge = glimpse("S7", 120), corners(ACE, 0, 3)
    frames = [*[([ACE], room(ACE))] * 3, *[([above], room(ACE, above))] * 3, *[([edge], room(ACE, above))] * 4]
    assert names(watch(frames)[1]) == [("Laid", "SA"), ("Laid", "S7")]


def doubtful(card: str = "SA", x: float = 100) -> CardGlimpse:
    """One mark of a card, no more than a candidate."""
    whole = glimpse(card, x)
    return replace(whole, spots=whole.spots[:1], is_sure=False)


def test_a_candidate_is_never_believed_however_often_it_is_read() -> None:
    tracks, said = watch([([doubtful()], room(doubtful()))] * 40)
    assert said == []
    assert [card.card for card in tracks.landing] == ["SA"]


def test_a_candidate_is_believed_with_one_sure_reading_at_its_place() -> None:
    frames: list[Frame] = [([doubtful()], room(doubtful()))] * 4
    sure = replace(doubtful(), is_sure=True)
    _, said = watch([*frames, ([sure], room(sure)), *frames])
    assert [laid.card for laid in said if isinstance(laid, Laid)] == ["SA"]


def test_a_sure_reading_of_another_card_says_nothing_for_a_candidate() -> None:
    frames: list[Frame] = [([doubtful(), glimpse("HA", 300)], room(doubtful(), glimpse("HA", 300)))] * 9
    _, said = watch(frames)
    assert [laid.card for laid in said if isinstance(laid, Laid)] == ["HA"]


@pytest.mark.parametrize("sure", [False, True])
def test_a_candidate_below_a_laid_card_does_not_lift_it(*, sure: bool) -> None:
    low, top = glimpse("SA"), glimpse("HA")
    both = room(low, top)
    frames: list[Frame] = [*[([low], both)] * 5, *[([top], both)] * 5]
    assert [card.card for card in watch(frames)[0].laid] == ["SA", "HA"]
    _, said = watch([*frames, ([], both), ([replace(doubtful(), is_sure=sure)], both)])
    assert [new.card for new in said if isinstance(new, Lifted)] == (["HA"] if sure else [])


def test_a_candidate_elsewhere_does_not_keep_a_card_from_being_believed() -> None:
    here, there = glimpse("SA"), doubtful("SA", 400)
    frames: list[Frame] = [([here], room(here, there)), ([there], room(here, there)), ([here], room(here, there))]
    _, said = watch(frames * 3)
    assert [laid.x_mm for laid in said if isinstance(laid, Laid)] == [100]
