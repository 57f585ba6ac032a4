"""Boards read from Portable Bridge Notation into the events of a record."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from controller.games.bridge import pbn_play, pbn_text
from controller.games.bridge.auction import admissible, contract, is_over
from controller.games.bridge.pbn_text import CALLS, DIRECTIONS, VULNERABLE, PbnBoard, PbnWord
from controller.games.bridge.state import PASS, TRUMPS, AuctionCall, BridgeContract, vulnerable
from controller.games.interchange import InterchangeError
from controller.games.plain_tricks import DECK
from controller.record.cards import SUITS, Card
from controller.record.events import Bid, DealStart, Event, MatchStart, Seat

OCCASION: Final = ("Event", "Site", "Date")
"""Tags of a board that tell when and where it was played."""
NAMES: Final = ("North", "East", "South", "West")
RUBBER: Final = "in-rubbers"
HAND: Final = len(DECK) // len(DIRECTIONS)
_BID: Final = re.compile(r"([1-7])(C|D|H|S|NT?)")
_ENDS: Final = frozenset("*+")
"""Words behind which an auction tells no more calls."""
_NOT_YET: Final = "-"
"""The word in place of a call for each seat before the dealer's."""
_OTHER_NAMES: Final = {"Love": "None", "-": "None", "Both": "All"}
_TIMES: Final = {1: "", 2: "X", 4: "XX"}


def read(file: str) -> Iterator[Event]:
    """The events of a match that a file tells board by board, played by the same four from one table.

    Raises:
        InterchangeError: something is no such board, or cannot be part of one match; with its line.
    """
    boards = [*pbn_text.read_boards(file)]
    if not boards:
        raise InterchangeError(1, 'no board is told; one begins with tags such as [Board "1"]')
    rubber = {_scores_rubbers(board) for board in boards}
    if len(rubber) > 1:
        raise InterchangeError(boards[-1].line, "some boards are scored as a rubber and others are not; part the file")
    unnumbered = [board for board in boards if board.told("Board") is None]
    if unnumbered and len(unnumbered) < len(boards):
        fault = "this board has no number, and others have one; no empty line stands in a board"
        raise InterchangeError(unnumbered[0].line, fault)
    first = _number(boards[0]) or 1
    rules: dict[str, str | int] = {"form": RUBBER, "rubbers": 0} if True in rubber else {"board": first}
    yield MatchStart(game="bridge", seats=_names(boards), options={**rules} if rules != {"board": 1} else {})
    for place, board in enumerate(boards):
        if True not in rubber:
            _check_number(board, first + place)
        yield from _events(board, last=board is boards[-1])


def _scores_rubbers(board: PbnBoard) -> bool:
    scoring = board.told("Scoring")
    return scoring is not None and scoring.text.split(";")[0].casefold() == "rubber"


def _names(boards: Sequence[PbnBoard]) -> tuple[str, ...]:
    """The four who play, by seat; a name that no board tells is that of the direction."""
    found: dict[str, str] = {}
    for board in boards:
        for direction in NAMES:
            told = board.told(direction)
            if told and found.setdefault(direction, told.text) != told.text:
                raise InterchangeError(
                    told.line,
                    f"{direction} is {told.text!r} here and {found[direction]!r} before; a match has one table",
                )
    return tuple(found.get(direction, direction) for direction in NAMES)


def _number(board: PbnBoard) -> int | None:
    told = board.told("Board")
    if told is None:
        return None
    if not re.fullmatch("[1-9][0-9]{0,5}", told.text):
        raise InterchangeError(told.line, f"{told.text!r} is no number of a board; it is 1 or more")
    return int(told.text)


def _check_number(board: PbnBoard, number: int) -> None:
    """That a board has its place in the match, and the vulnerability that belongs to its number (BRI-V1)."""
    told, here = board.told("Vulnerable"), _number(board)
    if here not in (None, number):
        raise InterchangeError(
            board.tags["Board"].line, f"board {here} follows board {number - 1}; a match has them in order"
        )
    should = VULNERABLE[vulnerable(number)]
    if told and _OTHER_NAMES.get(told.text.capitalize(), told.text).casefold() != should.casefold():
        raise InterchangeError(told.line, f"on board {number} {should} are vulnerable, not {told.text}")


def _events(board: PbnBoard, *, last: bool) -> Iterator[Event]:
    """The events of a board; only the last one may have been broken off."""
    dealer = _dealer(board)
    hands = _hands(board)
    about = {name.lower(): told.text for name in OCCASION if (told := board.told(name))}
    yield DealStart(dealer=dealer, hands=hands or None, about=about or None)
    calls = _calls(board, dealer)
    yield from (Bid(seat=one.seat, call=one.call, as_=one.denomination) for one in calls)
    if not is_over(calls) and not last:
        raise InterchangeError(board.line, "this board's auction has no end, and another board follows")
    made = contract(calls) if is_over(calls) else None
    _check_contract(board, calls, made)
    if made:
        yield from pbn_play.events_of_play(board, made, hands, last=last)
    else:
        _check_unplayed(board)


def _direction(told: PbnWord) -> Seat:
    if told.text.upper() not in tuple(DIRECTIONS):
        raise InterchangeError(told.line, f"{told.text!r} is no direction; there are N, E, S and W")
    return DIRECTIONS.index(told.text.upper())


