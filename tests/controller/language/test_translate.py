"""What the referee says, said in the players' languages: every shape, and whatever records of every game come to."""

import re
from collections.abc import Iterator
from functools import cache
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller import games
from controller.language import translate as phrases
from controller.language.catalogues import of_game, tongue
from controller.language.shapes import SHAPES
from controller.language.translate import said, translated
from controller.live import scoreboard
from controller.record.cards import Card
from controller.record.events import Collect, DealStart, Event, MatchStart, Played
from controller.referee.fold import fold
from controller.referee.start import start
from controller.rules.results import ErrorResult, Kind, Verdict
from firmware_bridge.face.face import Face, Row
from tests.support import evenings, table_talk
from vision.words.cards import LANGS, CardWords, Lang

OTHERS: tuple[Lang, ...] = tuple(lang for lang in LANGS if lang != "en")
CODE = re.compile(r"\b(?:[SHDC](?:10|[AKQNJ1-9])|T(?:1\d|2[01]|[1-9])|EX|JO)\b")
SLOT = re.compile(r"\{(([a-z]+)\d?)\}")

FILLINGS: dict[str, tuple[str, ...]] = {
    "card": ("SA", "H10", "T21", "EX", "JO", "DN"),
    "cards": ("SA", "H10, D6", "C7, T1 and T2"),
    "suit": ("S", "hearts", "trump", "odd diamonds", "the joker"),
    "suits": ("spades", "SJ or not spades", "trumps above T12", "a heart", "not a trump or a club"),
    "call": ("garde", "no-trump", "joker1", "spades", "blind"),
    "calls": ("prise, garde", "slalom and up"),
    "game": ("Coiffeur", "Tarot", "Middler with a joker"),
    "n": ("0", "-3", "157", "49.5"),
    "numbers": ("3", "3 and 5", "3, 5 and 6"),
    "count": ("no", "three", "13"),
    "name": ("Anna", "Zoë M.", "Jean Luc"),
    "other": ("Berta", "O'Neill"),
    "names": ("Anna", "Anna and Berta", "Anna, Berta and Carla"),
    "suspects": ("Anna alone", "Anna alone or Berta alone"),
    "place": ("Anna", "the dog", "the blind", "Anna's hand", "Berta's pile"),
    "places": ("Anna", "Anna and the stock"),
    "kind": ("revoke", "short-trick"),
    "corners": ("top left", "top left, bottom right"),
    "reason": ("the disk is full",),
    "code": ("123 456", "swiss"),
    "scores": ("Anna +3, Berta -1",),
    "why": ("the match is over", "the cards cannot lie otherwise"),
}


KINDS: dict[Kind, str] = {
    "revoke": " revoked in trick ",
    "someone-revoked": " revoked in this deal: ",
    "out-of-turn": " out of turn; ",
    "second-card": "; one card a trick counts.",
    "impossible-card": "; please check that card.",
    "short-trick": " was gathered without ",
    "illegal-bid": " said ",
    "illegal-call": " called ",
    "false-declaration": " announced ",
    "duplicate-card": " had already played in ",
    "foreign-card": ", which is no card of ",
}
"""Words by which a sentence of a kind is known."""


def filled(shape: str, slots: dict[str, str]) -> str:
    return SLOT.sub(lambda slot: slots[slot[1]], shape)


@st.composite
def sentences(draw: st.DrawFn) -> tuple[str, str]:
    shape = draw(st.sampled_from(SHAPES))
    slots = {slot: draw(st.sampled_from(FILLINGS[kind])) for slot, kind in SLOT.findall(shape)}
    return shape, filled(shape, slots)


@given(sentences(), st.sampled_from(OTHERS))
def test_every_shape_is_translated_whatever_stands_in_it(sentence: tuple[str, str], lang: Lang) -> None:
    _, english = sentence
    told = translated(english, tongue(lang))
    assert told is not None
    assert "{" not in told
    assert not CODE.search(told)


FAULTS: tuple[Event, ...] = (
    MatchStart(game="mittlere", seats=("Anna", "Berta", "Carla")),
    DealStart(dealer=0),
    *(Played(seat=seat, card=Card(card)) for seat, card in ((1, "H10"), (1, "H9"), (2, "H10"), (2, "T5"), (2, "H9"))),
    Collect(),
)
"""A second card, a duplicate, a foreign and an impossible one, and a short trick."""


