"""Follow rules as data: a holder of some cards must play one of others; each such demand has its rule.

A hand breaks a demand if it holds an owed card and plays none that meets it. A follow rule is a few demands.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import astuple, dataclass, replace
from functools import cache, cached_property, lru_cache
from typing import Final

from controller.record.cards import DECKS, Card, DeckCountry
from controller.record.message import Message
from controller.rules.deal import AnyDeal, Trick
from controller.rules.duty import FREE, Duty, FollowData, avoid
from controller.rules.results import BreakdownLine, counting
from controller.rules.speech import Wording

# Tricks with any deck: what a play owes, how strong a card is, and what each seat has won.


@cache
def suit_cards(deck: Sequence[Card], suit: str) -> tuple[Card, ...]:
    """Return all cards of a suit in a deck, in the deck's order."""
    return tuple(card for card in deck if card.suit == suit)


def follow_suit(deck: Sequence[Card], deal: AnyDeal, card: Card, rule: str) -> Duty:
    """Follow the suit led if able, else any card.

    Args:
        deck: the game's whole deck: a card that is not in it is never owed.
        deal: the deal.
        card: the card that is played.
        rule: the id of the rule that it would break.
    """
    led = deal.led
    return FREE if led is None or card.suit == led.suit else avoid(suit_cards(deck, led.suit), rule)


def strength(deck: Sequence[Card], trick: Trick, card: Card, trump: str | None) -> int:
    """Rank a card in a trick: trumps above the suit led above the rest, each in the order of the deck.

    Decks have their strongest cards first: aces high in those of :data:`controller.record.cards.DECKS`.
    """
    if card.suit not in (trump, trick.cards[0].suit):
        return -1
    return len(deck) * (1 + (card.suit == trump)) - deck.index(card)


def tricks_won(deal: AnyDeal) -> tuple[int, ...]:
    """Count the tricks that each seat has won."""
    winners = [trick.winner for trick in deal.tricks]
    return tuple(winners.count(seat) for seat in range(deal.rules.seats))


def points_won(deal: AnyDeal, worth: Callable[[Card], int], last: int) -> tuple[int, ...]:
    """Return the points of each seat's tricks, the last one with its bonus."""
    points = [0] * deal.rules.seats
    for number, trick in enumerate(deal.tricks, 1):
        if trick.winner is not None:
            points[trick.winner] += sum(map(worth, trick.cards)) + (last if number == deal.size else 0)
    return tuple(points)


def points_told(deal: AnyDeal, points: Sequence[int], last: int) -> tuple[BreakdownLine, ...]:
    """Split the points of each seat's tricks into those of its cards and the bonus of the last trick."""
    winner = deal.tricks[-1].winner if len(deal.tricks) == deal.size else None
    bonus = tuple(last if seat == winner else 0 for seat in range(len(points)))
    cards = tuple(own - more for own, more in zip(points, bonus, strict=True))
    return counting(BreakdownLine(Message("cards won"), cards), BreakdownLine(Message("last trick won"), bonus))


# Plain tricks with 52 cards, in which a suit is not led before it was broken.

DECK: Final = DECKS["whist52"]
RANKS: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
"""Weakest first."""


@cache
def other_suits(suit: str, rule: str) -> Duty:
    """Return the duty of a hand that leads a suit which may not be led yet: it owes any card of another."""
    return avoid([card for card in DECK if card.suit != suit], rule, lead=True)


def may_be_broken(deal: AnyDeal, breaks: Callable[[Card], bool]) -> bool:
    """Whether a card that breaks the suit may have been played already, in sight or where something went unseen."""
    cards = (*(card for trick in deal.tricks for card in trick.cards), *(play.card for play in deal.exposed))
    return any(map(breaks, cards)) or not all(_is_whole(deal, trick) for trick in deal.tricks)


def _is_whole(deal: AnyDeal, trick: Trick) -> bool:
    return {*deal.seats} <= {*trick.seats} and not any(play.told for play in trick.plays)


# The words that several games say: the suits, the pass, the exchange of the lowest trump.

SUIT_WORDINGS: Final[Mapping[str, Wording]] = {
    "spades": Wording("Spades", "Schaufel / Eichel", "Pique / Glands", "Picche / Ghiande", "スペード"),
    "hearts": Wording("Hearts", "Herz / Schellen", "Cœur / Grelots", "Cuori / Sonagli", "ハート"),
    "diamonds": Wording("Diamonds", "Ecken / Schilten", "Carreau / Écus", "Quadri / Scudi", "ダイヤ"),
    "clubs": Wording("Clubs", "Kreuz / Rosen", "Trèfle / Roses", "Fiori / Rose", "クラブ"),
}
"""The suits by their English names, which records write; as packs of Jass have them."""

