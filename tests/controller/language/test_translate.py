"""Sentences of the referee in the players' languages, for the records of every game."""

import copy
import re
from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from controller import games
from controller.explain import verdict as explain
from controller.language import translate as phrases
from controller.language.catalogues import catalogue, locale, of_game
from controller.language.translate import translated
from controller.live import scoreboard
from controller.record.cards import Card
from controller.record.events import Collect, DealStart, Event, MatchStart, Played
from controller.record.message import Listed, Message, kind_of
from controller.record.text import RecordText
from controller.referee.fold import fold, start
from controller.report import summary
from controller.rules.results import ErrorResult, Verdict, VerdictKind
from firmware_bridge.face.face import Alert, Face, Row
from tests.support import evenings, table_talk
from tests.support.examples import EXAMPLES
from vision.words.cards import LANGS, CardWords, Lang

OTHERS: tuple[Lang, ...] = tuple(lang for lang in LANGS if lang != "en")
SLOT = re.compile(r"\{(\w*)(?::the)?\}")
LETTER = re.compile(r"[^\W\d_]")
FIGURES = re.compile(r"[-+−]?\d*(?:\.\d+)?")

VERBATIM = frozenset(("name", "names", "other", "place", "places", "code", "reason", "scores"))
"""Kinds of fields in which free text may stand; in all others a text is a word that each language has."""


