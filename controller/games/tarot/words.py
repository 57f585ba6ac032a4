"""Tarot by command cards: bids, the called card, the dog, the discard, announcements (TAR-B, TAR-C, TAR-X, TAR-Q)."""

from collections.abc import Collection, Mapping, Sequence
from typing import ClassVar, Final

from controller.games import claims
from controller.games.follow_rule import PASS, SUIT_WORDINGS, spoken
from controller.games.tarot import announce, auction, dog
from controller.games.tarot.auction import RANKS, speaker
from controller.games.tarot.state import (
    DOG_SIZES,
    MULTIPLIERS,
    POIGNEES,
    SIZES,
    PoigneeSize,
    TarotDeal,
    TarotState,
    is_trump,
)
from controller.record.cards import EXCUSE, Card
from controller.record.events import Bid, Call, Declare, Discard, Dog, Event, Seat, Void
from controller.record.message import Listed, Message
from controller.rules.match import AnyMatch
from controller.rules.speech import Meaning, Speech, Spread, SpreadMeaning, Waiting, Wording, everywhere
from controller.rules.vocabulary import Vocabulary

_SUITS: Final = {"spades": "S", "hearts": "H", "diamonds": "D", "clubs": "C"}
_POIGNEES: Final[Mapping[str, PoigneeSize]] = {f"poignee-{size}": size for size in SIZES}

_WORDINGS: Final[Mapping[str, Wording]] = {
    "petite": everywhere("Petite", "プチット"),
    "pousse": everywhere("Pousse", "プス"),
    "prise": everywhere("Prise", "プリーズ"),
    "garde": everywhere("Garde", "ギャルド"),
    "garde-sans": everywhere("Garde sans", "ギャルド・サン"),
    "garde-contre": everywhere("Garde contre", "ギャルド・コントル"),
    "poignee-single": everywhere("Poignée", "ポワニェ"),
    "poignee-double": Wording(
        "Double poignée", "Doppelte Poignée", "Double poignée", "Doppia poignée", "ダブル・ポワニェ"
    ),
    "poignee-triple": Wording(
        "Triple poignée", "Dreifache Poignée", "Triple poignée", "Tripla poignée", "トリプル・ポワニェ"
    ),
    "misere": everywhere("Misère", "ミゼール"),
    "petit-sec": Wording("Petit sec", "Petit sec", "Petit sec", "Petit secco", "プチ1枚"),
    "void-hand": Wording("Void hand", "Blatt ungültig", "Donne annulée", "A monte", "手札無効"),
    "chelem": everywhere("Chelem", "シュレム"),
    "call": Wording("I call …", "Ich rufe …", "J'appelle …", "Chiamo …", "指名"),
    **SUIT_WORDINGS,
    "nobody": Wording("Nobody", "Niemand", "Personne", "Nessuno", "パートナーなし"),
    "laid-away": Wording("Laid away", "Abgelegt", "Écart fait", "Scartato", "捨て終わり"),
    **claims.WORDINGS,
}


CALL_NAMES: Final = PASS | spoken(
    {bid: _WORDINGS[bid] for bid in (*MULTIPLIERS, *claims.CALLS)},
    {
        **claims.SYNONYMS,
        "prise": ("take", "je prends"),
        "garde-sans": ("Garde sans le chien", "Garde sans chien", "sans le chien", "sans chien", "sans"),
        "garde-contre": ("Garde contre le chien", "Garde contre chien", "contre le chien", "contre chien", "contre"),
    },
)
"""Players' names for the bids (seed 002)."""


