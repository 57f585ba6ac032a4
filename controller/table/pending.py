"""What lies on the mat beside the play and has not been said yet."""

from collections import Counter
from collections.abc import Iterator
from typing import TypeAlias

from controller.record.cards import Card
from controller.record.events import Event, Seat
from controller.rules.match import AnyMatch
from controller.rules.speech import Meaning, Speech, Spread, Waiting
from controller.table import command_words as spoken
from controller.table import special_places
from controller.table.dealing import NEW_DEAL
from controller.table.pending_seat import Name, Shown, Spot, name_of
from vision.base.observation import Laid, Lifted, Observation
from vision.marks.identity import NO_DECK

Found: TypeAlias = Event | Observation
"""An event, or an observation of the play, which is left to the table."""


class Unsaid:
    """Words and cards shown, by seat and by place, until they come to events."""

    def __init__(self) -> None:
        """Nothing lies there."""
        self.spots: dict[Seat, Spot] = {}
        self.placed: list[Laid] = []
        """Cards in places of the mat in which cards mean something, the newest last."""
        self.done: Counter[Name] = Counter()
        """What lies there still and has had its say."""
        self.played: Counter[Card] = Counter()
        """Cards left to the table that lie there."""
        self.told: list[str] = []
        """What means nothing now, or waits for more."""

    def begin(self, match: AnyMatch) -> None:
        """Another observation: nothing is told yet, and cards shown for what is over by now are only lying there."""
        self.told = []
        for seat, spot in [*self.spots.items()]:
            if not spot.words and not spot.is_said and not special_places.shows(match, seat):
                self._settle(self.spots.pop(seat))

    def tell(self, text: str) -> None:
        """Something for the table, in one sentence."""
        self.told.append(text)

    def meant(self, meaning: Meaning, seat: Seat | None = None) -> Iterator[Event]:
        """The events of a meaning, with which a seat has said all that lies before it; else it is told."""
        if isinstance(meaning, str):
            self.tell(meaning)
        elif isinstance(meaning, Waiting):
            self.tell(meaning.text)
            if seat is not None:
                self.spots[seat].waiting = meaning
        else:
            if seat is not None:
                self._settle(self.spots.pop(seat))
            yield from meaning

    def speak(self, match: AnyMatch, seat: Seat, word: str) -> Iterator[Event]:
        """A word of a seat, with those that it has not said yet; one that means nothing is left lying."""
        if seat in self.spots and self.spots[seat].is_said:
            self._settle(self.spots.pop(seat))
        spot = self.spots.setdefault(seat, Spot())
        spot.words.append(word)
        meaning = self._heard(match, seat, spot)
        if isinstance(meaning, str):
            spot.words.pop()
        else:
            self.done[NO_DECK, word] -= 1
        yield from self.meant(meaning, seat)

    def show(self, match: AnyMatch, seat: Seat, seen: Laid) -> Iterator[Event]:
        """A card that is shown, beside a word or without one; shown once, however often it is laid."""
        spot = self.spots.setdefault(seat, Spot())
        if before := next((one for one in spot.cards if name_of(one.seen) == name_of(seen)), None):
            self.done[name_of(seen)] += before.here
            before.here = True
            return
        spot.cards.append(Shown(seen))
        if not spot.words:
            return
        meaning = self._heard(match, seat, spot)
        if isinstance(meaning, str):
            spot.cards.pop()
            self.done[name_of(seen)] += 1
        yield from self.meant(meaning, seat)

    def shows(self, match: AnyMatch, seat: Seat, card: Card) -> bool:
        """Whether a card that a seat lays now is shown: not once all is said or taken back, or is whole without it."""
        spot = self.spots.get(seat)
        if spot is None or spot.is_over:
            return special_places.shows(match, seat)
        if not (spot.waiting and spot.waiting.whole):
            return True
        meaning = spoken.said(match, Speech(seat, tuple(spot.words), (*spot.shown, card)))
        return isinstance(meaning, Waiting) and meaning.whole

    def end_show(self, match: AnyMatch, seat: Seat) -> Iterator[Found]:
        """The next card of a seat comes: what it has laid is said, and what lies there of it was shown."""
        if seat in self.spots and self.spots[seat].is_open:
            yield from self.let_go(match, seat)
        if seat in self.spots and self.spots[seat].is_said:
            self._settle(self.spots.pop(seat))

    def lying(self, match: AnyMatch) -> Iterator[Event]:
        """What the cards in places, and those shown without a word, stand for together."""
        dealing = next((seat for seat, spot in self.spots.items() if NEW_DEAL in spot.words), None)
        if dealing is not None and self.placed:
            meaning = self._heard(match, dealing, self.spots[dealing])
            if isinstance(meaning, tuple):
                self._use(self._on_places())
            yield from self.meant(meaning, dealing)
            return
        silent = [(seat, spot) for seat, spot in self.spots.items() if not spot.words and not spot.is_said]
        shown = [(seat, one.card) for seat, spot in silent for one in spot.cards]
        if not shown and not self.placed:
            return
        found = special_places.lying(match, Spread(self._on_places(), tuple(shown)))
        if isinstance(found, str):
            self.tell(found)
        elif found:
            self._use(found.cards)
            yield from found.events

    def taken_back(self, match: AnyMatch, seat: Seat, word: str) -> Iterator[Found]:
        """A word that was not said yet: said now, if it can be, else never."""
        spot = self.spots[seat]
        if spot.is_open:
            yield from self.let_go(match, seat)
            self.done[NO_DECK, word] -= 1
            return
        spot.words.remove(word)
        if not spot.words:
            self._settle(self.spots.pop(seat))

    def uncovered(self, match: AnyMatch, seat: Seat, shown: Shown, seen: Lifted) -> Iterator[Found]:
        """A card that was shown has left; a single one beside an open word was played."""
        spot = self.spots[seat]
        if spot.is_open and len(spot.cards) == 1:
            yield from self.let_go(match, seat)
            self.played[shown.card] -= 1
            yield seen
        elif spot.is_open:
            shown.here = False
        else:
            spot.cards.remove(shown)
            if spot.is_said and not spot.cards:
                del self.spots[seat]

    def release(self, match: AnyMatch, besides: Seat | None = None, *, played: bool = False) -> Iterator[Found]:
        """Words that are open are said, for something else happens: a card of another player, if ``played``."""
        for seat, spot in [*self.spots.items()]:
            if seat != besides and (spot.is_open or (played and not spot.words)):
                yield from self.let_go(match, seat, played=played)

    def let_go(self, match: AnyMatch, seat: Seat, *, played: bool = False) -> Iterator[Found]:
        """What a seat has laid is said as it stands; a single card beside it was played."""
        spot = self.spots.pop(seat)
        meaning = self._heard(match, seat, spot) if spot.words else ()
        yield from self.meant(spoken.accepted(match, meaning.events) if isinstance(meaning, Waiting) else meaning)
        self.done.update((NO_DECK, word) for word in spot.words)
        cards = spot.played(next_has_played=played)
        for seen in cards:
            self.played[Card(seen.card)] += 1
            yield seen
        still = [one for one in spot.cards if one.here and one.seen not in cards]
        if spot.words and still and not played:
            self.spots[seat] = Spot(cards=still, is_said=True)
        else:
            self.done.update(name_of(one.seen) for one in still)

    def _heard(self, match: AnyMatch, seat: Seat, spot: Spot) -> Meaning:
        """What all that a seat has laid comes to."""
        return spoken.said(match, Speech(seat, tuple(spot.words), spot.shown, self._on_places()))

    def _on_places(self) -> tuple[Card, ...]:
        return tuple(Card(one.card) for one in self.placed)

    def _settle(self, spot: Spot) -> None:
        """What lies there has had its say."""
        self.done.update([*((NO_DECK, word) for word in spot.words), *spot.names()])

    def _use(self, cards: tuple[Card, ...]) -> None:
        """These cards have had their say."""
        used = [one for one in self.placed if one.card in cards]
        self.placed = [one for one in self.placed if one not in used]
        for spot in self.spots.values():
            if not spot.words and not spot.is_said:
                used += [one.seen for one in spot.cards if one.card in cards]
                spot.cards = [one for one in spot.cards if one.card not in cards]
        self.done.update(map(name_of, used))
