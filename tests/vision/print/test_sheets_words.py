import re
from pathlib import Path

import pytest

from controller.record.cards import DECKS, country_of, faces
from tests.support.vision.pages import KHMER_FONT
from vision.marks.identity import (
    CARDS,
    COMMAND_NUMBERS,
    COMMANDS,
    CORNERS,
    UnknownCardError,
    card_of,
    command_number,
    command_of,
    number_of,
)
from vision.marks.identity import DECKS as DECK_NUMBERS
from vision.print.papers import PAPERS
from vision.print.pdf import Pen, is_embedded
from vision.words.cards import LANGS, CardWords, Lang, Suits, WordingError, card_words, language
from vision.words.sheets import PHRASES, phrase

PACKS: list[tuple[str, Suits]] = [
    ("jass36", "french"),
    ("joker33", "french"),
    ("whist52", "french"),
    ("skat32", "french"),
    ("euchre24", "french"),
    ("whist53", "french"),
    ("doppelkopf48", "french"),
    ("tarot78", "french"),
    ("schnaps20", "french"),
    ("jass36", "swiss"),
    ("joker33", "swiss"),
    ("skat32", "german"),
    ("doppelkopf48", "german"),
    ("schnaps20", "german"),
]
COUNTRIES: tuple[Suits, ...] = ("swiss", "german")
LATIN: list[Lang] = [lang for lang in LANGS if lang != "ja"]


def words_of(lang: str, deck: str, suits: Suits) -> CardWords:
    return card_words(lang, suits, deck, country_of(DECKS[deck]))


def test_the_packs_here_are_all_there_are() -> None:
    assert {deck for deck, _ in PACKS} == set(DECKS)


def test_no_two_printed_things_share_an_identity() -> None:
    cards = [number_of(deck, card) for deck in range(DECK_NUMBERS) for card in CARDS]
    commands = [command_number(command) for command in COMMANDS]
    numbers = [*cards, *commands, *CORNERS]
    assert len(set(numbers)) == len(numbers)
    assert (min(commands), len(COMMANDS) <= len(COMMAND_NUMBERS)) == (498, True)
    assert not {*COMMAND_NUMBERS} & {*cards, *CORNERS}


def test_commands_and_their_numbers_are_inverse_and_no_cards() -> None:
    numbers = {command: command_number(command) for command in COMMANDS}
    assert {command: command_of(number) for command, number in numbers.items()} == {name: name for name in COMMANDS}
    assert [card_of(number) for number in numbers.values()] == [None] * len(COMMANDS)
    named = set(numbers.values())
    assert [command_of(n) for n in range(-1, 700) if n not in named] == [None] * (701 - len(COMMANDS))


def test_printed_commands_never_change() -> None:
    printed = {"pass": 498, "undo": 501, "arbiter": 506, "spades": 511, "in": 523, "weis-20": 528, "petite": 534}
    printed |= {"take": 549, "game-coiffeur": 551, "seats-5": 562}
    assert {command: command_number(command) for command in printed} == printed


def test_an_unknown_command_is_refused_by_name() -> None:
    with pytest.raises(UnknownCardError, match="'shout'"):
        command_number("shout")


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize(("deck", "suits"), PACKS)
def test_every_card_of_a_pack_has_a_name_of_its_own(lang: str, deck: str, suits: Suits) -> None:
    words = words_of(lang, deck, suits)
    names = [words.name(card) for card in faces(DECKS[deck])]
    assert len(set(names)) == len(names)
    assert all(names)
    within_suit = [(card[0], words.index(card)) for card in faces(DECKS[deck]) if card not in ("EX", "JO")]
    assert len(set(within_suit)) == len(within_suit)


