"""Cards that exist twice as people see them: by their faces, each as often as it can still be laid."""

import json

import pytest

from controller.console.views.card_pad import card_pad, unplayed
from controller.console.views.table_mat import alternatives
from controller.console.views.undo_steps import LastCard
from controller.record.cards import Card, faces
from controller.record.events import Played
from controller.record.message import Listed, Message
from controller.referee.fold import step
from controller.rules.match import AnyMatch
from controller.rules.results import TrickResult, Verdict, to_json
from controller.table.attribution import differences
from controller.table.screenplay import drawn_card
from controller.table.unseen.choosing import cards_left
from schiri import typed
from schiri.errors import CardError
from tests.support.twins import Twins, begun


def after(*plays: Played) -> AnyMatch:
    match = begun(Twins())
    for number, event in enumerate(plays, 3):
        match, _ = step(match, number, event)
    return match


def test_a_card_can_be_tapped_until_both_were_played() -> None:
    whole = faces(Twins.deck)
    one = after(Played(seat=0, card=Card("SA")))
    both = after(Played(seat=0, card=Card("SA@2")), Played(seat=1, card=Card("SA")))
    assert unplayed(begun(Twins())) == unplayed(one) == whole
    assert [*unplayed(both)] == [card for card in whole if card != "SA"]
    keys = [key.card for suit in card_pad(both, unplayed(both)) for key in suit.keys]
    assert sorted(keys) == sorted(whole)


def test_a_card_that_was_read_is_never_mended_to_its_twin() -> None:
    match = begun(Twins())
    read = Played(seat=0, card=Card("SA@2"))
    now, _ = step(match, 3, read)
    found = alternatives(LastCard(3, read, match), now)
    assert sorted(found) == sorted(card for card in faces(Twins.deck) if card != "SA")


def test_an_unseen_card_is_named_without_its_copy() -> None:
    match = after(Played(seat=0, card=Card("SA@1")))
    assert match.deal is not None
    cards = cards_left(match, match.deal, 1)
    assert {card.copy for card in cards} == {None}
    assert (cards.count(Card("SA")), cards.count(Card("SK"))) == (1, 2)


def test_a_mat_with_the_twin_of_what_people_told_agrees_with_the_record() -> None:
    told = after(Played(seat=0, card=Card("SA")))
    assert differences(told, [Card("SA@2")]) == ""
    assert "SK" in differences(told, [Card("SA@2"), Card("SK@1")])


def test_sentences_and_results_name_cards_as_they_look() -> None:
    twin, king = Card("HA@2"), Card("HK@1")
    assert Message("{card}: {cards}", card=twin, cards=Listed((Card("HA@1"), twin, king))) == "HA: HA, HK"
    trick = TrickResult(1, 1, 0, 0, (twin, king), 0)
    assert json.loads(to_json(trick))["cards"] == ["HA", "HK"]
    verdict = json.loads(to_json(Verdict("revoke", 0, 3, 4, "X", twin, (king,)), 1))
    assert (verdict["card"], verdict["proof"]) == ("HA", ["HK"])


def test_a_hand_may_be_typed_with_both() -> None:
    match = after(Played(seat=0, card=Card("SA@2")))
    assert typed.hand(match, "SK SK HA") == ("SK@1", "SK@2", "HA@1")
    assert typed.hand(match, "SA") == ("SA@1",)
    with pytest.raises(CardError, match="'SA' is named twice"):
        typed.hand(match, "SA SA")
    with pytest.raises(CardError, match="'SK' is named too often"):
        typed.hand(match, "SK SK SK")
    with pytest.raises(CardError, match="'SA@2' cannot be in a hand: it was played"):
        typed.hand(match, "SA@2")


def test_a_film_draws_another_copy_for_each_card_that_was_told_without() -> None:
    match, drawn = begun(Twins()), list[str]()
    for number, seat in ((3, 0), (4, 1)):
        event = Played(seat=seat, card=Card("SA"))
        match, _ = step(match, number, event)
        drawn.append(drawn_card(match, event))
    assert drawn == ["SA@1", "SA@2"]
