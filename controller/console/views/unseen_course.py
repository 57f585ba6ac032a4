"""The questions of pages about a hole: the likely course first, then who may have played which card."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlencode

from controller.record.cards import Card
from controller.record.events import Event, Missed, Seat
from controller.record.message import Message
from controller.referee.unseen.checkpoints import Checkpoints
from controller.rules.match import AnyMatch
from controller.table.unseen.auction import missing_word, question
from controller.table.unseen.choosing import CardChoice, Plays, card_choice
from controller.table.unseen.course import complete_account, describe_course, open_hole
from groundwork.errors import CardError

MOST_CHOSEN: Final = 24
"""Cards that are chosen one by one for one hole; whoever needs more goes on without."""


@dataclass(frozen=True, slots=True)
class ChosenCourse:
    """A course that is being told card by card, as the address of its page has it."""

    of: int
    plays: Plays
    is_continued: bool
    """Whether more cards may follow the next one; else that one is all."""
    summary: Message | None
    """The course so far in words; None: nothing is chosen yet."""
    complete: bool
    """Whether it can have been all."""
    why: Message | None
    """The reason why this course is impossible."""
    choice: CardChoice | None
    """The next card; None: no more is missing."""

    @property
    def text(self) -> str:
        """The cards so far, as fields and addresses have them."""
        return plays_text(self.plays)

    def with_card(self, card: Card) -> str:
        """Return the course with one more card of the seat in question."""
        more = ((self.choice.seat, card),) if self.choice else ()
        return plays_text((*self.plays, *more))

    def address(self, plays: str = "", seat: Seat | None = None) -> str:
        """Return the address of the page on which the course goes on."""
        more = {} if seat is None else {"seat": seat}
        steps = {"by": "card"} if self.is_continued else {}
        return f"/unseen?{urlencode({'of': self.of, 'plays': plays, **more, **steps})}"


def chosen_course(
    match: AnyMatch, lines: Sequence[Event], fields: Mapping[str, str], since: Checkpoints
) -> ChosenCourse | None:
    """Return the course that is told card by card, and what may come next.

    None where no card of this deal is missing.

    Args:
        match: the match as it stands.
        lines: the lines of its record.
        fields: the fields of the page's address; those about another hole count for nothing.
        since: from where the course may be tried, to be quick.
    """
    hole = open_hole(match, lines)
    if hole is None:
        return None
    fields = fields if fields.get("of") == str(hole.of) else {}
    plays = plays_of(fields.get("plays", ""), len(match.names))[:MOST_CHOSEN]
    checked = (
        complete_account(lines, Missed(of=hole.of, plays=plays, over=False), since.before(hole.of)) if plays else None
    )
    account = checked if isinstance(checked, Missed) else None
    seat = int(fields["seat"]) if fields.get("seat", "").isdecimal() else None
    choice = card_choice(match, lines, plays, (account.won if account else None) or (), seat)
    if not plays and choice is None:
        return None
    is_continued = bool(plays) or "by" in fields or (choice is not None and (choice.missing or 1) > 1)
    short = choice is not None and choice.missing is not None
    why = checked if isinstance(checked, Message) and not short else None
    summary = describe_course(match.names, account or Missed(of=hole.of, plays=plays)) if plays else None
    return ChosenCourse(hole.of, plays, is_continued, summary, account is not None, why, choice)


def plays_text(plays: Plays) -> str:
    """Cards and their players as pages write them: a seat, a colon and a card each."""
    return " ".join(f"{seat}:{card}" for seat, card in plays)


def plays_of(text: str, seats: int) -> Plays:
    """Return the cards of such a text; none where it is not one, or names a seat that the table has not."""
    try:
        parts = (part.partition(":") for part in text.split())
        plays = tuple((int(seat), Card(card)) for seat, _colon, card in parts)
    except (CardError, ValueError):
        return ()
    return plays if all(0 <= seat < seats for seat, _ in plays) else ()


def unseen_values(
    match: AnyMatch, likely: Sequence[Missed], lines: Sequence[Event], *, may_tell: bool
) -> Mapping[str, object]:
    """Return the oldest open hole and its likely courses, for a template; none for whoever may not tell of it."""
    hole = open_hole(match, lines) if may_tell else None
    courses = [
        (plays_text(one.plays or ()), describe_course(match.names, one)) for one in likely if hole and one.of == hole.of
    ]
    return {"hole": hole, "courses": courses, "lacking": missing_word(match)}


def alert_text(match: AnyMatch, lines: Sequence[Event], text: str) -> str:
    """Return the text of an alert for a page.

    Of a hole it has what went unseen alone, for the page itself has the remedies.
    """
    hole, lacks = open_hole(match, lines), missing_word(match)
    if hole and text == hole.text:
        return hole.unseen
    return lacks if lacks and text == question(match) else text


def rows(match: AnyMatch) -> tuple[int, ...]:
    """Return the seats that may have played unseen: those missing in the open trick, then a whole trick."""
    deal = match.deal
    if deal is None or not match.running:
        return tuple(range(match.rules.seats))
    count, first = match.rules.seats, deal.seats[0] if deal.to_play is None else deal.to_play
    around = sorted(deal.seats, key=lambda seat: (seat - first) % count)
    missing = tuple(seat for seat in around if seat not in deal.open.seats)
    return (*missing, *around)
