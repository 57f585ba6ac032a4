"""The score of a deal of Doppelkopf: the game and the extra points, for each seat (DOK-S1 to DOK-S6)."""

from collections.abc import Iterator
from typing import Any, Final

from controller.games.doppelkopf.announce import standing
from controller.games.doppelkopf.cards import CHARLIE, FOX, points
from controller.games.doppelkopf.parties import Parties, game_of, owed_solo, parties
from controller.games.doppelkopf.state import KONTRA, RE, REFUSALS, DoppelkopfBook, DoppelkopfDeal
from controller.games.doppelkopf.value import GamePoints, PartyResult, game_points
from controller.games.following import tricks_won
from controller.games.trick_game import Score, Won
from controller.record.events import Seat
from controller.record.message import Message
from controller.rules.score.breakdown import BreakdownLine, counting

FAT: Final = 40
"""Points of a trick that is a Doppelkopf (DOK-S5)."""
ALONE: Final = 3
"""How often the points count for who plays alone (DOK-S6)."""
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


def score(deal: DoppelkopfDeal, won: Won, book: DoppelkopfBook) -> Score[DoppelkopfBook]:
    """What each seat is written; zeros where nobody can know the parties, for queens are missing."""
    found, soloist = parties(deal) or Parties(frozenset()), owed_solo(deal)
    seats, book = deal.rules.seats, book | ({soloist} if soloist is not None else frozenset())
    if not found.re:
        return Score("", (0,) * seats, book)
    sides = _side(deal, won, found, RE), _side(deal, won, found, KONTRA)
    game = game_points(*sides, double=deal.rules["announced"] == "doubles")
    lines = (*game.lines, *(() if found.alone else _extra(deal, found, game)))
    shares = tuple((ALONE if found.alone else 1) if seat in found.re else -1 for seat in range(seats))
    told = [BreakdownLine(REASONS[key], tuple(share * amount for share in shares)) for key, amount in lines]
    written = tuple(sum(int(line.amounts[seat] or 0) for line in told) for seat in range(seats))
    return Score("", written, book, counting(*told), detail=_detail(deal, found, game, sides))


def _side(deal: DoppelkopfDeal, won: Won, found: Parties, party: str) -> PartyResult:
    tricks = tricks_won(deal)
    own = [seat for seat in range(deal.rules.seats) if (seat in found.re) == (party == RE)]
    said = [one.call for one in standing(deal) if one.seat in own and one.call in (party, *REFUSALS)]
    return PartyResult(sum(won.points[seat] for seat in own), sum(tricks[seat] for seat in own), said)


def _extra(deal: DoppelkopfDeal, found: Parties, game: GamePoints) -> Iterator[tuple[str, int]]:
    """The extra points, for the party of the queens; none where one plays alone (DOK-S5)."""

    def of(seat: Seat) -> int:
        return 1 if seat in found.re else -1

    if game.winner == KONTRA:
        yield "old women", -1
    for trick in deal.tricks:
        if trick.winner is None:
            continue
        caught = sum(play.card.face == FOX and not found.has(play.seat, trick.winner) for play in trick.plays)
        yield "fox", caught * of(trick.winner)
        if points(trick.cards) >= FAT:
            yield "doppelkopf", of(trick.winner)
    last = deal.tricks[-1] if deal.tricks else None
    if last is not None and last.winner is not None:
        best = next((play.card.face for play in last.plays if play.seat == last.winner), None)
        if best == CHARLIE:
            yield "charlie", of(last.winner)


def _detail(
    deal: DoppelkopfDeal, found: Parties, game: GamePoints, sides: tuple[PartyResult, PartyResult]
) -> dict[str, Any]:
    named = game_of(deal)
    call, seat = named or (None, None)
    detail: dict[str, Any] = {"game": call, "re": sorted(found.re), "alone": found.alone, "won": game.winner}
    if seat is not None:
        detail["taker"] = seat
    said = [[one.seat, one.call] for one in standing(deal)]
    return detail | {"said": said, "side_points": [side.points for side in sides]}
