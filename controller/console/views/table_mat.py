"""The mat as a phone shows it: who sits where as its owner sees it, the trick that lies there, and the one before."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias

from controller.console.views.options_to_say import unseen
from controller.console.views.undo_steps import LastCard
from controller.games import vocabularies
from controller.record.cards import SUITS, Card, faces
from controller.record.events import Draw, Event, Seat
from controller.record.message import Message, kind_of
from controller.referee.fold import step
from controller.rules import standing
from controller.rules.deal import AnyDeal, Deal, Play, Trick
from controller.rules.match import AnyMatch
from controller.rules.results import ErrorResult, Number, Verdict
from controller.rules.speech import Spread, SpreadMeaning
from controller.table import special_places
from controller.table.command_words import accepted
from controller.table.dealing import begun
from firmware_bridge.face.face import Face, Lamp

# Cards that it may have been instead: the likeliest first, so that a misread is mended by one tap.

_FAR = 100
"""Farther apart than any two cards that are alike."""


def alternatives(last: LastCard, now: AnyMatch) -> tuple[Card, ...]:
    """List the other cards that may lie there, the likeliest first.

    Cards that were seen before are none, nor those that were seen later in the same deal. Those that could be played
    there without a fault come first. Among them those that are alike come first: the same rank, or a neighbour in the
    suit.

    Args:
        last: the card that was read.
        now: the match as it stands.
    """
    match, read = last.before, last.played.card.face
    lying = (*match.deal.plays(), *match.deal.exposed) if match.deal and match.running else ()
    if now.deal and any(play.event == last.number for play in now.deal.plays()):
        lying = (*lying, *now.deal.plays(), *now.deal.exposed)
    cards_seen = {play.card for play in lying}
    others = faces(tuple(card for card in match.game.deck if card.face != read and card not in cards_seen))
    deck = faces(match.game.deck)
    return tuple(sorted(others, key=lambda card: (_faults(last, card), distance(deck, read, card))))


def _faults(last: LastCard, card: Card) -> int:
    """Count the faults that a card would be there, as far as everybody at the table can know."""
    _, results = step(unseen(last.before), last.number, replace(last.played, card=card))
    return sum(isinstance(result, Verdict | ErrorResult) for result in results)


def distance(deck: Sequence[Card], one: Card, other: Card) -> int:
    """Measure how unlike two cards are: 0 for the same rank, else the steps between them in their suit.

    >>> deck = [Card(suit + rank) for suit in "SH" for rank in "AKQJ"]
    >>> [distance(deck, Card("SQ"), Card(other)) for other in ("HQ", "SJ", "SA", "HA")]
    [0, 1, 2, 100]
    """
    if one.rank == other.rank:
        return 0
    return abs(deck.index(one) - deck.index(other)) if one.suit == other.suit and one in deck else _FAR


# Cards that say something without a word: turned up, the dog, a duel, a draw; which are awaited, and what they say.

OpenCardsKind: TypeAlias = Literal["dog", "upcard", "duel", "draw"]
_OF_GAMES: Final[tuple[OpenCardsKind, ...]] = ("dog", "upcard", "duel")
"""The kinds that only some games have, in the order in which they come."""


def awaited_cards(match: AnyMatch) -> OpenCardsKind | None:
    """Return the kind of cards that the table would accept now without a word, or None."""
    if match.draws_now:
        return "draw"
    for kind in _places(match):
        if _can_lie(match, kind):
            return kind
    return "draw" if match.owed and not match.ended else None


def open_size(match: AnyMatch, kind: OpenCardsKind) -> int:
    """Count the cards that are laid at once."""
    return 1 if kind == "draw" else vocabularies.load(match.game.name).count(kind, match.rules.seats)


def laid_open(
    match: AnyMatch, kind: OpenCardsKind, cards: Sequence[Card], seat: Seat = 0
) -> tuple[Event, ...] | str | None:
    """Return the events of cards laid open.

    A text: why the match cannot take them in. None: they mean nothing.

    Args:
        match: the match before it.
        kind: how they are laid.
        cards: cards of a duel by seat.
        seat: who draws.
    """
    if kind == "draw":
        meaning = accepted(match, (Draw(seat=seat, card=cards[0]),))
        return meaning if isinstance(meaning, (tuple, str)) else None
    spread = Spread(shown=tuple(enumerate(cards))) if kind == "duel" else Spread(placed=tuple(cards))
    cards_meaning = special_places.lying(match, spread)
    return cards_meaning.events if isinstance(cards_meaning, SpreadMeaning) else cards_meaning


def likely_cards(match: AnyMatch, kind: OpenCardsKind, seat: Seat = 0) -> tuple[Card, ...]:
    """Return the cards that it can be, in the deck's order; all of the deck for a draw, which is from a whole one."""
    if kind == "draw":
        return faces(match.game.deck)
    candidates = vocabularies.load(match.game.name).candidates(begun(match)[0], kind, seat)
    if candidates is not None:
        return tuple(card for card in match.game.deck if card in candidates)
    if open_size(match, kind) == 1:
        return tuple(card for card in match.game.deck if isinstance(laid_open(match, kind, (card,)), tuple))
    return unseen_cards(match)


