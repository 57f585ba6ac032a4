"""Words that a queen of clubs shows to be untrue: she says who is of which party (DOK-A1, DOK-M1)."""

from controller.games.doppelkopf.announce import is_in_time
from controller.games.doppelkopf.cards import CLUB_QUEEN
from controller.games.doppelkopf.parties import game_of, queens
from controller.games.doppelkopf.state import KONTRA, MARRIAGE, NORMAL, RE, DoppelkopfDeal, SeatCall
from controller.record.message import Message
from controller.rules.deal import Play
from controller.rules.game import Fault

_BOTH = 2


def refuted(deal: DoppelkopfDeal) -> tuple[Fault, ...]:
    """The faults that the newest card shows."""
    game, plays = game_of(deal), deal.open.plays
    if game is None or not plays or plays[-1].card.face != CLUB_QUEEN or deal.doubtful:
        return ()
    call, bride = game
    if call == MARRIAGE and bride is not None:
        others = [holder for holder in queens(deal) if holder != bride]
        if plays[-1].seat == bride or len(others) > 1:
            return ()
        said = next(one for one in deal.own.reservations if (one.seat, one.call) == (bride, MARRIAGE))
        return (_fault(deal, said, "DOK-M1", plays[-1]),)
    return _parties_refuted(deal, plays[-1]) if call == NORMAL else ()


def _parties_refuted(deal: DoppelkopfDeal, newest: Play) -> tuple[Fault, ...]:
    """Kontra is refuted by the first queen that its seat plays, Re once others have played both."""
    holders = queens(deal)
    return tuple(
        _fault(deal, one, "DOK-A1", newest)
        for one in deal.own.said
        if (one.event in deal.open_words or is_in_time(deal, one) is not False)
        and (
            (one.call == KONTRA and one.seat == newest.seat and holders.count(one.seat) == 1)
            or (one.call == RE and len(holders) == _BOTH and one.seat not in holders)
        )
    )


def _fault(deal: DoppelkopfDeal, said: SeatCall, rule: str, newest: Play) -> Fault:
    names = deal.rules.names
    text = Message(
        "{name} said {call}, but {other} played {card}.",
        name=names[said.seat],
        call=said.call,
        other=names[newest.seat],
        card=newest.card,
    )
    return Fault("false-declaration", said.seat, rule, text, None, (newest.card,), said.event)
