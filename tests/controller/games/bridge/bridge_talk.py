"""Deals of Bridge as lines of text."""

from dataclasses import replace

from controller.games.bridge.auction import contract_of, is_over
from controller.games.bridge.game import GAME
from controller.games.bridge.state import TRUMPS, AuctionCall, BridgeBook, BridgeDeal, BridgeState
from controller.record.cards import DECKS, Card
from controller.record.events import Bid, DealStart, Declare, Event, MatchStart, Played, Value
from controller.referee.fold import fold
from controller.rules.deal import Play, Trick
from controller.rules.options import resolve
from controller.rules.results import ErrorResult, Result, Verdict

NAMES = ("Anna", "Berta", "Carla", "Dora")
DENOMINATIONS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades", "N": "no-trump"}
CALLS = {"P": "pass", "X": "double", "XX": "redouble"}
SUITED = tuple(tuple(card for card in DECKS["whist52"] if card.suit == suit) for suit in "CSHD")
"""Each seat has a whole suit: seat 0 the clubs, 1 the spades, 2 the hearts, 3 the diamonds."""


def opening(**options: Value) -> MatchStart:
    return MatchStart(game="bridge", seats=NAMES, options=options)


def call(word: str) -> tuple[str, str | None]:
    """``3N``, ``P``, ``X``."""
    return (CALLS[word], None) if word in CALLS else (word[0], DENOMINATIONS[word[1]])


def auction(text: str, dealer: int = 0) -> list[Event]:
    """``P 1C X``: calls in turn, from the dealer on."""
    return [
        Bid(seat=(dealer + turn) % 4, call=call(word)[0], as_=call(word)[1]) for turn, word in enumerate(text.split())
    ]


def plays(text: str) -> list[Event]:
    """``A C2 B CK``: seats and their cards."""
    words = text.split()
    pairs = zip(words[::2], words[1::2], strict=True)
    return [Played(seat="ABCD".index(who), card=Card(card)) for who, card in pairs]


def hand(seat: int, text: str) -> Declare:
    """Dummy lays these cards down."""
    return Declare(seat=seat, what="hand", cards=tuple(map(Card, text.split())) or None)


def results(*events: Event) -> list[Result]:
    return [one for stage in fold(events) for one in stage.results]


def said(*events: Event) -> list[tuple[str, str]]:
    """What the referee says of these events of a deal by seat 0, by kind and text."""
    found = results(opening(), DealStart(dealer=0), *events)
    return [
        ("error" if isinstance(one, ErrorResult) else one.kind, str(one.text))
        for one in found
        if isinstance(one, ErrorResult | Verdict)
    ]


def verdicts(*events: Event) -> list[tuple[object, ...]]:
    """The verdicts on a deal by seat 0 in which nothing else is wrong."""
    found = results(opening(), DealStart(dealer=0), *events)
    assert [str(one.text) for one in found if isinstance(one, ErrorResult)] == []
    return [(one.kind, one.seat, one.rule, one.card, one.proof) for one in found if isinstance(one, Verdict)]


def taken(bids: str, tricks: int, book: BridgeBook | None = None, **options: Value) -> BridgeDeal:
    """A deal by seat 0 with this auction in which the declarer's side has won so many tricks."""
    rules = resolve(GAME.options, NAMES, "seed", options)
    deal = GAME.open_deal(rules, 1, DealStart(dealer=0), book or BridgeBook())
    calls = tuple(AuctionCall(turn % 4, *call(word)) for turn, word in enumerate(bids.split()))
    assert is_over(calls)
    own = BridgeState(deal.own.board, deal.own.vulnerable, calls)
    made = contract_of(calls)
    side = made.declarer if made else 0
    won = [side] * tricks + [(side + 1) % 4] * (13 - tricks)
    whole = [tuple(Play(1, seat, SUITED[seat][number]) for seat in range(4)) for number in range(13)]
    lying = tuple(Trick(cards, seat) for cards, seat in zip(whole, won, strict=True))
    trump = TRUMPS[made.denomination] if made else None
    return replace(deal, own=own, phase="play", tricks=lying if made else (), trump=trump)