def unseen_cards(match: AnyMatch) -> tuple[Card, ...]:
    """Return the cards of the deck that nobody has seen in this deal, in its order."""
    match = unseen(match)
    lying: Collection[Card] = ()
    if match.deal and match.running:
        lying = {play.card for play in (*match.deal.plays(), *match.deal.exposed)}
    return faces(tuple(card for card in match.game.deck if card not in lying))


def _places(match: AnyMatch) -> Sequence[OpenCardsKind]:
    """Return the kinds that this game knows in this part of a deal."""
    is_open = vocabularies.load(match.game.name).places(begun(match)[0])
    return tuple(kind for kind in _OF_GAMES if is_open and open_size(match, kind))


def _can_lie(match: AnyMatch, kind: OpenCardsKind) -> bool:
    """Whether the match would take in cards of this kind, tried with the likeliest ones."""
    count = open_size(match, kind)
    if kind == "duel":
        cards = [card for seat in range(count) for card in likely_cards(match, kind, seat)[:1]]
    else:
        cards = [*likely_cards(match, kind)[:count]]
    return len(cards) == count and isinstance(laid_open(match, kind, cards), tuple)


# The tricks of a deal as they were played, newest first, so that a card is found by the trick in which it lay.


@dataclass(frozen=True, slots=True)
class PlayedCard:
    """Card of a trick."""

    event: int
    """The line that says so, by which it is corrected."""
    card: Card
    name: str
    """The player's name; empty for a seat that is not at the table."""
    is_winner: bool
    """Whether it took the trick."""


@dataclass(frozen=True, slots=True)
class PlayedTrick:
    """The cards of a trick in order of play."""

    number: int
    """The trick's number, from 1; 0 for open cards outside the tricks."""
    cards: tuple[PlayedCard, ...]


def deal_numbers(match: AnyMatch) -> tuple[int, ...]:
    """Return the numbers of all deals, oldest first."""
    now = (match.deal.number,) if match.deal else ()
    return tuple(sorted({*(entry.deal.number for entry in match.ledger), *now}))


def played_tricks(match: AnyMatch, number: int) -> tuple[PlayedTrick, ...]:
    """Return the tricks of the deal of this number; nothing if there is no such deal."""
    deal = _deal(match, number)
    if deal is None:
        return ()
    tricks = [*enumerate((*deal.tricks, deal.open), 1), (0, Trick(deal.exposed))]
    tricks_shown = (PlayedTrick(nth, tuple(_card(match, trick, play) for play in trick.plays)) for nth, trick in tricks)
    return tuple(sorted((one for one in tricks_shown if one.cards), key=lambda one: -one.number))


def _deal(match: AnyMatch, number: int) -> AnyDeal | None:
    if match.deal and match.deal.number == number:
        return match.deal
    return next((entry.deal for entry in match.ledger if entry.deal.number == number), None)


def _card(match: AnyMatch, trick: Trick, play: Play) -> PlayedCard:
    name = match.names[play.seat] if match.rules.has(play.seat) else ""
    return PlayedCard(play.event, play.card, name, play.seat == trick.winner)


