"""Boards in files of other programs, made into the events of records: a match for each table.

The tags and their values are those of Portable Bridge Notation, whichever format a file has.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

from controller.games import follow_rule
from controller.games.bridge.auction import admissible, contract_of, is_over
from controller.games.bridge.state import (
    DOUBLE,
    OWN_VULNERABLE,
    PASS,
    REDOUBLE,
    TRUMPS,
    UNPLAYED,
    AuctionCall,
    BridgeContract,
    vulnerable,
)
from controller.games.claims import ACCEPT, CLAIM
from controller.games.follow_rule import DECK
from controller.games.interchange import InterchangeError, MatchReading
from controller.record.cards import SUITS, Card
from controller.record.events import Bid, DealStart, Declare, Event, MatchStart, Played, Seat, Void
from controller.rules.deal import Play, Trick

DIRECTIONS: Final = "NESW"
"""Seats 0 to 3: play runs clockwise."""
VULNERABLE: Final = {pairs: name for name, pairs in OWN_VULNERABLE.items()}
"""Whether each pair is vulnerable."""
CALLS: Final = {PASS: "Pass", DOUBLE: "X", REDOUBLE: "XX"}
"""The calls that are no bids."""
_SPELLINGS: Final = {
    PASS: ("PASS", "P"),
    DOUBLE: ("X", "D", "DBL", "DOUBLE"),
    REDOUBLE: ("XX", "R", "RDBL", "REDOUBLE"),
}
UNKNOWN: Final = frozenset(("", "?"))
"""Values of a tag without information."""
SEATS: Final = len(DIRECTIONS)
TRICKS: Final = len(DECK) // SEATS
NOT_TOLD: Final = frozenset(("-", "--", "+"))
"""Words in place of an unknown card; with a plus it is the next one of a play that was broken off."""
END: Final = frozenset("*")
"""The word behind which a play has no more cards."""
NO_CARDS: Final = NOT_TOLD | END
OCCASION: Final = ("Event", "Site", "Date")
"""Tags for the time and place of a board's play."""
OUTCOME: Final = ("Declarer", "Contract", "Result")
"""Tags for the outcome of a board."""
PLACE: Final = ("Room", "Table")
"""Tags for the table, of several, at which a board was played."""
_BOARD: Final = ("Board", "Dealer", "Vulnerable", "Deal")
"""Tags of a board that are the same at each table."""
NAMES: Final = ("North", "East", "South", "West")
RUBBER: Final = "in-rubbers"
HAND: Final = len(DECK) // len(DIRECTIONS)
_BID: Final = re.compile(r"([1-7])(C|D|H|S|NT?)")
_ENDS: Final = frozenset("*+")
"""Words behind which an auction has no more calls."""
_NOT_YET: Final = "-"
"""The word in place of a call for each seat before the dealer's."""
_OTHER_NAMES: Final = {"love": "None", "-": "None", "o": "None", "both": "All", "b": "All", "n-s": "NS", "e-w": "EW"}
_RESULT: Final = re.compile(r"(?:(NS|EW|[NESW])\s+)?\^?(\d{1,2})(?:\s+(?:NS|EW)\s+\^?(\d{1,2}))?")
"""The declarer's tricks, or those of a named side, and of the other one; the sign marks an arbiter's result."""
_TIMES: Final = {1: "", 2: "X", 4: "XX"}
_CONTRACT: Final = re.compile(rf"{_BID.pattern}X{{0,2}}|PASS|P")
_CONTRACT_NO_TRUMP: Final = re.compile(r"(?<=\d)N(?!T)")


@dataclass(frozen=True, slots=True)
class BoardWord:
    """A value or a word and the number of the line on which it stands, from 1."""

    line: int
    text: str


@dataclass(slots=True)
class BoardText:
    """The tags of one board, and the words below the tags that have a section."""

    line: int
    tags: dict[str, BoardWord] = field(default_factory=dict[str, BoardWord])
    sections: dict[str, list[BoardWord]] = field(default_factory=dict[str, list[BoardWord]])
    in_order: bool = False
    """Whether its cards stand in the order of play, not in columns of seats."""

    def word(self, name: str) -> BoardWord | None:
        """Return the word of a tag; None where it is missing or marked as unknown."""
        word = self.tags.get(name)
        return None if word is None or word.text in UNKNOWN else word


