"""The pages in the players' languages: nothing of them stays English, and each phone reads its own."""

import re
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from controller import games
from controller.console import server
from controller.console.http.request import OWN_NAMES
from controller.console.security.roles import Role
from controller.console.words import names
from controller.console.words.gettext import _, speaking
from controller.console.words.names import sign
from controller.language import commands
from controller.language.catalogues import locale, of_game, supported, wanted
from controller.language.translate import translated
from controller.record.cards import Card
from controller.record.message import Message
from controller.store.journal import Journal
from tests.support.console.console_rig import REVOKED, Phone, Rig
from tests.support.console.page_reader import heard
from tests.support.console.setup_rig import set_up
from tests.support.examples import Example
from vision.words.cards import LANGS, Lang, Suits

OTHERS: tuple[Lang, ...] = tuple(lang for lang in LANGS if lang != "en")
SPOKEN = ("aria-label", "alt", "title", "placeholder", "data-confirm")
PLACES = tuple(
    sorted(
        {route.path for route in server.routes() if route.method == "GET" and not re.search("[{]|^/setup", route.path)}
    )
)
SET_UP = ("/setup", "/setup/camera", "/setup/displays", "/setup/moments", "/setup/places")
EVENINGS = ("tarot/3-revoke-ruled", "coiffeur/4-partners-ruled", "handjass/3-blind-and-exchange")


