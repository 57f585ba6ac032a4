"""Words of games by cards: words for every event of theirs, and the number of cards that speak without a word."""

from collections.abc import Iterator
from random import Random

import pytest

from controller import games
from controller.games import vocabularies
from controller.language.commands import EVERY_TABLE
from controller.record.cards import Card
from controller.record.events import Agree, Bid, Call, Choose, Declare, Discard, Event, Exchange, MatchStart
from controller.referee.fold import start, step
from controller.rules.match import AnyMatch
from controller.rules.speech import Speech
from tests.support import table_talk
from tests.support.examples import EXAMPLES, Example, each_example

SAID = (Agree, Bid, Call, Choose, Declare, Discard, Exchange)
KINDS = ("dog", "upcard", "duel", "draw", "play")


def told(example: Example) -> list[Event]:
    """What is said in a record."""
    return [event for event in example.events if isinstance(event, SAID)]


@each_example
def test_a_game_has_words_for_everything_that_is_said_in_it(example: Example) -> None:
    """But for a call of a card that nobody can call; a number is said by its digits."""
    game = example.opening.game
    known = {*vocabularies.load(game).wordings, *EVERY_TABLE}
    events = [
        event
        for event in told(example)
        if not (isinstance(event, Call) and event.card and event.card.rank not in "KQN")
    ]
    words = [
        {
            part
            for word in vocabularies.load(game).uttered(event)
            if not isinstance(word, Card)
            for part in (word if word.isdecimal() else (word,))
        }
        for event in events
    ]
    assert [event for event, said in zip(events, words, strict=True) if not said or not said <= known] == []


@each_example
def test_the_speaker_is_the_player_in_turn(example: Example) -> None:
    speaker = vocabularies.load(example.opening.game).speaker
    awaited = [(stage.match.turn, speaker(stage.match)) for stage in example.stages]
    assert [(turn, seat) for turn, seat in awaited if seat not in (None, turn)] == []


@each_example
def test_an_event_is_said_by_the_same_words_in_every_game(example: Example) -> None:
    game = example.opening.game
    events = told(example)
    assert [vocabularies.uttered(event) for event in events] == [
        vocabularies.load(game).uttered(event) for event in events
    ]


def test_the_examples_say_something_of_every_kind() -> None:
    assert {type(event) for example in EXAMPLES for event in told(example)} == {*SAID}


def test_number_of_cards_laid_open_without_a_word() -> None:
    counts = {
        (name, seats, kind): vocabularies.load(name).count(kind, seats)
        for name in games.names()
        for seats in games.load(name).seats
        for kind in KINDS
    }
    assert {key: count for key, count in counts.items() if count} == {
        ("condor", 2, "upcard"): 1,
        ("condor", 2, "duel"): 2,
        ("tarot", 3, "dog"): 6,
        ("tarot", 4, "dog"): 6,
        ("tarot", 5, "dog"): 3,
    }


def begun(opening: MatchStart) -> Iterator[AnyMatch]:
    """A match from its first deal on, for some events."""
    match, players = start(opening), table_talk.players(opening.game, Random(1), 1.0)
    match, _ = step(match, 2, players.dealt(match, 0))
    for number in range(3, 9):
        yield match
        match, _ = step(match, number, players.next(match))


@pytest.mark.parametrize("game", games.names())
def test_every_word_of_every_seat_is_answered(game: str) -> None:
    """Also who says a word that is said by another, or by the table."""
    words, seats = vocabularies.load(game), games.load(game).seats[0]
    assert [
        (seat, word)
        for match in begun(MatchStart(game=game, seats=("Anna", "Berta", "Carla", "Dora", "Emma")[:seats]))
        for seat in (None, *range(seats))
        for word in (*words.bids, *words.words, *words.shared)
        if words.said(match, Speech(seat, (word,))) is None
    ] == []