@dataclass(slots=True)
class TableText:
    """The boards of one table: of one place, and played by the same four."""

    boards: list[BoardText] = field(default_factory=list[BoardText])
    tags: dict[str, str] = field(default_factory=dict[str, str])
    """The names of its players, and its place, as far as they are known."""
    numbered: dict[int, BoardText] = field(default_factory=dict[int, BoardText])
    """The first board of each number."""

    def fits(self, board: BoardText) -> bool:
        """Whether a board's players and place, as far as known, are the same here."""
        facts = {tag: word.text for tag in (*NAMES, *PLACE) if (word := board.word(tag))}
        return all(_plain(self.tags.get(tag, text)) == _plain(text) for tag, text in facts.items())

    def has(self, number: int | None, board: BoardText) -> bool:
        """Whether a board with this number and no other cards is here already."""
        earlier = self.numbered.get(number or 0)
        deals = {one.text for one in (earlier and earlier.word("Deal"), board.word("Deal")) if one}
        return earlier is not None and len(deals) < 2

    def add(self, number: int | None, board: BoardText) -> None:
        """Add a board, with its facts about players and place."""
        self.boards.append(board)
        for tag in (*NAMES, *PLACE):
            if word := board.word(tag):
                self.tags.setdefault(tag, word.text)
        if number:
            self.numbered.setdefault(number, board)


def _plain(name: str) -> str:
    return " ".join(name.casefold().split())


def matches_of(boards: Sequence[BoardText | InterchangeError], nothing: str) -> MatchReading:
    """Make a match of each table's boards, with the faults of those that are left out.

    Args:
        boards: the boards of a file, and faults in place of those that cannot be read.
        nothing: the error's text if there are no boards.

    Raises:
        InterchangeError: no board can be read, or a table scores some boards only as a rubber; with its line.
    """
    faults = [fault for fault in boards if isinstance(fault, InterchangeError)]
    _share_deals(boards)
    tables = _tables([board for board in boards if isinstance(board, BoardText)], faults)
    matches = [match for table in tables if (match := _match(table, faults))]
    if not matches:
        fault = faults[0] if faults else InterchangeError(1, nothing)
        fault.faults = tuple(faults) or fault.faults
        raise fault
    return MatchReading(tuple(matches), tuple(sorted(faults, key=lambda fault: fault.line)))


def _share_deals(boards: Sequence[BoardText | InterchangeError]) -> None:
    """Fill in a board from the one before it where four others played that, and only their play is given."""
    for before, board in pairwise(boards):
        if not isinstance(before, BoardText) or not isinstance(board, BoardText):
            continue
        names = [(before.word(tag), board.word(tag)) for tag in NAMES]
        others = all(there and here for there, here in names) and any(
            there and here and _plain(there.text) != _plain(here.text) for there, here in names
        )
        if others and not any(tag in board.tags for tag in _BOARD):
            shared = {tag: before.tags[tag] for tag in (*OCCASION, *_BOARD, "Scoring") if tag in before.tags}
            board.tags = {**shared, **board.tags}


def _tables(boards: Sequence[BoardText], faults: list[InterchangeError]) -> list[TableText]:
    """Divide boards by the tables at which they were played; a board that fits no table is added to the faults."""
    is_numbered = any(board.word("Board") for board in boards)
    tables: list[TableText] = []
    for board in boards:
        try:
            number = _number(board, is_numbered=is_numbered)
        except InterchangeError as fault:
            faults.append(fault)
            continue
        # Who tells neither players nor place goes on at the table of the board before.
        here = [table for table in reversed(tables) if table.fits(board)]
        table = next((one for one in here if not one.has(number, board)), None)
        if table is None and here:
            reason = f"board {number} stands in line {here[0].numbered[number or 0].line}, too; a match has each once"
            faults.append(InterchangeError(board.tags["Board"].line, reason))
            continue
        table = table or TableText()
        table.add(number, board)
        tables = [*(one for one in tables if one is not table), table]
    return sorted(tables, key=lambda table: table.boards[0].line)


