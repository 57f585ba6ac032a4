"""Events for the ear: whatever an event is, no card in it is called by its sign."""

import re
from typing import Final

import pytest

from controller.console.http.card_drawings import pieces
from controller.console.words.events import spoken, spoken_step_noun, step_noun, words
from controller.console.words.gettext import speaking
from controller.language.catalogues import of_game
from controller.record.cards import DECKS, Card
from controller.record.events import (
    Amend,
    DealStart,
    Declare,
    Discard,
    Duel,
    End,
    Event,
    Exchange,
    Insert,
    MatchStart,
    Missed,
    Played,
    Upcard,
)
from controller.referee.fold import outcome
from tests.support.examples import EXAMPLES
from tests.support.loops import some
from vision.words.cards import LANGS, Lang

SIGNS: Final = re.compile("[♠♥♦♣★✷]")
NAMES: Final = ("Anna", "Berta", "Carla")
OTHERS: Final[tuple[Event, ...]] = (
    Exchange(seat=0, gives=Card("S6"), takes=Card("SA")),
    Duel(cards={0: Card("S6"), 1: Card("H7")}),
    Upcard(card=Card("D9")),
    Missed(of=3, plays=((0, Card("H7")),), won=(0,)),
    Amend(of=3, with_={"card": "H9"}),
    Insert(before=3, event={"e": "play", "seat": 1, "card": "H9"}),
)
STEPS: Final[tuple[Event, ...]] = (
    Played(seat=2, card=Card("D10")),
    DealStart(dealer=0),
    Discard(seat=1, count=6),
    End(),
)


@pytest.mark.parametrize("lang", LANGS)
def test_an_event_is_heard_with_its_cards_by_their_names(lang: Lang) -> None:
    game = outcome([MatchStart(game="mittlere", seats=NAMES)]).game
    events = [*OTHERS, *(event for example in EXAMPLES for event in example.events[1:20])]
    with speaking(of_game(game, lang, "french")):
        assert any(SIGNS.search(words(NAMES, event)) for event in events)
        assert [heard for event in some(events) if SIGNS.search(heard := spoken(NAMES, event))] == []


@pytest.mark.parametrize("lang", LANGS)
def test_an_undone_step_is_shown_without_a_colon_and_spoken_with_the_names_of_its_cards(lang: Lang) -> None:
    """After "Take back" a second colon leaves open who takes back what."""
    game = outcome([MatchStart(game="mittlere", seats=NAMES)]).game
    lines = EXAMPLES[0].events
    events = [*STEPS, *OTHERS[-2:]]
    with speaking(of_game(game, lang, "french")):
        assert [told for event in some(events) if re.search("[:\uff1a]", told := step_noun(NAMES, event, lines))] == []
        assert [told for event in events if SIGNS.search(told := spoken_step_noun(NAMES, event, lines))] == []
        if lang == "en":
            assert [step_noun(NAMES, event, lines) for event in events] == [
                "Carla's ♦10",
                "the beginning of the deal",
                "Berta's “6 cards laid away”",
                "the end of the match",
                "the correction to ♥9",
                "Berta's ♥9, added later",
            ]


def test_a_whole_hand_that_was_shown_is_taken_back_without_its_cards() -> None:
    """A button with thirteen cards hid whose turn it was."""
    shown = DECKS["jass36"][:5]
    game = outcome([MatchStart(game="bridge", seats=(*NAMES, "Dora"))]).game
    with speaking(of_game(game, "en", "french")):
        nouns = [step_noun(NAMES, Declare(seat=1, what="hand", cards=shown[:count]), ()) for count in (2, 5)]
    assert nouns == ["Berta's “Dummy (♠A ♠K)”", "Berta's “Dummy”"]


def test_typed_names_stay_as_they_were_typed() -> None:
    assert [kind for kind, _text in pieces("“T1” is no card of this game.")] == ["text"]
