"""Names of seats, cards and command words: a sign for the eye, a word for the ear."""

from collections.abc import Mapping, Sequence
from typing import Final

from controller.console.security.roles import Role
from controller.console.words import gettext
from controller.console.words.gettext import _, card_words
from controller.language.commands import command_name
from controller.language.translate import NamedCard, StyledCards, elided
from controller.record.cards import EXCUSE, JOKER, SUITS, TRUMPS, Card
from controller.record.events import Ruling, Seat, Value
from controller.record.naming import number_of
from controller.rules.match import AnyMatch
from vision.words.cards import CardWords


def seat_name(names: Sequence[str], seat: Seat) -> str:
    """Return the name of a seat's player; empty for a seat that is not at the table."""
    return names[seat] if 0 <= seat < len(names) else _("seat {seat}").format(seat=seat)


SIGNS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣", TRUMPS: "T", EXCUSE: "★", JOKER: "✷"}
"""A sign for each suit; a trump of the Tarot is written with its letter."""
_BID: Final[Mapping[str, str | None]] = {"clubs": "C", "diamonds": "D", "hearts": "H", "spades": "S", "no-trump": None}
"""Suit named with a number in a bid, by its letter; or none."""
_ENGLISH: Final[Mapping[str, str]] = {EXCUSE: "the Excuse", JOKER: "the joker", "T1": "trump 1"}


def sign(card: Card) -> str:
    """Return a card for the eye.

    It has the letter that the packs of the region carry; its name where that is for the ear.

    >>> sign(Card("H10")), sign(Card("T21")), sign(Card("EX"))
    ('♥10', 'T21', '★')
    """
    if gettext.is_by_names():
        return name(card)
    return NamedCard.of(symbol(card), symbol(card))


def symbol(card: Card) -> str:
    """Return a card's sign, whoever it is for."""
    words = card_words()
    if card in (EXCUSE, JOKER):
        return SIGNS[card.suit]
    if words.suits != "french" and card.suit in SUITS:
        return f"{_beginning(card.suit, words)} {words.index(card)}"
    return f"{SIGNS[card.suit]}{words.index(card)}"


def _beginning(suit: str, words: CardWords) -> str:
    """Shorten a suit's name to what tells it from the others: no font that every phone has shows suits of a country."""
    name, others = words.suit(suit), [words.suit(other) for other in SUITS if other != suit]
    beginnings = (name[:length] for length in range(1, len(name) + 1))
    return next(start for start in beginnings if not any(other.startswith(start) for other in others)).capitalize()


def name(card: Card) -> str:
    """Return a card for the ear, as it stands in a sentence.

    >>> name(Card("DQ")), name(Card("T21"))
    ('queen of diamonds', 'trump 21')
    """
    words = card_words()
    if words.lang != "en":
        plain = elided(words.name(card), words.lang)
        return NamedCard.of(plain, elided(StyledCards(words.lang, words.suits).definite(card), words.lang))
    return _ENGLISH.get(card) or words.name(card).lower()


def suit_name(suit: str) -> str:
    """Return a suit by its letter, as its cards are called.

    The trumps of the Tarot and the joker are suits of their own.
    """
    if suit == JOKER:
        return name(JOKER)
    return _("Trumps") if suit == TRUMPS else card_words().suit(suit)


def utterance_name(words: Sequence[str]) -> str:
    """Return the words of an utterance as players write them: a number with a suit by its sign.

    >>> utterance_name(("1", "clubs")), utterance_name(("3", "no-trump")), utterance_name(("push",))
    ('1 ♣', '3 no trump', 'Push')
    >>> utterance_name(("claim", "9"))
    'Claim 9'
    """
    if len(words) == 2 and number_of(words[0]) is not None and words[1] in _BID:
        what = _BID[words[1]]
        if what is None:
            return _("{n} no trump").format(n=words[0])
        has_sign = card_words().suits == "french" and not gettext.is_by_names()
        return f"{words[0]} {SIGNS[what] if has_sign else suit_name(what)}"
    if len(words) == 2 and number_of(words[0]) is None and number_of(words[1]) is not None:
        return f"{word_name(words[0])} {words[1]}"
    return ", ".join(map(word_name, words))


