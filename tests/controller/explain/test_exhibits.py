"""The picture of a verdict: cards that lay there, and a deal in which the act was lawful."""

from collections.abc import Iterator
from functools import cache

from controller.explain.case import NoVerdictError, RecordedVerdict, find
from controller.explain.exhibits import exhibits
from controller.record.events import Played
from tests.support.examples import EXAMPLES, Example
from tests.support.loops import some


def verdicts_of(example: Example) -> Iterator[RecordedVerdict]:
    number = 1
    while True:
        try:
            yield find(example.text, number)
        except NoVerdictError:
            return
        number += 1


@cache
def every_case() -> tuple[RecordedVerdict, ...]:
    return tuple(some(case for example in EXAMPLES for case in verdicts_of(example)))


def test_a_revoke_is_shown_by_what_was_led_laid_and_held_and_when() -> None:
    case = find(Example("mittlere/evening").text, 2)
    shown = exhibits(case)
    assert [(one.part, one.name, str(one.card), one.trick) for one in shown.cards] == [
        ("led", "Anna", "DJ", 7),
        ("laid", "Berta", "H7", 7),
        ("held", "Berta", "DA", 10),
    ]
    assert (shown.tricks, shown.act_trick, shown.proof_trick, shown.is_late) == (12, 7, 10, True)
    assert shown.doubt is not None
    hands = {hand.name: " ".join(hand.cards) for hand in shown.doubt.hands}
    assert hands == {"Anna": "SQ SJ", "Berta": "S7 S6 HA", "Carla": "HK DA D8"}
    assert [(hand.name, hand.proof_cards) for hand in shown.doubt.hands if hand.proof_cards] == [("Carla", ("DA",))]


def test_every_exhibited_card_was_played_there() -> None:
    kinds: set[str] = set()
    for case in every_case():
        plays = {stage.number: stage.event for stage in case.stages if isinstance(stage.event, Played)}
        for one in exhibits(case).cards:
            kinds.add(one.part)
            if one.event is not None:
                assert (plays[one.event].card, case.names[plays[one.event].seat]) == (one.card, one.name)
    assert kinds >= {"led", "laid", "held", "before", "turn", "shows"}


def test_only_cards_of_whoever_is_accused_are_shown_as_laid_or_held() -> None:
    nobodys = 0
    for case in every_case():
        shown = exhibits(case).cards
        assert all(one.seat == case.verdict.seat for one in shown if one.part in ("laid", "held"))
        nobodys += case.verdict.seat is None and any(one.part == "shows" for one in shown)
    assert nobodys


def test_in_the_deal_of_the_last_doubt_the_act_was_lawful() -> None:
    checked = 0
    for case in every_case():
        shown, owed = exhibits(case), case.owed()
        if case.verdict.kind != "revoke" or shown.doubt is None or owed is None:
            continue
        (hand,) = [hand for hand in shown.doubt.hands if hand.seat == case.verdict.seat]
        assert owed.duty.avoid.keys().isdisjoint(hand.cards) or not set(owed.duty.excuse).isdisjoint(hand.cards)
        assert hand.proof_cards == ()
        proof = set(case.verdict.proof or ())
        unseen = {card for one in shown.doubt.hands for card in one.cards}
        assert {card for one in shown.doubt.hands for card in one.proof_cards} == proof & unseen
        checked += 1
    assert checked > 10


def test_readers_without_hidden_hands_see_no_deal_of_the_unseen_cards() -> None:
    for case in some(every_case()):
        shown, told = exhibits(case), exhibits(case, argued=False)
        assert told.doubt is None
        assert told.cards == shown.cards
