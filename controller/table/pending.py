"""The queue of words and shown cards that lie on the mat and have not become events yet."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from controller.record.cards import Card
from controller.record.events import Event, Seat
from controller.rules.match import AnyMatch
from controller.rules.speech import Meaning, Speech, Spread, Waiting
from controller.table import command_words as spoken
from controller.table import special_places
from controller.table.attribution import Attributed
from controller.table.dealing import NEW_DEAL
from vision.base.observation import CardSeen, Laid, Lifted
from vision.marks.identity import NO_DECK

# The command cards and shown cards of one seat whose words have not become events yet.

_SHOWN: Final = 2
"""Cards beside a word that make a show; a single one is the card that the seat plays."""

Name = tuple[int, str]
"""Deck and card."""


def name_of(observation: CardSeen) -> Name:
    """Deck and card of an observation."""
    return observation.deck, observation.card


@dataclass(slots=True)
class ShownCard:
    """A card that lies, or lay, in a seat's area and was not played so far."""

    observation: Laid
    is_there: bool = True

    @property
    def card(self) -> Card:
        """The card without its deck."""
        return Card(self.observation.card)


@dataclass(slots=True)
class PendingSeat:
    """The words of one seat that are not said yet, and the cards laid beside them, the newest last."""

    words: list[str] = field(default_factory=list[str])
    cards: list[ShownCard] = field(default_factory=list[ShownCard])
    waiting: Waiting | None = None
    is_said: bool = False
    """Whether the words were said; their cards still lie on the mat, and one of them may be a play."""

    @property
    def is_open(self) -> bool:
        """Whether the words can be said as they stand."""
        return bool(self.words and self.waiting and self.waiting.events)

    @property
    def is_over(self) -> bool:
        """Whether the seat's next card begins new words: these were said, or all their cards were taken back."""
        return self.is_said or (
            self.is_open and len(self.cards) >= _SHOWN and not any(one.is_there for one in self.cards)
        )

    @property
    def shown(self) -> tuple[Card, ...]:
        """The cards that are shown with the words; a single card beside words that need none is not."""
        return () if self.is_open and len(self.cards) < _SHOWN else tuple(one.card for one in self.cards)

    def played(self, *, next_has_played: bool) -> tuple[Laid, ...]:
        """Return the card that was played, if nothing more is said.

        It is a single one beside an open word, and the only one that lies there still when the next player has played.
        """
        if self.is_open and len(self.cards) < _SHOWN:
            return tuple(one.observation for one in self.cards)
        here = [one.observation for one in self.cards if one.is_there]
        return tuple(here) if next_has_played and len(here) == 1 else ()

    def find(self, name: Name) -> ShownCard | None:
        """Return the card of that name that lies here."""
        return next((one for one in self.cards if one.is_there and name_of(one.observation) == name), None)

    def names(self) -> Iterable[Name]:
        """Return the cards that lie here."""
        return [name_of(one.observation) for one in self.cards if one.is_there]


TableFact: TypeAlias = Event | Laid | Lifted | Attributed
"""An event, or an observation of the play, which is left to the table; a card just laid has its seat already."""


