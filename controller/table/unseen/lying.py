"""Cards that lie open without being played: from before the match, told of, or the last trick looked at again."""

from dataclasses import dataclass
from typing import Final, Literal

from controller.record.cards import Card
from controller.record.events import Missed, Played, Seat
from controller.record.message import Listed, Message
from controller.referee.unseen.same_deal import NEXT_DEAL
from controller.rules.match import AnyMatch
from controller.table.gathering import ShownAgain
from controller.table.pending import Name, name_of
from controller.table.unseen.course import TELL, open_lines
from controller.table.unseen.sighting import Sighting
from vision.base.observation import Blind, CardSeen, Laid, Lifted
from vision.marks.identity import NO_DECK
from vision.mat.seating import Seating


class CardsFromBefore:
    """Cards that lay there before the match, until they are taken away."""

    def __init__(self) -> None:
        """Begin with no card known."""
        self._names: set[Name] = set()

    def observe(self, observation: CardSeen, areas: Seating, sighting: Sighting) -> bool:
        """Whether an observation is of such a card; the sighting notes it.

        Args:
            observation: the card that is laid or has left.
            areas: whose place is where.
            sighting: what is in view, and in whose place.
        """
        name = name_of(observation)
        if isinstance(observation, Lifted):
            if name not in self._names:
                return False
            self._names.remove(name)
            sighting.note_lifted(Card(observation.card))
            return True
        within = areas.at((observation.x_mm, observation.y_mm))
        if (
            observation.deck == NO_DECK
            or observation.since is not None
            or not sighting.is_opening(observation.first, within)
        ):
            return False
        self._names.add(name)
        if near := areas.near((observation.x_mm, observation.y_mm)):
            sighting.note_laid(Card(observation.card), near[0])
        return True


def refuse_as_play(laid: Laid) -> str:
    """Return what the table says to a card that lay there."""
    return Message("{card} lay there before the match began and is no play: take it away", card=laid.card)


_WORD: Final = (NO_DECK, TELL)


@dataclass(frozen=True, slots=True)
class LaidOpenReply:
    """Answer to an observation of a trick that is laid open: the event that it tells, and what the table says."""

    events: tuple[Missed, ...] = ()
    words: str = ""


class TrickLaidOpen:
    """The cards that are laid open while the command card lies there; they are told of, not played."""

    def __init__(self) -> None:
        """Begin with nothing laid open."""
        self._of: int | None = None
        self._plays: dict[Card, Seat] = {}
        self._lying: set[Name] = set()

    def observe(
        self, match: AnyMatch, observation: CardSeen, areas: Seating, *, arbiter_tells: bool
    ) -> LaidOpenReply | None:
        """Interpret an observation as part of an unseen trick; None if it is no part of that.

        Args:
            match: the match before it.
            observation: the command card or a card that is laid, or one that has left.
            areas: whose place is where.
            arbiter_tells: whether nobody but the arbiter says what went unseen.
        """
        name = name_of(observation)
        if isinstance(observation, Lifted):
            return self._lifted(match, name)
        hole = min(open_lines(match), default=0) if match.running else 0
        if name == _WORD and arbiter_tells:
            return LaidOpenReply(words=Message("what went unseen is told by the arbiter alone, on the table's page"))
        if name == _WORD and not hole:
            return LaidOpenReply(words=Message("nothing went unseen: take {call} away", call=TELL))
        if name == _WORD:
            self._begin(hole)
        elif self._of is None:
            return None
        elif observation.deck != NO_DECK and (near := areas.near((observation.x_mm, observation.y_mm))):
            self._lay(name, near[0])
        return LaidOpenReply(words=self._words(match.names))

    def _lifted(self, match: AnyMatch, name: Name) -> LaidOpenReply | None:
        if name == _WORD:
            account = self._finish(match)
            return LaidOpenReply(() if account is None else (account,))
        return LaidOpenReply() if self._lift(name) else None

    def _begin(self, of: int) -> None:
        """Begin with the command card that was laid; the hole is the one that the event of this line left."""
        self._of = of
        self._plays.clear()

    def _lay(self, name: Name, seat: Seat) -> None:
        """Note a card that lies open before a seat; laid elsewhere, it is of that seat."""
        self._plays[Card(name[1])] = seat
        self._lying.add(name)

    def _lift(self, name: Name) -> bool:
        """Remove a card that has left; return whether it was one of those that were laid open."""
        if name not in self._lying:
            return False
        self._lying.remove(name)
        return True

    def _finish(self, match: AnyMatch) -> Missed | None:
        """End with the command card that was taken back: return the cards laid open, or None if there was none.

        Cards that the record has already say nothing new.
        """
        of, self._of = self._of, None
        deal = match.deal
        if of is None or deal is None or not self._plays:
            return None
        new = ((seat, card) for card, seat in self._plays.items() if deal.find(card) is None)
        tricks = (
            trick for trick in (deal.open, *reversed(deal.tricks)) if not self._plays.keys().isdisjoint(trick.cards)
        )
        first = next((trick.plays[0].seat for trick in tricks), next(iter(self._plays.values())))
        around = sorted(new, key=lambda play: (play[0] - first) % match.rules.seats)
        return Missed(of=of, plays=tuple(around), over=False)

    def _words(self, names: tuple[str, ...]) -> Message:
        """Return the cards laid open so far, in one sentence for the table."""
        if not self._plays:
            return Message(
                "lay the cards of the trick open, each before its player, then take {call} away", call="missed"
            )
        plays = tuple(Message("{card} by {name}", card=card, name=names[seat]) for card, seat in self._plays.items())
        return Message("{cards}: take {call} away when that is all", cards=Listed(plays), call="missed")


