"""A deal of Condor Whist whose auction gives known cards to known seats."""

from controller.record.cards import Card
from controller.record.events import Choose, DealStart, Duel, Event, MatchStart, Played, Upcard
from controller.referee.fold import fold
from controller.rules.match import AnyMatch
from controller.rules.results import ErrorResult, Result, Verdict

OPENING = MatchStart(game="condor", seats=("Anna", "Berta"))


UP = ("D5", "CK", "DQ", "C2", "D8", "C9", "DA", "CJ", "D10", "C4", "DK", "C7", "D3")
"""Up-cards of thirteen rounds: odd diamonds are trump."""


LOW = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


TAKERS = (0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 1)
"""Takers of the up-card of each round; Berta leads."""


def auction(takers: tuple[int, ...] = TAKERS, dealer: int = 1) -> list[Event]:
    """Thirteen rounds of equal ranks, in which the marker's holder lets these seats take the up-cards."""
    events: list[Event] = [DealStart(dealer=dealer)]
    suits = ("H", "S") if dealer == 0 else ("S", "H")
    marker = dealer
    for up, bid, taker in zip(UP, LOW, takers, strict=True):
        duel = Duel(cards={seat: Card(suits[seat] + bid) for seat in (0, 1)})
        events += [Upcard(card=Card(up)), duel, Choose(seat=marker, take=marker == taker)]
        marker = taker
    return events


def plays(text: str) -> list[Event]:
    return [Played(seat=int(word[0]), card=Card(word[1:])) for word in text.split()]


def told(events: list[Event], **options: int) -> list[Result]:
    opening = MatchStart(game="condor", seats=OPENING.seats, options=dict(options))
    return [result for stage in fold([opening, *events]) for result in stage.results]


def verdicts(text: str, takers: tuple[int, ...] = TAKERS) -> list[tuple[str, int | None, str]]:
    """Kind, seat and rule of each verdict on these plays, after the auction."""
    found = told([*auction(takers), *plays(text)])
    assert not [one for one in found if isinstance(one, ErrorResult)]
    return [(one.kind, one.seat, one.rule) for one in found if isinstance(one, Verdict)]


def after(events: list[Event]) -> AnyMatch:
    *_, last = fold([OPENING, *events])
    return last.match