def _match(table: TableText, faults: list[InterchangeError]) -> tuple[Event, ...]:
    """Return the events of a table's boards, none where every board has a fault; faults are added to the others."""
    rubber = {_scores_rubbers(board) for board in table.boards}
    if len(rubber) > 1:
        reason = "some boards are scored as a rubber and others are not; part the file"
        raise InterchangeError(table.boards[-1].line, reason)
    first, deals = 0, list[tuple[Event, ...]]()
    for place, board in enumerate(table.boards, 1):
        try:
            first = first or _number(board) or place
            counted = sum(not isinstance(deal[-1], Void) for deal in deals)
            numbering = {} if True in rubber else _numbering(board, first + counted)
            deals.append(tuple(_events(board, numbering, last=board is table.boards[-1])))
        except InterchangeError as error:
            faults.append(error)
    rules: dict[str, str | int] = {"form": RUBBER, "rubbers": 0} if True in rubber else {"board": first}
    seats = tuple(table.tags.get(direction, direction) for direction in NAMES)
    opening = MatchStart(game="bridge", seats=seats, options={**rules} if rules != {"board": 1} else {})
    return (opening, *(event for deal in deals for event in deal)) if deals else ()


def _scores_rubbers(board: BoardText) -> bool:
    scoring = board.word("Scoring")
    return scoring is not None and scoring.text.split(";")[0].casefold() == "rubber"


def _number(board: BoardText, *, is_numbered: bool = False) -> int | None:
    """Return the number of a board; None: it has none, or a name in its place; raises InterchangeError.

    Args:
        board: the board.
        is_numbered: whether boards of the file have numbers, so that this one needs one, too.
    """
    word = board.word("Board")
    if word is None and is_numbered:
        fault = "this board has no number, and others have one; no empty line stands in a board"
        raise InterchangeError(board.line, fault)
    if word is None or not any(letter.isdecimal() for letter in word.text):
        return None
    if not re.fullmatch("0*[1-9][0-9]{0,5}", word.text):
        raise InterchangeError(word.line, f"{word.text!r} is no number of a board; it is 1 or more")
    return int(word.text)


def _numbering(board: BoardText, number: int) -> dict[str, str]:
    """Return the number and the vulnerability of a board that are not those of its place in the match (BRI-V1).

    Args:
        board: the board.
        number: the one that its place gives it.
    """
    word, here = board.word("Vulnerable"), _number(board) or number
    facts = {"board": str(here)} if here != number else {}
    if word:
        by_number = VULNERABLE[vulnerable(here)]
        names = {name.casefold(): name for name in VULNERABLE.values()}
        name = names.get(word.text.casefold()) or _OTHER_NAMES.get(word.text.casefold())
        if name is None:
            raise InterchangeError(word.line, f"{word.text!r} is no vulnerability; there are None, NS, EW and All")
        if name != by_number:
            facts["vulnerable"] = name
    return facts


def _events(board: BoardText, numbering: Mapping[str, str], *, last: bool) -> Iterator[Event]:
    """Yield the events of a board.

    Args:
        board: the board.
        numbering: the number and vulnerability that are not those of its place.
        last: whether no board follows, so that it may have been broken off.
    """
    dealer = _dealer(board)
    hands = _hands(board)
    is_dealt = bool(hands) and not any(board.word(tag) or board.sections.get(tag) for tag in ("Auction", "Play"))
    if is_dealt:
        _check_outcome(board)
    tags = (*OCCASION, *PLACE, *(OUTCOME if is_dealt else ()))
    about = {name.lower(): word.text for name in tags if (word := board.word(name))}
    yield DealStart(dealer=dealer, hands=hands or None, about={**about, **numbering} or None)
    if is_dealt:
        yield Void(why=UNPLAYED)
        return
    calls = _calls(board, dealer)
    yield from (Bid(seat=one.seat, call=one.call, as_=one.denomination) for one in calls)
    if not is_over(calls) and not last:
        raise InterchangeError(board.line, "this board's auction has no end, and another board follows")
    contract = contract_of(calls) if is_over(calls) else None
    _check_contract(board, calls, contract)
    if contract and hands and _is_unplayed(board):
        yield Void(why=UNPLAYED)
    elif contract:
        yield from _events_of_play(board, contract, hands, last=last)
    else:
        _check_unplayed(board)


def _check_outcome(board: BoardText) -> None:
    """Check the outcome of a board without its auction; a record keeps it as it is given."""
    contract_told, declarer, result = map(board.word, ("Contract", "Declarer", "Result"))
    if contract_told and not _CONTRACT.fullmatch("".join(contract_told.text.upper().split())):
        reason = f"{contract_told.text[:40]!r} is no contract; there are 1C to 7NT, doubled with X or XX, and Pass"
        raise InterchangeError(contract_told.line, reason)
    if declarer:
        _direction(declarer)
    if result and not _RESULT.fullmatch(result.text.upper()):
        raise InterchangeError(result.line, f"{result.text[:40]!r} is no result; it is a number of tricks")


