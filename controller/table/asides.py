"""Observations beside the play: command cards, cards shown, and cards drawn for a tie."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from controller.record.cards import Card
from controller.record.events import Origin, Seat
from controller.record.message import Listed, Message
from controller.rules.match import AnyMatch
from controller.rules.speech import Speech
from controller.table import command_words as spoken
from controller.table import special_places
from controller.table.attribution import Attributed, attribute
from controller.table.command_words import PriorVerdicts
from controller.table.pending import Pending, TableFact, name_of
from vision.base.observation import CardSeen, Laid, Lifted
from vision.marks.identity import NO_DECK
from vision.mat.seating import Seating

CONFIRM: Final = "confirm"
"""Word of a button or phone alone: the table has read its alert, and the words laid so far are complete."""


class Asides:
    """Reader of command cards and shown cards, before the interpreter; it passes on what belongs to the play.

    A word that may have cards shown with it (a Weis, a poignée) is open for a while. It ends when it is taken back,
    when a card is laid that is none of them, or when anything happens elsewhere. Several cards beside it were shown. A
    single one was played after it, as was the only one that lies there still when the next player has played.
    """

    def __init__(self, seating: Seating | None = None) -> None:
        """Watch a table; the areas are those printed on the mat unless others are given."""
        self._seating = seating
        self._pending = Pending()
        self._seconds = 0.0
        self.asked = ""
        """Word of `ASKED`: what somebody wants to hear by the last observation; or nothing."""
        self._callers: list[Seat | None] = []

    @property
    def callers(self) -> tuple[Seat | None, ...]:
        """The seats whose ``arbiter`` card lies on the mat; None: one in the place for commands, which is nobody's."""
        return tuple(self._callers)

    @property
    def notice(self) -> str:
        """Reason why the last command card means nothing now, or cards that its words wait for; empty if neither."""
        return Message.join("; ", self._pending.notices) if self._pending.notices else ""

    def call(self, match: AnyMatch) -> str:
        """Return the call for the arbiter in words, as long as it stands; or nothing."""
        if not self._callers:
            return ""
        names = tuple(dict.fromkeys(match.names[seat] for seat in self._callers if seat is not None))
        if not names:
            return Message("somebody asks for the arbiter")
        return Message("{name} asks for the arbiter", name=Listed(names, "and"))

    def interpret(
        self, match: AnyMatch, observation: CardSeen, seconds: float, prior_verdicts: PriorVerdicts | None = None
    ) -> tuple[TableFact, ...]:
        """Turn one observation into events and observations of the play, in their order.

        Args:
            match: the match before it.
            observation: what the eyes are sure of.
            seconds: since the match event.
            prior_verdicts: the verdicts that the table may know of; None: all.
        """
        self.asked, self._seconds = "", round(seconds, 3)
        self._pending.begin(match)
        match observation:
            case Lifted():
                facts = [*self._lifted(match, observation)]
            case Laid() if observation.deck == NO_DECK:
                facts = [*self._word(match, observation, prior_verdicts)]
            case Laid():
                facts = [*self._card(match, observation)]
        facts = facts or [*self._pending.lying(match)]
        return tuple(map(self._dated, facts))

    def say(
        self, match: AnyMatch, word: str, seconds: float, source: Origin, prior_verdicts: PriorVerdicts | None = None
    ) -> tuple[TableFact, ...]:
        """Turn a word said by a button or a phone into events, as if its card lay in the place for commands.

        A call for the arbiter stands until it is said once more. To confirm says words that wait and can be said so.
        """
        self.asked, self._seconds = "", round(seconds, 3)
        self._pending.begin(match)
        if word == spoken.CALL and None in self._callers:
            self._callers.remove(None)
            return ()
        if word == CONFIRM:
            facts = self._pending.release(match)
        else:
            facts = self._word_facts(match, word, spoken.speaker(match, word, None), prior_verdicts)
        return tuple(self._dated(one, source) for one in facts)

    def finish(self, match: AnyMatch) -> tuple[TableFact, ...]:
        """Say the words that are still open, when the frames have ended."""
        return tuple(map(self._dated, self._pending.release(match, played=True)))

    def _word(self, match: AnyMatch, observation: Laid, prior_verdicts: PriorVerdicts | None) -> Iterator[TableFact]:
        """Yield the events of a command card that was laid before a seat, or in the place for commands."""
        word, place = observation.card, (observation.x_mm, observation.y_mm)
        self._pending.done[name_of(observation)] += 1
        before = special_places.speaker_at(place, self._areas(match), match.rules.seats)
        if before is None:
            self._pending.note(
                Message(
                    "{call} lies before nobody: lay it in front of a player or in the place for commands", call=word
                )
            )
            return
        yield from self._word_facts(
            match, word, spoken.speaker(match, word, None if before == "table" else before), prior_verdicts
        )

    def _word_facts(
        self, match: AnyMatch, word: str, seat: Seat | Message | None, prior_verdicts: PriorVerdicts | None
    ) -> Iterator[TableFact]:
        """Yield the events of a word of a seat, of the whole table (None), or of nobody (why)."""
        if isinstance(seat, str):
            self._pending.note(seat)
        elif word == spoken.CALL:
            self._callers.append(seat)
        elif word in spoken.ASKED:
            self.asked = word
        elif seat is None:
            yield from self._pending.release(match)
            yield from self._pending.resolve(spoken.meaning_of(match, Speech(None, (word,)), prior_verdicts))
        else:
            yield from self._pending.release(match, besides=seat)
            yield from self._pending.speak(match, seat, word)

    def _card(self, match: AnyMatch, observation: Laid) -> Iterator[TableFact]:
        """Yield the events of a card of a deck that was laid: in a place, drawn, shown, or played."""
        pending, place = self._pending, (observation.x_mm, observation.y_mm)
        if special_places.has_meaning(match, place):
            pending.placed.append(observation)
            return
        card = Attributed(observation, attribute(match, observation, self._areas(match)))
        seat = card.attribution.seat
        if seat is None:
            yield card
            return
        drawn = special_places.drawn(match, seat, Card(observation.card), +pending.played)
        if drawn is not None:
            pending.done[name_of(observation)] += 1
            yield from pending.resolve(drawn if isinstance(drawn, Message) else (drawn,))
            return
        if pending.shows(match, seat, Card(observation.card)):
            yield from pending.release(match, besides=seat)
            yield from pending.show(match, seat, observation)
            return
        yield from pending.end_show(match, seat)
        yield from pending.release(match, besides=seat, played=True)
        pending.played[Card(observation.card)] += 1
        yield card

    def _lifted(self, match: AnyMatch, observation: Lifted) -> Iterator[TableFact]:
        """Take a card off the mat; of two equal cards the one whose words were said is taken to have left."""
        pending, name = self._pending, name_of(observation)
        if pending.done[name]:
            pending.done[name] -= 1
            del self._callers[: name == (NO_DECK, spoken.CALL)]
            return
        if place := next((one for one in pending.placed if name_of(one) == name), None):
            pending.placed.remove(place)
            return
        for seat, spot in [*pending.spots.items()]:
            if observation.deck == NO_DECK and observation.card in spot.words:
                yield from pending.withdraw(match, seat, observation.card)
                return
            if shown_card := spot.find(name):
                yield from pending.remove_shown(match, seat, shown_card, observation)
                return
        if observation.deck != NO_DECK:
            yield from pending.release(match)
            pending.played[Card(observation.card)] -= 1
            yield observation

    def _areas(self, match: AnyMatch) -> Seating:
        return self._seating or Seating.of(match.rules.seats)

    def _dated(self, one: TableFact, source: Origin = "camera") -> TableFact:
        """Return an event with the time of the last observation, and its source."""
        return one if isinstance(one, Laid | Lifted | Attributed) else replace(one, t=self._seconds, src=source)
