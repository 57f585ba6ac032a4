"""The text of a rule with its house rules in the reader's words: no marker of the rules' page is left in it."""

import re
from typing import Final

import pytest

from controller import games
from controller.console.views import rule_texts
from controller.console.words.gettext import rule, speaking
from controller.console.words.verdicts import rule_words
from controller.language.catalogues import of_game
from controller.record.events import MatchStart, Value
from controller.referee.fold import outcome
from controller.rules.match import AnyMatch
from tests.support.loops import some
from vision.words.cards import LANGS, Lang, Suits

NAMES: Final = ("Anna", "Berta", "Carla", "Dora", "Emma")


def match(game: str, options: dict[str, Value] | None = None) -> AnyMatch:
    seats = NAMES[: max(games.load(game).seats)]
    return outcome([MatchStart(game=game, seats=seats, options=dict(options or {}))])


@pytest.mark.parametrize("lang", LANGS)
def test_no_marker_is_left_in_the_text_of_any_rule_of_a_game(lang: Lang) -> None:
    marked = {rule_id: text for rule_id, text in rule_texts.texts().items() if "[opt" in text}
    for game in some(games.names()):
        played = match(game)
        with speaking(of_game(played.game, lang, "french")):
            told = {rule_id: rule_words(rule(text), played) for rule_id, text in marked.items()}
        assert {rule_id: text for rule_id, text in told.items() if re.search(r"\[opt|\]", text)} == {}


@pytest.mark.parametrize(
    ("value", "told"),
    [
        (True, "Elsewhere: trick 1 may not be led in the called suit"),
        (False, "Here: trick 1 may not be led in the called suit"),
    ],
)
def test_a_house_rule_is_told_as_the_table_plays_it(*, value: bool, told: str) -> None:
    played = match("tarot", {"lead_called": value})
    says = next(one for one in played.game.options if one.name == "lead_called").says[0 if value else 1]
    text = rule_words(rule_texts.text("TAR-C2"), played)
    assert text.startswith(f"(House rule, at this table: {says.rstrip('.')}) {told}")


@pytest.mark.parametrize(
    ("game", "rule_id", "lang", "suits", "told"),
    [
        ("doppelkopf", "DOK-W1", "fr", "french", "♥10 ; les dames ♣ ♠ ♥ ♦ ; les valets ♣ ♠ ♥ ♦ ; A 10 R 9 de carreau"),
        ("skat", "SKA-W1", "de", "french", "Trümpfe: ♣B ♠B ♥B ♦B, dann A 10 K D 9 8 7"),
        ("skat", "SKA-W1", "de", "german", "Trümpfe: E U G U R U S U, dann A 10 K O 9 8 7"),
        ("hearts", "HEA-H1", "en", "french", "♠Q 13"),
        ("schnapsen", "SCN-H1", "de", "french", "A 11, 10 10, K 4, D 3, B 2"),
    ],
)
def test_cards_in_the_text_of_a_rule_are_called_as_on_the_page_around_it(
    game: str, rule_id: str, lang: Lang, suits: Suits, told: str
) -> None:
    """A French or German D was the queen there, and diamonds in the rule."""
    played = match(game)
    with speaking(of_game(played.game, lang, suits)):
        assert told in rule_words(rule(rule_texts.text(rule_id)), played).replace("\N{NO-BREAK SPACE}", " ")


def test_a_number_of_a_house_rule_is_told_as_it_is() -> None:
    assert "(House rule, at this table: 3)" in rule_words(rule_texts.text("TAR-D3"), match("tarot", {"void_poor": 3}))
