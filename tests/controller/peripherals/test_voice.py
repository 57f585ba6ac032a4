"""Sentences of the voice, in every language."""

import re
from dataclasses import replace
from typing import get_args

import pytest

from controller.language.catalogues import of_game
from controller.live.session import Update
from controller.peripherals import voice as hands_speech
from controller.peripherals.voice_words import voice_words
from controller.record.events import DealStart, MatchStart
from controller.record.message import Message
from controller.referee.announce import Announcement
from controller.referee.fold import outcome, start
from controller.rules.match import AnyMatch
from controller.rules.results import Verdict
from controller.settings.peripherals import Says
from tests.support import table_talk
from vision.marks.identity import CARDS
from vision.words.cards import Lang

LANGS: tuple[Lang, ...] = get_args(Lang)
SAYS: tuple[Says, ...] = ("verdict",)
OPENING = MatchStart(game="mittlere", seats=("Anna", "Berta", "Carla"))


def match_of(*total: float) -> AnyMatch:
    return replace(start(OPENING), total=total)


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("en", "Anna: 12. Berta: minus 4. Carla: 49.5."),
        ("de", "Anna: 12. Berta: minus 4. Carla: 49,5."),
        ("fr", "Anna : 12. Berta : moins 4. Carla : 49,5."),
        ("it", "Anna: 12. Berta: meno 4. Carla: 49,5."),
        ("ja", "Anna、12 てん。 Berta、マイナス 4 てん。 Carla、49.5 てん。"),
    ],
)
def test_scores_are_spoken_as_the_language_has_them(lang: Lang, text: str) -> None:
    assert hands_speech.score(match_of(12, -4, 49.5), lang) == ((lang, text),)


@pytest.mark.parametrize("lang", LANGS)
def test_every_language_has_words_of_its_own_for_everything(lang: Lang) -> None:
    mine = voice_words(lang)
    assert (mine == voice_words("en")) == (lang == "en")
    for name in mine.__slots__:
        text = getattr(mine, name)
        assert text.strip()
        assert re.findall(r"\{\w+\}", text) == re.findall(r"\{\w+\}", getattr(voice_words("en"), name))


def test_espeak_reads_no_chinese_characters_out() -> None:
    spoken = "".join(getattr(voice_words("ja"), name) for name in voice_words("ja").__slots__)
    assert not re.findall("[一-鿿]", spoken)


def test_the_player_in_turn_is_named_at_every_moment_of_a_match() -> None:
    events, _ = table_talk.record(OPENING, 5, deals=2)
    for length in range(1, len(events) + 1):
        match = outcome(events[:length])
        seat = match.turn if match.running else match.dealer
        said = hands_speech.turn(match, "en")
        assert [name for name in match.names for _, text in said if name in text] == (
            [] if seat is None else [match.names[seat]]
        )
    assert hands_speech.turn(replace(outcome(events), ended=True), "it") == (("it", "La partita è finita."),)
    assert hands_speech.turn(outcome([OPENING, DealStart(dealer=0)]), "de") == (("de", "Berta ist an der Reihe."),)


@pytest.mark.parametrize("card", CARDS)
@pytest.mark.parametrize("lang", LANGS)
def test_every_card_of_a_verdict_is_spoken_by_its_name(lang: Lang, card: str) -> None:
    text = Message("{name} played {card}, which is no card of {game}.", name="Anna", card=card, game="Mittlere")
    verdict = Verdict("foreign-card", 0, 3, 3, "MIT-F1", text=text)
    match = match_of(0, 0, 0)
    news = Update(3, DealStart(dealer=0), match, (verdict,), (Announcement(verdict, 1),), (verdict,))
    [(spoken_in, said)] = hands_speech.event_phrases(news, lang, SAYS)
    heard: Lang = "en" if lang == "ja" else lang
    assert spoken_in == heard
    locale = of_game(match.game, heard, "french")
    assert locale.shown.definite(card) in said or locale.cards.name(card) in elided_back(said)


def elided_back(text: str) -> str:
    """Words as they stand alone, where French has left a vowel out before the next."""
    return text.replace("d'", "de ").replace("qu'", "que ")
