"""Words of command cards: one for each, in every language, from the games that know it."""

from itertools import combinations

import pytest

from controller import games
from controller.games import vocabularies
from controller.language.commands import EVERY_TABLE, command_name, game_name, wordings
from controller.record.naming import DIGITS, number_of
from vision.marks.identity import COMMANDS
from vision.print.pdf import is_embedded
from vision.words.cards import LANGS, Lang

GAMES = games.names()


@pytest.mark.parametrize("lang", LANGS)
def test_every_command_says_something_else(lang: Lang) -> None:
    names = [command_name(command, lang) for command in COMMANDS]
    assert len(set(names)) == len(names)
    assert all(names)


@pytest.mark.parametrize("lang", [lang for lang in LANGS if lang != "ja"])
def test_all_latin_words_are_in_the_face_that_is_embedded(lang: Lang) -> None:
    assert [word for word in COMMANDS if not is_embedded(command_name(word, lang))] == []


def test_every_word_has_a_mark_and_every_mark_a_word() -> None:
    assert sorted(wordings()) == sorted(COMMANDS)


@pytest.mark.parametrize("name", GAMES)
def test_a_game_words_what_it_says_and_nothing_else(name: str) -> None:
    known = vocabularies.load(name)
    laid_digit_by_digit = {word for word in known.bids if number_of(word) is not None and word not in DIGITS}
    said = (known.bids | known.words | known.shared) - laid_digit_by_digit
    assert said == {*known.wordings} | (known.bids & {*EVERY_TABLE})
    assert {*known.wordings}.isdisjoint(EVERY_TABLE)
    assert {*known.titles.values()} <= {*known.wordings}


def test_games_that_share_a_word_word_it_alike() -> None:
    known = {name: vocabularies.load(name).wordings for name in GAMES}
    shared = [(one, other, {*known[one]} & {*known[other]}) for one, other in combinations(GAMES, 2)]
    assert any(words for _, _, words in shared)
    assert [
        (one, word) for one, other, words in shared for word in words if known[one][word] != known[other][word]
    ] == []


def test_a_game_is_known_by_its_title_or_not_at_all() -> None:
    """As on its command card, unless that has to tell it from another word."""
    assert [game_name(games.load(name).title, "ja") for name in GAMES if not games.load(name).known_as] == [
        command_name(f"game-{name}", "ja") for name in GAMES if not games.load(name).known_as
    ]
    other = {name for name in GAMES if games.load(name).known_as}
    assert other == {"belote", "hearts", "spades", "whist"}
    assert {game_name(games.load(name).title, "de") for name in other} == {"Belote", "Hearts", "Spades", "Whist"}
    assert game_name("Snap", "en") is None


def test_a_word_that_nobody_knows_has_no_name() -> None:
    with pytest.raises(KeyError):
        command_name("dance", "en")