GERMAN_SUITS: Final[Mapping[str, Wording]] = {
    "spades": Wording("Spades", "Pik / Grün", "Pique / Feuilles", "Picche / Foglie", "スペード"),
    "hearts": Wording("Hearts", "Herz / Rot", "Cœur", "Cuori", "ハート"),
    "diamonds": Wording("Diamonds", "Karo / Schellen", "Carreau / Grelots", "Quadri / Sonagli", "ダイヤ"),
    "clubs": Wording("Clubs", "Kreuz / Eichel", "Trèfle / Glands", "Fiori / Ghiande", "クラブ"),
}
"""The suits' names in French and German packs."""

FRENCH_SUITS: Final[Mapping[str, Wording]] = {
    "spades": Wording("Spades", "Pik", "Pique", "Picche", "スペード"),
    "hearts": Wording("Hearts", "Herz", "Cœur", "Cuori", "ハート"),
    "diamonds": Wording("Diamonds", "Karo", "Carreau", "Quadri", "ダイヤ"),
    "clubs": Wording("Clubs", "Kreuz", "Trèfle", "Fiori", "クラブ"),
}
"""The suits' names where the packs have French suits alone."""

SUITS_OF: Final[Mapping[DeckCountry, Mapping[str, Wording]]] = {
    "swiss": SUIT_WORDINGS,
    "german": GERMAN_SUITS,
    "french": FRENCH_SUITS,
}
"""The suits' names in the packs of a country and in French ones."""

NO_TRUMP: Final = Wording("No trump", "Ohne Trumpf", "Sans atout", "Senza atout", "ノートランプ")
"""The name of no trump where it is no contract of Jass."""

_OTHER: Final[Mapping[str, tuple[str, ...]]] = {
    "spades": ("spade", "Pik", "Schaufel"),
    "hearts": ("heart",),
    "diamonds": ("diamond", "Karo", "Ecken", "ダイア", "ダイアモンド"),
    "clubs": ("club",),
}
_OF_COUNTRY: Final[Mapping[DeckCountry, Mapping[str, tuple[str, ...]]]] = {
    "swiss": {
        "spades": ("Eichel", "Glands", "Ghiande", "acorns", "Eicheln", "どんぐり"),
        "hearts": ("Schellen", "Grelots", "Sonagli", "bells", "Schelle", "鈴", "ベル"),
        "diamonds": ("Schilten", "Écus", "Scudi", "shields", "Schilte", "楯"),
        "clubs": ("Rosen", "Roses", "Rose", "花", "薔薇"),
    },
    "german": {
        "spades": ("Laub", "Grün", "Blatt", "Gras", "leaves"),
        "hearts": ("Rot",),
        "diamonds": ("Schellen", "Schelle", "bells"),
        "clubs": ("Eichel", "Eicheln", "acorns"),
    },
    "french": {},
}
"""The same word is another suit in a Swiss pack and in a German one."""


def spoken(
    wordings: Mapping[str, Wording], others: Mapping[str, tuple[str, ...]], country: DeckCountry = "french"
) -> dict[str, tuple[str, ...]]:
    """List the names of each call in every language, and these other ones; suits as in the packs of a country."""
    names_of: dict[str, tuple[str, ...]] = {}
    for call, wording in wordings.items():
        names = [part for one in FRENCH_SUITS.get(call, wording) for part in one.split(" / ")]
        suits = (*_OTHER.get(call, ()), *_OF_COUNTRY[country].get(call, ()))
        names_of[call] = tuple(dict.fromkeys((*names, *suits, *others.get(call, ()))))
    return names_of


MARRIAGE: Final = Wording("Marriage", "Hochzeit / Ansage", "Mariage", "Matrimonio", "マリッジ")
"""King and queen of a suit (SCN-M1), or both queens of clubs (DOK-M1)."""
EXCHANGE: Final = Wording("Exchange", "Tauschen", "Échanger", "Cambio", "交換")
"""The lowest trump for the card that was turned up (HAN-X1, SCN-X1)."""

PASS: Final = {"pass": ("Passe", "Passo", "I pass", "weiter", "je passe", "パス")}
"""Words of players who do not bid."""


SuitOf = Callable[[Card, str | None], str]
"""The suit that a card belongs to while this one is trump."""
Order = Callable[[Card, str | None], int]
"""A function for the strength of a card within its suit while this one is trump."""


@dataclass(frozen=True, slots=True)
class Demand:
    """A demand on every holder of some cards to play one of others."""

    owed: tuple[Card, ...]
    met_by: frozenset[Card]
    rule: str
    excuse: frozenset[Card] = frozenset()
    """Cards of which one excuses its hand from the demand."""