class TarotWords(Vocabulary):
    """The vocabulary of Tarot: a chelem goes with the bid laid after it, a call with the suit laid beside it."""

    bids = frozenset((*MULTIPLIERS, "pass", "chelem"))
    words = frozenset((*_POIGNEES, *_SUITS, "misere", "petit-sec", "call", "nobody", "laid-away", *claims.CALLS))
    shared = frozenset(("void-hand",))
    wordings = _WORDINGS
    called: ClassVar[Mapping[str, Wording]] = claims.CALLED

    def speaker(self, match: AnyMatch) -> Seat | None:
        """Return the seat that speaks next (TAR-B1)."""
        deal: TarotDeal | None = match.deal
        return speaker(deal) if deal and match.running and deal.phase == "before" else None

    def said(self, match: AnyMatch, speech: Speech) -> Meaning:
        """Return the meaning of one word, or of two that belong together."""
        deal: TarotDeal | None = match.deal
        seat, words = speech.seat, speech.words
        if words[0] == "void-hand" and deal is not None:
            return _void_hand(deal)
        if seat is None or deal is None:
            return Message("lay {call} in front of the player who says it", call=words[-1])
        if words[0] == "chelem":
            return _chelem(seat, words, open_to=self.speaker(match))
        if words[0] == "call" or words[0] in _SUITS:
            return _call_event(speech, seat)
        if words[0] in claims.CALLS and len(words) == 1:
            return (Bid(seat=seat, call=words[0]),)
        if len(words) > 1:
            return Message(
                "{call} is not said yet; take it back before you lay {call2}", call=words[0], call2=words[-1]
            )
        return _single_word(match, deal, speech, seat)

    def uttered(self, event: Event) -> tuple[str, ...]:
        """Return a call's words, from courts to suit; a discard's are its shown cards, and then the word."""
        match event:
            case Declare(what="poignee" | "misere" | "chelem" | "petit-sec"):
                return (f"{event.what}-{event.size}" if event.size else event.what, *(event.cards or ()))
            case Discard():
                return (*(event.cards or event.shown), "laid-away")
            case Call():
                return _call_words(event.card)
            case Void(why="rule"):
                return ("void-hand",)
            case _:
                return super().uttered(event)

    def more_shown(self, speech: Speech, events: Sequence[Event]) -> Card | None:
        """Return the called card, which, shown by the taker, calls the court below it (TAR-C1)."""
        called = events[-1]
        return called.card if isinstance(called, Call) else None

    def count(self, kind: str, seats: int) -> int:
        """Count the cards of the dog (TAR-D1)."""
        return DOG_SIZES.get(seats, 0) if kind == "dog" else 0

    def places(self, match: AnyMatch) -> Collection[str]:
        """Return the dog's place, until the play begins (TAR-X1)."""
        deal: TarotDeal | None = match.deal
        return ("dog",) if deal and match.running and deal.phase == "before" else ()

    def shows(self, match: AnyMatch, seat: Seat) -> bool:
        """Whether a card laid down is part of the taker's open discard, after the dog (TAR-X1)."""
        deal: TarotDeal | None = match.deal
        if deal is None or not match.running or deal.phase != "before":
            return False
        state: TarotState = deal.own
        return state.dog is not None and state.laid is None and state.best is not None and state.best.seat == seat

    def honest(
        self, match: AnyMatch, hands: Mapping[Seat, Sequence[Card]], rest: Sequence[Card]
    ) -> Sequence[Event] | None:
        """List the words due on hands, bids and the call, the dog and the discard (TAR-D, TAR-B, TAR-C, TAR-X)."""
        deal: TarotDeal | None = match.deal
        if deal is None:
            return None
        owed = tuple(announce.owed(deal, hands))
        return owed or tuple(auction.sayable(deal, hands)) or tuple(dog.sayable(deal, hands, rest))

    def lying(self, match: AnyMatch, spread: Spread) -> SpreadMeaning | None:
        """Show the dog once all of it lies there (TAR-X1)."""
        deal: TarotDeal | None = match.deal
        if deal is None or not match.running or deal.own.dog is not None:
            return None
        whole = len(spread.placed) == DOG_SIZES[match.rules.seats]
        return SpreadMeaning((Dog(cards=spread.placed),), spread.placed) if whole else None


def _chelem(seat: Seat, words: tuple[str, ...], open_to: Seat | None) -> Meaning:
    """Work out the meaning of a chelem: with the own bid, or after it (TAR-Q4)."""
    if len(words) > 1:
        if words[1] not in MULTIPLIERS:
            return Message("chelem goes with a bid, not with {call}; take both back", call=words[1])
        return (Bid(seat=seat, call=words[1], chelem=True),)
    if open_to == seat:
        return Waiting(Message("chelem: lay the bid beside it"))
    return (Declare(seat=seat, what="chelem"),)


