"""Interpreter of the eyes' observations: events of the record, by where cards lie on the mat."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

from controller.record.cards import Card
from controller.record.events import Collect, Correction, DealStart, Event, Insert, Origin, Played, Seat
from controller.record.message import Message
from controller.record.text import to_fields
from controller.rules.copies import lying
from controller.rules.match import AnyMatch
from controller.rules.sight import AT_ONCE
from controller.table.asides import Asides
from controller.table.attribution import Attributed, Attribution, attribute
from controller.table.command_words import PriorVerdicts
from controller.table.dealing import NEW_DEAL, NextDeal
from controller.table.gathering import Gathering, ShownAgain, closed_trick, last_trick, open_trick
from controller.table.pending import TableFact
from controller.table.unseen.lying import CardsFromBefore, LastTrickAgain, TrickLaidOpen, refuse_as_play
from controller.table.unseen.need import needs_a_look, require_certainty
from controller.table.unseen.place_requests import PlaceRequests
from controller.table.unseen.sighting import Sighting, WaitingCard
from controller.table.unseen.unread_trick import UnreadTrick, awaits_lead
from vision.base.observation import Blind, Laid, Lifted, Observation, Point, Sight
from vision.mat.seating import Seating


class Interpreter:
    """Interpreter of observations as plays and gathered tricks.

    It remembers the cards on the mat, and nothing of the game. No play is:

    - A card of the open trick that was taken up and is laid again: it was put straight. One that is laid while it
      still lies there is a second copy, and a fact. Whether a lone card was meanwhile in a hand cannot be seen and
      changes nothing: it was played, and it is played.
    - A card of the closed trick that is laid again while others of it still lie there was put straight too.
    - Cards of a closed trick that are laid open again after it was gathered are looked at, if there are several or if
      it is another seat's turn; a single one of the seat whose turn it is counts as played when the next card is laid
      or the trick it lies with is gathered. Between two deals all cards of the last trick must be there, for some may
      well be the first cards of the next deal.

    A trick with cards missing is gathered once all its cards have left and something else happens: cards that are
    pushed leave their places together, too, and lie there again a moment later.
    """

    def __init__(self, seating: Seating | None = None) -> None:
        """Watch a table; the areas are those printed on the mat unless others are given."""
        self._seating = seating
        self._lying: Counter[Card] = Counter()
        self._shown = ShownAgain(self._lying)
        self._again = LastTrickAgain(self._shown)
        self._next_deal = NextDeal()
        self._unread = UnreadTrick()
        self._trick_open = TrickLaidOpen()
        self.requests = PlaceRequests()
        self.asks: str = ""
        """Request to the players in one sentence, so that the table is seen; or nothing."""
        self.arbiter_tells = False
        """Whether nobody but the arbiter says what went unseen."""
        self._from_before = CardsFromBefore()
        self._sighting = Sighting()
        self._waiting = WaitingCard(self._sighting)
        self._gathering = Gathering(self._sighting, self._lying)
        self._when = 0.0
        self.asides = Asides(seating)
        """Reader of what is laid beside the play; it gets each observation first."""
        self.doubt = ""
        """Contradiction of the events of the last observation, in one sentence for the table; or nothing."""

    def events(
        self, match: AnyMatch, observation: Observation, seconds: float, prior_verdicts: PriorVerdicts | None = None
    ) -> tuple[Event, ...]:
        """Return the events that an observation stands for; none for what is no play and no word.

        Args:
            match: the match before it.
            observation: what the eyes are sure of.
            seconds: since the match event.
            prior_verdicts: the verdicts that the table may know of; None: all.
        """
        self.doubt, self._when = "", round(seconds, 3)
        if isinstance(observation, Blind):
            gathered = tuple(self._gathered(match))
            self._sighting.note_blind(observation)
            self._gathering.blind()
            return gathered
        if self._from_before.observe(observation, self._areas(match), self._sighting):
            self.doubt = "" if isinstance(observation, Lifted) else refuse_as_play(observation)
            return ()
        account = self._trick_open.observe(match, observation, self._areas(match), arbiter_tells=self.arbiter_tells)
        if account is not None:
            self.doubt = account.words
            return tuple(replace(missed, t=self._when, src="camera") for missed in account.events)
        facts = [*self._sighting.release_leaving()] if isinstance(observation, Lifted) else []
        facts += self._happened(match, self.asides.interpret(match, observation, seconds, prior_verdicts))
        return tuple(self._dealt(match, iter(facts)))

    def observe_areas(self, match: AnyMatch, sight: Sight) -> tuple[Event, ...]:
        """Return the events that the areas stand for as they look now; times are seconds since the match event."""
        self._sighting.note_areas(sight)
        self.asks = self.requests.look(match, sight)
        self._gathering.note_areas(match)
        if self._again.owed:
            return self.unsaid()
        if self._waiting.is_over(sight.t):
            return tuple(self._waiting.take())
        return (*self._sighting.release_due(), *self._seen_gathered(match, sight))

    def _seen_gathered(self, match: AnyMatch, sight: Sight) -> Iterator[Event]:
        """Yield the events of a trick that was gathered a while ago, or of which no card was read."""
        if not match.watched:
            return
        if self._gathering.is_over(sight.t):
            yield from self._gathered(match)
        waits = awaits_lead(match) and not any(self._lying.values())
        seats = match.deal.seats if match.deal and waits else ()
        if self._unread.note_areas(seats, sight, clear_by=self._gathering.clear_by(match)):
            yield from self.unsaid()
            yield from self._unread_gathered(match)

    def _unread_gathered(self, match: AnyMatch) -> Iterator[Event]:
        """Yield the events of a gathered trick of which no card was read."""
        yield from self._gathering.full(match)
        yield from (self._sighting.release_seen(), Collect(t=round(self._sighting.now, 3), src="camera"))

    def before(self, observation: Observation) -> tuple[Event, ...]:
        """Return the lines to write before an observation is interpreted."""
        if isinstance(observation, Laid):
            return self.unsaid()
        waiting = self._waiting.play
        return (
            tuple(self._waiting.take())
            if waiting and (isinstance(observation, Blind) or observation.card == waiting.card)
            else ()
        )

    def unsaid(self) -> tuple[Event, ...]:
        """Return the lines to write before an event that does not come from the camera."""
        return (*self._again.take_owed(), *self._waiting.take(), *self._sighting.release_gap())

    @property
    def perhaps_played(self) -> tuple[Played, ...]:
        """The plays of a last trick that lay open again, if the newest deal may have begun with them."""
        return self._again.perhaps_played

    @property
    def waiting_events(self) -> tuple[Event, ...]:
        """The events of a card that lies there and is not in the record yet, for places are out of view."""
        return self._waiting.events

    def written(self, number: int, before: AnyMatch, after: AnyMatch) -> None:
        """Note the line of an event, and the match before and after it."""
        self._gathering.written(number, before, after)
        if not after.running:
            self._again.take_owed()
        if after.running and before.can_deal:
            unseen = self._again.note_entered_deal(watched=after.watched)
            if unseen:
                self._sighting.note_blind(unseen)

    def say(
        self, match: AnyMatch, word: str, seconds: float, source: Origin, prior_verdicts: PriorVerdicts | None = None
    ) -> tuple[Event, ...]:
        """Return the events that a word for the whole table stands for, said otherwise than by a card."""
        self.doubt, self._when = "", round(seconds, 3)
        return tuple(
            self._dealt(match, self._happened(match, self.asides.say(match, word, seconds, source, prior_verdicts)))
        )

    def finish(self, match: AnyMatch) -> tuple[Event, ...]:
        """Return the events that were held back, when nothing more will be seen."""
        unsaid = [*self.unsaid(), *self._happened(match, self.asides.finish(match))]
        return tuple(self._dealt(match, iter([*unsaid, *self._gathered(match), *self._shown.release()])))

    def nearest(self, match: AnyMatch, place: Point) -> Seat | None:
        """Return the seat in whose area, or near it, a point of the mat lies, mm."""
        return next(iter(self._areas(match).near(place)), None)

    def _areas(self, match: AnyMatch) -> Seating:
        return self._seating or Seating.of(match.rules.seats)

    def _happened(self, match: AnyMatch, facts: Iterable[TableFact]) -> Iterator[Event]:
        """Yield the events of words, and those that the observations of the play stand for."""
        for one in facts:
            match one:
                case Attributed(observation, attribution):
                    yield from self._laid(match, observation, attribution, self._when)
                case Laid():
                    # It was shown first and is a play only now.
                    attribution = attribute(match, one, self._areas(match))
                    yield from self._laid(match, one, attribution, self._when)
                case Lifted():
                    self._lifted(match, Card(one.card))
                case _ if isinstance(one, Correction):
                    yield one
                case _:
                    yield from self._gathered(match)
                    yield one

    def _is_beside(self, match: AnyMatch, observation: Laid) -> bool:
        """Whether a card lies in the area of no seat, whosever it is."""
        return self._areas(match).at((observation.x_mm, observation.y_mm)) is None

    def _laid(self, match: AnyMatch, observation: Laid, attribution: Attribution, when: float) -> Iterator[Event]:
        card, second = Card(observation.card), bool(self._lying[Card(observation.card)])
        self._lying[card] += 1
        self._next_deal.read(observation.first)
        deck_card = _deck_card(match, card, attribution.seat)
        closed = closed_trick(match, deck_card)
        attribution = self._certain(match, observation, attribution)
        is_again, is_beside = bool(closed) or deck_card in open_trick(match), self._is_beside(match, observation)
        self._sighting.note_laid(card, attribution.seat, again=is_again, beside=is_beside)
        if not second and self._is_put_straight(match, deck_card, attribution.seat):
            self._gathering.put_back()
            return
        # Where something went unseen nobody knows what is shown: whether it is another deal is asked.
        closed = closed if match.deal is None or not match.deal.holes else ()
        if not second and closed and self._is_shown(match, observation, attribution, when, closed):
            return
        if attribution.seat is None:
            self.doubt = attribution.doubt
            return
        if not second and closed and match.turn not in (attribution.seat, None):
            self._shown.show(card)
            self.doubt = Message(
                "{card} was played in an earlier trick and lies open again: take it away, or lay {call}",
                card=card,
                call=NEW_DEAL,
            )
            return
        play = self._played(match, observation, attribution, attribution.seat, when)
        if self._gathering.has(match, play):
            self.doubt = attribution.doubt
            yield from self._late(match, play)
            return
        yield from self._gathered(match)
        if not second and closed:
            self._shown.hold(play, self._next_deal.pause)
            return
        yield from self._shown.release()
        self.doubt = attribution.doubt
        yield from self._lay(match, play)

    def _is_shown(
        self, match: AnyMatch, observation: Laid, attribution: Attribution, when: float, closed: tuple[Card, ...]
    ) -> bool:
        """Whether a card of a closed trick lies open again to be looked at; between two deals that may be asked."""
        if match.running:
            return self._shown.is_shown(Card(observation.card), enough=2)
        play = (
            None if attribution.seat is None else self._played(match, observation, attribution, attribution.seat, when)
        )
        again = self._again.classify(Card(observation.card), play, len(closed), self._next_deal.pause)
        if again == "asked":
            self.doubt = Message(
                "the last trick lies open again: if it is the first one of a new deal, lay {call}", call=NEW_DEAL
            )
        return again != "played"

    def _certain(self, match: AnyMatch, observation: Laid, attribution: Attribution) -> Attribution:
        """Return the attribution of a card; nobody's where it rests on a guess."""
        if attribution.seat is None:
            return require_certainty(match, observation, attribution, self._areas(match), plain=False, awaited=False)
        awaited = not self._needs_a_look(match, attribution.seat, observation.since)
        plain = self._sighting.is_plain(attribution.seat)
        return require_certainty(match, observation, attribution, self._areas(match), plain=plain, awaited=awaited)

    def _played(self, match: AnyMatch, observation: Laid, attribution: Attribution, seat: Seat, when: float) -> Played:
        """Return the play that a card is; a record without sight has the moment at which it was read."""
        confidence = round(observation.confidence * attribution.trust, 3)
        if not match.watched:
            return Played(seat=seat, card=Card(observation.card), t=when, src="camera", conf=confidence)
        first = round(observation.first, 3)
        since = self._sighting.since(observation.since, first)
        return Played(seat=seat, card=Card(observation.card), t=first, since=since, src="camera", conf=confidence)

    def _late(self, match: AnyMatch, play: Played) -> Iterator[Event]:
        """Insert a card of a trick that has been gathered before its end, or lay it if that is not written yet."""
        number = self._gathering.ended_by
        if number is None:
            yield from self._lay(match, play)
            return
        yield from self.unsaid()
        yield Insert(before=number, event=to_fields(play), t=self._when, src="camera")

    def _lay(self, match: AnyMatch, play: Played) -> Iterator[Event]:
        """Yield the play; before one that may be out of turn or a second card, what was seen of the other places.

        While they are out of view the card is kept for two seconds at most, or until the next card is laid.
        """
        if not match.watched:
            yield play
            return
        yield from self.unsaid()
        if self._unread.has_left(float("-inf") if play.t is None else play.t):
            yield from self._unread_gathered(match)
        # Something unread that lies before the same seat may be its card of this trick.
        if self._sighting.is_plain(play.seat) and not self._needs_a_look(match, play.seat, play.since):
            self._gathering.lead()
            yield play
        elif self._sighting.in_view(play.seat):
            yield from self._gathering.full(match)
            yield from (self._sighting.release_seen(), play)
        else:
            self._waiting.keep(tuple(self._dealt(match, iter([play]))))

    def _needs_a_look(self, match: AnyMatch, seat: Seat, since: float | None) -> bool:
        """Whether a card that was not there at a moment needs a look at the other places.

        So it is where the open trick may have been gathered under a hand or a newspaper.
        """

        def lies(card: Card) -> bool:
            till = self._sighting.last_seen_lying([card]) if self._lying[card] else None
            return till is not None and (since is None or till >= since - AT_ONCE)

        return needs_a_look(match, seat, lies)

    def _is_put_straight(self, match: AnyMatch, card: Card, seat: Seat | None) -> bool:
        """Whether a laid card goes back to the trick on the mat from which it was taken up."""
        plays = (*match.deal.open.plays, *match.deal.unseen.kept) if match.deal and match.running else ()
        owner = next((play.seat for play in plays if play.card == card), None)
        if owner is not None and seat is not None and seat != owner:
            self.doubt = _moved(match, card, owner, seat)
        others = [other for other in last_trick(match) if other != card]
        on_mat = any(map(self._shown.lies_as_played, others))
        return owner is not None or (card in last_trick(match) and on_mat and not self._shown.holds)

    def _lifted(self, match: AnyMatch, card: Card) -> None:
        """Note that a card has left; with the last one of a trick with cards missing, that may have been gathered."""
        self._lying[card] = max(self._lying[card] - 1, 0)
        self._shown.lifted(card)
        self._again.note_lifted(card, self._when)
        self._sighting.note_lifted(card)
        self._gathering.lifted(match, card, self._when)

    def _gathered(self, match: AnyMatch) -> Iterator[Event]:
        """Yield the gathering of a trick whose cards have all left, and do not lie there again."""
        gone = self._gathering.pop_gathered(match)
        if gone is not None:
            # What left with the trick lay in it.
            yield from self._shown.release(gathered=True)
            yield from self.unsaid()
            yield from gone.events(match)

    def _dealt(self, match: AnyMatch, events: Iterator[Event]) -> Iterator[Event]:
        """Yield the events, and before the first play of a deal its beginning."""
        running = not match.can_deal
        for event in events:
            running = running or isinstance(event, DealStart)
            if not isinstance(event, Played) or running:
                yield event
                continue
            opened = self._next_deal.opened(match, event)
            if isinstance(opened, Message):
                self.doubt = opened
                continue
            running = isinstance(opened[0], DealStart)
            unseen = self._again.unseen_start(watched=match.watched) if running else None
            if unseen:
                self._sighting.note_blind(unseen)
                yield from self._sighting.release_gap()
            yield from opened


def _deck_card(match: AnyMatch, card: Card, seat: Seat | None) -> Card:
    """Return the card of the deck that is read before a seat: one that people have told, perhaps without its copy."""
    return card if match.deal is None or seat is None else lying(match.game.deck, match.deal, seat, card)


def _moved(match: AnyMatch, card: Card, owner: Seat, place: Seat) -> Message:
    mine = match.names[owner]
    return Message(
        "{card} was moved from {name}'s place to {other}'s; it stays {name2}'s",
        card=card,
        name=mine,
        other=match.names[place],
        name2=mine,
    )
