"""The file formats of bridge programs: boards written in Portable Bridge Notation 2.1, and the way to the others."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from controller.games import claims
from controller.games.bridge import bridgemate, lin_import, pbn_import, usebio
from controller.games.bridge.auction import contract_of, is_over
from controller.games.bridge.board_import import CALLS, DIRECTIONS, OCCASION, OUTCOME, PLACE, VULNERABLE
from controller.games.bridge.score import RUBBER, tricks_of_pair
from controller.games.bridge.state import TRUMPS, AuctionCall, BridgeContract, BridgeDeal
from controller.games.bridge.travellers import known_hands
from controller.games.interchange import EventWriter, MatchReader, MatchWriter
from controller.games.pair_game import pair
from controller.record.cards import SUITS, Card
from controller.record.events import Seat
from controller.rules.match import AnyMatch

_TIMES: Final = {1: "", 2: "X", 4: "XX"}
_ORDER: Final = "AKQJT98765432"


def write(match: AnyMatch) -> Iterator[str]:
    """Yield the lines of a file with every deal that has a score, a call, or all its hands; a dash: an unknown hand."""
    yield "% PBN 2.1"
    yield "% EXPORT"
    scores = [(entry.deal, None if entry.void else entry.result.score) for entry in match.ledger]
    if match.deal is not None and match.running:
        scores.append((match.deal, None))
    for deal, score in scores:
        if score is not None or deal.own.calls or len(deal.hands or {}) == len(DIRECTIONS):
            yield ""
            yield from _board(match, deal, score)


def _board(match: AnyMatch, deal: BridgeDeal, score: Sequence[float | None] | None) -> Iterator[str]:
    """Yield the tags of a deal in the order of the format, its auction, and its play."""
    calls = deal.own.calls
    contract = contract_of(calls) if is_over(calls) else None
    about = dict(deal.own.about)
    players = dict(zip(DIRECTIONS, match.names, strict=True))
    tags = {
        **{name: about.get(name.lower(), "") for name in OCCASION},
        "Board": str(deal.own.board),
        **{name: players[name[0]] for name in ("West", "North", "East", "South")},
        "Dealer": DIRECTIONS[deal.dealer],
        "Vulnerable": VULNERABLE[deal.own.vulnerable],
        "Deal": f"N:{' '.join(map(_hand, known_hands(deal)))}",
        "Scoring": "Rubber" if deal.rules["form"] == RUBBER else "",
        **{name: about.get(name.lower(), "") for name in OUTCOME},
        **{name: about[name.lower()] for name in PLACE if name.lower() in about},
    }
    if contract:
        tags |= {"Declarer": DIRECTIONS[contract.declarer], "Contract": _contract(contract)}
        tags["Result"] = str(tricks_of_pair(deal, pair(contract.declarer))) if _is_whole(deal) else ""
    elif is_over(calls):
        tags["Contract"] = "Pass"
    if score is not None:
        tags["Score"] = f"NS {(score[0] or 0) - (score[1] or 0)}"
    yield from (f'[{name} "{_quoted(value)}"]' for name, value in tags.items())
    if calls:
        yield f'[Auction "{DIRECTIONS[deal.dealer]}"]'
        yield from _rows([_call(one) for one in calls])
    if contract:
        yield from _play(deal, (contract.declarer + 1) % len(DIRECTIONS))


def _is_whole(deal: BridgeDeal) -> bool:
    """Whether every trick is somebody's, played or claimed."""
    return deal.over or (claims.accepted(deal) is not None)


def _quoted(text: str) -> str:
    line = "".join(letter if letter.isprintable() else " " for letter in text)
    return line.replace("\\", "\\\\").replace('"', '\\"')


def _rows(words: Sequence[str]) -> Iterator[str]:
    for start in range(0, len(words), len(DIRECTIONS)):
        yield " ".join(words[start : start + len(DIRECTIONS)])


def _call(one: AuctionCall) -> str:
    return CALLS[one.call] if one.denomination is None else one.call + _denomination(one.denomination)


def _denomination(name: str) -> str:
    return TRUMPS[name] or "NT"


def _contract(contract: BridgeContract) -> str:
    return f"{contract.level}{_denomination(contract.denomination)}{_TIMES[contract.times]}"


def _rank(card: Card) -> str:
    return "T" if card.rank == "10" else card.rank


def _hand(cards: frozenset[Card]) -> str:
    """Write spades, hearts, diamonds, clubs, each from the highest down; a dash where not all thirteen are known."""
    if len(cards) != len(_ORDER):
        return "-"
    return ".".join(
        "".join(sorted((_rank(card) for card in cards if card.suit == suit), key=_ORDER.index)) for suit in SUITS
    )


def _play(deal: BridgeDeal, leader: Seat) -> Iterator[str]:
    """Yield a row for each trick, its cards in the seats' order from the first leader on; a dash: no card was seen."""
    yield f'[Play "{DIRECTIONS[leader]}"]'
    seats = [(leader + step) % len(DIRECTIONS) for step in range(len(DIRECTIONS))]
    for trick in (*deal.tricks, *((deal.open,) if deal.open.plays else ())):
        lying = {play.seat: play.card.suit + _rank(play.card) for play in trick.plays}
        yield " ".join(lying.get(seat, "-") for seat in seats)
    if not deal.over:
        yield "*"


WRITERS: Final[Mapping[str, MatchWriter]] = {"pbn": write}
EVENT_WRITERS: Final[Mapping[str, EventWriter]] = {"usebio": usebio.write, "bridgemate": bridgemate.write}
READERS: Final[Mapping[str, MatchReader]] = {"pbn": pbn_import.read, "lin": lin_import.read}