_NAMED: Final = "trump {suit} ({name})"
_TRUMPS: Final = ("trump {suit}", _NAMED)
"""Contracts of which the sign of a suit says all, with the name of who has named it where the game says so."""


@dataclass(frozen=True, slots=True)
class MatSeat:
    """A seat beside the mat."""

    seat: Seat
    side: int
    """The place from the phone owner's view: 0 at the bottom, then around the table in order of play."""
    name: str
    score: str
    """The sum on the sheet."""
    points: Number | None
    """The points in its tricks so far, or their number; None if unknown or before the play."""
    to_act: bool
    accused: bool
    deals: bool
    plays: bool
    """Whether it takes part in this deal."""
    letter: str
    """The letter before its name, if there is one."""
    remark: str
    """The public remark on the seat in this deal, or an empty text."""


@dataclass(frozen=True, slots=True)
class MatCard:
    """A card in front of the one who has played it."""

    id: str
    """An id of the card's place in its trick, which stays when its reading is corrected."""
    card: Card
    seat: Seat
    side: int
    name: str
    order: int
    """The card's position in the order of laying, from 1."""
    is_winning: bool
    """Whether it takes the trick, so far or for good."""


@dataclass(frozen=True, slots=True)
class OpenHand:
    """The cards of a hand that lies open on the table, as a dummy's does."""

    seat: Seat
    side: int
    name: str
    suits: tuple[tuple[Card, ...], ...]
    """The cards as they are laid out: suit by suit, the trumps first, each in the deck's order."""


@dataclass(frozen=True, slots=True)
class TableMat:
    """All that a page draws of a table."""

    seats: tuple[MatSeat, ...]
    """The seats, starting with the owner's."""
    trick: tuple[MatCard, ...]
    """The trick on the table in order of play: the open one, or the newest until the next lead."""
    is_open: bool
    """Whether the trick is still being played."""
    gathered: tuple[MatCard, ...]
    """The trick before, as long as the next one is played."""
    gathered_side: int
    """The side to which it was gathered."""
    last: tuple[MatCard, ...]
    """The newest trick that is closed."""
    open_hands: tuple[OpenHand, ...]
    """The cards that still lie open in exposed hands, as far as known."""
    trump: str
    """The letter of a suit; empty if none is trump, or a sign does not say it."""
    named_by: str
    """The name of who has named the trump; empty where nobody has, or its sign does not say it."""
    contract: str
    """The contract and its player; empty if the trump's sign and that name are enough."""
    counts_tricks: bool
    """Whether the seats' points are tricks."""
    headline: str
    """The sentence about what the table waits for, or the score."""
    phrases: tuple[str, ...]
    """The other sentences: unsaved events, open questions, the trick, the contract, the lead."""

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
    """The points in all their tricks of this deal; None if unknown or before the play."""
    to_act: bool
    accused: bool
    plays: bool
    """Whether any of them takes part in this deal."""
    needed: int | None
    """The tricks that they need for what was bid."""
    remark: str
    """The public remark on the partners in this deal."""


def own_seat(match: AnyMatch, name: str) -> Seat | None:
    """Return the seat of the player after whom a phone is called; None: of nobody at this table."""
    called = [seat for seat, one in enumerate(match.names) if name and one.casefold() == name.casefold()]
    return called[0] if called else None


@dataclass(frozen=True, slots=True)
class _Chairs:
    """The sides at which the seats sit, seen from one of the chairs."""

    seats: int
    first: Seat
    leftward: bool

    def side(self, seat: Seat) -> int:
        """Return the side of a seat, counted counter-clockwise from the one who looks."""
        return ((self.first - seat) if self.leftward else (seat - self.first)) % self.seats


