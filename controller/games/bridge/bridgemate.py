"""Events of pairs as requests to Bridgemate's Data Connector, by its developer's guide: an event, and its results.

A request is an object of JSON; the data that it brings are JSON once more, as a text in it.
"""

import json
from collections.abc import Iterator
from itertools import groupby
from typing import Any, Final

from controller.games.bridge.board_import import NAMES
from controller.games.bridge.state import TRUMPS
from controller.games.bridge.travellers import Traveller, travellers
from controller.games.interchange import CannotTellError, PairedTable, PairEvent
from controller.record.cards import SUITS

_INITIALIZE_EVENT: Final = 5
_PUT_RESULTS: Final = 10
_START_RESET_READ_CLEAR: Final = 1 + 2 + 4 + 128
"""Commands of the control software for an event: start and remake it, read results, and forget older ones."""
_PAIRS: Final = 10
_MATCHPOINTS: Final = 10
_BOTH: Final = 3
"""The code of a result that counts for both pairs."""
_GROUP: Final = 1
_LETTERS: Final = "A"
_DENOMINATIONS: Final = ("C", "D", "H", "S", None)
"""The denominations in the order of their numbers, from 1."""
_STAKES: Final = {1: 0, 2: 1, 4: 2}
_RANKS: Final = {"J": 11, "Q": 12, "K": 13, "A": 14}
_SUIT_NAMES: Final = {"S": "Spades", "H": "Hearts", "D": "Diamonds", "C": "Clubs"}


def write(event: PairEvent) -> str:
    """Write the requests of an event in their order.

    Raises:
        CannotTellError: the event is not ranked by matchpoints, a round's boards do not follow each other, or a
            slip has no contract.
    """
    if not event.by_matchpoints:
        raise CannotTellError("Bridgemate's connector ranks by matchpoints or IMPs, and this tournament by neither")
    played = travellers(event)
    if bare := next((one for one in played if not one.is_known), None):
        reason = f"round {bare.table.round}, table {bare.table.table}: the slip has the score alone"
        raise CannotTellError(f"{reason}, and Bridgemate's connector wants a contract of board {bare.board}")
    results = [_result(event, one) for one in played]
    requests = [_request("", _INITIALIZE_EVENT, _event(event, played)), _request(event.mark, _PUT_RESULTS, results)]
    return json.dumps(requests, ensure_ascii=False, indent=1) + "\n"


def _request(session: str, command: int, data: object) -> dict[str, Any]:
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return {"Command": command, "SessionGuid": session, "SerializedData": text}


def _event(event: PairEvent, played: list[Traveller]) -> dict[str, Any]:
    session_key = {"SessionGuid": event.mark}
    section = {
        **session_key,
        "ScoringGroupNumber": _GROUP,
        "Letters": _LETTERS,
        "Winners": len({one.direction for one in event.pairs}),
        "GameType": _PAIRS,
        "Tables": [*_tables(event)],
    }
    group = {**session_key, "ScoringGroupNumber": _GROUP, "ScoringMethod": _MATCHPOINTS, "Sections": [section]}
    session = {
        **session_key,
        "EventGuid": event.mark,
        "Name": event.title,
        **dict(zip(("Year", "Month", "Day", "Hour", "Minute"), event.began, strict=True)),
        "ShowInApp": False,
        "ScoringGroups": [group],
    }
    return {
        "Commands": _START_RESET_READ_CLEAR,
        "EventGuid": event.mark,
        "Sessions": [session],
        "Participations": [*_participations(event)],
        "Handrecords": [*_handrecords(event, played)],
    }


def _tables(event: PairEvent) -> Iterator[dict[str, Any]]:
    order = sorted(event.tables, key=lambda one: (one.table, one.round))
    for number, rounds in groupby(order, key=lambda one: one.table):
        key = {"SessionGuid": event.mark, "SectionLetters": _LETTERS, "TableNumber": number}
        yield {**key, "Rounds": [{**key, **_round(one)} for one in rounds]}


def _round(one: PairedTable) -> dict[str, int]:
    boards = sorted(one.boards)
    if not boards or boards != [*range(boards[0], boards[-1] + 1)]:
        reason = f"round {one.round}, table {one.table}: its boards do not follow each other"
        raise CannotTellError(f"{reason}, and Bridgemate's connector knows the first and the last one alone")
    first, second = one.pairs
    return {
        "RoundNumber": one.round,
        "PairNS": first,
        "PairEW": second,
        "LowBoardNumber": boards[0],
        "HighBoardNumber": boards[-1],
    }


def _participations(event: PairEvent) -> Iterator[dict[str, Any]]:
    """Yield the players' seats in round 1; a hall knows a name as one text, and no player's number."""
    names = {one.number: one.names for one in event.pairs}
    for one in event.tables:
        if one.round != 1:
            continue
        for place, number in enumerate(one.pairs):
            for name, direction in zip(names[number], NAMES[place::2], strict=False):
                yield {
                    "SessionGuid": event.mark,
                    "SectionLetters": _LETTERS,
                    "TableNumber": one.table,
                    "Direction": direction,
                    "LastName": name,
                }


def _handrecords(event: PairEvent, played: list[Traveller]) -> Iterator[dict[str, Any]]:
    """Write each board's hands once, where a record has all four."""
    by_board = {one.board: one.hands for one in reversed(played) if one.hands}
    for board, hands in sorted(by_board.items()):
        cards = {
            f"{direction}{_SUIT_NAMES[suit]}": "".join(
                card.rank.replace("10", "T")
                for card in sorted(hands[seat], key=lambda card: -_number(card.rank))
                if card.suit == suit
            )
            for seat, direction in enumerate(NAMES)
            for suit in SUITS
        }
        key = {"SessionGuid": event.mark, "ScoringGroupNumber": _GROUP, "SectionLetters": _LETTERS}
        yield {**key, "BoardNumber": board, **cards}


def _number(rank: str) -> int:
    return _RANKS.get(rank) or int(rank)


def _result(event: PairEvent, one: Traveller) -> dict[str, Any]:
    first, second = one.table.pairs
    lead = one.lead
    return {
        "SessionGuid": event.mark,
        "SectionLetters": _LETTERS,
        "TableNumber": one.table.table,
        "RoundNumber": one.table.round,
        "BoardNumber": one.board,
        "ScoringDirection": _BOTH,
        "PairNorthSouth": first,
        "PairEastWest": second,
        "DeclaringPair": one.table.pairs[one.contract.declarer % 2] if one.contract else 0,
        "DeclarerDirection": one.contract.declarer + 1 if one.contract else 0,
        "Level": one.contract.level if one.contract else 0,
        "Denomination": _DENOMINATIONS.index(TRUMPS[one.contract.denomination]) + 1 if one.contract else 0,
        "Stake": _STAKES[one.contract.times] if one.contract else 0,
        "TotalTricks": one.tricks,
        "LeadCardRank": _number(lead.rank) if lead else 0,
        "LeadCardSuit": _DENOMINATIONS.index(lead.suit) + 1 if lead else 0,
    }
