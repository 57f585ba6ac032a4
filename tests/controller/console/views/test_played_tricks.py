"""Every card of a deal is found in the trick in which it lay, and leads to the line that says so."""

from controller.console.views.table_mat import deal_numbers, played_tricks
from controller.record.events import Played
from tests.support.examples import Example, each_example
from tests.support.loops import some


@each_example
def test_each_card_stands_once_in_its_trick_with_its_line(example: Example) -> None:
    lines = {stage.number: stage.event for stage in example.stages if isinstance(stage.event, Played)}
    match = example.match
    deals = [*some(deal_numbers(match))]
    tricks = [(number, trick) for number in deals for trick in played_tricks(match, number)]
    cards = [card for _, trick in tricks for card in trick.cards]
    assert len({card.event for card in cards}) == len(cards) > 0
    for card in cards:
        assert (lines[card.event].card, match.names[lines[card.event].seat]) == (card.card, card.name)
    for number in deals:
        numbers = [trick.number for deal, trick in tricks if deal == number]
        assert numbers == sorted(numbers, reverse=True)
    assert all(sum(card.is_winner for card in trick.cards) <= 1 for _, trick in tricks)
    assert played_tricks(match, max(deals) + 1) == ()