def _is_unplayed(board: BoardText) -> bool:
    """Whether a board has its auction alone, as sets of auctions do: no card and no result."""
    cards = [word for word in board.sections.get("Play", ()) if word.text not in NO_CARDS]
    return board.word("Result") is None and not cards


def _direction(word: BoardWord) -> Seat:
    name = word.text.upper()
    if name not in (*DIRECTIONS, *map(str.upper, NAMES)):
        raise InterchangeError(word.line, f"{word.text!r} is no direction; there are N, E, S and W")
    return DIRECTIONS.index(name[0])


def _dealer(board: BoardText) -> Seat:
    """Return the dealer as the tag says, and as the auction begins."""
    dealer, auction = board.word("Dealer"), board.word("Auction")
    if auction is None:
        if dealer is None:
            raise InterchangeError(board.line, 'nothing tells who dealt this board; a tag such as [Dealer "N"] does')
        return _direction(dealer)
    first = (_direction(auction) + _count_blanks(board.sections.get("Auction", ()))) % len(DIRECTIONS)
    if dealer and _direction(dealer) != first:
        raise InterchangeError(auction.line, f"{dealer.text} deals, and the auction begins with {DIRECTIONS[first]}")
    return first


def _count_blanks(words: Sequence[BoardWord]) -> int:
    """Count the seats of an auction's first row that come before the dealer's."""
    row = words[: len(DIRECTIONS) - 1]
    return next((place for place, word in enumerate(row) if word.text != _NOT_YET), len(row))


def _hands(board: BoardText) -> dict[Seat, tuple[Card, ...]]:
    """Return the hands in the file, by seat."""
    word = board.word("Deal")
    if word is None:
        return {}
    match = re.fullmatch(r"([NESWnesw]):\s*(\S+)\s+(\S+)\s+(\S+)\s+(\S+)", word.text)
    if match is None:
        raise InterchangeError(word.line, "a deal is a direction, a colon and four hands, such as N:AKQ.. - - -")
    first = _direction(BoardWord(word.line, match[1]))
    hands = {
        (first + place) % len(DIRECTIONS): _hand(suits, word.line)
        for place, suits in enumerate(match.groups()[1:])
        if suits != "-"
    }
    cards = [card for hand in hands.values() for card in hand]
    if twice := next((card for card in DECK if cards.count(card) > 1), None):
        raise InterchangeError(word.line, f"{twice} is in the deal twice")
    return dict(sorted(hands.items()))


def _hand(dotted: str, line: int) -> tuple[Card, ...]:
    suits = dotted.upper().replace("10", "T").split(".")
    named = [
        suit + ("10" if rank == "T" else rank) for suit, ranks in zip(SUITS, suits, strict=False) for rank in ranks
    ]
    if len(suits) != len(SUITS) or len(named) != HAND or not {*named} <= {*DECK}:
        raise InterchangeError(
            line, f"{dotted[:40]!r} is no hand: four suits with dots between them, {HAND} cards in all"
        )
    return tuple(map(Card, named))


def _calls(board: BoardText, dealer: Seat) -> tuple[AuctionCall, ...]:
    """Return the calls of the auction; a board marked as passed out needs none."""
    contract = board.word("Contract")
    if "Auction" not in board.tags:
        if contract and contract.text.casefold() == PASS:
            return tuple(AuctionCall((dealer + turn) % len(DIRECTIONS), PASS) for turn in range(len(DIRECTIONS)))
        raise InterchangeError(board.line, "this board has no auction; a record tells each call and each card")
    calls: list[AuctionCall] = []
    words = board.sections.get("Auction", ())
    for word in _until_end(words[_count_blanks(words) :], _ENDS, "the auction"):
        seat = (dealer + len(calls)) % len(DIRECTIONS)
        if word.text.upper() == "AP":
            while not is_over(calls):
                calls.append(AuctionCall((dealer + len(calls)) % len(DIRECTIONS), PASS))
            continue
        call = _call(word, seat)
        if is_over(calls) or call not in [*admissible(calls, seat)]:
            raise InterchangeError(word.line, f"{word.text} of {DIRECTIONS[seat]} cannot be called here")
        calls.append(call)
    return tuple(calls)