@cache
def corpus() -> tuple[tuple[str, str, tuple[str, ...]], ...]:
    """Game, sentence and names, of the examples and of matches in which rules are minded little."""

    def told() -> Iterator[tuple[str, str, tuple[str, ...]]]:
        for events in (FAULTS, *map(evenings.example, evenings.examples())):
            for stage in fold(events):
                face = scoreboard.face(stage.match, stage.match.verdicts)
                texts = [one.text for one in stage.results if isinstance(one, Verdict | ErrorResult)]
                for text in (*texts, face.title, face.status, face.alert, *face.phrases):
                    yield stage.match.game.name, text, stage.match.names
        for number, (name, seats) in enumerate(evenings.TABLES):
            opening = MatchStart(game=name, seats=evenings.NAMES[:seats])
            players = table_talk.players(name, Random(number), 0.4)
            players.order, players.boasting, players.showing = 0.9, 0.5, 0.3
            results = table_talk.told_by(start(opening), players, 2).results
            for one in results:
                if isinstance(one, Verdict):
                    yield name, one.text, opening.seats

    return tuple(dict.fromkeys(one for one in told() if one[1]))


@pytest.mark.parametrize("lang", OTHERS)
def test_what_records_of_every_game_come_to_is_translated_with_names_and_cards(lang: Lang) -> None:
    english: list[str] = []
    for game, text, names in corpus():
        words = of_game(games.load(game), lang, "french")
        told = translated(text, words)
        if told is None:
            english.append(text)
            continue
        assert [name for name in names if name in text and name not in told] == []
        assert [card for card in CODE.findall(text) if card != "T1" and words.cards.name(card) not in told] == []
    assert english == []


def test_the_corpus_has_verdicts_of_many_kinds() -> None:
    begun = {kind: [text for _, text, _ in corpus() if word in text] for kind, word in KINDS.items()}
    assert [kind for kind, texts in begun.items() if not texts] == []


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        ("en", "Berta revoked in trick 3: D9 on H7, while holding HK (played in trick 7)."),
        (
            "de",
            "Berta hat im Stich 3 falsch gefarbt: Schilten-9 auf Schellen-7, hatte aber noch Schellen-König in der "
            "Hand (gespielt im Stich 7).",
        ),
        (
            "fr",
            "Berta a fait une renonce au pli 3 : 9 d'écus sur 7 de grelots, alors qu'il restait en main Roi de "
            "grelots (joué au pli 7).",
        ),
        (
            "ja",
            "Bertaはトリック3でリボークしました。鈴の7に盾の9を出しましたが、手札に鈴のキングがありました"
            "(トリック7で出されました)。",
        ),
    ],
)
def test_a_revoke_is_told_in_the_words_of_the_pack(lang: Lang, told: str) -> None:
    english = "Berta revoked in trick 3: D9 on H7, while holding HK (played in trick 7)."
    assert said(english, tongue(lang, "swiss", jass=True)) == told


def test_what_has_no_shape_stays_english_and_is_never_half_translated() -> None:
    german = tongue("de")
    assert translated("Anna sings.", german) is None
    assert said("Anna said garde, but Anna sings.", german) == "Anna said garde, but Anna sings."
    assert said("trick 2 of 9, Anna sings", german) == "trick 2 of 9, Anna sings"
    assert said("", german) == ""


def test_a_status_is_translated_part_by_part() -> None:
    assert said("trick 2 of 9, trump H, Anna led hearts", tongue("de", jass=True)) == (
        "Stich 2 von 9, Trumpf Herz, Anna hat Herz ausgespielt"
    )


def test_a_face_is_translated_whole_and_names_and_figures_stay() -> None:
    face = Face(
        "Mittlere, deal 2",
        (Row("Anna", "+3", "III"), Row("Zoë", "-3", "ooo")),
        "trick 2 of 9, Anna led hearts",
        "camera or mat moved; wait until they rest",
        contract="trump S",
        trick="trick 2 of 9",
        led="hearts",
        leader=0,
        check="please check H7",
    )
    told = phrases.on_face(face, tongue("fr"), {ord("œ"): "oe"})
    assert (told.title, told.rows, told.status) == ("Mittlere, donne 2", face.rows, "pli 2 sur 9, Anna a entamé coeur")
    assert told.phrases == ("atout pique", "pli 2 sur 9", "Anna a entamé coeur", "à vérifier : 7 de coeur")
    assert told.alert == "caméra ou tapis déplacé ; attendez qu'ils soient immobiles"
    assert phrases.on_face(face, phrases.ENGLISH) == face


def test_cards_are_named_as_the_region_has_them() -> None:
    names = {lang: [CardWords(lang).name(card) for card in ("DN", "T21", "EX")] for lang in ("fr", "it")}
    told = {lang: said("please check DN, T21 and EX", tongue(lang)) for lang in ("fr", "it")}
    assert all(name in told[lang] for lang, cards in names.items() for name in cards)
