"""Hall's condition against the plain enumeration of every world."""

from collections.abc import Iterator
from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from controller.rules.worlds import Worlds
from tests.support.laws import tries
from tests.support.loops import some


def enumerate_worlds(worlds: Worlds) -> Iterator[tuple[int, ...]]:
    """Every world: the cards of each place."""

    def fill(place: int, left: int) -> Iterator[tuple[int, ...]]:
        if place == len(worlds.rooms):
            if not left:
                yield ()
            return
        cards = [1 << bit for bit in range(left.bit_length()) if left >> bit & 1]
        for chosen in combinations([card for card in cards if card & worlds.may[place]], worlds.rooms[place]):
            for rest in fill(place + 1, left & ~sum(chosen)):
                yield (sum(chosen), *rest)

    if min(worlds.rooms, default=0) < 0:
        return
    yield from fill(0, worlds.unseen)


@st.composite
def some_worlds(draw: st.DrawFn) -> Worlds:
    rooms = tuple(draw(st.lists(st.integers(0, 3), min_size=1, max_size=4)))
    count = min(sum(rooms) + draw(st.sampled_from([0, 0, 0, 0, 1])), 12)
    bits = draw(st.lists(st.integers(0, 11), unique=True, min_size=count, max_size=count))
    some_cards = st.sampled_from([4095, 4095]) | st.integers(0, 4095)
    may = draw(st.lists(some_cards, min_size=len(rooms), max_size=len(rooms)))
    return Worlds(rooms, sum(1 << bit for bit in bits), tuple(may))


def bars(draw: st.DataObject, worlds: Worlds) -> dict[int, int]:
    places = st.integers(0, len(worlds.rooms) - 1)
    return draw.draw(st.dictionaries(places, st.integers(0, 4095), max_size=3))


@settings(max_examples=tries(150))
@given(some_worlds(), st.data())
def test_a_world_exists_exactly_if_enumeration_finds_one(worlds: Worlds, data: st.DataObject) -> None:
    barred = bars(data, worlds)
    found = any(all(not world[place] & cards for place, cards in barred.items()) for world in enumerate_worlds(worlds))
    assert worlds.exists(barred) == found


def test_without_any_place_there_is_a_world_exactly_if_nothing_is_unseen() -> None:
    assert Worlds((), 0, ()).exists()
    assert not Worlds((), 1, ()).exists()


def test_a_place_that_holds_more_than_it_has_room_for_leaves_no_world() -> None:
    """The rooms add up, and yet no cards can be dealt."""
    assert not Worlds((-1, 2), 1, (1, 1)).exists()


def test_a_card_that_one_place_needs_is_not_taken_by_another_that_can_do_without() -> None:
    """Two cards that lie in the same places are not alike where a place wants only one of them."""
    worlds = Worlds(rooms=(1, 1), unseen=0b11, may=(0b11, 0b11))
    for first, second in ((0b01, 0b11), (0b10, 0b11), (0b11, 0b01), (0b11, 0b10), (0b01, 0b10)):
        assert worlds.exists_with({0: first, 1: second})
        assert worlds.exists_with({1: second, 0: first})
    assert not worlds.exists_with({0: 0b01, 1: 0b01})


@settings(max_examples=tries(150))
@given(some_worlds(), st.data())
def test_a_world_with_a_card_of_each_kind_exists_exactly_if_enumeration_finds_one(
    worlds: Worlds, data: st.DataObject
) -> None:
    barred, holds = bars(data, worlds), bars(data, worlds)
    found = any(
        all(not world[place] & cards for place, cards in barred.items())
        and all(world[place] & cards for place, cards in holds.items())
        for world in enumerate_worlds(worlds)
    )
    assert worlds.exists_with(holds, barred) == found


@settings(max_examples=tries(150))
@given(some_worlds())
def test_what_a_place_must_and_may_hold(worlds: Worlds) -> None:
    every = list(enumerate_worlds(worlds))
    for place in some(range(len(worlds.rooms))):
        must, may = worlds.unseen if every else 0, 0
        for world in every:
            must &= world[place]
            may |= world[place]
        assert (worlds.must_hold(place), worlds.may_hold(place)) == (must, may)
