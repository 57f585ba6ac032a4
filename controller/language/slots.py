"""The shape of a sentence, and what can stand in its slots: cards, suits, contracts, names, counts."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from controller.rules.card_sets import NUMBERS
from vision.words.cards import CardWords
from vision.words.commands import command_name


def shape(text: str) -> str:
    """A shape as it is; the name tells the extraction of texts that translators should see it.

    >>> shape("{name} deals")
    '{name} deals'
    """
    return text


Gettext = Callable[[str], str]

_CARD: Final = r"(?:[SHDC](?:10|[AKQNJ1-9])|T(?:1\d|2[01]|[1-9])|EX|JO)"
_SUITS: Final[Mapping[str, str]] = {
    **{letter: letter for letter in "SHDC"},
    "spades": "S",
    "hearts": "H",
    "diamonds": "D",
    "clubs": "C",
    "a spade": "S",
    "a heart": "H",
    "a diamond": "D",
    "a club": "C",
}
_TRUMPS: Final = ("trump", "trumps", "a trump")
_ALONE: Final = {"the Excuse": "EX", "the joker": "JO"}
_CALLS: Final = (
    *("no-trump", "reverse", "slalom", "gustav", "joker1", "joker2", "up", "down", "in", "out", "blind", "pass"),
    *("petite", "pousse", "prise", "garde", "garde-sans", "garde-contre", "chelem"),
    *("call", "take", "leave", "exchange", "misdeal", "new-deal", "new-match", "uphold", "dismiss", "undo", "end"),
    *("agree", "stock", "misere", "petit-sec", "nobody", "laid-away", "arbiter", "score", "repeat"),
    *("poignee-single", "poignee-double", "poignee-triple"),
    *("weis-20", "weis-50", "weis-100", "weis-150", "weis-200"),
)
_TITLES: Final = {"no trump": "no-trump", "joker 1": "joker1", "joker 2": "joker2"}
"""Contracts as a sheet writes them, where they are otherwise than in the record; in small letters."""
_GAMES: Final = {
    "Coiffeur": "game-coiffeur",
    "Condor Whist": "game-condor",
    "Handjass": "game-handjass",
    "Middler with a joker": "game-middler-joker",
    "Mittlere": "game-mittlere",
    "Molotow": "game-molotow",
    "Plus-Minus": "game-plus-minus",
    "Tarot": "game-tarot",
}
_SUIT: Final = "|".join((*_SUITS, *_TRUMPS, *_ALONE, "(?:odd|even) (?:diamonds|clubs)"))
_CALL: Final = "|".join(sorted((*_CALLS, "spades", "hearts", "diamonds", "clubs"), key=len, reverse=True))


@dataclass(frozen=True, slots=True)
class Kind:
    """What a slot takes."""

    pattern: str
    said: Callable[[str, CardWords, Gettext], str | None]
    """It in a language; None if it is nothing of the kind."""


def alone(text: str, cards: CardWords, text_of: Gettext) -> str | None:
    """A card, a suit, a contract or a game that stands alone."""
    for kind in (_game, _call, _suit, _card):
        if (found := kind(text, cards, text_of)) is not None:
            return found
    return None


def _card(text: str, cards: CardWords, text_of: Gettext) -> str | None:
    del text_of
    return cards.name(text) if re.fullmatch(_CARD, text) else None


def _suit(text: str, cards: CardWords, text_of: Gettext) -> str | None:
    if text in _TRUMPS:
        return text_of("trump")
    if text in _ALONE:
        return cards.name(_ALONE[text])
    if text.startswith(("odd ", "even ")):
        odd, suit = text.split()
        shape = text_of("odd {suit}") if odd == "odd" else text_of("even {suit}")
        return shape.format(suit=cards.suit(_SUITS[suit]))
    return cards.suit(_SUITS[text]) if text in _SUITS else None


def _call(text: str, cards: CardWords, text_of: Gettext) -> str | None:
    del text_of
    word = _TITLES.get(text.lower(), text if text in _CALLS else text.lower())
    if word in _SUITS:
        return cards.suit(_SUITS[word])
    return command_name(word, cards.lang) if word in _CALLS else None


def _game(text: str, cards: CardWords, text_of: Gettext) -> str | None:
    del text_of
    return command_name(_GAMES[text], cards.lang) if text in _GAMES else None


def _figure(text: str, cards: CardWords, text_of: Gettext) -> str:
    del cards, text_of
    return str(NUMBERS.index(text)) if text in NUMBERS else text


def _as_it_is(text: str, cards: CardWords, text_of: Gettext) -> str:
    del cards, text_of
    return text


def _kind(text: str, cards: CardWords, text_of: Gettext) -> str:
    """A kind of verdict; what is none stays as it is."""
    del cards
    return text_of(text)


def _corner(text: str, cards: CardWords, text_of: Gettext) -> str | None:
    """A corner of the mat."""
    del cards
    corners = {
        "top left": text_of("top left"),
        "top right": text_of("top right"),
        "bottom right": text_of("bottom right"),
        "bottom left": text_of("bottom left"),
    }
    return corners.get(text)


def _place(text: str, cards: CardWords, text_of: Gettext) -> str:
    """Where cards lie: a hand is called by its player."""
    del cards
    own = {
        "the blind": text_of("the blind"),
        "the stock": text_of("the stock"),
        "the dog": text_of("the dog"),
        "the hand laid away": text_of("the hand laid away"),
    }
    if text.endswith("'s pile"):
        return text_of("the pile of {name}").format(name=text.removesuffix("'s pile"))
    if text.endswith("'s hand"):
        return text_of("the hand of {name}").format(name=text.removesuffix("'s hand"))
    return own.get(text, text)


def _which(text: str, cards: CardWords, text_of: Gettext) -> str | None:
    """One kind of cards, such as ``not spades`` or ``trumps above T12``."""
    if text.startswith("not "):
        inner = _which(text.removeprefix("not "), cards, text_of)
        return None if inner is None else text_of("not {what}").format(what=inner)
    if " above T" in text:
        return text_of("trumps above {n}").format(n=text.rpartition("T")[2])
    return _card(text, cards, text_of) or _suit(text, cards, text_of)


def _each(kind: Callable[[str, CardWords, Gettext], str | None]) -> Callable[[str, CardWords, Gettext], str | None]:
    """Several of a kind: ``D2, D4 or DQ``, ``Anna and Berta``."""

    def said(text: str, cards: CardWords, text_of: Gettext) -> str | None:
        *first, last = re.split(r", | and | or ", text)
        done = [kind(one, cards, text_of) for one in (*first, last)]
        told = [one for one in done if one is not None]
        if len(told) < len(done):
            return None
        comma = "、" if cards.lang == "ja" else ", "
        word = text_of("{one} or {other}") if " or " in text else text_of("{one} and {other}")
        joined = " and " in text or " or " in text
        return word.format(one=comma.join(told[:-1]), other=told[-1]) if joined else comma.join(told)

    return said


def _alone_each(text: str, cards: CardWords, text_of: Gettext) -> str | None:
    """``Anna alone or Berta alone``."""
    return _each(_as_it_is)(text.replace(" alone", ""), cards, text_of)


KINDS: Final[Mapping[str, Kind]] = {
    "card": Kind(_CARD, _card),
    "cards": Kind(f"{_CARD}(?:(?:, | and | or ){_CARD})*", _each(_card)),
    "suit": Kind(_SUIT, _suit),
    "suits": Kind(r".+?", _each(_which)),
    "call": Kind(_CALL, _call),
    "calls": Kind(f"(?:{_CALL})(?:(?:, | and )(?:{_CALL}))*", _each(_call)),
    "game": Kind("|".join(_GAMES), _game),
    "n": Kind(r"[-+]?\d+(?:\.\d+)?", _as_it_is),
    "numbers": Kind(r"\d+(?:(?:, | and )\d+)*", _each(_as_it_is)),
    "count": Kind("|".join((*NUMBERS, r"\d+")), _figure),
    "name": Kind(r"[^,;:]+?", _as_it_is),
    "other": Kind(r"[^,;:]+?", _as_it_is),
    "names": Kind(r"[^;:]+?", _each(_as_it_is)),
    "suspects": Kind(r"[^;:]+?", _alone_each),
    "place": Kind(r"[^,;:]+?", _place),
    "places": Kind(r"[^;:]+?", _each(_place)),
    "kind": Kind(r"[a-z]+(?:-[a-z]+)*", _kind),
    "corners": Kind(r"[a-z ,]+", _each(_corner)),
    "reason": Kind(r".+?", _as_it_is),
    "code": Kind(r"[\w ]+", _as_it_is),
    "scores": Kind(r".+", _as_it_is),
}
"""By the name of a slot, without the figure that tells two of a kind apart; ``why`` is a sentence within one."""
