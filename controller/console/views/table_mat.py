"""The mat as a phone shows it: who sits where as its owner sees it, the trick that lies there, and the one before."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from controller.record.cards import SUITS, Card
from controller.record.events import Seat
from controller.record.message import Message, kind_of
from controller.rules import standing
from controller.rules.deal import Deal, Trick
from controller.rules.match import AnyMatch
from controller.rules.results import Number
from firmware_bridge.face.face import Face, Lamp

_NAMED: Final = "trump {suit} ({name})"
_TRUMPS: Final = ("trump {suit}", _NAMED)
"""Contracts of which the sign of a suit says all, with the name of who has named it where the game says so."""


@dataclass(frozen=True, slots=True)
class MatSeat:
    """A seat beside the mat."""

    seat: Seat
    side: int
    """Its place as the phone's owner sees it: 0 at the bottom, the others around the table in order of play."""
    name: str
    score: str
    """The sum on the sheet."""
    points: Number | None
    """In the tricks that it has taken so far, or how many; None where that is not known, or nothing is played."""
    to_act: bool
    accused: bool
    deals: bool
    plays: bool
    """Whether it takes part in this deal."""
    letter: str
    """What stands before its name; empty where nothing does."""
    remark: str
    """What everybody may know of it in this deal; empty where that is nothing."""


@dataclass(frozen=True, slots=True)
class MatCard:
    """A card in front of the one who has played it."""

    id: str
    """The same as long as it is the same card of the same trick, whatever it is read as."""
    card: Card
    seat: Seat
    side: int
    name: str
    order: int
    """From 1, as the cards were laid."""
    is_winning: bool
    """Whether it takes the trick, so far or for good."""


@dataclass(frozen=True, slots=True)
class OpenHand:
    """The cards of a hand that lies open on the table, as a dummy's does."""

    seat: Seat
    side: int
    name: str
    suits: tuple[tuple[Card, ...], ...]
    """As they are laid out: a suit beside the other, the trumps first, each in the deck's order."""


@dataclass(frozen=True, slots=True)
class TableMat:
    """All that a page draws of a table."""

    seats: tuple[MatSeat, ...]
    """From the owner's own seat on."""
    trick: tuple[MatCard, ...]
    """What lies there, in order of play: the open trick, or the newest one until the next lead."""
    is_open: bool
    """Whether the trick is still being played."""
    gathered: tuple[MatCard, ...]
    """The trick before, as long as the next one is played."""
    taken_to: int
    """The side to which it was gathered."""
    last: tuple[MatCard, ...]
    """The newest trick that is closed."""
    open_hands: tuple[OpenHand, ...]
    """What still lies open of hands that were laid down, as far as it was told."""
    trump: str
    """The letter of a suit; empty if none is trump, or a sign does not say it."""
    named_by: str
    """The name of who has named the trump; empty where nobody has, or its sign does not say it."""
    contract: str
    """What is played and by whom; empty where the trump's sign and that name say all of it."""
    counts_tricks: bool
    """Whether the seats' points are tricks."""
    headline: str
    """What the table waits for, or how it stands."""
    phrases: tuple[str, ...]
    """What else is so: what is not saved, owed or to be checked, the trick, the contract, who led what."""

    @property
    def holder(self) -> str:
        """The name of the one who holds the trick; empty if nobody is known to."""
        return next((card.name for card in self.trick if card.is_winning), "")


@dataclass(frozen=True, slots=True)
class ScoreSide:
    """A player, or partners who have one score."""

    seats: tuple[Seat, ...]
    names: tuple[str, ...]
    score: str
    """The sum on the sheet."""
    points: Number | None
    """In the tricks of this deal, of all of them; None where that is not known, or nothing is played."""
    to_act: bool
    accused: bool
    plays: bool
    """Whether any of them takes part in this deal."""
    needed: int | None
    """The tricks that they need for what was bid."""
    remark: str
    """What everybody may know of partners together in this deal."""


def own_seat(match: AnyMatch, name: str) -> Seat | None:
    """The seat of the player after whom a phone is called; None: of nobody at this table."""
    called = [seat for seat, one in enumerate(match.names) if name and one.casefold() == name.casefold()]
    return called[0] if called else None


