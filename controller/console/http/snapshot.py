"""The state of a table as the console shows it: one frozen value, whole at any moment."""

from dataclasses import dataclass, field

from controller.live.session import News
from controller.record.events import Missed
from controller.referee.accounts import Checkpoints
from controller.rules.match import AnyMatch
from controller.rules.results import Verdict
from firmware_bridge.face.face import Face

REMEMBERED = 8
"""The newest news that is kept for announcements."""


@dataclass(frozen=True, slots=True)
class TableSnapshot:
    """The match, its verdicts, face and newest events after some event."""

    match: AnyMatch
    heard: tuple[Verdict, ...]
    """The verdicts that the table may know of."""
    face: Face
    """The face on the displays, with its alert."""
    count: int
    """Lines of the record."""
    news: tuple[News, ...] = ()
    """The newest events, oldest first."""
    courses: tuple[Missed, ...] = ()
    """The likely courses of unseen play, if something went unseen and a course can be guessed."""
    checkpoints: Checkpoints = field(default_factory=Checkpoints)
    """From where courses of unseen play are tried."""
    shown: AnyMatch | None = None
    """The match with a card that lies there and waits for a look before it is written; None: as `match`."""
    secret: frozenset[int] = frozenset()
    """The lines of the rulings of which nobody but an arbiter may hear for now."""
    watching: bool = False
    """Whether the referee has begun to watch, so that actions can be done."""

    @property
    def may_tell(self) -> tuple[tuple[int, Verdict], ...]:
        """The verdicts that anybody may see, with their numbers; 0: the record has none for it."""
        numbers = {verdict.accusation: number for number, verdict in enumerate(self.match.verdicts, 1)}
        return tuple((numbers.get(verdict.accusation, 0), verdict) for verdict in self.heard)

    def visible(self, *, rules: bool) -> tuple[tuple[int, Verdict], ...]:
        """The verdicts that may be seen, with their numbers: what the table was told, or by an arbiter all."""
        return self.all_told if rules else self.may_tell

    def unruled(self, *, rules: bool) -> int:
        """The number of verdicts that may be seen and wait for a ruling."""
        return sum(number > 0 and number not in self.match.rulings for number, _verdict in self.visible(rules=rules))

    @property
    def all_told(self) -> tuple[tuple[int, Verdict], ...]:
        """The verdicts that an arbiter sees, with their numbers: all at once."""
        return tuple(enumerate(self.match.verdicts, 1))
