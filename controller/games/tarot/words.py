"""Tarot by command cards: bids, the called card, the dog, the discard, announcements (TAR-B, TAR-C, TAR-X, TAR-Q)."""

from collections.abc import Collection, Mapping
from typing import Final

from controller.games.tarot.auction import RANKS, speaker
from controller.games.tarot.cards import DOG_SIZES, is_trump
from controller.games.tarot.state import MULTIPLIERS, POIGNEES, SIZES, Own, Size, TarotDeal
from controller.record.cards import EXCUSE, Card
from controller.record.events import Bid, Call, Declare, Discard, Dog, Event, Seat, Void
from controller.rules.match import AnyMatch
from controller.rules.speech import Meaning, Seen, Speech, Spread, Waiting
from controller.rules.vocabulary import Vocabulary

_SUITS: Final = {"spades": "S", "hearts": "H", "diamonds": "D", "clubs": "C"}
_POIGNEES: Final[Mapping[str, Size]] = {f"poignee-{size}": size for size in SIZES}


class Tarot(Vocabulary):
    """A chelem goes with the bid that is laid after it; the call is of the suit that is laid with it."""

    bids = frozenset((*MULTIPLIERS, "pass", "chelem"))
    words = frozenset((*_POIGNEES, *_SUITS, "misere", "petit-sec", "call", "nobody", "laid-away"))

    def speaker(self, match: AnyMatch) -> Seat | None:
        """TAR-B1."""
        deal: TarotDeal | None = match.deal
        return speaker(deal) if deal and match.running and deal.phase == "before" else None

    def said(self, match: AnyMatch, speech: Speech) -> Meaning:
        """One word, or two that belong together."""
        deal: TarotDeal | None = match.deal
        seat, words = speech.seat, speech.words
        if seat is None or deal is None:
            return f"lay {words[-1]} in front of the player who says it"
        if words[0] == "chelem":
            return _chelem(seat, words, open_to=self.speaker(match))
        if words[0] == "call" or words[0] in _SUITS:
            return _called(speech, seat)
        if len(words) > 1:
            return f"{words[0]} is not said yet; take it back before you lay {words[-1]}"
        return _word(match, deal, speech, seat)

    def places(self, match: AnyMatch) -> Collection[str]:
        """TAR-X1: the dog, until the play begins."""
        deal: TarotDeal | None = match.deal
        return ("dog",) if deal and match.running and deal.phase == "before" else ()

    def shows(self, match: AnyMatch, seat: Seat) -> bool:
        """TAR-X1: what the taker lays down between the dog and the discard."""
        deal: TarotDeal | None = match.deal
        if deal is None or not match.running or deal.phase != "before":
            return False
        own: Own = deal.own
        return own.dog is not None and own.laid is None and own.best is not None and own.best.seat == seat

    def lying(self, match: AnyMatch, spread: Spread) -> Seen | None:
        """The dog is shown once all of it lies there (TAR-X1)."""
        deal: TarotDeal | None = match.deal
        if deal is None or not match.running or deal.own.dog is not None:
            return None
        whole = len(spread.placed) == DOG_SIZES[match.rules.seats]
        return Seen((Dog(cards=spread.placed),), spread.placed) if whole else None


def _chelem(seat: Seat, words: tuple[str, ...], open_to: Seat | None) -> Meaning:
    """With the own bid, or after it (TAR-Q4)."""
    if len(words) > 1:
        if words[1] not in MULTIPLIERS:
            return f"chelem goes with a bid, not with {words[1]}; take both back"
        return (Bid(seat=seat, call=words[1], chelem=True),)
    if open_to == seat:
        return Waiting("chelem: lay the bid beside it")
    return (Declare(seat=seat, what="chelem"),)


def _called(speech: Speech, seat: Seat) -> Meaning:
    """The king of the suit, or the next court card that the taker does not show (TAR-C1)."""
    if "nobody" in speech.words:
        return (Call(seat=seat, card=None),)
    suits = [word for word in speech.words if word in _SUITS]
    if set(speech.words) - {"call", *suits} or len(suits) > 1:
        return f"{' and '.join(speech.words)} do not go together; take them back"
    if "call" not in speech.words:
        return Waiting(f"{suits[0]}: lay call beside it")
    if not suits:
        return Waiting("call: lay a suit beside it, after the courts you hold if it is not for the king")
    courts = [Card(_SUITS[suits[0]] + rank) for rank in RANKS]
    if strange := set(speech.cards) - {*courts[:-1]}:
        return f"{', '.join(sorted(strange))} cannot lie beside this call; take it back"
    return (Call(seat=seat, card=next(card for card in courts if card not in speech.cards)),)


def _word(match: AnyMatch, deal: TarotDeal, speech: Speech, seat: Seat) -> Meaning:
    """What is said by a single word."""
    word = speech.words[0]
    if word in _POIGNEES:
        said = Declare(seat=seat, what="poignee", size=_POIGNEES[word], cards=speech.cards or None)
        enough = POIGNEES[match.rules.seats][SIZES.index(_POIGNEES[word])]
        whole = len(speech.cards) >= enough and all(is_trump(card) or card == EXCUSE for card in speech.cards)
        return Waiting(f"{match.names[seat]}: poignée; show the trumps or take the word back", (said,), whole)
    if word == "nobody":
        return (Call(seat=seat, card=None),)
    if word == "laid-away":
        return (_laid_away(match, speech, seat),)
    if word == "misere":
        return (Declare(seat=seat, what="misere"),)
    return _petit_sec(match, deal, seat) if word == "petit-sec" else (Bid(seat=seat, call=word),)


def _laid_away(match: AnyMatch, speech: Speech, seat: Seat) -> Discard:
    """As many cards as the dog has, the trumps among them shown; all of them, if all lie open (TAR-X1)."""
    count, cards = DOG_SIZES[match.rules.seats], speech.cards
    if len(cards) != count:
        return Discard(seat=seat, count=count, shown=cards)
    return Discard(seat=seat, count=count, shown=tuple(filter(is_trump, cards)), cards=cards)


def _petit_sec(match: AnyMatch, deal: TarotDeal, seat: Seat) -> Meaning:
    """Announced; the deal is void by it, unless the house plays it as a second Excuse (TAR-D2)."""
    said: Event = Declare(seat=seat, what="petit-sec")
    counts = deal.phase == "before" and deal.own.dog is None and deal.own.laid is None
    return (said, Void(why="petit-sec")) if counts and match.rules["petit_sec"] == "void" else (said,)


VOCABULARY = Tarot()