def _dealer(board: PbnBoard) -> Seat:
    """Who deals: as the tag says, and as the auction begins."""
    dealer, auction = board.told("Dealer"), board.told("Auction")
    if auction is None:
        if dealer is None:
            raise InterchangeError(board.line, 'nothing tells who dealt this board; a tag such as [Dealer "N"] does')
        return _direction(dealer)
    first = (_direction(auction) + _left_open(board.sections.get("Auction", ()))) % len(DIRECTIONS)
    if dealer and _direction(dealer) != first:
        raise InterchangeError(auction.line, f"{dealer.text} deals, and the auction begins with {DIRECTIONS[first]}")
    return first


def _left_open(words: Sequence[PbnWord]) -> int:
    """How many seats of an auction's first row come before the dealer's."""
    row = words[: len(DIRECTIONS) - 1]
    return next((place for place, word in enumerate(row) if word.text != _NOT_YET), len(row))


def _hands(board: PbnBoard) -> dict[Seat, tuple[Card, ...]]:
    """The hands that are told, by seat."""
    told = board.told("Deal")
    if told is None:
        return {}
    match = re.fullmatch(r"([NESWnesw]):\s*(\S+)\s+(\S+)\s+(\S+)\s+(\S+)", told.text)
    if match is None:
        raise InterchangeError(told.line, "a deal is a direction, a colon and four hands, such as N:AKQ.. - - -")
    first = _direction(PbnWord(told.line, match[1]))
    hands = {
        (first + place) % len(DIRECTIONS): _hand(suits, told.line)
        for place, suits in enumerate(match.groups()[1:])
        if suits != "-"
    }
    cards = [card for hand in hands.values() for card in hand]
    if twice := next((card for card in DECK if cards.count(card) > 1), None):
        raise InterchangeError(told.line, f"{twice} is in the deal twice")
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


def _calls(board: PbnBoard, dealer: Seat) -> tuple[AuctionCall, ...]:
    """The calls of the auction; a board that says it was passed out needs none."""
    told = board.told("Contract")
    if "Auction" not in board.tags:
        if told and told.text.casefold() == PASS:
            return tuple(AuctionCall((dealer + turn) % len(DIRECTIONS), PASS) for turn in range(len(DIRECTIONS)))
        raise InterchangeError(board.line, "this board has no auction; a record tells each call and each card")
    calls: list[AuctionCall] = []
    words = board.sections.get("Auction", ())
    for word in pbn_text.until_end(words[_left_open(words) :], _ENDS, "the auction"):
        seat = (dealer + len(calls)) % len(DIRECTIONS)
        if word.text.upper() == "AP":
            while not is_over(calls):
                calls.append(AuctionCall((dealer + len(calls)) % len(DIRECTIONS), PASS))
            continue
        said = _call(word, seat)
        if is_over(calls) or said not in [*admissible(calls, seat)]:
            raise InterchangeError(word.line, f"{word.text} of {DIRECTIONS[seat]} cannot be called here")
        calls.append(said)
    return tuple(calls)


def _call(word: PbnWord, seat: Seat) -> AuctionCall:
    for call, written in CALLS.items():
        if word.text.upper() in (written.upper(), "P" if call == PASS else ""):
            return AuctionCall(seat, call)
    if bid := _BID.fullmatch(word.text.upper()):
        suits: Mapping[str | None, str] = {suit: name for name, suit in TRUMPS.items()}
        return AuctionCall(seat, bid[1], suits[None if bid[2].startswith("N") else bid[2]])
    raise InterchangeError(word.line, f"{word.text[:40]!r} is no call; there are 1C to 7NT, Pass, X and XX")


def _check_contract(board: PbnBoard, calls: Sequence[AuctionCall], made: BridgeContract | None) -> None:
    """That the tags name the contract and the declarer that the auction comes to."""
    level = f"{made.level}{TRUMPS[made.denomination] or 'NT'}{_TIMES[made.times]}" if made else "PASS"
    told, declarer = board.told("Contract"), board.told("Declarer")
    if told and not is_over(calls):
        raise InterchangeError(told.line, f"the contract is {told.text!r} here, and this board's auction has no end")
    if told and told.text.upper() != level:
        raise InterchangeError(told.line, f"the contract is {told.text!r} here, and {level} by the auction")
    if declarer and made and declarer.text.upper() != DIRECTIONS[made.declarer]:
        raise InterchangeError(
            declarer.line, f"the declarer is {declarer.text!r} here, and {DIRECTIONS[made.declarer]} by the auction"
        )


def _check_unplayed(board: PbnBoard) -> None:
    """Refuse what a board tells of a play that its auction does not come to."""
    result = board.told("Result")
    found = {
        "declarer": board.told("Declarer"),
        "result": None if result and result.text == "0" else result,
        "card": next((word for word in board.sections.get("Play", ()) if word.text not in pbn_play.NO_CARDS), None),
    }
    for what, told in found.items():
        if told:
            raise InterchangeError(
                told.line, f"the {what} is {told.text[:40]!r} here, and nothing is played by the auction"
            )