KINDS: dict[VerdictKind, str] = {
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


FAULTS: tuple[Event, ...] = (
    MatchStart(game="mittlere", seats=("Anna", "Berta", "Carla")),
    DealStart(dealer=0),
    *(Played(seat=seat, card=Card(card)) for seat, card in ((1, "H10"), (1, "H9"), (2, "H10"), (2, "T5"), (2, "H9"))),
    Collect(),
)
"""A second card, a duplicate, a foreign and an impossible one, and a short trick."""


Told = tuple[str, Message, tuple[str, ...]]
"""A game, what was said in it, and the players."""


def talked() -> Iterator[tuple[Event, ...]]:
    """The events of matches in which rules are minded little."""
    for number, (name, seats) in enumerate(evenings.TABLES):
        opening = MatchStart(game=name, seats=evenings.NAMES[:seats])
        players = table_talk.players(name, Random(number), 0.4)
        players.order, players.boasting, players.showing = 0.9, 0.5, 0.3
        yield (opening, *table_talk.told_by(start(opening), players, 2).events)


def of_a_record(events: tuple[Event, ...]) -> Iterator[Told]:
    """All that is said of a match: verdicts, errors, faces, what rulebooks propose, and the proofs of its verdicts."""
    match = None
    for stage in fold(events):
        match = stage.match
        face = scoreboard.face(match, match.verdicts)
        results = [one.text for one in stage.results if isinstance(one, Verdict | ErrorResult)]
        for text in (*results, face.title, face.status, face.alert.text, *face.phrases):
            assert isinstance(text, Message) or not text
            yield match.game.name, Message.of("{why}", {"why": text}), match.names
    if match is None:
        return
    for pack in ("swiss", "fft2012"):
        for line in summary.proposal_lines(match, pack):
            yield match.game.name, line, match.names
    for number in range(1, min(len(match.verdicts), 4) + 1):
        for line in explain.lines(RecordText(tuple(events)), number):
            yield match.game.name, line, match.names


@cache
def corpus() -> tuple[Told, ...]:
    """What is said of the examples, of matches in which rules are minded little, and of the house rules."""

    def told() -> Iterator[Told]:
        for events in (FAULTS, *(example.events for example in EXAMPLES), *talked()):
            yield from of_a_record(tuple(events))
        for name in games.names():
            for option in games.load(name).options:
                yield name, option.meaning, ()

    by_text = {(game, str(text)): (game, text, names) for game, text, names in told() if text}
    return tuple(by_text.values())


def parts(message: Message) -> Iterator[Message]:
    """A message and those in its fields."""
    yield message
    for value in message.fields.values():
        for one in value.items if isinstance(value, Listed) else (value,):
            if isinstance(one, Message):
                yield from parts(one)


@cache
def every_part() -> tuple[tuple[Message, tuple[str, ...]], ...]:
    """All messages of the corpus, each template with the fields it once had, and the players."""
    found = {(part.template, str(part)): (part, names) for _, text, names in corpus() for part in parts(text)}
    return tuple(found.values())


SAME = re.compile("Stöck|Ramsch")
"""Names that every language has."""


@pytest.mark.parametrize("lang", OTHERS)
def test_every_template_that_records_come_to_is_in_the_catalogue_with_its_slots(lang: Lang) -> None:
    texts = catalogue(lang)
    templates = {
        part.template: texts.ngettext(*part.forms) if part.forms else texts.gettext(part.template)
        for part, _ in every_part()
        if LETTER.search(SLOT.sub("", part.template))
    }
    assert len(templates) > 140
    assert {one for one, there in templates.items() if there == one and not SAME.search(one)} == set()
    assert {one for one, there in templates.items() if set(SLOT.findall(one)) != set(SLOT.findall(there))} == set()


@pytest.mark.parametrize("lang", OTHERS)
def test_no_english_is_put_into_a_field(lang: Lang) -> None:
    """A field holds a message, a name, a figure, or a word that the language has: nothing that was formatted before."""
    words, english = locale(lang), set[tuple[str, str]]()
    for part, names in every_part():
        for field, value in part.fields.items():
            kind = kind_of(field)
            for one in value.items if isinstance(value, Listed) else (value,):
                if not isinstance(one, str) or isinstance(one, Message) or FIGURES.fullmatch(one):
                    continue
                how = phrases.ONE.get(kind)
                known = one in names if kind in ("name", "names", "other", "place", "places") else kind in VERBATIM
                if not known and (how is None or how(one, words.cards, words.catalogue.gettext) is None):
                    english.add((part.template, one))
    assert english == set()


@pytest.mark.parametrize("lang", OTHERS)
def test_results_of_every_game_are_said_with_names_and_cards(lang: Lang) -> None:
    missing: list[str] = []
    for game, text, names in corpus():
        words = of_game(games.load(game), lang, "french")
        told = translated(text, words)
        wanted = [name for name in names if any(name in part.fields.values() for part in parts(text))]
        cards = [value for part in parts(text) for field, value in part.fields.items() if kind_of(field) == "card"]
        missing += [f"{one}: {told}" for one in wanted if phrases.elided(one, lang) not in told]
        for card in map(str, cards):
            named = {phrases.elided(one, lang) for one in (words.cards.name(card), words.shown.definite(card))}
            missing += [] if any(one in told for one in named) else [f"{card}: {told}"]
    assert missing == []


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
            "Berta a fait une renonce au pli 3 : le 9 d'écus sur le 7 de grelots, alors qu'il restait en main Roi de "
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
    text = Message(
        "{name} revoked in trick {n}: {card} on {card2}, while holding {cards} ({why}).",
        name="Berta",
        n=3,
        card="D9",
        card2="H7",
        cards=Listed(("HK",)),
        why=Message("played in trick {n}", n=7),
    )
    assert translated(text, locale(lang, "swiss", jass=True)) == told


def test_any_other_text_is_shown_as_it_is() -> None:
    german = locale("de")
    assert translated("Anna sings.", german) == "Anna sings."
    assert translated("trick 2 of 9", german) == "trick 2 of 9"
    assert translated("", german) == ""
    assert translated(Message.laid_out(""), german) == ""


def test_a_face_is_translated_whole_and_names_and_figures_stay() -> None:
    trick, lead = Message("trick {n} of {n2}", n=2, n2=9), Message("{name} led {suit}", name="Anna", suit="hearts")
    face = Face(
        Message("{game}, deal {n}", game="Mittlere", n=2),
        (Row("Anna", "+3", "III"), Row("Zoë", "-3", "ooo")),
        Message.join(", ", [trick, lead]),
        Alert(Message("camera or mat moved; wait until they rest"), "trouble"),
        contract=Message("trump {suit}", suit="S"),
        trick=trick,
        lead=lead,
        check=Message("please check {cards}", cards="H7"),
    )
    told = phrases.on_face(face, locale("fr"), {ord("œ"): "oe"})
    assert (told.title, told.rows, told.status) == ("Mittlere, donne 2", face.rows, "pli 2 sur 9, Anna a entamé coeur")
    assert told.phrases == ("atout pique", "pli 2 sur 9", "Anna a entamé coeur", "à vérifier : 7 de coeur")
    assert told.alert.text == "caméra ou tapis déplacé ; attendez qu'ils soient immobiles"
    assert told.alert.kind == "trouble"
    assert phrases.on_face(face, phrases.ENGLISH) == face


def test_cards_are_named_as_the_region_has_them() -> None:
    names = {lang: [CardWords(lang).name(card) for card in ("DN", "T21", "EX")] for lang in ("fr", "it")}
    text = Message("please check {cards}", cards=Listed(("DN", "T21", "EX"), "and"))
    told = {lang: translated(text, locale(lang)) for lang in ("fr", "it")}
    assert all(name in told[lang] for lang, cards in names.items() for name in cards)


def test_singular_and_plural_follow_the_rules_of_each_language() -> None:
    def undone(count: int, lang: Lang) -> str:
        text = Message.counted(
            "undo of {n} event, but only {n2} stand", "undo of {n} events, but only {n2} stand", count, n=count, n2=0
        )
        copied = copy.copy(text)
        assert isinstance(copied, Message)
        return translated(copied, locale(lang))

    assert [undone(count, "en").split(",")[0] for count in (1, 2)] == ["undo of 1 event", "undo of 2 events"]
    assert [undone(count, "de").split(",")[0] for count in (1, 2)] == [
        "1 Ereignis soll zurück",
        "2 Ereignisse sollen zurück",
    ]
    assert [undone(count, "fr").split(",")[0] for count in (0, 2)] == [
        "annulation de 0 événement",
        "annulation de 2 événements",
    ]
