"""The players' names for cards, by language and region."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

Lang: TypeAlias = Literal["en", "de", "fr", "it", "ja"]
Suits: TypeAlias = Literal["french", "swiss", "german"]
Words: TypeAlias = Mapping[str, str]

LANGS: Final[tuple[Lang, ...]] = ("en", "de", "fr", "it", "ja")

COPY: Final = "@"
"""The sign before the number of a copy, of which players say nothing."""

COUNTRY_RANKS: Final = ("A", "K", "Q", "J", "10", "9", "8", "7", "6")
"""The ranks of a pack with Swiss or German suits."""


class WordingError(ValueError):
    """A language nobody translated to, or suits that a deck does not come in."""


def _words(keys: str, *values: str) -> Words:
    return dict(zip(keys.split(), values, strict=True))


_SUITS: Final[Mapping[Lang, Words]] = {
    "en": _words("S H D C", "spades", "hearts", "diamonds", "clubs"),
    "de": _words("S H D C", "Pik", "Herz", "Karo", "Kreuz"),
    "fr": _words("S H D C", "pique", "cœur", "carreau", "trèfle"),
    "it": _words("S H D C", "picche", "cuori", "quadri", "fiori"),
    "ja": _words("S H D C", "スペード", "ハート", "ダイヤ", "クラブ"),
}
_JASS_SUITS_DE: Final = _words("S H D C", "Schaufel", "Herz", "Ecken", "Kreuz")
"""Swiss German names of the French suits."""
_COUNTRY_SUITS: Final[Mapping[Suits, Mapping[Lang, Words]]] = {
    "swiss": {
        "en": _words("S C D H", "acorns", "roses", "shields", "bells"),
        "de": _words("S C D H", "Eichel", "Rosen", "Schilten", "Schellen"),
        "fr": _words("S C D H", "glands", "roses", "écus", "grelots"),
        "it": _words("S C D H", "ghiande", "rose", "scudi", "sonagli"),
        "ja": _words("S C D H", "ドングリ", "バラ", "盾", "鈴"),
    },
    "german": {
        "en": _words("C S H D", "acorns", "leaves", "hearts", "bells"),
        "de": _words("C S H D", "Eichel", "Grün", "Rot", "Schellen"),
        "fr": _words("C S H D", "glands", "feuilles", "cœurs", "grelots"),
        "it": _words("C S H D", "ghiande", "foglie", "cuori", "sonagli"),
        "ja": _words("C S H D", "ドングリ", "葉", "ハート", "鈴"),
    },
}
"""Acorns and bells are other suits in a German pack than in a Swiss one."""
_RANKS: Final[Mapping[Lang, Words]] = {
    "en": _words("A K Q N J", "Ace", "King", "Queen", "Knight", "Jack"),
    "de": _words("A K Q N J", "Ass", "König", "Dame", "Reiter", "Bube"),
    "fr": _words("A K Q N J", "As", "Roi", "Dame", "Cavalier", "Valet"),
    "it": _words("A K Q N J", "Asso", "Re", "Donna", "Cavallo", "Fante"),
    "ja": _words("A K Q N J", "エース", "キング", "クイーン", "騎士", "ジャック"),
}
_COUNTRY_COURTS: Final[Mapping[Suits, Mapping[Lang, Words]]] = {
    "swiss": {
        "en": _words("Q J 10", "Ober", "Under", "Banner"),
        "de": _words("Q J 10", "Ober", "Under", "Banner"),
        "fr": _words("Q J 10", "Ober", "Under", "Bannière"),
        "it": _words("Q J 10", "Ober", "Under", "Bandiera"),
        "ja": _words("Q J 10", "オーバー", "ウンター", "バナー"),
    },
    "german": {lang: _words("Q J", "Ober", "Unter") for lang in LANGS} | {"ja": _words("Q J", "オーバー", "ウンター")},
}
_ALONE: Final[Mapping[Lang, Words]] = {
    "en": _words("T T1 EX JO", "Trump", "Petit", "Excuse", "Joker"),
    "de": _words("T T1 EX JO", "Trumpf", "Petit", "Excuse", "Joker"),
    "fr": _words("T T1 EX JO", "Atout", "Petit", "Excuse", "Joker"),
    "it": _words("T T1 EX JO", "Trionfo", "Bagatto", "Matto", "Jolly"),
    "ja": _words("T T1 EX JO", "切り札", "プチ", "エクスキューズ", "ジョーカー"),
}
_INDEX: Final[Mapping[Lang, Words]] = {
    "en": _words("A K Q N J", *"AKQNJ"),
    "de": _words("A K Q N J", *"AKDRB"),
    "fr": _words("A K Q N J", *"ARDCV"),
    "it": _words("A K Q N J", *"ARDCF"),
    "ja": _words("A K Q N J", *"AKQNJ"),
}
"""Letters that the packs of the region carry."""
_COUNTRY_INDEX: Final = _words("A K Q J", *"AKOU")
_PATTERN: Final[Mapping[Lang, str]] = {
    "en": "{rank} of {suit}",
    "de": "{suit}-{rank}",
    "fr": "{rank} de {suit}",
    "it": "{rank} di {suit}",
    "ja": "{suit}の{rank}",
}


@dataclass(frozen=True, slots=True)
class CardWords:
    """The names of the cards of one pack."""

    lang: Lang = "en"
    suits: Suits = "french"
    jass: bool = False
    """Whether it is a Jass pack, whose French suits have names of their own in Swiss German."""

    def name(self, card: str) -> str:
        """Return the card's name.

        >>> CardWords("de").name("H10@2")
        'Herz-10'
        >>> CardWords("fr").name("DN"), CardWords("de", "swiss", jass=True).name("CQ"), CardWords("en").name("T1")
        ('Cavalier de carreau', 'Rosen-Ober', 'Petit')
        >>> CardWords("de", "swiss").name("SJ"), CardWords("de", "german").name("CJ")
        ('Eichel-Under', 'Eichel-Unter')
        """
        alone, card = _ALONE[self.lang], card.partition(COPY)[0]
        if card in alone:
            return alone[card]
        if card[0] == "T":
            return f"{alone['T']}{'' if self.lang == 'ja' else ' '}{card[1:]}"
        return _PATTERN[self.lang].format(rank=self._rank(card[1:]), suit=self.suit(card[0]))

    def suit(self, suit: str) -> str:
        """Return the suit's name by its letter."""
        if self.suits != "french":
            return _COUNTRY_SUITS[self.suits][self.lang][suit]
        names = _JASS_SUITS_DE if self.jass and self.lang == "de" else _SUITS[self.lang]
        return names[suit]

    def index(self, card: str) -> str:
        """Return the index in a card's corner: a letter or a number; of EX and JO a star.

        >>> CardWords("fr").index("HQ"), CardWords("en").index("T21"), CardWords("de", "swiss").index("SJ")
        ('D', '21', 'U')
        """
        if card in ("EX", "JO"):
            return "*"
        card = card.partition(COPY)[0]
        letters = _INDEX[self.lang] if self.suits == "french" else _COUNTRY_INDEX
        return letters.get(card[1:], card[1:])

    def _rank(self, rank: str) -> str:
        own = {} if self.suits == "french" else _COUNTRY_COURTS[self.suits][self.lang]
        if rank in own:
            return own[rank]
        if self.jass and self.lang == "de" and rank == "J":
            return "Bauer"
        return _RANKS[self.lang].get(rank, rank)


def card_words(lang: str, suits: Suits, of: str, country: Suits) -> CardWords:
    """Return the words for a pack of cards.

    Args:
        lang: the language.
        suits: on the cards.
        of: the game or the deck of the cards.
        country: suits of its packs beside the French ones.

    Raises:
        WordingError: there is no such language, or the country's packs have other suits.
    """
    if suits not in ("french", country):
        raise WordingError(f"{of} is not played with {suits.capitalize()} suits; leave --suits away")
    return CardWords(language(lang), suits, jass=country == "swiss")


def language(name: str) -> Lang:
    """Return the language of that name; raises WordingError, which lists all languages."""
    for known in LANGS:
        if known == name:
            return known
    raise WordingError(f"there is no language {name!r}; there are {', '.join(LANGS)}")
