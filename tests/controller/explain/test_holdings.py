"""Cards that each place must and may hold: the same as by trying every deal, and never against the truth."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from controller.explain.case import Way, singles
from controller.explain.why import Possible, holdings, possible
from controller.rules.worlds import Cards, Worlds
from tests.controller.explain.test_explain_worlds import bars, some_worlds
from tests.support.examples import Example, each_example
from tests.support.laws import tries
from tests.support.loops import some


def every_world(rooms: Sequence[int], cards: Cards, may: Sequence[Cards]) -> Iterator[tuple[Cards, ...]]:
    """Every deal of the cards, one by one, the plain way."""
    if not rooms:
        if not cards:
            yield ()
        return
    for chosen in combinations([*singles(cards & may[0])], rooms[0]):
        hand = sum(chosen)
        yield from ((hand, *rest) for rest in every_world(rooms[1:], cards & ~hand, may[1:]))


def by_trying(worlds: Worlds, way: Way) -> Possible | None:
    may = [cards & ~way.barred.get(place, 0) for place, cards in enumerate(worlds.may)]
    fitting = [
        world
        for world in every_world(worlds.rooms, worlds.unseen, may)
        if all(place < len(world) and world[place] & cards for place, cards in way.needs.items())
    ]
    if not fitting:
        return None
    found: list[tuple[Cards, Cards]] = []
    for hands in zip(*fitting, strict=True):
        must, most = hands[0], 0
        for hand in hands:
            must, most = must & hand, most | hand
        found.append((must, most))
    return tuple(found)


@settings(max_examples=tries(200))
@given(some_worlds(), bars, st.dictionaries(st.integers(0, 1), st.integers(1, 255), max_size=2))
def test_the_cards_a_place_must_or_may_hold_are_those_of_every_or_any_deal(
    worlds: Worlds, barred: dict[int, int], holds: dict[int, int]
) -> None:
    way = Way(barred, {place: cards for place, cards in holds.items() if place < len(worlds.rooms)})
    tried = by_trying(worlds, way)
    if tried is not None:
        assert possible(worlds, way) == tried


@each_example
def test_a_card_played_later_was_possible_all_along(example: Example) -> None:
    """By what was seen at least; and nobody who must hold a card is seen to have played another's."""
    stages = example.stages
    deals = {stage.match.deal.number: stage.match.deal for stage in stages if stage.match.deal}
    checked = 0
    for stage in some(stages):
        deal = stage.match.deal
        if deal is None or deals[deal.number].doubtful or deals[deal.number].exposed:
            continue
        later = {play.card: play.seat for play in deals[deal.number].plays() if play not in deal.plays()}
        for one in holdings(stage.match).places:
            certain = {later.get(card, one.seat) for card in one.must}
            assert one.seat is None or certain <= {one.seat}, stage.number
            checked += len(one.must) + len(one.ruled) + len(one.may) + len(one.against)
    assert checked


def test_by_the_rules_a_hand_that_did_not_follow_holds_none_of_the_suit() -> None:
    """The deal of docs/proof.md: Berta put a heart on a spade; then she can hold no spade, unless she has revoked."""
    stages = Example("proof/3-by-counting").stages
    [stage] = [one for one in stages if one.number == 22]
    [berta] = [one for one in holdings(stage.match).places if one.place == "Berta"]
    assert [card for card in berta.against if card.suit == "S"] == ["SA", "SK", "SQ", "SJ", "S10", "S9", "S8", "S6"]
    assert "S" not in {card.suit for card in (*berta.must, *berta.ruled, *berta.may)}
    assert len(berta.must) + len(berta.ruled) + len(berta.may) >= berta.room
    [proven] = [one for one in stages if one.number == 27]
    assert not holdings(proven.match).lawful