def _call(word: BoardWord, seat: Seat) -> AuctionCall:
    for call, spellings in _SPELLINGS.items():
        if word.text.upper() in spellings:
            return AuctionCall(seat, call)
    if bid := _BID.fullmatch(word.text.upper()):
        suits: Mapping[str | None, str] = {suit: name for name, suit in TRUMPS.items()}
        return AuctionCall(seat, bid[1], suits[None if bid[2].startswith("N") else bid[2]])
    raise InterchangeError(word.line, f"{word.text[:40]!r} is no call; there are 1C to 7NT, Pass, X and XX")


def _check_contract(board: BoardText, calls: Sequence[AuctionCall], contract: BridgeContract | None) -> None:
    """Check that the tags name the contract and the declarer that the auction comes to."""
    level = f"{contract.level}{TRUMPS[contract.denomination] or 'NT'}{_TIMES[contract.times]}" if contract else "PASS"
    word, declarer = board.word("Contract"), board.word("Declarer")
    if word and not is_over(calls):
        raise InterchangeError(word.line, f"the contract is {word.text!r} here, and this board's auction has no end")
    if word and _CONTRACT_NO_TRUMP.sub("NT", "".join(word.text.upper().split())) != level:
        raise InterchangeError(word.line, f"the contract is {word.text!r} here, and {level} by the auction")
    if declarer and contract and _direction(declarer) != contract.declarer:
        raise InterchangeError(
            declarer.line, f"the declarer is {declarer.text!r} here, and {DIRECTIONS[contract.declarer]} by the auction"
        )


def _check_unplayed(board: BoardText) -> None:
    """Refuse facts of a play that the board's auction does not come to."""
    result = board.word("Result")
    facts = {
        "declarer": None if board.word("Contract") else board.word("Declarer"),
        "result": None if result and result.text == "0" else result,
        "card": next((word for word in board.sections.get("Play", ()) if word.text not in NO_CARDS), None),
    }
    for what, fact in facts.items():
        if fact:
            raise InterchangeError(
                fact.line, f"the {what} is {fact.text[:40]!r} here, and nothing is played by the auction"
            )


@dataclass(slots=True)
class KnownPlay:
    """The known cards of a board, in the order in which they were played."""

    plays: list[Played] = field(default_factory=list[Played])
    tricks: list[Trick] = field(default_factory=list[Trick])
    """The whole tricks."""

    def declarer_tricks(self, contract: BridgeContract) -> int:
        """Count the known tricks that the declarer's side has won."""
        return sum(trick.winner is not None and (trick.winner - contract.declarer) % 2 == 0 for trick in self.tricks)


def _events_of_play(
    board: BoardText, contract: BridgeContract, hands: Mapping[Seat, tuple[Card, ...]], *, last: bool
) -> Iterator[Event]:
    """Yield the cards of a board, and dummy's hand behind the opening lead where the file has it.

    Args:
        board: the board.
        contract: its contract.
        hands: the known hands, by seat.
        last: whether no board follows; only then does an unfinished play go on.

    Raises:
        InterchangeError: a card that cannot be, or another result than the play comes to.
    """
    known_play = _read_play(board, contract, hands)
    claimed = _claimed(board, contract, known_play)
    for place, play in enumerate(known_play.plays):
        yield play
        if not place and contract.dummy in hands:
            yield Declare(seat=contract.dummy, what="hand", cards=hands[contract.dummy])
    if claimed is not None:
        yield Bid(seat=contract.declarer, call=CLAIM, as_=str(claimed))
        yield from (Bid(seat=(contract.declarer + step) % SEATS, call=ACCEPT) for step in (1, 3))
    elif len(known_play.tricks) < TRICKS and not last:
        yield Void(why=UNPLAYED)  # nobody knows what it scored, and what was played stays in the record


