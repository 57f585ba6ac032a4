"""Coiffeur's auction: the naming of the contract, and the limits of passing (COI-B1 to COI-B5)."""

from dataclasses import dataclass, replace
from typing import Final

from controller.games import jass
from controller.record.events import Bid, Seat
from controller.record.message import Message
from controller.rules.options import Rules
from controller.rules.parts import Fault

SUITS: Final = {"spades": "S", "hearts": "H", "diamonds": "D", "clubs": "C"}
"""The contracts with a trump, and its suit letter."""
WITH_START: Final = ("slalom", "gustav")
"""Contracts whose declarer names the order of the first trick."""
JOKERS: Final = ("joker1", "joker2")
CONTRACTS: Final = (*SUITS, "no-trump", "reverse", *WITH_START, *JOKERS)


def contracts(rules: Rules) -> tuple[str, ...]:
    """Return the contracts of a table: ten with three seats, eight with four (COI-D1 to COI-D3)."""
    return CONTRACTS if rules.seats == 3 else tuple(row for row in CONTRACTS if row not in WITH_START)


@dataclass(frozen=True, slots=True)
class Contract:
    """A contract: a row of the sheet, and the way in which it is played (COI-B5)."""

    declarer: Seat
    row: str
    play: str | None = None
    """The contract that is played, never a joker; for a joker, None until the declarer names it."""
    start: str | None = None
    """Order of the first trick where that is the declarer's choice: ``up`` plain, ``down`` reversed."""

    @property
    def missing(self) -> Message | None:
        """A sentence on the declarer's words that are missing before the lead, or None."""
        if self.play is None:
            return Message("nobody has said what {call} is played as", call=self.row)
        if self.play in WITH_START and self.start is None:
            return Message("nobody has said in which order {call} starts", call=self.play)
        return None

    def reversed(self, trick: int) -> bool:
        """Whether the six is the strongest card in the trick of this number, from 1."""
        return jass.is_turned(self.play, self.start, trick, 6)


@dataclass(frozen=True, slots=True)
class CoiffeurAuction:
    """The auction as it stands."""

    rules: Rules
    forehand: Seat
    open_rows: tuple[frozenset[str], ...]
    """The contracts that each seat's side has not played."""
    passed: int = 0
    contract: Contract | None = None

    @property
    def speaker(self) -> Seat:
        """The seat that must speak: from forehand on each once, then forehand again (COI-B1, COI-B3)."""
        return (self.forehand + self.passed) % self.rules.seats

    def must_name(self) -> str | None:
        """Return the rule by which the speaker may not pass, or None."""
        seats = self.rules.seats
        if self.passed >= seats:
            return "COI-B3"
        order = [(self.forehand + turn) % seats for turn in range(seats)]
        able = [seat for seat in order if self.open_rows[seat]]
        last = bool(able) and self.speaker == able[-1]
        if last and len({side(self.rules, seat) for seat in able}) == 1:
            return "COI-B4"
        return "COI-B3" if last and not self.open_rows[self.forehand] else None


def side(rules: Rules, seat: Seat) -> int:
    """Return the side of a seat: partners 0+2 and 1+3, else each its own (COI-D2, COI-D3).

    >>> [side(Rules(("A", "B", "C", "D"), options={"partners": True}), seat) for seat in range(4)]
    [0, 1, 0, 1]
    """
    return seat % 2 if rules.seats == 4 and rules["partners"] else seat


def speak(auction: CoiffeurAuction, event: Bid) -> CoiffeurAuction | Fault:
    """Return the auction after a bid, or the bid's fault; a refused bid leaves the auction as it was."""
    if auction.contract and _completes(auction.contract, event):
        return _name(auction, event)
    who = auction.rules.names[event.seat]
    if auction.contract or event.seat != auction.speaker:
        turn = auction.rules.names[auction.speaker]
        why = Message("it was for {name} to bid", name=turn)
        why = Message("the auction was over") if auction.contract else why
        text = Message("{name} said {call}, but {why}.", name=who, call=event.call, why=why)
        return Fault("illegal-bid", event.seat, "COI-B1", text)
    if event.call == "pass":
        if rule := auction.must_name():
            text = Message("{name} passed, but must name a contract.", name=who)
            return Fault("illegal-bid", event.seat, rule, text)
        return replace(auction, passed=auction.passed + 1)
    if event.call not in auction.open_rows[event.seat]:
        rule = "COI-B1" if auction.open_rows[event.seat] else "COI-B2"
        text = Message("{name} named {call}, which is not left to that side.", name=who, call=event.call)
        return Fault("illegal-bid", event.seat, rule, text)
    return _name(auction, event)


def _completes(contract: Contract, event: Bid) -> bool:
    """Whether a bid names what the declarer still owes: the contract of a joker, the order of the first trick."""
    mine = (event.seat, event.call) == (contract.declarer, contract.row)
    return bool(contract.missing) and mine and (event.as_ is not None or event.start is not None)


def _name(auction: CoiffeurAuction, event: Bid) -> CoiffeurAuction | Fault:
    """Fix the contract, as far as the declarer has named it."""
    contract = auction.contract or Contract(event.seat, event.call)
    play = (event.as_ or contract.play) if event.call in JOKERS else event.call
    playable = [row for row in contracts(auction.rules) if row not in JOKERS]
    if play is not None and play not in playable:
        text = Message(
            "{name} plays {call} as {call2}, which it cannot be played as.",
            name=auction.rules.names[event.seat],
            call=event.call,
            call2=play,
        )
        return Fault("illegal-bid", event.seat, "COI-B5", text)
    start = (event.start or contract.start) if play in WITH_START or play is None else None
    return replace(auction, contract=Contract(event.seat, event.call, play, start))