def table_mat(match: AnyMatch, face: Face, own: Seat | None) -> TableMat:
    """The mat of a match as one of its players sees it; as seat 0 does for whoever plays not."""
    deal = match.deal
    last = deal.tricks[-1] if deal and deal.tricks else Trick()
    is_open = bool(deal and match.running and deal.open.plays)
    headline, *phrases = _said(match, face)
    shown = deal.open if deal and is_open else last
    number = len(deal.tricks) if deal else 0
    first = own or 0
    closed = _cards(match, last, number, first)
    return TableMat(
        seats=_seats(match, face, first),
        trick=_cards(match, shown, number + is_open, first),
        is_open=is_open,
        gathered=closed if is_open and last.winner is not None else (),
        taken_to=_side(match, last.winner or 0, first),
        last=closed,
        open_hands=_open_hands(match, first),
        trump=_trump(match),
        named_by=_named_by(match, face),
        contract=_contract(match, face),
        counts_tricks=deal is not None and counts_tricks(match, deal),
        headline=headline,
        phrases=tuple(phrases),
    )


def score_sides(match: AnyMatch, mat: TableMat) -> tuple[ScoreSide, ...]:
    """Everybody who has a score, in order of the seats; partners have one together."""
    of = {one.seat: one for one in mat.seats}
    return tuple(_score_side(match, [of[seat] for seat in seats]) for seats in match.game.partners(match.rules))


def pairs(match: AnyMatch, mat: TableMat) -> tuple[ScoreSide, ...]:
    """The sides of a game of partners, that of the phone's owner first; none where each plays alone."""
    sides = score_sides(match, mat)
    own = mat.seats[0].seat
    return tuple(sorted(sides, key=lambda side: own not in side.seats)) if len(sides) < match.rules.seats else ()


def taker(match: AnyMatch) -> Seat | None:
    """Who plays alone against the others, as far as everybody knows; None in games of pairs."""
    deal = match.deal
    if deal is None or not match.running or len(match.game.partners(match.rules)) < match.rules.seats:
        return None
    return match.game.taker(deal)


def _score_side(match: AnyMatch, members: Sequence[MatSeat]) -> ScoreSide:
    deal = match.deal if match.running else None
    playing = [one for one in members if one.plays]
    known = [one.points for one in playing if one.points is not None]
    return ScoreSide(
        seats=tuple(one.seat for one in members),
        names=tuple(one.name for one in members),
        score=members[0].score.removeprefix("+"),
        points=sum(known) if known and len(known) == len(playing) else None,
        to_act=any(one.to_act for one in members),
        accused=any(one.accused for one in members),
        plays=bool(playing),
        needed=match.game.needed(deal, members[0].seat) if deal else None,
        remark=(match.game.remark(deal, tuple(one.seat for one in members)) or "") if deal and len(members) > 1 else "",
    )


def _side(match: AnyMatch, seat: Seat, first: Seat) -> int:
    return (seat - first) % match.rules.seats


def _seats(match: AnyMatch, face: Face, first: Seat) -> tuple[MatSeat, ...]:
    count, deal = match.rules.seats, match.deal
    points: Mapping[Seat, Number] = points_taken(match, deal) if deal and match.running else {}
    rows, letters = dict(enumerate(face.rows)), match.game.seat_letters
    around = ((first + side) % count for side in range(count))
    return tuple(
        MatSeat(
            seat=seat,
            side=side,
            name=match.names[seat],
            score=rows[seat].score if seat in rows else "",
            points=points.get(seat),
            to_act=match.turn == seat,
            accused=seat in rows and rows[seat].lamp is Lamp.FOUL,
            deals=bool(deal and match.running and deal.dealer == seat),
            plays=not (deal and match.running) or seat in deal.seats,
            letter=letters[seat] if letters else "",
            remark=(match.game.remark(deal, (seat,)) or "") if deal and match.running else "",
        )
        for side, seat in enumerate(around)
    )


def counts_tricks(match: AnyMatch, deal: Deal[object]) -> bool:
    """Whether tricks count by themselves in this deal, as no card counts anything."""
    if deal.phase == "before" or match.game.last_trick_bonus():
        return False
    return not any(match.game.card_points(deal, card) for card in match.game.deck)