def _read_play(board: BoardText, contract: BridgeContract, hands: Mapping[Seat, Sequence[Card]]) -> KnownPlay:
    first = (contract.declarer + 1) % SEATS
    where = board.word("Play")
    if where and _direction(where) != first:
        raise InterchangeError(where.line, f"{DIRECTIONS[first]} leads to the first trick, not {where.text!r}")
    known_play, leader = KnownPlay(), first
    words = [*_until_end(board.sections.get("Play", ()), END, "the play")]
    for start in range(0, len(words), SEATS):
        row = words[start : start + SEATS]
        if len(known_play.tricks) == TRICKS:
            raise InterchangeError(row[0].line, f"a card follows the last of {TRICKS} tricks")
        lying = _trick(row, leader if board.in_order else first, leader, known_play, hands)
        known_play.plays += (Played(seat=play.seat, card=play.card) for play in lying.plays)
        if len(lying.plays) < SEATS:
            if more := next((word for word in words[start + SEATS :] if word.text not in NOT_TOLD), None):
                raise InterchangeError(more.line, f"{more.text[:40]!r} follows a trick that is not whole")
            break
        known_play.tricks.append(_won(lying, TRUMPS[contract.denomination]))
        leader = known_play.tricks[-1].winner or 0
    return known_play


def _trick(
    row: Sequence[BoardWord], first: Seat, leader: Seat, known_play: KnownPlay, hands: Mapping[Seat, Sequence[Card]]
) -> Trick:
    """Return the cards of a row from its leader on; unknown cards can only be the last ones of the play."""
    columns = {(first + place) % SEATS: word for place, word in enumerate(row) if word.text not in NOT_TOLD}
    plays: list[Play] = []
    for step in range(SEATS):
        seat = (leader + step) % SEATS
        if seat not in columns:
            break
        word = columns.pop(seat)
        card = _card(word)
        if card in {*(play.card for play in known_play.plays), *(play.card for play in plays)}:
            raise InterchangeError(word.line, f"{card} is played twice")
        if seat in hands and card not in hands[seat]:
            raise InterchangeError(word.line, f"{card} is played by {DIRECTIONS[seat]}, whose hand has not got it")
        plays.append(Play(0, seat, card))
    if columns:
        word = next(iter(columns.values()))
        raise InterchangeError(
            word.line, f"{word.text} lies in trick {len(known_play.tricks) + 1}, and a card before it is not told"
        )
    return Trick(tuple(plays))


def _card(word: BoardWord) -> Card:
    name = word.text[:1].upper() + word.text[1:].upper().replace("T", "10")
    if name not in DECK:
        raise InterchangeError(word.line, f"{word.text[:40]!r} is no card; one is a suit and a rank, such as S5 or DT")
    return Card(name)


def _won(trick: Trick, trump: str | None) -> Trick:
    """Return the trick with its winner (BRI-W1)."""
    best = max(trick.plays, key=lambda play: follow_rule.strength(DECK, trick, play.card, trump))
    return Trick(trick.plays, best.seat)


def _claimed(board: BoardText, contract: BridgeContract, known_play: KnownPlay) -> int | None:
    """Count the declarer's tricks by the result, beyond the known ones; None: all are known, or there is no result.

    Raises:
        InterchangeError: the result is none that the play can come to.
    """
    result, won, unknown = board.word("Result"), known_play.declarer_tricks(contract), TRICKS - len(known_play.tricks)
    if result is None:
        return None
    tricks = _tricks(result.text, contract)
    if tricks is None or not won <= tricks <= won + unknown:
        by_play = str(won) if not unknown else f"{won} to {won + unknown}"
        raise InterchangeError(
            result.line, f"the result is {result.text[:40]!r} here, and the declarer takes {by_play} by the play"
        )
    return tricks - won if unknown else None


def _tricks(result: str, contract: BridgeContract) -> int | None:
    """Return the declarer's tricks by a result; None: it is no result."""
    match = _RESULT.fullmatch(result.upper())
    if match is None or (match[3] and int(match[2]) + int(match[3]) != TRICKS):
        return None
    side, tricks = match[1], int(match[2])
    return (
        tricks
        if side is None or DIRECTIONS[contract.declarer] in side or DIRECTIONS[contract.dummy] in side
        else TRICKS - tricks
    )


def _until_end(words: Sequence[BoardWord], ends: Collection[str], what: str) -> Iterator[BoardWord]:
    """Yield the words of a section before the one that ends it.

    Args:
        words: the section's words.
        ends: the words that end it.
        what: the section's name in sentences.

    Raises:
        InterchangeError: a word follows the end.
    """
    for place, word in enumerate(words):
        if word.text in ends:
            if place + 1 < len(words):
                more = words[place + 1]
                raise InterchangeError(more.line, f"{more.text[:40]!r} follows the end of {what}")
            return
        yield word