@pytest.mark.parametrize(
    ("lang", "deck", "suits", "named"),
    [
        ("en", "whist53", "french", {"SA": "Ace of spades", "H10": "10 of hearts", "DQ": "Queen of diamonds"}),
        ("de", "jass36", "swiss", {"SA": "Eichel-Ass", "CJ": "Rosen-Under", "DQ": "Schilten-Ober"}),
        ("de", "joker33", "swiss", {"H10": "Schellen-Banner", "D7": "Schilten-7", "JO": "Joker"}),
        ("de", "jass36", "french", {"SJ": "Schaufel-Bauer", "DQ": "Ecken-Dame", "C9": "Kreuz-9"}),
        ("de", "skat32", "german", {"CJ": "Eichel-Unter", "S10": "Grün-10", "HA": "Rot-Ass", "DQ": "Schellen-Ober"}),
        ("fr", "skat32", "german", {"CK": "Roi de glands", "SA": "As de feuilles", "D7": "7 de grelots"}),
        ("de", "tarot78", "french", {"SJ": "Pik-Bube", "DN": "Karo-Reiter", "T21": "Trumpf 21"}),
        ("fr", "tarot78", "french", {"DN": "Cavalier de carreau", "T1": "Petit", "T21": "Atout 21", "EX": "Excuse"}),
        ("it", "jass36", "french", {"HQ": "Donna di cuori", "CA": "Asso di fiori"}),
        ("ja", "joker33", "french", {"HK": "ハートのキング", "JO": "ジョーカー"}),
    ],
)
def test_cards_are_called_as_their_region_says(lang: str, deck: str, suits: Suits, named: dict[str, str]) -> None:
    words = words_of(lang, deck, suits)
    assert {card: words.name(card) for card in named} == named


def test_only_packs_of_a_country_have_its_suits() -> None:
    refused: list[tuple[str, Suits]] = [
        (deck, suits) for deck in DECKS for suits in COUNTRIES if (deck, suits) not in PACKS
    ]
    for deck, suits in refused:
        with pytest.raises(
            WordingError, match=f"^{deck} is not played with {suits.capitalize()} suits; leave --suits away$"
        ):
            words_of("de", deck, suits)
    assert len(refused) == 2 * len(DECKS) - 5


def test_an_unknown_language_names_those_there_are() -> None:
    with pytest.raises(WordingError, match=r"'rm'.*en, de, fr, it, ja"):
        language("rm")


@pytest.mark.parametrize("lang", LATIN)
def test_all_latin_words_are_in_the_face_that_is_embedded(lang: Lang) -> None:
    said = {words_of(lang, *pack).name(card) for pack in PACKS for card in DECKS[pack[0]]}
    said |= {phrase(key, lang) for key in PHRASES}
    assert [words for words in said if not is_embedded(words)] == []
    assert not is_embedded("ハート")


def test_only_faces_that_are_embedded_stand_in_a_file_of_latin_letters() -> None:
    faces = re.findall(rb"/BaseFont /(\S+)", written("Cœur, Under, Eichel-König", None))
    assert set(faces) == {b"AAAAAA+BitstreamVeraSans-Roman"}


def test_a_font_of_ones_own_is_embedded_for_the_letters_that_the_built_in_face_lacks() -> None:
    khmer = "A\u1786"
    assert b"HeiseiKakuGo" in written(khmer, None)
    own = written(khmer, KHMER_FONT)
    assert b"+NotoSansKhmer" in own
    assert b"HeiseiKakuGo" not in own


def written(words: str, font: Path | None) -> bytes:
    page = Pen(PAPERS["A4"], "test", font)
    page.text(words, 50, 50, 10)
    return page.finish()


def test_the_document_lists_every_command_by_its_number() -> None:
    text = (Path(__file__).parents[3] / "docs" / "marks.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\d+)–(\d+) \| (.*?) \|", text, flags=re.MULTILINE)
    listed: list[tuple[int, str]] = []
    for first, last, names in rows:
        listed += zip(range(int(first), int(last) + 1), re.findall(r"`(\S+)`", names), strict=True)
    assert listed == [(command_number(command), command) for command in COMMANDS]