def points_taken(match: AnyMatch, deal: Deal[object]) -> Mapping[Seat, Number]:
    """The points in the tricks of each seat, or how many tricks; nothing while a trick may not be as it seems."""
    if deal.phase == "before" or deal.doubtful or any(trick.winner is None for trick in deal.tricks):
        return {}
    points: dict[Seat, Number] = dict.fromkeys(deal.seats, 0)
    each = counts_tricks(match, deal)
    for number, trick in enumerate(deal.tricks, 1):
        taker = trick.winner or 0
        worth = 1 if each else match.game.trick_points(deal, trick, last=number == deal.size)
        points[taker] = points.get(taker, 0) + worth
    return points


def _cards(match: AnyMatch, trick: Trick, number: int, first: Seat) -> tuple[MatCard, ...]:
    deal = match.deal
    if deal is None or not trick.plays:
        return ()
    winning = trick.winner if trick is not deal.open else _holder(match, deal)
    return tuple(
        MatCard(
            id=f"card-{deal.number}-{number}-{play.seat}",
            card=play.card,
            seat=play.seat,
            side=_side(match, play.seat, first),
            name=match.names[play.seat] if match.rules.has(play.seat) else "",
            order=order,
            is_winning=play.seat == winning,
        )
        for order, play in enumerate(trick.plays, 1)
    )


def _open_hands(match: AnyMatch, first: Seat) -> tuple[OpenHand, ...]:
    deal = match.deal
    if deal is None or not match.running:
        return ()
    return tuple(
        OpenHand(seat, _side(match, seat, first), match.names[seat], _by_suit(cards, deal.trump))
        for seat, cards in match.game.open_hands(deal).items()
        if cards
    )


def _by_suit(cards: Sequence[Card], trump: str | None) -> tuple[tuple[Card, ...], ...]:
    suits = sorted(dict.fromkeys(card.suit for card in cards), key=lambda suit: suit != trump)
    return tuple(tuple(card for card in cards if card.suit == suit) for suit in suits)


def _holder(match: AnyMatch, deal: Deal[object]) -> Seat | None:
    """Who would take the open trick as it lies; None where something of the deal is in doubt."""
    return None if deal.doubtful or not deal.open.plays else match.game.winner(deal, deal.open)


def _trump(match: AnyMatch) -> str:
    """The letter of the suit that is trump; empty where none is, or where it takes more than a sign to say it."""
    trump = match.deal.trump if match.deal and match.running else None
    return trump if trump in SUITS else ""


def _contract(match: AnyMatch, face: Face) -> str:
    if not _trump(match) or not isinstance(face.contract, Message):
        return face.contract
    parts = tuple(face.contract.fields.values())
    if not parts or any(kind_of(name) != "why" for name in face.contract.fields):
        return "" if face.contract.template in _TRUMPS else face.contract
    said = [str(part) if not isinstance(part, Message) else part for part in parts]
    return Message.join(", ", (one for one in said if getattr(one, "template", "") not in _TRUMPS))


def _named_by(match: AnyMatch, face: Face) -> str:
    whole = face.contract
    parts = (whole, *whole.fields.values()) if isinstance(whole, Message) and _trump(match) else ()
    named = (one.fields["name"] for one in parts if isinstance(one, Message) and one.template == _NAMED)
    return str(next(named, ""))


def _said(match: AnyMatch, face: Face) -> tuple[str, ...]:
    """The texts beside the mat, the most important first; a trump is shown by its sign alone."""
    awaited = match.awaited
    known = (face.trick, face.contract, face.lead, awaited, standing.result(match) if match.ended else "")
    remarks = tuple(_besides(face.status, known))
    contract = "" if face.contract == awaited else _contract(match, face)
    lead = face.lead if match.deal and match.deal.open.plays else ""
    done, lacks = standing.newest_deal(match), standing.missing(match)
    if match.ended:
        said = (standing.result(match), *remarks, done)
    elif done:
        said = (done, lacks, awaited, *remarks)
    else:
        said = (awaited, *remarks, face.trick, contract, lead)
    return tuple(filter(None, said)) or ("",)


def _besides(text: str, known: Collection[str]) -> Iterator[str]:
    """The messages of which a status is joined, but for those that are known."""
    if not text or text in known:
        return
    if not isinstance(text, Message) or not text.fields or any(kind_of(name) != "why" for name in text.fields):
        yield text
        return
    for part in text.fields.values():
        yield from _besides(part if isinstance(part, str) else str(part), known)
