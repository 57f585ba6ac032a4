"""A card says who leads to the first trick, and some cards may not be led: nobody is accused before it is proven."""

from dataclasses import replace

import pytest

from controller.games.jass import DECK, follow_plain
from controller.games.mittlere import Mittlere
from controller.record.cards import Card
from controller.record.events import DealStart, Event, Played
from controller.referee import wording
from controller.referee.fold import step
from controller.rules.deal import Deal
from controller.rules.duty import FREE, Duty, avoid
from controller.rules.match import AnyMatch, Match
from controller.rules.options import Rules, resolve
from controller.rules.results import ErrorResult, Result, Verdict

OPENER = Card("C6")


class Opened(Mittlere):
    """Whoever holds C6 leads it; no heart is led by a hand that holds anything else."""

    def open_deal(self, rules: Rules, number: int, event: DealStart, book: None) -> Deal[None]:
        return replace(super().open_deal(rules, number, event, book), leader=None, opener=OPENER)

    def duty(self, deal: Deal[None], card: Card) -> Duty:
        if deal.led is not None:
            return follow_plain(deal, card, "MIT-F0")
        if deal.number_of_trick == 1:
            return FREE if card == OPENER else avoid([OPENER], "MIT-P1", lead=True)
        return avoid([one for one in DECK if one.suit != "H"], "MIT-F1", lead=True) if card.suit == "H" else FREE

    def played(self, deal: Deal[None]) -> Deal[None]:
        return deal


def match(**hands: str) -> AnyMatch:
    game = Opened()
    rules = resolve(game.options, ("Anna", "Berta", "Carla"), "seed", {})
    shown = {"ABC".index(who): tuple(map(Card, cards.split())) for who, cards in hands.items()} or None
    opened, _ = step(Match(game, rules, None, (0, 0, 0)), 2, DealStart(dealer=2, hands=shown))
    return opened


def told(text: str, now: AnyMatch) -> tuple[AnyMatch, list[Result]]:
    """``A SA B S6``: what is said of these cards."""
    words, results = text.split(), list[Result]()
    events: list[Event] = [
        Played(seat="ABC".index(who), card=Card(card)) for who, card in zip(words[::2], words[1::2], strict=True)
    ]
    for number, event in enumerate(events, 3):
        now, said = step(now, number, event)
        results += said
    assert not [one for one in results if isinstance(one, ErrorResult)]
    return now, results


def verdicts(text: str, **hands: str) -> list[Verdict]:
    return [one for one in told(text, match(**hands))[1] if isinstance(one, Verdict)]


@pytest.mark.parametrize("first", "ABC")
def test_whoever_leads_the_card_is_in_turn(first: str) -> None:
    others = [who for who in "ABCAB"["ABC".index(first) :][:3] if who != first]
    now, results = told(f"{first} C6 {others[0]} C7 {others[1]} C8", match())
    assert [one for one in results if isinstance(one, Verdict)] == []
    assert now.turn == "ABC".index(others[1])


def test_before_the_first_card_nobody_is_to_play_and_the_table_knows_why() -> None:
    before = match()
    assert (before.turn, str(before.awaited)) == (None, "whoever holds C6 leads")
    after, _ = told("B C6", before)
    assert (after.turn, str(after.awaited)) == (2, "Carla to play")


def test_another_card_led_accuses_nobody_as_long_as_the_one_is_not_seen() -> None:
    assert verdicts("B S7 C S8 A S9 A D7 B D8 C D9") == []


def test_who_led_another_card_and_held_the_one_has_led_what_may_not_be_led() -> None:
    [said] = verdicts("B S7 C S8 A S9 A D7 B C6")[:1]
    assert (said.kind, said.seat, said.event, said.proved, said.rule) == ("illegal-lead", 1, 3, 7, "MIT-P1")
    assert (said.card, said.proof) == ("S7", ("C6",))
    assert said.text == "Berta led S7 to trick 1 against the rules, while holding C6 (played in trick 2)."


@pytest.mark.parametrize("trick", ["B S7 C S8 A C6", "B S7 C S8 A S9 A C6"])
def test_who_led_while_another_held_the_one_was_out_of_turn(trick: str) -> None:
    said = [one for one in verdicts(trick) if one.kind == "out-of-turn"]
    proved = 2 + len(trick.split()) // 2
    assert [(one.seat, one.event, one.proved, one.card, one.proof) for one in said] == [(1, 3, proved, "S7", ("C6",))]
    assert said[0].text == "Berta led S7 to trick 1 out of turn; C6 leads, and Anna held it."
    assert "illegal-lead" not in {one.kind for one in verdicts(trick)}


def test_a_misread_card_accuses_nobody_of_having_led_for_another() -> None:
    """SA lies in Anna's hand and in Berta's: a reading is wrong."""
    assert [one.kind for one in verdicts("B SA C S8 A C6", A="SA S9")] == ["impossible-card"]


def test_an_illegal_lead_is_proven_by_counting_too() -> None:
    """Carla leads a heart: she holds ten cards still, and there are eight other hearts."""
    [said] = verdicts("A C6 B C7 C C8 C H6")
    assert (said.kind, said.seat, said.event, said.proved, said.card, said.proof) == (
        "illegal-lead",
        2,
        6,
        6,
        "H6",
        None,
    )
    counted = "after H6 in trick 2 Carla still held ten cards, and only eight unseen cards were hearts"
    assert said.text == f"Carla led H6 to trick 2 against the rules; {counted}."


@pytest.mark.parametrize("suspects", [(), (0, 2)])
def test_where_a_lead_may_be_the_fault_not_only_a_revoke_is_spoken_of(suspects: tuple[int, ...]) -> None:
    names = ("Anna", "Berta", "Carla")
    assert "led against the rules" in wording.someone_revoked(names, suspects, led=True)
    assert "led against the rules" not in wording.someone_revoked(names, suspects)
