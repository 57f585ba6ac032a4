"""Coiffeur by command cards: the contract, a joker's contract, and the starting order (COI-B)."""

from collections.abc import Mapping
from typing import ClassVar, Final, Literal

from controller.games.coiffeur.auction import CONTRACTS, JOKERS, WITH_START
from controller.games.coiffeur.board import TITLES
from controller.games.follow_rule import PASS, SUIT_WORDINGS, spoken
from controller.record.events import Bid
from controller.record.message import Listed, Message
from controller.rules.match import AnyMatch
from controller.rules.speech import Meaning, Speech, Waiting, Wording, everywhere
from controller.rules.vocabulary import Vocabulary

_WORDINGS: Final[Mapping[str, Wording]] = {
    **SUIT_WORDINGS,
    "no-trump": Wording("No trump", "Obenabe", "Tout en haut", "Tutto sopra", "ノートランプ"),
    "reverse": Wording("Reverse", "Undenufe", "Tout en bas", "Tutto sotto", "リバース"),
    "slalom": everywhere("Slalom", "スラローム"),
    "gustav": Wording("Gustav", "Gustav", "Gustave", "Gustav", "グスタフ"),
    "joker1": Wording("Joker 1", "Joker 1", "Joker 1", "Jolly 1", "ジョーカー1"),
    "joker2": Wording("Joker 2", "Joker 2", "Joker 2", "Jolly 2", "ジョーカー2"),
    "up": Wording("Aces high first", "Zuerst oben", "D'abord en haut", "Prima sopra", "先にA順"),
    "down": Wording("Sixes high first", "Zuerst unten", "D'abord en bas", "Prima sotto", "先に6順"),
}


CALL_NAMES: Final = PASS | spoken(
    {row: _WORDINGS[row] for row in CONTRACTS},
    {
        "no-trump": ("Obe", "Obenab", "Obe abe", "Oben", "sans atout", "senza briscola", "ohne Trumpf"),
        "reverse": ("Unde", "Undenuf", "Unde ufe", "Unten"),
        "slalom": ("Zig-Zack", "Zick-Zack", "Zigzag", "ジグザグ", "ジクザグ"),
        "gustav": ("Mittendurch", "Gusti", "Marie", "Mutti"),
        "joker1": ("first joker",),
        "joker2": ("second joker",),
    },
    "swiss",
)
"""Players' names for the contracts (seed 000, its second note)."""


class CoiffeurWords(Vocabulary):
    """A contract or a pass; a joker with a contract beside it, slalom and gustav with ``up`` or ``down``."""

    bids = frozenset((*CONTRACTS, "pass", "up", "down"))
    wordings = _WORDINGS
    titles: ClassVar = {title.lower(): word for word, title in TITLES.items()}

    def said(self, match: AnyMatch, speech: Speech) -> Meaning:
        """Return the meaning of whole bids only (COI-B1 to COI-B5); the auction judges them."""
        if speech.seat is None:
            return Message("lay a contract in front of the player who names it")
        rows = [word for word in speech.words if word in (*CONTRACTS, "pass")]
        starts = [word for word in speech.words if word in ("up", "down")]
        if not rows:
            return Waiting(Message("{call} goes with slalom or gustav: lay that beside it", call=starts[0]))
        row, as_, others = rows[0], None, rows[1:]
        if row in JOKERS:
            if not others:
                return Waiting(Message("{call} is played as what? Lay a contract beside it", call=row))
            as_, *others = others
        named = as_ or row
        with_start = named in WITH_START
        if others or len(starts) > 1 or (starts and not with_start) or as_ in (*JOKERS, "pass"):
            return Message("{calls} do not go together; take them back", calls=Listed(speech.words, " and "))
        if with_start and not starts:
            return Waiting(Message("{call} starts in which order? Lay up or down beside it", call=named))
        return (Bid(seat=speech.seat, call=row, as_=as_, start=_start(starts)),)


def _start(words: list[str]) -> Literal["up", "down"] | None:
    if not words:
        return None
    return "up" if words[0] == "up" else "down"


VOCABULARY = CoiffeurWords()
