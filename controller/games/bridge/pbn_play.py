"""The play of a board in Portable Bridge Notation: a row a trick, whose columns are seats, whoever led to it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from controller.games import following
from controller.games.bridge.pbn_text import DIRECTIONS, PbnBoard, PbnWord, until_end
from controller.games.bridge.state import TRUMPS, BridgeContract
from controller.games.claims import ACCEPT, CLAIM
from controller.games.interchange import InterchangeError
from controller.games.plain_tricks import DECK
from controller.record.cards import Card
from controller.record.events import Bid, Declare, Event, Played, Seat
from controller.record.numbers import number_of
from controller.rules.deal import Play, Trick

SEATS: Final = len(DIRECTIONS)
TRICKS: Final = len(DECK) // SEATS
NOT_TOLD: Final = frozenset("-+")
"""Words in place of a card that is not told; with a plus it is the next one of a play that was broken off."""
END: Final = frozenset("*")
"""The word behind which a play tells no more cards."""
NO_CARDS: Final = NOT_TOLD | END


@dataclass(slots=True)
class ToldPlay:
    """The cards of a board as far as they are told, in the order in which they were played."""

    plays: list[Played] = field(default_factory=list[Played])
    tricks: list[Trick] = field(default_factory=list[Trick])
    """Those that are whole."""

    def taken(self, made: BridgeContract) -> int:
        """How many of them the declarer's side has won."""
        return sum(trick.winner is not None and (trick.winner - made.declarer) % 2 == 0 for trick in self.tricks)


def events_of_play(
    board: PbnBoard, made: BridgeContract, hands: Mapping[Seat, tuple[Card, ...]], *, last: bool
) -> Iterator[Event]:
    """The cards of a board, and dummy's hand behind the opening lead where it is told.

    Args:
        board: the board.
        made: its contract.
        hands: those that the board tells, by seat.
        last: whether no board follows, so that the play may have been broken off.

    Raises:
        InterchangeError: a card that cannot be, a play that is not whole, or another result than it comes to.
    """
    told = _told(board, made, hands)
    claimed = _claimed(board, made, told)
    if len(told.tricks) < TRICKS and claimed is None and not last:
        raise InterchangeError(
            board.line,
            f"{len(told.tricks)} whole tricks of this board are told and no result, and another board follows",
        )
    for place, play in enumerate(told.plays):
        yield play
        if not place and made.dummy in hands:
            yield Declare(seat=made.dummy, what="hand", cards=hands[made.dummy])
    if claimed is not None:
        yield Bid(seat=made.declarer, call=CLAIM, as_=str(claimed))
        yield from (Bid(seat=(made.declarer + step) % SEATS, call=ACCEPT) for step in (1, 3))


def _told(board: PbnBoard, made: BridgeContract, hands: Mapping[Seat, Sequence[Card]]) -> ToldPlay:
    first = (made.declarer + 1) % SEATS
    where = board.told("Play")
    if where and where.text.upper() != DIRECTIONS[first]:
        raise InterchangeError(where.line, f"{DIRECTIONS[first]} leads to the first trick, not {where.text!r}")
    found, leader = ToldPlay(), first
    words = [*until_end(board.sections.get("Play", ()), END, "the play")]
    for start in range(0, len(words), SEATS):
        row = words[start : start + SEATS]
        if len(found.tricks) == TRICKS:
            raise InterchangeError(row[0].line, f"a card follows the last of {TRICKS} tricks")
        lying = _trick(row, first, leader, found, hands)
        found.plays += (Played(seat=play.seat, card=play.card) for play in lying.plays)
        if len(lying.plays) < SEATS:
            if more := next((word for word in words[start + SEATS :] if word.text not in NOT_TOLD), None):
                raise InterchangeError(more.line, f"{more.text[:40]!r} follows a trick that is not whole")
            break
        found.tricks.append(_won(lying, TRUMPS[made.denomination]))
        leader = found.tricks[-1].winner or 0
    return found


def _trick(
    row: Sequence[PbnWord], first: Seat, leader: Seat, found: ToldPlay, hands: Mapping[Seat, Sequence[Card]]
) -> Trick:
    """The cards of a row in the order from its leader on; those not told can only be the last ones of the play."""
    columns = {(first + place) % SEATS: word for place, word in enumerate(row) if word.text not in NOT_TOLD}
    plays: list[Play] = []
    for step in range(SEATS):
        seat = (leader + step) % SEATS
        if seat not in columns:
            break
        word = columns.pop(seat)
        card = _card(word)
        if card in {*(play.card for play in found.plays), *(play.card for play in plays)}:
            raise InterchangeError(word.line, f"{card} is played twice")
        if seat in hands and card not in hands[seat]:
            raise InterchangeError(word.line, f"{card} is played by {DIRECTIONS[seat]}, whose hand has not got it")
        plays.append(Play(0, seat, card))
    if columns:
        word = next(iter(columns.values()))
        raise InterchangeError(
            word.line, f"{word.text} lies in trick {len(found.tricks) + 1}, and a card before it is not told"
        )
    return Trick(tuple(plays))


def _card(word: PbnWord) -> Card:
    name = word.text[:1].upper() + word.text[1:].upper().replace("T", "10")
    if name not in DECK:
        raise InterchangeError(word.line, f"{word.text[:40]!r} is no card; one is a suit and a rank, such as S5 or DT")
    return Card(name)


def _won(trick: Trick, trump: str | None) -> Trick:
    """The trick with who won it (BRI-W1)."""
    best = max(trick.plays, key=lambda play: following.strength(DECK, trick, play.card, trump))
    return Trick(trick.plays, best.seat)


def _claimed(board: PbnBoard, made: BridgeContract, told: ToldPlay) -> int | None:
    """How many tricks the declarer has by the result beside those that are told; None: all are told, or no result is.

    Raises:
        InterchangeError: the result is none that the play can come to.
    """
    result, taken, left = board.told("Result"), told.taken(made), TRICKS - len(told.tricks)
    if result is None:
        return None
    tricks = number_of(result.text)
    if tricks is None or not taken <= tricks <= taken + left:
        by_play = str(taken) if not left else f"{taken} to {taken + left}"
        raise InterchangeError(
            result.line, f"the result is {result.text[:40]!r} here, and the declarer takes {by_play} by the play"
        )
    return tricks - taken if left else None
