"""The score of a deal of Doppelkopf: the game and the extra points, for each seat (DOK-S1 to DOK-S7)."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from controller.games.doppelkopf.announce import standing
from controller.games.doppelkopf.cards import CHARLIE, FOX, points, suit_of
from controller.games.doppelkopf.parties import Parties, game_of, owed_solo, parties
from controller.games.doppelkopf.state import KONTRA, PARTIES, RE, REFUSALS, SOLOS, DoppelkopfBook, DoppelkopfDeal
from controller.games.follow_rule import tricks_won
from controller.games.trick_game import Score, Won
from controller.record.events import Seat
from controller.record.message import Listed, Message
from controller.rules.deal import Trick
from controller.rules.results import BreakdownLine, counting

# The points of a game of Doppelkopf: who has won it, and what it counts (DOK-S1 to DOK-S4).

LEVELS: Final = tuple(REFUSALS.values())
"""Points below which a party is held, the highest first; 0: it has no trick."""
AGAINST: Final = (120, 90, 60, 30)
"""The points a party needs for a point against each refusal of the other one (DOK-S4)."""


@dataclass(frozen=True, slots=True)
class PartyResult:
    """Points, tricks and announcements of a party."""

    points: int
    tricks: int
    announcements: Collection[str] = ()
    """The party's announcements."""

    @property
    def refused(self) -> int:
        """The number of steps that the party has refused the other: 0 none, 4 every trick."""
        calls = [*REFUSALS]
        return max((calls.index(call) + 1 for call in self.announcements if call in REFUSALS), default=0)

    @property
    def announced(self) -> bool:
        """Whether it has said Re or Kontra, or refused something, which says it too (DOK-A2)."""
        return bool(self.refused) or RE in self.announcements or KONTRA in self.announcements

    @property
    def below(self) -> int:
        """The number of levels that the party was held below, 0 to 4."""
        return sum(self.points < level if level else not self.tricks for level in LEVELS)


@dataclass(frozen=True, slots=True)
class GamePoints:
    """The points of a game, before those of a lone player count three times."""

    winner: str | None
    """``re`` or ``kontra``; None: each has promised too much."""
    lines: tuple[tuple[str, int], ...]
    """The counting parts by key, for the party of the queens; less than 0 for the other one."""


def won(re: PartyResult, kontra: PartyResult) -> str | None:
    """Return the party that has won (DOK-S1)."""
    if _wins(re, kontra, 120 if kontra.announced and not re.announced else 121):
        return RE
    return KONTRA if _wins(kontra, re, 121 if kontra.announced and not re.announced else 120) else None


def _wins(party: PartyResult, other: PartyResult, half: int) -> bool:
    """Whether a party has made its announcement, or the limit that the other one refused it, or else its half."""
    if party.refused:
        return other.below >= party.refused
    if other.refused:
        return party.below < other.refused
    return party.points >= half


def game_points(re: PartyResult, kontra: PartyResult, *, double: bool) -> GamePoints:
    """Count the points of the game itself (DOK-S2 to DOK-S4).

    Args:
        re: the party of the queens, or the player who plays alone.
        kontra: the others.
        double: whether Re and Kontra double instead of counting two points each.
    """
    winner = won(re, kontra)
    if winner is None:
        return GamePoints(None, (*_reached(re, kontra, 1), *_reached(kontra, re, -1)))
    sign, party, other = (1, re, kontra) if winner == RE else (-1, kontra, re)
    lines = [("won", sign), *_reached(party, other, sign)]
    lines += [("refused", sign * side.refused) for side in (re, kontra) if side.refused]
    for call, side in ((RE, re), (KONTRA, kontra)):
        if side.announced:
            lines.append((call, sum(amount for _, amount in lines) if double else 2 * sign))
    return GamePoints(winner, tuple(lines))


def _reached(party: PartyResult, other: PartyResult, sign: int) -> list[tuple[str, int]]:
    """Yield the levels below which a party held the other one, and those it made against a refusal."""
    levels = sum(party.points >= least for least in AGAINST[: other.refused])
    return [(key, sign * count) for key, count in (("below", other.below), ("against", levels)) if count]


FAT: Final = 40
"""Points of a trick that is a Doppelkopf (DOK-S5)."""
_HEARTS: Final = "H"
ALONE: Final = 3
"""The factor of the points for the player who plays alone (DOK-S6)."""
REASONS: Final = {
    "won": Message("game won"),
    "below": Message("levels below"),
    "against": Message("against what was refused"),
    "refused": Message("levels refused"),
    RE: Message("Re"),
    KONTRA: Message("Kontra"),
    "old women": Message("against the old women"),
    "fox": Message("fox caught"),
    "doppelkopf": Message("trick of 40 or more"),
    "charlie": Message("Charlie wins the last trick"),
}
BEGINS: Final = {
    "even": Message("120 points each"),
    "heart-trick": Message("a trick of hearts"),
    "solo": Message("a solo was lost"),
    "announced": Message("who announced has not won"),
    "black": Message("a party has no trick"),
}
"""The facts that can begin a round of deals that count double (DOK-S7)."""
BOCK: Final[Mapping[str, Collection[str]]] = {
    "none": (),
    "even": ("even",),
    "heart-trick": ("heart-trick",),
    "either": ("even", "heart-trick"),
    "five": tuple(BEGINS),
}
"""The facts that begin one, by the house rule."""
ROUND: Final = 4
"""Deals of such a round."""


