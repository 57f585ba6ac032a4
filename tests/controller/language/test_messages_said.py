"""Messages in the languages of the table, with names that look like sentences."""

import pytest

from controller.language.catalogues import catalogue, locale
from controller.language.translate import ENGLISH, CardStyle, Locale, translated
from controller.record.message import Listed, Message
from vision.words.cards import CardWords, Lang

NAMES = ("Anna, sen.", "Berta: x", "Carla {y}")


def revoke(name: str) -> Message:
    return Message(
        "{name} revoked in trick {n}: {card} on {card2}, while holding {cards} ({why}).",
        name=name,
        n=3,
        card="H9",
        card2="SA",
        cards=Listed(("S6", "SK")),
        why=Message("played in tricks {numbers}", numbers=Listed(("4", "5"), "and")),
    )


@pytest.mark.parametrize("name", NAMES)
def test_a_verdict_is_said_in_german_whatever_a_player_is_called(name: str) -> None:
    assert translated(revoke(name), locale("de", jass=True)) == (
        f"{name} hat im Stich 3 falsch gefarbt: Herz-9 auf Schaufel-Ass, hatte aber noch Schaufel-6, Schaufel-König in "
        "der Hand (gespielt in den Stichen 4 und 5)."
    )


@pytest.mark.parametrize("name", NAMES)
def test_english_is_the_text_itself(name: str) -> None:
    assert translated(revoke(name), ENGLISH) == revoke(name) == str(revoke(name))


@pytest.mark.parametrize(
    ("lang", "style", "cards"),
    [
        ("en", "codes", "H9, T21, EX"),
        ("en", "words", "9 of hearts, Trump 21, Excuse"),
        ("en", "symbols", "♥9, Trump 21, Excuse"),
        ("fr", "symbols", "♥9, Atout 21, Excuse"),
        ("de", "codes", "H9, T21, EX"),
        ("de", None, "Herz-9, Trumpf 21, Excuse"),
        ("ja", None, "ハートの9、切り札21、エクスキューズ"),
    ],
)
def test_cards_are_shown_as_the_medium_can(lang: Lang, style: CardStyle | None, cards: str) -> None:
    message = Message("please check {cards}", cards=Listed(("H9", "T21", "EX")))
    assert cards in translated(message, Locale(catalogue(lang), CardWords(lang), style))


def test_several_messages_are_each_said() -> None:
    status = Message.join(", ", [Message("trick {n} of {n2}", n=3, n2=9), Message("{name} to play", name="Anna, sen.")])
    assert translated(status, locale("de")) == "Stich 3 von 9, Anna, sen. ist dran"


@pytest.mark.parametrize("lang", ["de", "fr", "it", "ja"])
def test_free_text_is_shown_as_it_is(lang: Lang) -> None:
    assert (
        translated(Message("{reason}", reason="No space left {on} device"), locale(lang)) == "No space left {on} device"
    )
