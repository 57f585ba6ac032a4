"""Events of pairs in USEBIO 1.2, the XML in which scoring programs of bridge clubs exchange results."""

from itertools import groupby
from typing import Final
from xml.etree import ElementTree as ET  # it writes here, and reads nothing

from controller.games.bridge.board_import import DIRECTIONS
from controller.games.bridge.state import TRUMPS
from controller.games.bridge.travellers import Traveller, matchpoints, travellers
from controller.games.interchange import CannotTellError, PairEvent, RankedPair

_TIMES: Final = {1: "", 2: "X", 4: "XX"}
_HEAD: Final = '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE USEBIO SYSTEM "usebio_v1_2.dtd">\n'


def write(event: PairEvent) -> str:
    """Write an event; raises CannotTellError where it is not ranked by matchpoints.

    A board whose slip has the score alone has no contract here. A hall knows neither the club nor its number,
    which the format wants: both are there, and empty.
    """
    if not event.by_matchpoints:
        raise CannotTellError("an event of pairs in USEBIO is ranked by matchpoints, and this tournament is not")
    played = travellers(event)
    root = ET.Element("USEBIO", {"Version": "1.2"})
    club = ET.SubElement(root, "CLUB")
    for name in ("CLUB_NAME", "CLUB_ID_NUMBER"):
        ET.SubElement(club, name)
    tag = ET.SubElement(root, "EVENT", {"EVENT_TYPE": "PAIRS"})
    sections = {one.direction for one in event.pairs}
    head = {
        "PROGRAM_NAME": "Schiri",
        "BOARD_SCORING_METHOD": "MATCH_POINTS",
        "EVENT_DESCRIPTION": _readable(event.title),
        "DATE": "{2:02}/{1:02}/{0}".format(*event.began),
        "BOARDS_PLAYED": str(len({one.board for one in played})),
        "WINNER_TYPE": str(len(sections)),
    }
    for name, text in head.items():
        ET.SubElement(tag, name).text = text
    participants = ET.SubElement(tag, "PARTICIPANTS")
    for one in event.pairs:
        participants.append(_pair(one))
    for number, lines in groupby(played, key=lambda one: one.board):
        board = ET.SubElement(tag, "BOARD")
        ET.SubElement(board, "BOARD_NUMBER").text = str(number)
        for line in lines:
            board.append(_line(line, matchpoints(line, played)))
    ET.indent(root)
    return f"{_HEAD}{ET.tostring(root, encoding='unicode')}\n"


def _pair(one: RankedPair) -> ET.Element:
    tag = ET.Element("PAIR")
    ET.SubElement(tag, "PAIR_NUMBER").text = str(one.number)
    if one.direction:
        ET.SubElement(tag, "DIRECTION").text = one.direction
    if one.place is not None and one.score is not None:
        ET.SubElement(tag, "PERCENTAGE").text = f"{one.score:.2f}"
        ET.SubElement(tag, "PLACE").text = str(one.place)
    for name in one.names:
        ET.SubElement(ET.SubElement(tag, "PLAYER"), "PLAYER_NAME").text = _readable(name)
    return tag


def _line(one: Traveller, points: tuple[int, int]) -> ET.Element:
    tag = ET.Element("TRAVELLER_LINE")
    values = dict(zip(("NS_PAIR_NUMBER", "EW_PAIR_NUMBER"), map(str, one.table.pairs), strict=True))
    if one.contract:
        values["CONTRACT"] = (
            f"{one.contract.level}{TRUMPS[one.contract.denomination] or 'NT'}{_TIMES[one.contract.times]}"
        )
        values["PLAYED_BY"] = DIRECTIONS[one.contract.declarer]
        if one.lead:
            values["LEAD"] = str(one.lead).replace("10", "T")
        values["TRICKS"] = str(one.tricks)
    elif one.is_known:
        values["CONTRACT"] = "PASS"
    values["SCORE"] = str(one.score)
    values |= dict(zip(("NS_MATCH_POINTS", "EW_MATCH_POINTS"), map(str, points), strict=True))
    for name, text in values.items():
        ET.SubElement(tag, name).text = text
    return tag


def _readable(text: str) -> str:
    """Return the text without the characters that XML cannot hold."""
    return "".join(letter if letter.isprintable() else " " for letter in text)