def table_mat(match: AnyMatch, face: Face, seat: Seat | None, *, leftward: bool = False) -> TableMat:
    """Return the mat of a match as one of its players sees it; as seat 0 does for whoever plays not.

    Args:
        match: the match as it stands.
        face: what the displays show of it.
        seat: the seat of whoever looks.
        leftward: whether each next player sits to the left of the one before.
    """
    deal = match.deal
    last = deal.tricks[-1] if deal and deal.tricks else Trick()
    is_open = bool(deal and match.running and deal.open.plays)
    headline, *phrases = _side_texts(match, face)
    trick = deal.open if deal and is_open else last
    number = len(deal.tricks) if deal else 0
    chairs = _Chairs(match.rules.seats, seat or 0, leftward)
    closed = _cards(match, last, number, chairs)
    return TableMat(
        seats=_seats(match, face, chairs),
        trick=_cards(match, trick, number + is_open, chairs),
        is_open=is_open,
        gathered=closed if is_open and last.winner is not None else (),
        gathered_side=chairs.side(last.winner or 0),
        last=closed,
        open_hands=_open_hands(match, chairs),
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
    return tuple(_score_side(match, [of[seat] for seat in seats]) for seats in match.game.sides.partners(match.rules))


def pairs(match: AnyMatch, mat: TableMat) -> tuple[ScoreSide, ...]:
    """Return the sides of a game of partners, that of the phone's owner first; none where each plays alone."""
    sides = score_sides(match, mat)
    seat = mat.seats[0].seat
    return tuple(sorted(sides, key=lambda side: seat not in side.seats)) if len(sides) < match.rules.seats else ()


def taker(match: AnyMatch) -> Seat | None:
    """Return the seat that publicly plays alone against the others; None in games of pairs."""
    deal = match.deal
    if deal is None or not match.running or len(match.game.sides.partners(match.rules)) < match.rules.seats:
        return None
    return match.game.auction.taker(deal)


def _score_side(match: AnyMatch, members: Sequence[MatSeat]) -> ScoreSide:
    deal = match.deal if match.running else None
    playing = [one for one in members if one.plays]
    points = [one.points for one in playing if one.points is not None]
    return ScoreSide(
        seats=tuple(one.seat for one in members),
        names=tuple(one.name for one in members),
        score=members[0].score.removeprefix("+"),
        points=sum(points) if points and len(points) == len(playing) else None,
        to_act=any(one.to_act for one in members),
        accused=any(one.accused for one in members),
        plays=bool(playing),
        needed=match.game.summary.needed(deal, members[0].seat) if deal else None,
        remark=(match.game.summary.remark(deal, tuple(one.seat for one in members)) or "")
        if deal and len(members) > 1
        else "",
    )


def _seats(match: AnyMatch, face: Face, chairs: _Chairs) -> tuple[MatSeat, ...]:
    count, deal = match.rules.seats, match.deal
    points: Mapping[Seat, Number] = points_taken(match, deal) if deal and match.running else {}
    rows, letters = dict(enumerate(face.rows)), match.game.seat_letters
    around = ((chairs.first + place) % count for place in range(count))
    return tuple(
        MatSeat(
            seat=seat,
            side=chairs.side(seat),
            name=match.names[seat],
            score=rows[seat].score if seat in rows else "",
            points=points.get(seat),
            to_act=match.turn == seat,
            accused=seat in rows and rows[seat].lamp is Lamp.FOUL,
            deals=bool(deal and match.running and deal.dealer == seat),
            plays=not (deal and match.running) or seat in deal.seats,
            letter=letters[seat] if letters else "",
            remark=(match.game.summary.remark(deal, (seat,)) or "") if deal and match.running else "",
        )
        for seat in around
    )


def counts_tricks(match: AnyMatch, deal: Deal[object]) -> bool:
    """Whether tricks count by themselves in this deal, as no card counts anything."""
    if deal.phase == "before" or match.game.last_trick_bonus():
        return False
    return not any(match.game.card_points(deal, card) for card in match.game.deck)


def points_taken(match: AnyMatch, deal: Deal[object]) -> Mapping[Seat, Number]:
    """Return the points in the tricks of each seat, or how many tricks.

    Nothing while a trick may not be as it seems.
    """
    if deal.phase == "before" or deal.doubtful or any(trick.winner is None for trick in deal.tricks):
        return {}
    points: dict[Seat, Number] = dict.fromkeys(deal.seats, 0)
    each = counts_tricks(match, deal)
    for number, trick in enumerate(deal.tricks, 1):
        taker = trick.winner or 0
        worth = 1 if each else match.game.trick_points(deal, trick, last=number == deal.size)
        points[taker] = points.get(taker, 0) + worth
    return points


def _cards(match: AnyMatch, trick: Trick, number: int, chairs: _Chairs) -> tuple[MatCard, ...]:
    deal = match.deal
    if deal is None or not trick.plays:
        return ()
    winning = trick.winner if trick is not deal.open else _holder(match, deal)
    return tuple(
        MatCard(
            id=f"card-{deal.number}-{number}-{play.seat}",
            card=play.card,
            seat=play.seat,
            side=chairs.side(play.seat),
            name=match.names[play.seat] if match.rules.has(play.seat) else "",
            order=order,
            is_winning=play.seat == winning,
        )
        for order, play in enumerate(trick.plays, 1)
    )


def _open_hands(match: AnyMatch, chairs: _Chairs) -> tuple[OpenHand, ...]:
    deal = match.deal
    if deal is None or not match.running:
        return ()
    return tuple(
        OpenHand(seat, chairs.side(seat), match.names[seat], _by_suit(cards, deal.trump))
        for seat, cards in match.game.hands.open(deal).items()
        if cards
    )


def _by_suit(cards: Sequence[Card], trump: str | None) -> tuple[tuple[Card, ...], ...]:
    suits = sorted(dict.fromkeys(card.suit for card in cards), key=lambda suit: suit != trump)
    return tuple(tuple(card for card in cards if card.suit == suit) for suit in suits)


def _holder(match: AnyMatch, deal: Deal[object]) -> Seat | None:
    """Return the seat that is winning the open trick; None if the deal is in doubt."""
    return None if deal.doubtful or not deal.open.plays else match.game.winner(deal, deal.open)


def _trump(match: AnyMatch) -> str:
    """Return the letter of the suit that is trump.

    It is empty where none is, or where it takes more than a sign to say it.
    """
    trump = match.deal.trump if match.deal and match.running else None
    return trump if trump in SUITS else ""


def _contract(match: AnyMatch, face: Face) -> str:
    if not _trump(match) or not isinstance(face.contract, Message):
        return face.contract
    parts = tuple(face.contract.fields.values())
    if not parts or any(kind_of(name) != "why" for name in face.contract.fields):
        return "" if face.contract.template in _TRUMPS else face.contract
    phrases = [str(part) if not isinstance(part, Message) else part for part in parts]
    return Message.join(", ", (one for one in phrases if getattr(one, "template", "") not in _TRUMPS))


def _named_by(match: AnyMatch, face: Face) -> str:
    whole = face.contract
    parts = (whole, *whole.fields.values()) if isinstance(whole, Message) and _trump(match) else ()
    named = (one.fields["name"] for one in parts if isinstance(one, Message) and one.template == _NAMED)
    return str(next(named, ""))


def _side_texts(match: AnyMatch, face: Face) -> tuple[str, ...]:
    """Return the texts beside the mat, the most important first; a trump is shown by its sign alone."""
    awaited = match.awaited
    texts = (face.trick, face.contract, face.lead, awaited, standing.result(match) if match.ended else "")
    remarks = tuple(_besides(face.status, texts))
    contract = "" if face.contract == awaited else _contract(match, face)
    lead = face.lead if match.deal and match.deal.open.plays else ""
    newest_deal, lacks = standing.newest_deal(match), standing.missing(match)
    if match.ended:
        phrases = (standing.result(match), *remarks, newest_deal)
    elif newest_deal:
        phrases = (newest_deal, lacks, awaited, *remarks)
    else:
        phrases = (awaited, *remarks, face.trick, contract, lead)
    return tuple(filter(None, phrases)) or ("",)


def _besides(text: str, texts: Collection[str]) -> Iterator[str]:
    """Yield the messages of which a status is joined, but for those that are known."""
    if not text or text in texts:
        return
    if not isinstance(text, Message) or not text.fields or any(kind_of(name) != "why" for name in text.fields):
        yield text
        return
    for part in text.fields.values():
        yield from _besides(part if isinstance(part, str) else str(part), texts)
