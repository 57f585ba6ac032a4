"""What comparing with the list of all worlds brought to light, each fault by one short story."""

from dataclasses import replace
from itertools import pairwise

import pytest

from controller.record.cards import DECKS
from controller.record.events import Bid, DealStart, Discard, Dog, Event, MatchStart, Played
from controller.referee.fold import fold, step
from controller.rules.results import Verdict
from tests.controller.games.handjass.handjass_talk import IN, told, verdicts
from tests.support import table_talk

LED_AND_DISCARDED = f"{IN}, 0 S6, 1 weis 50, 1 D7, 2 SA, 3 SK"


@pytest.mark.rule("HAN-F")
def test_cards_shown_for_a_weis_prove_a_revoke_with_that_event() -> None:
    """Berta discards on a spade, and shows three spades after the trick (HAN-F)."""
    assert verdicts(LED_AND_DISCARDED) == []
    shown = [
        one for one in told(f"{LED_AND_DISCARDED}, 1 weis 20 SJ S10 S9", 4, "C6", None) if isinstance(one, Verdict)
    ]
    assert [(one.kind, one.event, one.proved) for one in shown] == [("revoke", 9, 12)]
    assert {*(shown[0].proof or ())} == {"SJ", "S10", "S9"}


@pytest.mark.rule("HAN-F", "HAN-W1")
def test_cards_truly_shown_count_though_they_are_fewer_than_announced() -> None:
    """Three spades announced as four: the announcement is false, the spades were in that hand (HAN-W1, HAN-F)."""
    kinds = [(kind, event) for kind, _, _, event in verdicts(f"{LED_AND_DISCARDED}, 1 weis 50 SJ S10 S9")]
    assert sorted(kinds) == [("false-declaration", 12), ("revoke", 9)]


@pytest.mark.rule("TAR-X1")
def test_a_takers_shown_hand_is_with_the_taker_or_laid_away() -> None:
    """Anna's hand was shown, what she laid away was not: Berta cannot have been dealt one of her cards (TAR-X1)."""
    deck = DECKS["tarot78"]
    hand, dog = (*deck[:10], *deck[14:22]), deck[28:34]
    events: list[Event] = [
        MatchStart(game="tarot", seats=("Anna", "Berta", "Carla", "Dora")),
        DealStart(dealer=3, hands={0: hand}),
        *(Bid(seat=seat, call="pass" if seat else "prise") for seat in range(4)),
        Dog(cards=dog),
        Discard(seat=0, count=6),
        Played(seat=0, card=hand[1]),
        Played(seat=1, card=hand[2]),
    ]
    said = [one for stage in fold(events) for one in stage.results if isinstance(one, Verdict)]
    assert [(one.kind, one.seat, one.card) for one in said] == [("impossible-card", 1, hand[2])]


def test_where_no_world_fitted_nothing_is_proven_afterwards() -> None:
    """No card to come can make a world fit again, so what would prove a revoke otherwise does not."""
    lines, _ = table_talk.record(MatchStart(game="mittlere", seats=("Anna", "Berta", "Carla")), 1, honesty=0.0)
    before, proof, event = next(
        (first.match, second.number, second.event)
        for first, second in pairwise(fold(lines))
        if any(isinstance(one, Verdict) and one.kind == "revoke" for one in second.results)
    )
    assert event
    _, results = step(replace(before, memory=replace(before.memory, lost=True)), proof, event)
    assert [one for one in results if isinstance(one, Verdict)] == []