@dataclass(frozen=True)
class Following:
    """The trick for a seat that does not lead: the suit led, trump, the winning card so far."""

    deck: tuple[Card, ...]
    suit_of: SuitOf
    order: Order
    led: str
    """The suit led."""
    trump: str | None
    top: Card
    """The card that wins so far."""

    @cached_property
    def suit(self) -> tuple[Card, ...]:
        """The cards of the suit led."""
        return self.cards(self.led)

    @cached_property
    def trumps(self) -> tuple[Card, ...]:
        """The trumps; none where trump itself was led and they are the suit."""
        return () if self.trump in (None, self.led) else self.cards(self.trump or "")

    @cached_property
    def sets(self) -> Mapping[str, tuple[Card, ...]]:
        """The sets of cards that a demand names."""
        named = {"led": self.suit, "trumps": self.trumps, "above": self.above, "under": self.undertrumps}
        return {"all": self.deck, **named}

    def named(self, words: str) -> tuple[Card, ...]:
        """Return the cards that words add up to: sets of the trick, suits, cards; a word after ``-`` takes away."""
        found: dict[Card, None] = {}
        for word in words.split():
            name = word.removeprefix("-")
            cards = self.sets.get(name) or (self.cards(name) if name not in self.sets else ())
            for card in cards or (card for card in self.deck if card.face == name):
                if name == word:
                    found[card] = None
                else:
                    found.pop(card, None)
        return tuple(found)

    @property
    def is_trumped(self) -> bool:
        """Whether a trump wins, and another suit was led."""
        return self.top in self.trumps

    @cached_property
    def above(self) -> tuple[Card, ...]:
        """The cards of the winning card's suit that are higher."""
        return tuple(card for card in self.cards(self.suit_of(self.top, self.trump)) if self._is_above(card))

    @cached_property
    def undertrumps(self) -> tuple[Card, ...]:
        """The trumps below the one that wins; none while none does."""
        if not self.is_trumped:
            return ()
        return tuple(card for card in self.trumps if card != self.top and not self._is_above(card))

    def cards(self, suit: str) -> tuple[Card, ...]:
        """Return all cards of a suit, in the deck's order."""
        return tuple(card for card in self.deck if self.suit_of(card, self.trump) == suit)

    def but(self, cards: Iterable[Card]) -> frozenset[Card]:
        """Return the deck without these cards."""
        return frozenset(self.deck).difference(cards)

    def _is_above(self, card: Card) -> bool:
        return self.order(card, self.trump) > self.order(self.top, self.trump)


_TRICKS: Final = 16_384
"""The number of cached duties, one for each trick and a card that is played to it."""

Demanding = Callable[[Following], Demand | None]
"""A function for a rule's demand in a trick; None: no demand."""


@dataclass(frozen=True, slots=True)
class NamedDemand:
    """A demand in words for sets of cards, so that a certificate can tell it (docs/certificate.md)."""

    rule: str
    owed: str
    met_by: str
    when: tuple[str, ...] = ()
    """The names of the conditions under which it is made."""
    excuse: str = ""

    def __call__(self, trick: Following) -> Demand | None:
        """Return the demand in a trick."""
        if not all(CONDITIONS[name](trick) for name in self.when):
            return None
        met, excuse = frozenset(trick.named(self.met_by)), frozenset(trick.named(self.excuse))
        return Demand(trick.named(self.owed), met, self.rule, excuse)


class FollowRule:
    """The duties of a hand that does not lead, from the demands that its game makes."""

    def __init__(self, deck: tuple[Card, ...], suit_of: SuitOf, order: Order, *demands: Demanding) -> None:
        """Build a rule of these demands; where two are owed the same card, the first one's id is cited."""
        self._deck, self._suit_of, self._order, self._demands = deck, cache(suit_of), cache(order), demands
        # Counting asks the same trick about many cards, again and again; only what wins of it decides.
        self._of_trick = lru_cache(maxsize=_TRICKS)(self._find)
        self._of_winner = cache(self._duty_against)

    def duty(self, trick: Trick, trump: str | None, card: Card) -> Duty:
        """Return the duty of the hand that plays this card to a trick that was led."""
        return self._of_trick(trick.cards, trump, card)

    def as_data(self, trump: str | None) -> FollowData | None:
        """Return the rule as data while this one is trump; None where a demand of it is a function."""
        demands = tuple(one for one in self._demands if isinstance(one, NamedDemand))
        if len(demands) < len(self._demands):
            return None
        strongest = sorted(self._deck, key=lambda card: self._order(card, trump), reverse=True)
        suits = dict.fromkeys(self._suit_of(card, trump) for card in self._deck)
        by_suit = {suit: tuple(card for card in strongest if self._suit_of(card, trump) == suit) for suit in suits}
        return FollowData(by_suit, trump, tuple(map(astuple, demands)))

    def _find(self, cards: tuple[Card, ...], trump: str | None, card: Card) -> Duty:
        led = self._suit_of(cards[0], trump)
        trumps = [lying for lying in cards if trump is not None and self._suit_of(lying, trump) == trump]
        winning = trumps or [lying for lying in cards if self._suit_of(lying, trump) == led]
        return self._of_winner(led, trump, max(winning, key=lambda lying: self._order(lying, trump)), card)

    def _duty_against(self, led: str, trump: str | None, top: Card, card: Card) -> Duty:
        trick = Following(self._deck, self._suit_of, self._order, led, trump, top)
        demands = (demand(trick) for demand in self._demands)
        return _together([one for one in demands if one is not None and card not in one.met_by])