LiesAgain = Literal["played", "shown", "asked"]
"""A card of the last trick: may be played, is looked at, or only people can tell."""


class LastTrickAgain:
    """The last trick while it lies open again and may be the first trick of a new deal: only people can tell.

    It may be one if each card lies before another seat, and none was laid within 15 s of the deal before
    (unseen.md). A deal that people begin while the cards lie there begins with them. One that begins otherwise begins
    with a gap: until it is told or seen what the cards were, nobody is accused.
    """

    def __init__(self, shown: ShownAgain) -> None:
        """Begin with nothing open again; ``shown`` are the cards that are looked at, and is the table's own."""
        self._shown = shown
        self._plays: tuple[Played, ...] = ()
        self.perhaps_played: tuple[Played, ...] = ()
        """Plays of the newest deal, if it began with a gap."""
        self._left: dict[Card, float] = {}
        """Time at which each of its cards left that does not lie there any more."""
        self.owed: tuple[Played, ...] = ()
        """Plays with which a deal began that people have named since, until they are written."""

    def classify(self, card: Card, play: Played | None, size: int, pause: float) -> LiesAgain:
        """Return what a card of the last trick is that lies open between two deals.

        Args:
            card: the card, which lies there since now.
            play: the card as a play; None where it lies in nobody's place.
            size: cards of the last trick.
            pause: seconds between it and the card before.
        """
        plays = (*self._shown.held, *(() if play is None else (play,)))
        first, goes_on = self._shown.pause, self._shown.shows
        if not self._shown.is_shown(card, size):
            return "played"
        asked = self.move_again(plays) if goes_on else self.lay_again(plays, pause if first is None else first)
        return "asked" if asked else "shown"

    def lay_again(self, plays: tuple[Played, ...], pause: float) -> bool:
        """All cards of the last trick lie open again; whether they may be a new deal's, now or when they did before.

        Args:
            plays: the cards as plays, in the order in which they were laid; without any that lies in nobody's place.
            pause: seconds between the newest card of the deal and the first of them.
        """
        timed = all(play.t is not None for play in plays)
        may_be = timed and len({play.seat for play in plays}) == len(plays) and pause >= NEXT_DEAL
        if may_be:
            self._plays, self._left = plays, {}
        return may_be or bool(self._plays)

    def move_again(self, plays: tuple[Played, ...]) -> bool:
        """Note a card put straight or into its place beside others of them; return whether the question stands.

        Args:
            plays: the card as a play; none where it lies in nobody's place.
        """
        for play in plays if self._plays else ():
            if any((one.card, one.seat) == (play.card, play.seat) for one in self._plays):
                self._left.pop(play.card, None)
            elif all(play.card != one.card and play.seat != one.seat for one in self._plays):
                self._plays = (*self._plays, play)
        return bool(self._plays)

    def note_lifted(self, card: Card, when: float) -> None:
        """Note that a card has left, seconds since the match event."""
        if any(play.card == card for play in self._plays):
            self._left[card] = when

    def unseen_start(self, *, watched: bool) -> Blind | None:
        """Return the stretch in which the first trick of the deal that begins now may have been played; None: in none.

        Args:
            watched: whether the record says what was seen and what was not.
        """
        plays, self._plays = self._plays, ()
        self.perhaps_played = plays if watched else ()
        if not self.perhaps_played:
            return None
        moments = [play.t for play in plays if play.t is not None]
        return Blind(min(moments), max(*moments, *self._left.values()), "again")

    def note_entered_deal(self, *, watched: bool) -> Blind | None:
        """Note that people began a deal: it owes its first plays, or a gap: the stretch in which they may lie."""
        if self._plays and not self._left:
            self.owed, self._plays, self.perhaps_played = self._plays, (), ()
            return None
        self.owed = ()
        return self.unseen_start(watched=watched)

    def take_owed(self) -> tuple[Played, ...]:
        """Return the plays that are owed; they are owed no more."""
        owed, self.owed = self.owed, ()
        return owed