def bid_sign(word: str) -> str:
    """Return the sign of a suit that is named as trump, where the table's pack has it; empty for any other word.

    >>> bid_sign("hearts"), bid_sign("no-trump"), bid_sign("push")
    ('♥', '', '')
    """
    suit = _BID.get(word)
    return SIGNS[suit] if suit and card_words().suits == "french" and not gettext.is_by_names() else ""


def word_name(word: str) -> str:
    """Return a word as the players of the pack on the table say it, else as it stands on its card; else as it is."""
    if (name := gettext.called(word)) is not None:
        return name
    translated = gettext.word(word)
    if translated != word:
        return translated
    try:
        return command_name(word, card_words().lang)
    except KeyError:  # a record holds what was said, whether or not it is a word
        return word


# Words that several pages need for roles, rulings, pictures and marks, and the pages that the bar leads to.


def nav() -> tuple[tuple[str, str, Role], ...]:
    """Return the places that every page leads to, five at most: address, title, and who may see them."""
    return (
        ("/", _("Table"), Role.VIEWER),
        ("/sheet", _("Scores"), Role.VIEWER),
        ("/verdicts", _("Verdicts"), Role.VIEWER),
        ("/history", _("History"), Role.PLAYER),
        ("/more", _("More"), Role.VIEWER),
    )


def more() -> tuple[tuple[str, str, Role], ...]:
    """List what else there is, behind the last of the places: address, title, and who may see it."""
    return (
        ("/board", _("Board"), Role.VIEWER),
        ("/statistics", _("Statistics"), Role.PLAYER),
        ("/join", _("Join"), Role.VIEWER),
        ("/pair", _("Pair this phone"), Role.VIEWER),
        ("/phones", _("Phones"), Role.OWNER),
        ("/prints", _("Prints"), Role.PLAYER),
        ("/setup", _("Set-up"), Role.OWNER),
        ("/language", _("Language"), Role.VIEWER),
    )


def nav_place(path: str) -> str:
    """Return the place to which a page belongs.

    >>> nav_place("/tap/1"), nav_place("/verdicts/2"), nav_place("/fix/7"), nav_place("/setup/game")
    ('/', '/verdicts', '/history', '/more')
    """
    first = f"/{path.split('/')[1]}"
    at_table = {"/say": "/", "/tap": "/", "/unseen": "/", "/fix": "/history"}
    paths = {"/", "/sheet", "/verdicts", "/history"}
    return at_table.get(first, first if first in paths else "/more")


def role_words(role: Role) -> str:
    """Return a role as people call it."""
    words = {
        Role.VIEWER: _("viewer"),
        Role.CAMERA: _("camera"),
        Role.PLAYER: _("player"),
        Role.ARBITER: _("arbiter"),
        Role.OWNER: _("owner"),
    }
    return words[role]


def decision_words(ruling: Ruling | None) -> str:
    """Return the words of an arbiter's decision."""
    words = {"upheld": _("upheld"), "dismissed": _("dismissed"), "open": _("open")}
    return words[ruling.decision if ruling else "open"]


def picture_words(which: str) -> str:
    """Return the caption of a verdict's picture."""
    return _("The play that it is about") if which == "act" else _("The play that proves it")


def value_words(value: Value) -> str:
    """Return a value of an option."""
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if not isinstance(value, tuple):
        return str(value)
    return ", ".join(word_name(one) if isinstance(one, str) else str(one) for one in value)


def pack_title(pack: str) -> str:
    """Return a rulebook as arbiters call it; another package's by its own name."""
    titles = {
        "swiss": _("Swiss practice"),
        "fft2012": _("French Tarot federation, 2012"),
        "laws2017": _("Laws of Duplicate Bridge, 2017"),
        "whist1864": _("Laws of Whist, 1864"),
        "isko": _("International Skat Order"),
        "tsr2000": _("German Doppelkopf federation, 2000"),
        "preisschnapsen": _("Schnapsen tournaments in Austria"),
    }
    return titles.get(pack, pack)


# The moment of a match on which buttons for the whole table rest: its newest deal, and whether it is being played.


def moment(match: AnyMatch) -> str:
    """Return a word for the moment.

    It is the same as long as the same deal is played, is over, or the match has ended with it.
    """
    deal = match.deal.number if match.deal else 0
    return f"{deal}-{'ended' if match.ended else 'played' if match.running else 'over'}"