class Reader(HTMLParser):
    """A reader of the texts that a page shows and speaks, without those that the record has in English alone."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.hidden: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("script", "style", "pre", "code"):
            self.hidden.append(tag)
        self.texts += [value for name, value in attrs if name in SPOKEN and value and not self.hidden]

    def handle_endtag(self, tag: str) -> None:
        if self.hidden and self.hidden[-1] == tag:
            self.hidden.pop()

    def handle_data(self, data: str) -> None:
        if data.strip() and not self.hidden:
            self.texts.append(" ".join(data.split()))


def texts(page: str) -> list[str]:
    reader = Reader()
    reader.feed(page)
    return reader.texts


@cache
def alike(lang: Lang) -> frozenset[str]:
    """Texts that are the same in a language."""
    with Path(f"controller/language/locale/{lang}/LC_MESSAGES/schiri.po").open("rb") as source:
        return frozenset(str(one.id) for one in read_po(source, locale=lang) if one.id == one.string)


def english(page: str, lang: Lang, page_in_english: str) -> list[str]:
    """What a page says in the words of the English one, and would say otherwise if it had been translated."""
    before = set(texts(page_in_english))
    same = [text for text in texts(page) if text in before and re.search(r"[a-z]{2,} [a-z]{2,}|^[a-z ]{4,}$", text)]
    # What stands on a command card is looked at with the cards: a *garde sans* is that in other languages, too.
    said = {wording.said(lang) for wording in commands.wordings().values()}
    return [text for text in same if text not in OWN_NAMES.values() and text not in alike(lang) | said]


def reads(phone: Phone, lang: Lang) -> Phone:
    phone.client.headers["accept-language"] = f"{lang}-CH,en;q=0.5"
    return phone


@pytest.mark.parametrize("lang", OTHERS)
@pytest.mark.parametrize("name", EVENINGS)
def test_no_page_stays_english(name: str, lang: Lang, tmp_path: Path) -> None:
    opening, events = Example(name).opening, Example(name).events
    with Journal(tmp_path / "current.jsonl") as journal:
        rig = Rig(journal, opening)
        here, there = reads(rig.phone(Role.OWNER, "Zoë"), lang), rig.phone(Role.OWNER, "Zoë")
        left: list[tuple[str, str]] = []
        for part in (events[1 : len(events) // 2], events[len(events) // 2 :]):
            rig.enter(part)
            verdicts = [f"/verdicts/{number}?steps=1" for number in range(1, len(rig.session.match.verdicts) + 1)]
            for place in (*PLACES, *verdicts):
                (status, page), (_, original) = here.get(place), there.get(place)
                if status == 200 and "<html" in page:
                    assert f'<html lang="{lang}"' in page
                    left += [(place, text) for text in english(page, lang, original)]
        assert sorted(set(left)) == []


@pytest.mark.slow
@pytest.mark.parametrize("lang", OTHERS)
def test_no_page_of_the_set_up_stays_english(lang: Lang, rig: Rig) -> None:
    set_up(rig)
    here, there = reads(rig.phone(Role.OWNER, "Zoë"), lang), rig.phone(Role.OWNER, "Zoë")
    games_asked = tuple(f"/setup/game?game={name}" for name in games.names())
    pages = {place: (here.get(place), there.get(place)[1]) for place in (*SET_UP, *games_asked)}
    assert {place: status for place, ((status, _), _) in pages.items()} == dict.fromkeys(pages, 200)
    left = [(place, text) for place, ((_, page), other) in pages.items() for text in english(page, lang, other)]
    assert sorted(set(left)) == []


def test_each_phone_reads_its_own_language(rig: Rig) -> None:
    rig.enter(REVOKED)
    heads = {lang: texts(heard(reads(rig.phone(), lang).get("/verdicts")[1])) for lang in LANGS}
    assert "Anna hat im Stich 1 falsch gefarbt: Ecken-Dame auf Herz-10, hatte aber noch" in " ".join(heads["de"])
    assert "Anna a fait une renonce au pli 1 : Dame de carreau sur 10 de cœur" in " ".join(heads["fr"])
    assert "Anna ha fatto renonce nella presa 1: Donna di quadri su 10 di cuori" in " ".join(heads["it"])
    assert "Annaはトリック1でリボークしました。ハートの10にダイヤのクイーンを出しましたが" in " ".join(heads["ja"])
    assert "Anna revoked in trick 1: queen of diamonds on 10 of hearts" in " ".join(heads["en"])


def test_a_phone_keeps_the_language_that_it_has_chosen(rig: Rig) -> None:
    phone = reads(rig.phone(), "fr")
    assert phone.post("/language", {"lang": "it"})[0] == 303
    assert '<html lang="it"' in phone.get("/")[1]
    assert phone.post("/language", {"lang": "tlh"})[0] == 303
    assert '<html lang="fr"' in phone.get("/")[1]


def test_a_phone_that_asks_for_no_language_there_is_reads_the_tables(rig: Rig) -> None:
    rig.context.lang, rig.context.suits = "de", "swiss"
    rig.enter(REVOKED)
    phone = rig.phone()
    phone.client.headers["accept-language"] = "rm, el;q=0.5"
    page = phone.get("/verdicts")[1]
    assert '<html lang="de"' in page
    assert "Schilten-Ober auf Schellen-Banner" in heard(page)


@pytest.mark.parametrize(
    ("lang", "signs"),
    [
        ("de", ["E O", "R U", "Schi 10", "Sche A"]),
        ("fr", ["Gl O", "R U", "É 10", "Gr A"]),
        ("it", ["G O", "R U", "Sc 10", "So A"]),
        ("ja", ["ド O", "バ U", "盾 10", "鈴 A"]),
    ],
)
def test_swiss_suits_are_told_apart_by_letters_that_every_phone_has(lang: Lang, signs: list[str]) -> None:
    with speaking(locale(lang, "swiss", jass=True)):
        assert [sign(Card(card)) for card in ("SQ", "CJ", "D10", "HA")] == signs


SUIT_WORDS = ("spades", "hearts", "diamonds", "clubs")


@pytest.mark.parametrize(
    ("game", "lang", "suits", "called"),
    [
        ("skat", "de", "german", ["Grün", "Rot", "Schellen", "Eichel"]),
        ("schieber", "de", "swiss", ["Eichel", "Schellen", "Schilten", "Rosen"]),
        ("doppelkopf", "de", "german", ["Grünsolo", "Rotsolo", "Schellensolo", "Eichelsolo"]),
        ("doppelkopf", "fr", "french", ["Solo de pique", "Solo de cœur", "Solo de carreau", "Solo de trèfle"]),
        ("skat", "en", "german", ["Leaves", "Hearts", "Bells", "Acorns"]),
        ("skat", "fr", "french", ["Pique", "Cœur", "Carreau", "Trèfle"]),
        # No pack of Skat has Swiss suits, and none of Bridge any but the French.
        ("skat", "de", "swiss", ["Pik", "Herz", "Karo", "Kreuz"]),
        ("bridge", "de", "german", ["Pik", "Herz", "Karo", "Kreuz"]),
        ("schieber", "de", "german", ["Schaufel", "Herz", "Ecken", "Kreuz"]),
    ],
)
def test_suits_are_called_as_the_packs_of_the_games_country_have_them(
    game: str, lang: Lang, suits: Suits, called: list[str]
) -> None:
    with speaking(of_game(games.load(game), lang, suits)):
        assert [names.word_name(word) for word in SUIT_WORDS] == called


@pytest.mark.parametrize(
    ("game", "call", "lang", "told"),
    [
        ("doppelkopf", "double", "en", "Anna said kontra, but Berta is of the other party."),
        ("doppelkopf", "double", "fr", "Anna a dit « Kontra », mais Berta est de l'autre camp."),
        ("doppelkopf", "no-trump", "de", "Anna hat «Fleischloser» gesagt, aber Berta gehört zur anderen Partei."),
        ("bridge", "double", "en", "Anna said double, but Berta is of the other party."),
    ],
)
def test_sentences_say_a_call_as_players_of_the_game_do(game: str, call: str, lang: Lang, told: str) -> None:
    why = Message("{name2} is of the other party", name2="Berta")
    text = Message("{name} said {call}, but {why}.", name="Anna", call=call, why=why)
    assert translated(text, of_game(games.load(game), lang, "french")) == told


def test_a_marriage_is_announced_in_schnapsen_and_a_wedding_in_doppelkopf() -> None:
    called: list[str] = []
    for game in ("schnapsen", "doppelkopf"):
        with speaking(of_game(games.load(game), "de", "french")):
            called.append(names.word_name("marriage"))
    assert called == ["Ansage", "Hochzeit"]


def test_the_letter_of_a_court_card_is_that_of_the_pack() -> None:
    letters: dict[Lang, str] = {
        "en": "♥K ♥Q ♥J",
        "de": "♥K ♥D ♥B",
        "fr": "♥R ♥D ♥V",
        "it": "♥R ♥D ♥F",
        "ja": "♥K ♥Q ♥J",
    }
    for lang, signs in letters.items():
        with speaking(locale(lang)):
            assert " ".join(sign(Card(card)) for card in ("HK", "HQ", "HJ")) == signs


def test_answers_and_refusals_are_in_the_phones_language(rig: Rig) -> None:
    phone = reads(rig.phone(Role.PLAYER), "de")
    assert phone.do("misdeal") == (409, "Es läuft keine Runde.")
    assert phone.do("deal", dealer=0) == (200, "Anna gibt.")


def test_languages_of_a_browser_are_weighed() -> None:
    assert wanted("de-CH, fr;q=0.8, en;q=0.9, it;q=0, *;q=x, ") == ("de-CH", "en", "fr")
    assert [supported(code) for code in ("DE-ch", "ja", "deu", "", "en_GB")] == ["de", "ja", None, None, None]


@pytest.mark.parametrize(
    ("lang", "told"),
    [("fr", "Zoé a joué le 9 de trèfle"), ("it", "Zoé ha giocato il 9 di fiori"), ("en", "Zoé played the 9 of clubs")],
)
def test_a_card_that_is_corrected_is_said_with_its_article(lang: Lang, told: str) -> None:
    with speaking(locale(lang)):
        text = _("Corrected: {name} played the {card}.")
        assert told in text.format(name="Zoé", card=names.name(Card("C9")))
