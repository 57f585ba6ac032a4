"""What is laid beside the play: which of the eyes' observations are words, cards shown, or cards drawn for a tie."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from controller.record.cards import Card
from controller.record.events import Origin, Seat
from controller.rules.match import AnyMatch
from controller.rules.speech import Speech
from controller.table import command_words as spoken
from controller.table import special_places
from controller.table.attribution import attribute
from controller.table.command_words import Heard
from controller.table.pending import Found, Unsaid
from controller.table.pending_seat import name_of
from vision.base.observation import Laid, Lifted, Observation
from vision.marks.identity import NO_DECK
from vision.mat.seating import Seating

CONFIRM: Final = "confirm"
"""What no card says: the table has taken notice, and nothing more comes to what was laid."""


class Desk:
    """Takes each observation before the table does; what belongs to the play goes on to the table.

    A word that may have cards shown with it (a Weis, a poignée) is open until it is taken back, until a card is laid
    that is none of them, or until anything happens elsewhere. Several cards beside it were shown; a single one was
    played after it, and so was the only one of them that lies there still when the next player has played.
    """

    def __init__(self, seating: Seating | None = None) -> None:
        """Watch a table; the areas are those printed on the mat unless others are given."""
        self._seating = seating
        self._unsaid = Unsaid()
        self._seconds = 0.0
        self.asked = ""
        """What somebody wants to hear by the last observation: ``score``, ``repeat``, or nothing."""
        self._callers: list[Seat | None] = []

    @property
    def callers(self) -> tuple[Seat | None, ...]:
        """Who calls the arbiter as long as the card lies there; None: somebody, from the place for commands."""
        return tuple(self._callers)

    @property
    def told(self) -> str:
        """What of the last observation means nothing now, or waits for more: a sentence for the table, or nothing."""
        return "; ".join(self._unsaid.told)

    def call(self, match: AnyMatch) -> str:
        """The call for the arbiter in words, as long as it stands; or nothing."""
        names = [match.names[seat] for seat in self._callers if seat is not None]
        who = " and ".join(dict.fromkeys(names)) or "somebody"
        return f"{who} asks for the arbiter" if self._callers else ""

    def take(self, match: AnyMatch, seen: Observation, seconds: float, heard: Heard | None = None) -> tuple[Found, ...]:
        """Events, and observations of the play, that an observation comes to, in their order.

        Args:
            match: the match before it.
            seen: what the eyes are sure of.
            seconds: since the match event.
            heard: the verdicts that the table may know of; None: all.
        """
        self.asked, self._seconds = "", round(seconds, 3)
        self._unsaid.begin(match)
        match seen:
            case Lifted():
                found = [*self._lifted(match, seen)]
            case Laid() if seen.deck == NO_DECK:
                found = [*self._word(match, seen, heard)]
            case Laid():
                found = [*self._card(match, seen)]
        found = found or [*self._unsaid.lying(match)]
        return tuple(map(self._dated, found))

    def say(
        self, match: AnyMatch, word: str, seconds: float, source: Origin, heard: Heard | None = None
    ) -> tuple[Found, ...]:
        """What a word comes to that a button or a phone says in place of a card laid in the place for commands.

        A call for the arbiter stands until it is said once more. To confirm says words that wait and can be said so.
        """
        self.asked, self._seconds = "", round(seconds, 3)
        self._unsaid.begin(match)
        if word == spoken.CALL and None in self._callers:
            self._callers.remove(None)
            return ()
        if word == CONFIRM:
            found = self._unsaid.release(match)
        else:
            found = self._said(match, word, spoken.speaker(match, word, None), heard)
        return tuple(self._dated(one, source) for one in found)

    def finish(self, match: AnyMatch) -> tuple[Found, ...]:
        """What was not said yet, when nothing more will be seen."""
        return tuple(map(self._dated, self._unsaid.release(match, played=True)))

    def _word(self, match: AnyMatch, seen: Laid, heard: Heard | None) -> Iterator[Found]:
        """A command card was laid: before a seat, or in the place for commands."""
        word, place = seen.card, (seen.x_mm, seen.y_mm)
        self._unsaid.done[name_of(seen)] += 1
        before = special_places.whose_word(place, self._areas(match), match.rules.seats)
        if before is None:
            self._unsaid.tell(f"{word} lies before nobody: lay it in front of a player or in the place for commands")
            return
        yield from self._said(match, word, spoken.speaker(match, word, None if before == "table" else before), heard)

    def _said(self, match: AnyMatch, word: str, seat: Seat | str | None, heard: Heard | None) -> Iterator[Found]:
        """A word of a seat, of the whole table (None), or of nobody (why)."""
        if isinstance(seat, str):
            self._unsaid.tell(seat)
        elif word == spoken.CALL:
            self._callers.append(seat)
        elif word in spoken.ASKED:
            self.asked = word
        elif seat is None:
            yield from self._unsaid.release(match)
            yield from self._unsaid.meant(spoken.said(match, Speech(None, (word,)), heard))
        else:
            yield from self._unsaid.release(match, besides=seat)
            yield from self._unsaid.speak(match, seat, word)

    def _card(self, match: AnyMatch, seen: Laid) -> Iterator[Found]:
        """A card of a deck was laid: in a place, drawn, shown, or played."""
        unsaid, place = self._unsaid, (seen.x_mm, seen.y_mm)
        if special_places.has_meaning(match, place):
            unsaid.placed.append(seen)
            return
        seat = attribute(match, seen, self._areas(match)).seat
        if seat is None:
            yield seen
            return
        drawn = special_places.drawn(match, seat, Card(seen.card), +unsaid.played)
        if drawn is not None:
            unsaid.done[name_of(seen)] += 1
            yield from unsaid.meant(drawn if isinstance(drawn, str) else (drawn,))
            return
        if unsaid.shows(match, seat, Card(seen.card)):
            yield from unsaid.release(match, besides=seat)
            yield from unsaid.show(match, seat, seen)
            return
        yield from unsaid.end_show(match, seat)
        yield from unsaid.release(match, besides=seat, played=True)
        unsaid.played[Card(seen.card)] += 1
        yield seen

    def _lifted(self, match: AnyMatch, seen: Lifted) -> Iterator[Found]:
        """A card has left; which of two equal ones cannot be seen, so the one that had its say is taken for it."""
        unsaid, name = self._unsaid, name_of(seen)
        if unsaid.done[name]:
            unsaid.done[name] -= 1
            del self._callers[: name == (NO_DECK, spoken.CALL)]
            return
        if place := next((one for one in unsaid.placed if name_of(one) == name), None):
            unsaid.placed.remove(place)
            return
        for seat, spot in [*unsaid.spots.items()]:
            if seen.deck == NO_DECK and seen.card in spot.words:
                yield from unsaid.taken_back(match, seat, seen.card)
                return
            if shown := spot.find(name):
                yield from unsaid.uncovered(match, seat, shown, seen)
                return
        if seen.deck != NO_DECK:
            yield from unsaid.release(match)
            unsaid.played[Card(seen.card)] -= 1
            yield seen

    def _areas(self, match: AnyMatch) -> Seating:
        return self._seating or Seating.of(match.rules.seats)

    def _dated(self, one: Found, source: Origin = "camera") -> Found:
        """An event with the time of the last observation, and where it comes from."""
        return one if isinstance(one, Laid | Lifted) else replace(one, t=self._seconds, src=source)
