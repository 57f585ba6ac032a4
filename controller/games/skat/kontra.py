"""Kontra and Re in Skat: an opponent doubles a game, and the declarer doubles it again (SKA-K1 to SKA-K3)."""

from dataclasses import replace
from typing import Final

from controller.games.faults import refused
from controller.games.skat.auction import auction
from controller.games.skat.state import KONTRA, PASS, RAMSCH, SkatDeal, SkatState, SpokenKontra
from controller.record.events import Bid, Seat
from controller.record.message import Message
from controller.rules.parts import Outcome

NOBODY: Final = "none"
BIDDERS: Final = "bidders"
SPEAKERS: Final = (NOBODY, "anybody", BIDDERS)
"""The opponents who may say Kontra (SKA-K1)."""
_WHO: Final = "SKA-K1"
_IN_TIME: Final = "SKA-K2"


def not_played(rule: object) -> Message | None:
    """Explain why the words are not said at a table with this value of the option; None: they are."""
    return Message("Kontra and Re are not played at this table") if rule == NOBODY else None


def double(deal: SkatDeal, event: Bid) -> Outcome[SkatState] | Message:
    """Apply Kontra or Re; a word that its seat may not say now does not count."""
    if why := not_played(deal.rules["kontra"]):
        return why
    names, kontra = deal.rules.names, deal.own.kontra
    broken = _no_kontra(deal, event.seat) if event.call == KONTRA else _no_re(deal, event.seat)
    if not broken and kontra and (event.call == KONTRA or kontra.is_answered):
        by = kontra.seat if event.call == KONTRA else event.seat
        return Message("{name} has said {call} already", name=names[by], call=event.call)
    if broken := broken or _too_late(deal, event):
        rule, reason = broken
        return refused(deal, event, rule, reason)
    answered = (
        replace(kontra, is_answered=True) if kontra else SpokenKontra(event.seat, _played(deal, auction(deal).declarer))
    )
    return Outcome(replace(deal, own=replace(deal.own, kontra=answered)))


BrokenRule = tuple[str, Message]
"""The rule that a word breaks, and the reason."""


def _no_kontra(deal: SkatDeal, seat: Seat) -> BrokenRule | None:
    """Explain why this seat cannot say Kontra in this deal, or not yet."""
    state = deal.own
    if state.game is None:
        return _IN_TIME, Message("no game has been named")
    if state.game == RAMSCH:
        return _WHO, Message("in Ramsch nobody plays alone")
    if seat not in deal.seats or seat == auction(deal).declarer:
        return _WHO, Message("only an opponent of the declarer can")
    if deal.rules["kontra"] == BIDDERS and all(one.seat != seat or one.call == PASS for one in state.spoken):
        return _WHO, Message("{name2} has neither said nor held a number", name2=deal.rules.names[seat])
    return None


def _no_re(deal: SkatDeal, seat: Seat) -> BrokenRule | None:
    """Explain why this seat cannot say Re in this deal, or not yet."""
    if deal.own.kontra is None:
        return _WHO, Message("nobody had said Kontra")
    return None if seat == auction(deal).declarer else (_WHO, Message("only the declarer can"))


def _too_late(deal: SkatDeal, event: Bid) -> BrokenRule | None:
    kontra, laid = deal.own.kontra, _played(deal, event.seat)
    if kontra is None:
        return (_IN_TIME, Message("it is said before the own first card")) if laid else None
    return (_IN_TIME, Message("it is said before the next card of the declarer")) if laid > kontra.cards else None


def _played(deal: SkatDeal, seat: Seat | None) -> int:
    return sum(play.seat == seat for play in deal.plays())