def score(deal: DoppelkopfDeal, won: Won, book: DoppelkopfBook) -> Score[DoppelkopfBook]:
    """Score a deal for each seat; zeros where nobody can know the parties, for queens are missing."""
    known_parties, soloist = parties(deal) or Parties(frozenset()), owed_solo(deal)
    seats, solos = deal.rules.seats, book.solos | ({soloist} if soloist is not None else frozenset())
    after = DoppelkopfBook(solos, max(book.bock - 1, 0), book.deals + 1)
    if not known_parties.re:
        return Score("", (0,) * seats, after)
    sides = _side(deal, won, known_parties, RE), _side(deal, won, known_parties, KONTRA)
    game = game_points(*sides, double=deal.rules["announced"] == "doubles")
    lines = (*game.lines, *(() if known_parties.alone else _extra(deal, known_parties, game)))
    shares = tuple((ALONE if known_parties.alone else 1) if seat in known_parties.re else -1 for seat in range(seats))
    lines_written = [BreakdownLine(REASONS[key], tuple(share * amount for share in shares)) for key, amount in lines]
    written = tuple(sum(int(line.amounts[seat] or 0) for line in lines_written) for seat in range(seats))
    detail = _detail(deal, known_parties, game, sides)
    if book.bock:
        lines_written, detail = [*lines_written, BreakdownLine(Message("Bock round"), written)], detail | {"bock": True}
        written = tuple(2 * own for own in written)
    begins = _begins(deal, known_parties, game, sides)
    if not begins:
        return Score("", written, after, counting(*lines_written), detail=detail)
    after = replace(after, bock=after.bock + ROUND)
    why = Listed(tuple(BEGINS[reason] for reason in begins))
    remark = Message("{n} deals from the next one on count double: {names}", n=after.bock, names=why)
    return Score("", written, after, counting(*lines_written), (remark,), detail)


def _begins(
    deal: DoppelkopfDeal, known_parties: Parties, game: GamePoints, sides: tuple[PartyResult, PartyResult]
) -> tuple[str, ...]:
    """List the facts of a deal that begin a round that counts double, by the house rules (DOK-S7)."""
    call, _ = game_of(deal) or (None, None)
    happened = {
        "even": sides[0].points == sides[1].points,
        "heart-trick": not known_parties.alone and any(_is_of_hearts(deal, trick) for trick in deal.tricks),
        "solo": call in SOLOS and game.winner != RE,
        "announced": any(side.announced and game.winner != party for party, side in zip(PARTIES, sides, strict=True)),
        "black": not all(side.tricks for side in sides),
    }
    return tuple(reason for reason in BOCK[str(deal.rules["bock"])] if happened[reason])


def _is_of_hearts(deal: DoppelkopfDeal, trick: Trick) -> bool:
    return {suit_of(card, deal.trump) for card in trick.cards} == {_HEARTS} != {deal.trump}


def _side(deal: DoppelkopfDeal, won: Won, known_parties: Parties, party: str) -> PartyResult:
    tricks = tricks_won(deal)
    seats = [seat for seat in range(deal.rules.seats) if (seat in known_parties.re) == (party == RE)]
    announcements = [one.call for one in standing(deal) if one.seat in seats and one.call in (party, *REFUSALS)]
    return PartyResult(sum(won.points[seat] for seat in seats), sum(tricks[seat] for seat in seats), announcements)


def _extra(deal: DoppelkopfDeal, known_parties: Parties, game: GamePoints) -> Iterator[tuple[str, int]]:
    """Return the extra points, for the party of the queens; none where one plays alone (DOK-S5)."""

    def of(seat: Seat) -> int:
        return 1 if seat in known_parties.re else -1

    if game.winner == KONTRA:
        yield "old women", -1
    for trick in deal.tricks:
        if trick.winner is None:
            continue
        caught = sum(play.card.face == FOX and not known_parties.has(play.seat, trick.winner) for play in trick.plays)
        yield "fox", caught * of(trick.winner)
        if points(trick.cards) >= FAT:
            yield "doppelkopf", of(trick.winner)
    last = deal.tricks[-1] if deal.tricks else None
    if last is not None and last.winner is not None:
        best = next((play.card.face for play in last.plays if play.seat == last.winner), None)
        if best == CHARLIE:
            yield "charlie", of(last.winner)


def _detail(
    deal: DoppelkopfDeal, known_parties: Parties, game: GamePoints, sides: tuple[PartyResult, PartyResult]
) -> dict[str, Any]:
    named = game_of(deal)
    call, seat = named or (None, None)
    detail: dict[str, Any] = {
        "game": call,
        "re": sorted(known_parties.re),
        "alone": known_parties.alone,
        "won": game.winner,
    }
    if seat is not None:
        detail["taker"] = seat
    words = [[one.seat, one.call] for one in standing(deal)]
    return detail | {"said": words, "side_points": [side.points for side in sides]}
