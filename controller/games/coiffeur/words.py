"""Coiffeur by command cards: the contract, with what a joker is played as and the order it starts with (COI-B)."""

from typing import Literal

from controller.games.coiffeur.auction import CONTRACTS, JOKERS, WITH_START
from controller.record.events import Bid
from controller.rules.match import AnyMatch
from controller.rules.speech import Meaning, Speech, Waiting
from controller.rules.vocabulary import Vocabulary


class Coiffeur(Vocabulary):
    """A contract or a pass; a joker with a contract beside it, slalom and gustav with ``up`` or ``down``."""

    bids = frozenset((*CONTRACTS, "pass", "up", "down"))

    def said(self, match: AnyMatch, speech: Speech) -> Meaning:
        """COI-B1 to COI-B5: whole bids only; the auction judges them."""
        del match
        if speech.seat is None:
            return "lay a contract in front of the player who names it"
        rows = [word for word in speech.words if word in (*CONTRACTS, "pass")]
        starts = [word for word in speech.words if word in ("up", "down")]
        if not rows:
            return Waiting(f"{starts[0]} goes with slalom or gustav: lay that beside it")
        row, as_, others = rows[0], None, rows[1:]
        if row in JOKERS:
            if not others:
                return Waiting(f"{row} is played as what? Lay a contract beside it")
            as_, *others = others
        named = as_ or row
        with_start = named in WITH_START
        if others or len(starts) > 1 or (starts and not with_start) or as_ in (*JOKERS, "pass"):
            return f"{' and '.join(speech.words)} do not go together; take them back"
        if with_start and not starts:
            return Waiting(f"{named} starts in which order? Lay up or down beside it")
        return (Bid(seat=speech.seat, call=row, as_=as_, start=_start(starts)),)


def _start(said: list[str]) -> Literal["up", "down"] | None:
    if not said:
        return None
    return "up" if said[0] == "up" else "down"


VOCABULARY = Coiffeur()
