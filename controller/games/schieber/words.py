"""Schieber by command cards: the contract or a push, Weis, Stöck and thanks (SCH-B, SCH-W, SCH-G3)."""

from collections.abc import Mapping
from typing import Final, Literal, cast

from controller.games.schieber.counts import scale
from controller.games.schieber.state import CONTRACTS, PUSH, THANKS, WITH_START
from controller.games.suits import SUIT_WORDINGS, spoken
from controller.games.weis.worth import within
from controller.record.cards import Card
from controller.record.events import Bid, Declare, Event, Seat
from controller.record.message import Listed, Message
from controller.rules.match import AnyMatch
from controller.rules.speech import Meaning, Speech, Waiting, Wording, everywhere
from controller.rules.vocabulary import Vocabulary

_WEIS: Final = {f"weis-{points}": points for points in (20, 50, 100, 150, 200, 250, 300)}
_STARTS: Final = ("up", "down")

_WORDINGS: Final[Mapping[str, Wording]] = {
    **SUIT_WORDINGS,
    "no-trump": Wording("No trump", "Obenabe", "Tout en haut", "Tutto sopra", "ノートランプ"),
    "reverse": Wording("Reverse", "Undenufe", "Tout en bas", "Tutto sotto", "リバース"),
    "slalom": everywhere("Slalom", "スラローム"),
    "gustav": Wording("Gustav", "Gustav", "Gustave", "Gustav", "グスタフ"),
    "up": Wording("Aces high first", "Zuerst oben", "D'abord en haut", "Prima sopra", "先にA順"),
    "down": Wording("Sixes high first", "Zuerst unten", "D'abord en bas", "Prima sotto", "先に6順"),
    "weis-20": Wording("Weis 20", "Weis 20", "Annonce 20", "Annuncio 20", "バイス20"),
    "weis-50": Wording("Weis 50", "Weis 50", "Annonce 50", "Annuncio 50", "バイス50"),
    "weis-100": Wording("Weis 100", "Weis 100", "Annonce 100", "Annuncio 100", "バイス100"),
    "weis-150": Wording("Weis 150", "Weis 150", "Annonce 150", "Annuncio 150", "バイス150"),
    "weis-200": Wording("Weis 200", "Weis 200", "Annonce 200", "Annuncio 200", "バイス200"),
    "stock": everywhere("Stöck", "シュテック"),
    PUSH: Wording("Push", "Geschoben", "Je pousse", "Spingo", "シーベン"),
    THANKS: Wording("Thanks: out", "Bedankt", "Terminé, merci", "Basta, grazie", "上がり"),
    "weis-250": Wording("Weis 250", "Weis 250", "Annonce 250", "Annuncio 250", "バイス250"),
    "weis-300": Wording("Weis 300", "Weis 300", "Annonce 300", "Annuncio 300", "バイス300"),
}

CALL_NAMES: Final = spoken(
    {word: _WORDINGS[word] for word in (*CONTRACTS, PUSH, THANKS)},
    {
        "no-trump": ("Obe", "Obenab", "Obe abe", "Oben", "sans atout", "senza briscola", "ohne Trumpf", "Bock"),
        "reverse": ("Unde", "Undenuf", "Unde ufe", "Unten", "Geiss"),
        "slalom": ("Zig-Zack", "Zick-Zack", "Zigzag", "ジグザグ"),
        "gustav": ("Gusti", "Mary", "Marie"),
        PUSH: ("schieben", "ich schiebe", "gschobe", "schiebe", "chiber", "pousser", "pass", "Passe", "パス"),
        THANKS: ("bedanken", "wir bedanken uns", "mir sind dusse", "fertig", "out", "merci", "grazie"),
    },
)
"""What players call the contracts, pushing and giving thanks."""


class SchieberWords(Vocabulary):
    """A contract or a push, slalom and gustav with ``up`` or ``down``; then what is announced."""

    bids = frozenset((*CONTRACTS, *_STARTS, PUSH))
    words = frozenset((*_WEIS, "stock", THANKS))
    wordings = _WORDINGS

    def said(self, match: AnyMatch, speech: Speech) -> Meaning:
        """SCH-B1 to SCH-B3, SCH-W4, SCH-W5, SCH-G3: whole calls only; the game judges them."""
        if speech.seat is None:
            return Message("lay a contract in front of the player who names it")
        if all(word in self.bids for word in speech.words):
            return _bid(speech, speech.seat)
        word, *others = speech.words
        if others:
            return Message("{call} is not said yet; take it back before you lay {call2}", call=word, call2=others[-1])
        if word == THANKS:
            return (Bid(seat=speech.seat, call=word),)
        return (Declare(seat=speech.seat, what="stock"),) if word == "stock" else _weis(match, speech, speech.seat)

    def uttered(self, event: Event) -> tuple[str, ...]:
        """SCH-W4, SCH-W5."""
        if isinstance(event, Declare) and event.what in ("weis", "stock"):
            return (f"weis-{event.points}" if event.what == "weis" else event.what, *(event.cards or ()))
        return super().uttered(event)


def _bid(speech: Speech, seat: Seat) -> Meaning:
    """SCH-B1, SCH-B3."""
    calls = [word for word in speech.words if word not in _STARTS]
    starts = [word for word in speech.words if word in _STARTS]
    if not calls:
        return Waiting(Message("{call} goes with slalom or gustav: lay that beside it", call=starts[0]))
    call, *others = calls
    with_start = call in WITH_START
    if others or len(starts) > 1 or (starts and not with_start):
        return Message("{calls} do not go together; take them back", calls=Listed(speech.words, " and "))
    if with_start and not starts:
        return Waiting(Message("{call} starts in which order? Lay up or down beside it", call=call))
    return (Bid(seat=seat, call=call, start=cast("Literal['up', 'down']", starts[0]) if starts else None),)


def _weis(match: AnyMatch, speech: Speech, seat: Seat) -> Meaning:
    """SCH-W4: said once the word is taken back or another card comes, with the cards that were shown."""
    points = _WEIS[speech.words[0]]
    said = Declare(seat=seat, what="weis", points=points, cards=speech.cards or None)
    name = match.names[seat]
    text = Message("{name}: Weis {n}; show its cards or take the word back", name=name, n=points)
    return Waiting(text, (said,), _is_whole(match, points, frozenset(speech.cards)))


def _is_whole(match: AnyMatch, points: int, cards: frozenset[Card]) -> bool:
    """Whether these cards are a Weis of so many points."""
    return any((one.points, one.cards) == (points, cards) for one in within(cards, scale(match.rules)))


VOCABULARY = SchieberWords()