def _call_event(speech: Speech, seat: Seat) -> Meaning:
    """Call the king of the suit, or the next court card that the taker does not show (TAR-C1)."""
    if "nobody" in speech.words:
        return (Call(seat=seat, card=None),)
    suits = [word for word in speech.words if word in _SUITS]
    if set(speech.words) - {"call", *suits} or len(suits) > 1:
        return Message("{calls} do not go together; take them back", calls=Listed(speech.words, " and "))
    if "call" not in speech.words:
        return Waiting(Message("{suit}: lay call beside it", suit=suits[0]))
    if not suits:
        return Waiting(Message("call: lay a suit beside it, after the courts you hold if it is not for the king"))
    courts = [Card(_SUITS[suits[0]] + rank) for rank in RANKS]
    if strange := set(speech.cards) - {*courts[:-1]}:
        return Message("{cards} cannot lie beside this call; take it back", cards=Listed(tuple(sorted(strange))))
    return (Call(seat=seat, card=next(card for card in courts if card not in speech.cards)),)


def _call_words(card: Card | None) -> tuple[str, ...]:
    """Return the words of a call: the courts above the called card lie beside the word (TAR-C1)."""
    if card is None:
        return ("nobody",)
    suit = next((word for word, letter in _SUITS.items() if letter == card.suit), None)
    if suit is None or card.rank not in RANKS:
        return ()
    above = RANKS[: RANKS.index(card.rank)]
    return ("call", *(Card(card.suit + rank) for rank in above), suit)


def _single_word(match: AnyMatch, deal: TarotDeal, speech: Speech, seat: Seat) -> Meaning:
    """Work out the meaning of a single word."""
    word = speech.words[0]
    if word in _POIGNEES:
        declaration = Declare(seat=seat, what="poignee", size=_POIGNEES[word], cards=speech.cards or None)
        enough = POIGNEES[match.rules.seats][SIZES.index(_POIGNEES[word])]
        whole = len(speech.cards) >= enough and all(is_trump(card) or card == EXCUSE for card in speech.cards)
        text = Message("{name}: poignée; show the trumps or take the word back", name=match.names[seat])
        return Waiting(text, (declaration,), whole)
    if word == "nobody":
        return (Call(seat=seat, card=None),)
    if word == "laid-away":
        return (_laid_away(match, speech, seat),)
    if word == "misere":
        return (Declare(seat=seat, what="misere"),)
    return _petit_sec(match, deal, seat) if word == "petit-sec" else (Bid(seat=seat, call=word),)


def _laid_away(match: AnyMatch, speech: Speech, seat: Seat) -> Discard:
    """Return a discard of as many cards as the dog has, the trumps shown; all of them, if all lie open (TAR-X1)."""
    count, cards = DOG_SIZES[match.rules.seats], speech.cards
    if len(cards) != count:
        return Discard(seat=seat, count=count, shown=cards)
    return Discard(seat=seat, count=count, shown=tuple(filter(is_trump, cards)), cards=cards)


def _petit_sec(match: AnyMatch, deal: TarotDeal, seat: Seat) -> Meaning:
    """Return a petit sec; the deal is void by it, unless the house plays it as a second Excuse (TAR-D2)."""
    declaration: Event = Declare(seat=seat, what="petit-sec")
    return (
        (declaration, Void(why="petit-sec"))
        if _hands_are_dealt(deal) and match.rules["petit_sec"] == "void"
        else (declaration,)
    )


def _void_hand(deal: TarotDeal) -> Meaning:
    """Void the deal for a hand (TAR-D3); its seat is written nowhere."""
    if not _hands_are_dealt(deal):
        return Message(
            "{call} is said before the dog is shown; later the deal is thrown in with {call2}",
            call="void-hand",
            call2="misdeal",
        )
    return (Void(why="rule"),)


def _hands_are_dealt(deal: TarotDeal) -> bool:
    """Whether the hands are as they were dealt: nobody has played, seen the dog or laid away."""
    return deal.phase == "before" and deal.own.dog is None and deal.own.laid is None


VOCABULARY = TarotWords()
