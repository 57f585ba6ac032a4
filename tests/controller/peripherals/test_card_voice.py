"""Playing by ear: what the voice says is enough to know every card of a deal, whose it is, and who took which trick."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import get_args

import pytest

from controller.live.session import MatchSession
from controller.peripherals.voice import CardVoice
from controller.peripherals.voice_words import VoiceWords, voice_words
from controller.record.cards import Card
from controller.record.events import Amend, DealStart, End, Event, Gap, Insert, MatchStart, Played, Undo, Void
from controller.rules.match import AnyMatch
from controller.store.journal import Journal
from tests.support.examples import EXAMPLES, Example
from tests.support.loops import some
from vision.words.cards import Lang, Suits

LANGS: tuple[Lang, ...] = get_args(Lang)
REDEAL = Example("mittlere/redeal")
OPENING = MatchStart(game="mittlere", seats=("Anna", "Berta", "Carla"))
DEAL = DealStart(dealer=0)
Tricks = list[tuple[dict[str, Card], str]]
"""Each trick by who played which card, and who took it; the open one without a taker."""


def play(seat: int, card: str) -> Played:
    return Played(seat=seat, card=Card(card))


class Listener:
    """A listener with closed eyes: knows nothing but the sentences."""

    def __init__(self, match: AnyMatch, lang: Lang, suits: Suits) -> None:
        voice = CardVoice(lang, suits)
        self.words, self.names = voice_words(lang), match.names
        self.named = {voice.spoken_name(match, card): card.face for card in match.game.deck}
        self.tricks: Tricks = [({}, "")]
        self.beside: list[tuple[str, Card]] = []

    def hear(self, text: str) -> None:
        kinds = ("placed", "back", "beside", "goes", "trick", "dealer", "card")
        for kind in kinds:
            if found := _heard(self.words, kind, text):
                card = self.named.get(found.get("card", ""))
                if ("card" in found and card is None) or found.get("name") not in self.names:
                    continue
                getattr(self, f"on_{kind}")(found, card)
                return

    def on_dealer(self, found: dict[str, str], _: None) -> None:
        self.tricks, self.beside = [({}, "")], []

    def on_card(self, found: dict[str, str], card: Card) -> None:
        self.tricks[-1][0][found["name"]] = card

    def on_placed(self, found: dict[str, str], card: Card) -> None:
        self.tricks[int(found["number"]) - 1][0][found["name"]] = card

    def on_trick(self, found: dict[str, str], _: None) -> None:
        self.tricks[-1] = self.tricks[-1][0], found["name"]
        self.tricks.append(({}, ""))

    def on_goes(self, found: dict[str, str], _: None) -> None:
        number = int(found["number"]) - 1
        self.tricks[number] = self.tricks[number][0], found["name"]

    def on_back(self, found: dict[str, str], card: Card) -> None:
        if (found["name"], card) in self.beside:
            self.beside.remove((found["name"], card))
            return
        while card not in self.tricks[-1][0].values() and len(self.tricks) > 1 and not self.tricks[-1][0]:
            self.tricks.pop()
            self.tricks[-1] = self.tricks[-1][0], ""
        for lying, _ in self.tricks:
            if lying.get(found["name"]) == card:
                del lying[found["name"]]

    def on_beside(self, found: dict[str, str], card: Card) -> None:
        self.beside.append((found["name"], card))


def _heard(words: VoiceWords, kind: str, text: str) -> dict[str, str] | None:
    pattern = re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.+?)", re.escape(getattr(words, kind)))
    found = re.fullmatch(pattern, text)
    return found.groupdict() if found else None


def truth(match: AnyMatch) -> Tricks:
    deal = match.deal
    assert deal
    names = match.names
    told: Tricks = [
        ({names[one.seat]: one.card.face for one in trick.plays}, "" if trick.winner is None else names[trick.winner])
        for trick in deal.tricks
    ]
    return [*told, ({names[one.seat]: one.card.face for one in deal.open.plays}, "")]


def spoken(session: MatchSession, events: Sequence[Event], lang: Lang, suits: Suits = "french") -> list[str]:
    """All that a voice says while these events happen."""
    voice, told = CardVoice(lang, suits), list[str]()
    for event in events:
        before = session.match
        told += [text for _, text in voice.event_phrases(before, session.add(event))]
    return told


@pytest.mark.parametrize(
    ("example", "lang"),
    [
        *((one, LANGS[number % len(LANGS)]) for number, one in enumerate(EXAMPLES) if one != REDEAL),
        *((REDEAL, lang) for lang in LANGS),
    ],
    ids=str,
)
def test_a_whole_deal_is_followed_with_closed_eyes(example: Example, lang: Lang, tmp_path: Path) -> None:
    deals = [stage.match.deal for stage in example.stages if stage.match.deal]
    number = max(deals, key=lambda deal: len(deal.plays())).number
    with Journal(tmp_path / "a.jsonl") as journal:
        session = MatchSession(journal, example.opening)
        suits: Suits = session.match.game.country if lang == "de" else "french"
        listener, heard = Listener(session.match, lang, suits), 0
        for event in some(example.events[1:]):
            for sentence in spoken(session, [event], lang, suits):
                listener.hear(sentence)
            deal = session.match.deal
            if deal and deal.number == number and not deal.doubtful:
                assert [one for one in listener.tricks if one[0]] == [one for one in truth(session.match) if one[0]]
                heard = max(heard, len(deal.plays()))
    assert heard >= 12


@pytest.mark.parametrize(
    ("events", "sentences"),
    [
        ([play(1, "H10")], ["Berta: 10 of hearts."]),
        (
            [play(1, "H10"), play(2, "H7"), play(0, "DQ")],
            [
                "Berta: 10 of hearts.",
                "Carla: 7 of hearts.",
                "Anna: Queen of diamonds.",
                "Trump: diamonds.",
                "Anna takes the trick.",
            ],
        ),
        ([play(1, "H10"), Undo(n=1)], ["Berta: 10 of hearts.", "Taken back, Berta: 10 of hearts."]),
        (
            [play(1, "H10"), Amend(of=3, with_={"card": "H9"})],
            ["Berta: 10 of hearts.", "Taken back, Berta: 10 of hearts.", "Berta: 9 of hearts."],
        ),
        (
            [play(1, "H10"), play(0, "H6"), Insert(before=4, event={"e": "play", "seat": 2, "card": "H7"})],
            ["Berta: 10 of hearts.", "Anna: 6 of hearts.", "In trick 1, Carla: 7 of hearts.", "Berta takes the trick."],
        ),
        (
            [play(1, "H10"), play(1, "SA")],
            ["Berta: 10 of hearts.", "Berta: Ace of spades, beside the trick."],
        ),
    ],
)
def test_every_event_is_spoken(tmp_path: Path, events: list[Event], sentences: list[str]) -> None:
    with Journal(tmp_path / "a.jsonl") as journal:
        session = MatchSession(journal, OPENING)
        assert spoken(session, [DEAL], "en") == ["Anna deals."]
        assert spoken(session, events, "en") == sentences


def test_a_deal_that_could_not_begin_and_one_that_could_not_be_void_are_not_said(tmp_path: Path) -> None:
    with Journal(tmp_path / "a.jsonl") as journal:
        session = MatchSession(journal, OPENING)
        spoken(session, [DEAL, play(1, "H10"), Void(why="misdeal")], "en")
        assert spoken(session, [Void(why="misdeal")], "en") == []
        session.add(End())
        assert spoken(session, [DealStart(dealer=1)], "en") == []


def test_a_card_of_an_older_trick_that_is_corrected_is_said_with_its_trick(tmp_path: Path) -> None:
    tricks = [play(1, "H10"), play(2, "H7"), play(0, "H6"), play(1, "S6")]
    with Journal(tmp_path / "a.jsonl") as journal:
        session = MatchSession(journal, OPENING)
        spoken(session, [DEAL, *tricks], "en")
        told = spoken(session, [Amend(of=4, with_={"card": "HA"})], "en")
    assert told == [
        "Taken back, Carla: 7 of hearts.",
        "In trick 1, Carla: Ace of hearts.",
        "Trick 1 goes to Carla.",
    ]


def test_words_and_open_cards_are_said(tmp_path: Path) -> None:
    called_king = Example("tarot/5-called-king")
    with Journal(tmp_path / "a.jsonl") as journal:
        session = MatchSession(journal, called_king.opening)
        told = spoken(session, called_king.events[1:12], "en")
    assert told[1:6] == ["Berta: Pass.", "Carla: Pass.", "Dora: Prise.", "Emma: Pass.", "Anna: Pass."]
    assert "Dora: I call, Spades." in told
    assert [text for text in told if text.startswith("Open: ")]


def test_a_gap_is_said(tmp_path: Path) -> None:
    opening = MatchStart(game="mittlere", seats=OPENING.seats, sight=True)
    with Journal(tmp_path / "a.jsonl") as journal:
        session = MatchSession(journal, opening)
        spoken(session, [DealStart(dealer=0, t=1.0)], "en")
        told = spoken(session, [play(1, "H10"), Gap(from_=5.0, t=9.0, why="dark")], "en")
    assert told[-1] == "Something was not seen."


@pytest.mark.parametrize("lang", LANGS)
def test_the_voice_answers_for_the_table_the_last_trick_and_the_trump(tmp_path: Path, lang: Lang) -> None:
    voice, words = CardVoice(lang), voice_words(lang)
    with Journal(tmp_path / "a.jsonl") as journal:
        session = MatchSession(journal, OPENING)
        assert voice.describe_table(session.match) == ((lang, words.nothing),)
        assert voice.describe_last_trick(session.match) == ((lang, words.no_last),)
        assert voice.describe_trump(session.match) == ((lang, words.no_trump),)
        for event in (DEAL, play(1, "H10"), play(2, "H7"), play(0, "DQ"), play(0, "S6")):
            session.add(event)
        [(_, lying)] = voice.describe_table(session.match)
        (_, last), (_, taken) = voice.describe_last_trick(session.match)
        [(_, trump)] = voice.describe_trump(session.match)
    named = {card: voice.spoken_name(session.match, Card(card)) for card in ("S6", "H10", "H7", "DQ")}
    assert lying == words.lies.format(cards=f"Anna {named['S6']}")
    assert last == words.last.format(cards=f"Berta {named['H10']}, Carla {named['H7']}, Anna {named['DQ']}")
    assert taken == words.trick.format(name="Anna")
    assert trump != words.no_trump


def test_espeak_is_given_no_chinese_character() -> None:
    for played in some(EXAMPLES):
        match = played.stages[0].match
        packs: tuple[Suits, ...] = ("french", match.game.country)
        for suits in packs:
            voice = CardVoice("ja", suits)
            spoken_names = "".join(voice.spoken_name(match, card) for card in match.game.deck)
            assert not re.findall("[一-鿿]", spoken_names)
