"""A shortage is what Hall's condition lacks: it is found exactly where there is no world, and can be counted."""

from itertools import combinations

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from controller.rules.worlds import Shortage, Worlds, crowd, only, shortage
from tests.support.laws import tries


@st.composite
def some_worlds(draw: st.DrawFn) -> Worlds:
    """Worlds whose rooms add up to the unseen cards."""
    rooms = tuple(draw(st.lists(st.integers(0, 3), min_size=1, max_size=4)))
    bits = draw(st.lists(st.integers(0, 12), unique=True, min_size=sum(rooms), max_size=sum(rooms)))
    some_cards = st.just(8191) | st.integers(0, 8191)
    may = draw(st.lists(some_cards, min_size=len(rooms), max_size=len(rooms)))
    return Worlds(rooms, sum(1 << bit for bit in bits), tuple(may))


@st.composite
def dealt_worlds(draw: st.DrawFn) -> Worlds:
    """Worlds of which there is one at least: the cards were dealt."""
    hands = draw(st.lists(st.integers(0, 3), min_size=9, max_size=9))
    dealt = [sum(1 << bit for bit, hand in enumerate(hands) if hand == place) for place in range(4)]
    may = [cards | draw(st.just(511) | st.integers(0, 511)) for cards in dealt]
    return Worlds(tuple(cards.bit_count() for cards in dealt), 511, tuple(may))


bars = st.dictionaries(st.integers(0, 3), st.integers(0, 8191), max_size=4)


@settings(max_examples=tries(200))
@given(some_worlds(), bars)
def test_there_is_a_shortage_exactly_where_there_is_no_world(worlds: Worlds, barred: dict[int, int]) -> None:
    assert (shortage(worlds, barred) is None) == worlds.exists(barred)


@settings(max_examples=tries(200))
@given(some_worlds(), bars)
def test_a_shortage_can_be_counted_and_none_is_smaller(worlds: Worlds, barred: dict[int, int]) -> None:
    def counted(places: tuple[int, ...]) -> Shortage:
        cards = 0
        for bit in range(13):
            card = 1 << bit & worlds.unseen
            if any(card & worlds.may[place] & ~barred.get(place, 0) for place in places):
                cards |= card
        return Shortage(places, sum(worlds.rooms[place] for place in places), cards)

    every = [counted(places) for count in range(1, 5) for places in combinations(range(len(worlds.rooms)), count)]
    short = [one for one in every if one.room > one.cards.bit_count()]
    assume(short)
    found = shortage(worlds, barred)
    assert found == min(short, key=lambda one: (len(one.places), one.room, one.places))


@settings(max_examples=tries(200))
@given(dealt_worlds(), bars)
def test_seen_from_the_other_side_more_cards_are_there_than_room(worlds: Worlds, barred: dict[int, int]) -> None:
    """They may lie in the places of the crowd only, and what is known to lie in one of those is not counted."""
    found = shortage(worlds, barred)
    if found is not None:
        crowded = crowd(worlds, found)
        assert crowded.cards.bit_count() > crowded.room
        assert crowded.room == sum(worlds.rooms[one] - only(worlds, one).bit_count() for one in crowded.places)
        for place, may in enumerate(worlds.may):
            if place not in crowded.places:
                assert not crowded.cards & may & ~barred.get(place, 0)


def test_three_cards_for_four_places_in_a_hand() -> None:
    """Place 0 holds four of seven cards; three of the seven are barred from it, so four are left, then three."""
    worlds = Worlds((4, 3), 0b1111111, (0b1111111, 0b1111111))
    assert shortage(worlds, {0: 0b0000111}) is None
    assert shortage(worlds, {0: 0b0001111}) == Shortage((0,), 4, 0b1110000)