def _together(broken: Collection[Demand]) -> Duty:
    owed: dict[Card, str] = {}
    for demand in broken:
        owed = {**owed, **{card: demand.rule for card in demand.owed if card not in owed}}
    if not owed:
        return FREE
    excuses = {demand.excuse for demand in broken if demand.owed}
    if len(excuses) > 1:
        # A duty has one excuse for all that is owed; two demands with different ones need two duties.
        raise ValueError(f"demands that one card breaks have different excuses: {[one.rule for one in broken]}")
    return Duty(owed, excuses.pop())


def printed_suit(card: Card, trump: str | None) -> str:
    """Return the suit that is printed on a card, whatever is trump."""
    del trump
    return card.suit


def follow(rule: str) -> Demanding:
    """Demand the suit led of its holders."""
    return NamedDemand(rule, "led", "led")


def follow_or_trump(rule: str, *, under: bool = True) -> Demanding:
    """Demand the suit led of its holders, or a trump; ``under=False``: a trump that is not below the winning one."""
    return NamedDemand(rule, "led", "led trumps" if under else "led trumps -under")


def must_trump(rule: str) -> Demanding:
    """Demand a trump of a holder of trumps who cannot follow."""
    return NamedDemand(rule, "trumps", "led trumps")


def must_overtrump(rule: str) -> Demanding:
    """Demand a trump above the winning one of a holder of such a trump who cannot follow."""
    return NamedDemand(rule, "above", "led above", ("trumped",))


def must_beat(rule: str) -> Demanding:
    """Demand that a follower beats the winning card of the suit led, if able; nothing where a trump wins."""
    return NamedDemand(rule, "above", "all -led above", ("untrumped",))


def no_undertrump(rule: str) -> Demanding:
    """Forbid a trump below the winning one to a holder of any card but trumps."""
    return NamedDemand(rule, "all -trumps", "all -under", ("trumped",))


def exempt(cards: Collection[Card] | Callable[[Following], Collection[Card]], demanding: Demanding) -> Demanding:
    """Exempt some cards from a demand, such as the bare trump jack of Jass: they are never owed."""
    if isinstance(demanding, NamedDemand) and not callable(cards):
        return replace(demanding, owed=" ".join((demanding.owed, *(f"-{card}" for card in cards))))

    def demand(trick: Following) -> Demand | None:
        free, demanded = cards(trick) if callable(cards) else cards, demanding(trick)
        return demanded and replace(demanded, owed=tuple(card for card in demanded.owed if card not in free))

    return demand


def where(holds: Callable[[Following], bool], demanding: Demanding) -> Demanding:
    """Restrict a demand to some tricks, such as those to which trump was led."""
    name = next((name for name, condition in CONDITIONS.items() if condition is holds), None)
    if isinstance(demanding, NamedDemand) and name is not None:
        return replace(demanding, when=(name, *demanding.when))
    return lambda trick: demanding(trick) if holds(trick) else None


def no_trump(trick: Following) -> bool:
    """Whether no suit is trump."""
    return trick.trump is None


def any_trump(trick: Following) -> bool:
    """Whether some suit is trump."""
    return trick.trump is not None


def trump_led(trick: Following) -> bool:
    """Whether trump was led."""
    return trick.led == trick.trump


def plain_led(trick: Following) -> bool:
    """Whether another suit than trump was led, and nobody has trumped yet."""
    return trick.trump not in (None, trick.led) and not trick.is_trumped


def trumped(trick: Following) -> bool:
    """Whether another suit than trump was led, and a trump wins."""
    return trick.is_trumped


CONDITIONS: Final[Mapping[str, Callable[[Following], bool]]] = {
    "no-trump": no_trump,
    "any-trump": any_trump,
    "trump-led": trump_led,
    "plain-led": plain_led,
    "trumped": trumped,
    "untrumped": lambda trick: not trick.is_trumped,
}
"""The conditions of demands by name."""
