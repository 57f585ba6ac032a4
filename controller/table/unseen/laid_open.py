"""A trick that went unseen is laid open again after the command card ``missed``."""

from dataclasses import dataclass
from typing import Final

from controller.record.cards import Card
from controller.record.events import Missed, Seat
from controller.record.message import Listed, Message
from controller.rules.match import AnyMatch
from controller.table.pending import Name, name_of
from controller.table.unseen.course import TELL, open_lines
from vision.base.observation import CardSeen, Lifted
from vision.marks.identity import NO_DECK
from vision.mat.seating import Seating

_WORD: Final = (NO_DECK, TELL)


@dataclass(frozen=True, slots=True)
class LaidOpenWords:
    """Answer to an observation of a trick that is laid open: the event that it tells, and what the table says."""

    events: tuple[Missed, ...] = ()
    words: str = ""


class LaidOpen:
    """The cards that are laid open while the command card lies there; they are told of, not played."""

    def __init__(self) -> None:
        """Begin with nothing laid open."""
        self._of: int | None = None
        self._plays: dict[Card, Seat] = {}
        self._lying: set[Name] = set()

    def take(self, match: AnyMatch, seen: CardSeen, areas: Seating, *, arbiter_tells: bool) -> LaidOpenWords | None:
        """Interpret an observation as part of an unseen trick; None if it is no part of that.

        Args:
            match: the match before it.
            seen: the command card or a card that is laid, or one that has left.
            areas: whose place is where.
            arbiter_tells: whether nobody but the arbiter says what went unseen.
        """
        name = name_of(seen)
        if isinstance(seen, Lifted):
            return self._lifted(match, name)
        hole = min(open_lines(match), default=0) if match.running else 0
        if name == _WORD and arbiter_tells:
            return LaidOpenWords(words=Message("what went unseen is told by the arbiter alone, on the table's page"))
        if name == _WORD and not hole:
            return LaidOpenWords(words=Message("nothing went unseen: take {call} away", call=TELL))
        if name == _WORD:
            self._begin(hole)
        elif self._of is None:
            return None
        elif seen.deck != NO_DECK and (near := areas.near((seen.x_mm, seen.y_mm))):
            self._lay(name, near[0])
        return LaidOpenWords(words=self._words(match.names))

    def _lifted(self, match: AnyMatch, name: Name) -> LaidOpenWords | None:
        if name == _WORD:
            told = self._finish(match)
            return LaidOpenWords(() if told is None else (told,))
        return LaidOpenWords() if self._lift(name) else None

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
        known = (
            trick for trick in (deal.open, *reversed(deal.tricks)) if not self._plays.keys().isdisjoint(trick.cards)
        )
        first = next((trick.plays[0].seat for trick in known), next(iter(self._plays.values())))
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