class Pending:
    """Words and cards shown, by seat and by place, until they come to events."""

    def __init__(self) -> None:
        """Begin with an empty queue."""
        self.spots: dict[Seat, PendingSeat] = {}
        self.placed: list[Laid] = []
        """Cards in places of the mat in which cards mean something, the newest last."""
        self.done: Counter[Name] = Counter()
        """Words and cards that lie there still and have had their say."""
        self.played: Counter[Card] = Counter()
        """Cards left to the table that lie there."""
        self.notices: list[str] = []
        """Sentences for the table: words that mean nothing now, or wait for more."""

    def begin(self, match: AnyMatch) -> None:
        """Begin an observation: clear the sentences for the table, and end shows of a part of the deal that is over."""
        self.notices = []
        for seat, spot in [*self.spots.items()]:
            if not spot.words and not spot.is_said and not special_places.shows(match, seat):
                self._settle(self.spots.pop(seat))

    def note(self, text: str) -> None:
        """Note a sentence for the table."""
        self.notices.append(text)

    def resolve(self, meaning: Meaning, seat: Seat | None = None) -> Iterator[Event]:
        """Yield the events of a meaning, with which a seat has said all that lies before it; else note its sentence."""
        if isinstance(meaning, str):
            self.note(meaning)
        elif isinstance(meaning, Waiting):
            self.note(meaning.text)
            if seat is not None:
                self.spots[seat].waiting = meaning
        else:
            if seat is not None:
                self._settle(self.spots.pop(seat))
            yield from meaning

    def speak(self, match: AnyMatch, seat: Seat, word: str) -> Iterator[Event]:
        """Add a command card to a seat's open words; one that means nothing beside them is left lying."""
        if seat in self.spots and self.spots[seat].is_said:
            self._settle(self.spots.pop(seat))
        spot = self.spots.setdefault(seat, PendingSeat())
        spot.words.append(word)
        meaning = self._meaning(match, seat, spot)
        if isinstance(meaning, str):
            spot.words.pop()
        else:
            self.done[NO_DECK, word] -= 1
        yield from self.resolve(meaning, seat)

    def show(self, match: AnyMatch, seat: Seat, observation: Laid) -> Iterator[TableFact]:
        """Show a card beside a word or without one; once, however often it is laid."""
        spot = self.spots.setdefault(seat, PendingSeat())
        if before := next((one for one in spot.cards if name_of(one.observation) == name_of(observation)), None):
            self.done[name_of(observation)] += before.is_there
            before.is_there = True
            return
        spot.cards.append(ShownCard(observation))
        if not spot.words:
            return
        meaning = self._meaning(match, seat, spot)
        if isinstance(meaning, str):
            spot.cards.pop()
            self.done[name_of(observation)] += 1
        if isinstance(meaning, Waiting) and meaning.plays:
            yield from self.complete(match, seat, played=True)
            return
        yield from self.resolve(meaning, seat)

    def shows(self, match: AnyMatch, seat: Seat, card: Card) -> bool:
        """Whether a card laid by this seat is shown with its open words, which are neither said nor complete."""
        spot = self.spots.get(seat)
        if spot is None or spot.is_over:
            return special_places.shows(match, seat)
        if not (spot.waiting and spot.waiting.whole):
            return True
        meaning = spoken.meaning_of(match, Speech(seat, tuple(spot.words), (*spot.shown, card)))
        return isinstance(meaning, Waiting) and meaning.whole

    def end_show(self, match: AnyMatch, seat: Seat) -> Iterator[TableFact]:
        """End a seat's show, for its next card has come: its words are said, and its cards count as shown."""
        if seat in self.spots and self.spots[seat].is_open:
            yield from self.complete(match, seat)
        if seat in self.spots and self.spots[seat].is_said:
            self._settle(self.spots.pop(seat))

    def lying(self, match: AnyMatch) -> Iterator[Event]:
        """Yield the events of the cards in places and of those shown without a word."""
        dealing = next((seat for seat, spot in self.spots.items() if NEW_DEAL in spot.words), None)
        if dealing is not None and self.placed:
            meaning = self._meaning(match, dealing, self.spots[dealing])
            if isinstance(meaning, tuple):
                self._use(self._on_places())
            yield from self.resolve(meaning, dealing)
            return
        silent = [(seat, spot) for seat, spot in self.spots.items() if not spot.words and not spot.is_said]
        shown_cards = [(seat, one.card) for seat, spot in silent for one in spot.cards]
        if not shown_cards and not self.placed:
            return
        meaning_of_cards = special_places.lying(match, Spread(self._on_places(), tuple(shown_cards)))
        if isinstance(meaning_of_cards, str):
            self.note(meaning_of_cards)
        elif meaning_of_cards:
            self._use(meaning_of_cards.cards)
            yield from meaning_of_cards.events

    def withdraw(self, match: AnyMatch, seat: Seat, word: str) -> Iterator[TableFact]:
        """Take back a command card whose word is still open: the word is said now if it can be, else dropped."""
        spot = self.spots[seat]
        if spot.is_open:
            yield from self.complete(match, seat)
            self.done[NO_DECK, word] -= 1
            return
        spot.words.remove(word)
        if not spot.words:
            self._settle(self.spots.pop(seat))

    def remove_shown(
        self, match: AnyMatch, seat: Seat, shown_card: ShownCard, observation: Lifted
    ) -> Iterator[TableFact]:
        """Remove a shown card that has left; a single one beside an open word was played."""
        spot = self.spots[seat]
        if spot.is_open and len(spot.cards) == 1:
            yield from self.complete(match, seat)
            self.played[shown_card.card] -= 1
            yield observation
        elif spot.is_open:
            shown_card.is_there = False
        else:
            spot.cards.remove(shown_card)
            if spot.is_said and not spot.cards:
                del self.spots[seat]

    def release(self, match: AnyMatch, besides: Seat | None = None, *, played: bool = False) -> Iterator[TableFact]:
        """Say all open words, because another event follows them: a card of another player if ``played``."""
        for seat, spot in [*self.spots.items()]:
            if seat != besides and (spot.is_open or (played and not spot.words)):
                yield from self.complete(match, seat, played=played)

    def complete(self, match: AnyMatch, seat: Seat, *, played: bool = False) -> Iterator[TableFact]:
        """Say a seat's open words as they stand; a single card beside them is a play."""
        spot = self.spots.pop(seat)
        meaning = self._meaning(match, seat, spot) if spot.words else ()
        yield from self.resolve(spoken.accepted(match, meaning.events) if isinstance(meaning, Waiting) else meaning)
        self.done.update((NO_DECK, word) for word in spot.words)
        # If a seat has its card in the trick, what it shows without a word is no other one.
        has_played = match.deal is not None and seat in match.deal.open.seats
        cards = spot.played(next_has_played=played and not (has_played and not spot.words))
        for observation in cards:
            self.played[Card(observation.card)] += 1
            yield observation
        still = [one for one in spot.cards if one.is_there and one.observation not in cards]
        if spot.words and still and not played:
            self.spots[seat] = PendingSeat(cards=still, is_said=True)
        else:
            self.done.update(name_of(one.observation) for one in still)

    def _meaning(self, match: AnyMatch, seat: Seat, spot: PendingSeat) -> Meaning:
        """Return the events of all command cards and shown cards of a seat."""
        return spoken.meaning_of(match, Speech(seat, tuple(spot.words), spot.shown, self._on_places()))

    def _on_places(self) -> tuple[Card, ...]:
        return tuple(Card(one.card) for one in self.placed)

    def _settle(self, spot: PendingSeat) -> None:
        """Mark all cards of a seat as said."""
        self.done.update([*((NO_DECK, word) for word in spot.words), *spot.names()])

    def _use(self, cards: tuple[Card, ...]) -> None:
        """Mark these cards as said."""
        used = [one for one in self.placed if one.card in cards]
        self.placed = [one for one in self.placed if one not in used]
        for spot in self.spots.values():
            if not spot.words and not spot.is_said:
                used += [one.observation for one in spot.cards if one.card in cards]
                spot.cards = [one for one in spot.cards if one.card not in cards]
        self.done.update(map(name_of, used))
