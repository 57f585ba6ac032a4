"""French Tarot: one taker against the table, three to five seats (games.md section 5)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Final

from controller.games import claims
from controller.games.claims import CallClaims
from controller.games.tarot import announce as tarot_announce
from controller.games.tarot import audit as tarot_end
from controller.games.tarot import dog as tarot_dog
from controller.games.tarot import refute
from controller.games.tarot import score as tarot_score
from controller.games.tarot.auction import call, call_open, speak, speaker
from controller.games.tarot.dog import counted, side_of, uncounted, wins_last
from controller.games.tarot.state import (
    ALL_TRUMPS,
    CLOSED_DOG,
    DECK,
    DOG_SIZES,
    MULTIPLIERS,
    PETIT,
    Declaration,
    TarotDeal,
    TarotState,
    as_points,
    excuses,
    halves,
    strength,
    suit_led,
)
from controller.games.tarot.words import CALL_NAMES
from controller.record.cards import SUITS, TRUMPS, Card
from controller.record.events import Bid, Call, DealStart, Declare, Discard, Dog, Event, Moved, Seat
from controller.record.message import Message
from controller.rules import sheet
from controller.rules.deal import Deal, Play, Trick
from controller.rules.duty import FREE, Duty, FollowData
from controller.rules.game import Game, Settlement
from controller.rules.layout import Layout, UnseenPlace, hands, shown, with_declared
from controller.rules.movements.course import Movement
from controller.rules.options import Option, Rules
from controller.rules.parts import (
    Auction,
    Audit,
    DealSummary,
    Fault,
    GameSides,
    MatchRules,
    Movements,
    Outcome,
    ScoreSheet,
    Slip,
)
from controller.rules.results import NO_WORDS, DealResult, Number
from controller.rules.score.slip import SlipLine, other_sum
from controller.rules.sheet import Grid
from controller.rules.speech import Wording

# The duty of a hand to a trick of Tarot: follow, trump, overtrump (TAR-F1 to TAR-F5, TAR-C2).


def duty(deal: TarotDeal, card: Card) -> Duty:
    """Return the duty of the hand that plays this card to the open trick."""
    free = excuses(deal)
    if card in free:
        return FREE
    if not deal.open.plays:
        return _lead(deal, card)
    led = suit_led(deal.open, free)
    if led is None:
        return FREE
    trumps = (int(lying.rank) for lying in deal.open.cards if lying.suit == TRUMPS and lying not in free)
    return _follow(card, led, max(trumps, default=0), petit=PETIT not in free)


def _lead(deal: TarotDeal, card: Card) -> Duty:
    """Forbid leading the called suit to the first trick, but for the called card itself (TAR-C2)."""
    called = deal.own.called.card if deal.own.called else None
    if called is None or deal.tricks or deal.rules["lead_called"] or card == called or card.suit != called.suit:
        return FREE
    return Duty({card: "TAR-C2"})


@cache
def _follow(card: Card, led: str, top: int, *, petit: bool) -> Duty:
    """Return the duty (TAR-F1 to TAR-F4); ``top``: the trick's highest trump, ``petit``: whether T1 is a trump, too."""
    trumps = [held for held in ALL_TRUMPS if petit or held != PETIT]
    owed: dict[Card, str] = {}
    if led in SUITS and card.suit != led:
        owed |= {held: "TAR-F1" for held in DECK if held.suit == led}
    if card.suit == TRUMPS:
        above = [held for held in trumps if int(held.rank) > top] if int(card.rank) < top else []
        owed |= dict.fromkeys(above, "TAR-F3")
    elif card.suit != led:
        owed |= dict.fromkeys(trumps, "TAR-F1" if led == TRUMPS else "TAR-F2")
    return Duty(owed) if owed else FREE


def follow_data(deal: TarotDeal) -> FollowData:
    """Return the follow rule as data; an excuse belongs to no suit (TAR-F1 to TAR-F5)."""
    free = excuses(deal)
    suits = {suit: tuple(card for card in DECK if card.suit == suit and card not in free) for suit in (*SUITS, TRUMPS)}
    demands = (
        ("TAR-F1", "led", "led", (), ""),
        ("TAR-F2", "trumps", "led trumps", (), ""),
        ("TAR-F3", "above", "all -led above", ("trump-led",), ""),
        ("TAR-F3", "above", "led above", ("trumped",), ""),
    )
    return FollowData(suits, TRUMPS, demands)


# Tarot's house rules (games.md section 5).

OPTIONS: Final = (
    Option(
        "petit_sec",
        ("void", "excuse"),
        "TAR-D2",
        Message(
            "Whether a hand with T1 as its only trump and no Excuse voids the deal, or plays it as a second Excuse."
        ),
        says=(
            Message("A hand with the 1 as its only trump and no Excuse voids the deal."),
            Message("A hand with the 1 as its only trump and no Excuse plays it as a second Excuse."),
        ),
    ),
    Option(
        "void_no_trump",
        (False, True),
        "TAR-D3",
        Message("Whether a hand without a trump voids the deal."),
        says=(Message("A hand without a trump is played."), Message("A hand without a trump voids the deal.")),
    ),
    Option(
        "void_poor",
        (0,),
        "TAR-D3",
        Message("Up to how many trumps and court cards a hand may void the deal; 0: none."),
        free=True,
    ),
    Option(
        "auction",
        ("rounds", "single"),
        "TAR-B1",
        Message("Whether the auction goes round, or each seat speaks once."),
        profiles={"fft2012": "single"},
        says=(
            Message("The auction goes round until all but one have passed."),
            Message("Each player speaks once in the auction."),
        ),
    ),
    Option(
        "bids",
        (("prise", "garde", "garde-sans", "garde-contre"),),
        "TAR-B2",
        Message("The bids there are, lowest first."),
        choice=tuple(MULTIPLIERS),
        names=CALL_NAMES,
    ),
    Option(
        "contre",
        (6, 8),
        "TAR-B2",
        Message("What a garde-contre multiplies."),
        says=(Message("A garde-contre multiplies by 6."), Message("A garde-contre multiplies by 8.")),
    ),
    Option(
        "lead_called",
        (True, False),
        "TAR-C2",
        Message("Whether the first trick may be led in the called suit."),
        profiles={"fft2012": False},
        says=(
            Message("The first trick may be led in the called suit."),
            Message("The first trick may not be led in the called suit, but for the called card itself."),
        ),
    ),
    Option(
        "poignee",
        ((20, 40, 60), (20, 30, 40)),
        "TAR-Q1",
        Message("What a single, a double and a triple poignée count."),
        profiles={"fft2012": (20, 30, 40)},
        says=(
            Message("A poignée counts 20, a double one 40, a triple one 60."),
            Message("A poignée counts 20, a double one 30, a triple one 40."),
        ),
    ),
    Option(
        "misere",
        (0, 10),
        "TAR-Q2",
        Message("What a misère gets from every other; 0: it is not played."),
        says=(Message("A misère is not played."), Message("A misère gets 10 from every other player.")),
    ),
    Option(
        "petit_chelem",
        (False, True),
        "TAR-Q4",
        Message("Whether fifteen tricks of the taker's side count, four seats."),
        says=(
            Message("Fifteen tricks count nothing of their own."),
            Message("Fifteen tricks of the taker's side count of their own, with four players."),
        ),
    ),
)


# Where the cards of a Tarot deal can lie, as far as everybody knows (TAR-D1, TAR-X1, TAR-X2).


def _layout(deal: TarotDeal, announced: Iterable[Declaration]) -> Layout:
    """Return the hands, and the closed dog or the cards laid away for it (TAR-X1, TAR-X2)."""
    state, aside = deal.own, len(deal.seats)
    places = (*hands(deal), UnseenPlace(Message("the dog"), DOG_SIZES[deal.rules.seats]))
    where_known = shown(deal, places)
    gone = {play.card for play in deal.plays()}

    def lie(cards: Iterable[Card], where: Iterable[int]) -> None:
        for card in cards:
            if card not in gone:
                where_known[card] = where_known.get(card, frozenset(range(len(places)))) & frozenset(where)

    for declaration in announced:
        lie(
            declaration.cards,
            (declaration.seat, aside) if _may_lay_away_yet(state, declaration) else (declaration.seat,),
        )
    if state.best:
        lie((*(state.dog or ()), *state.dealt), (state.best.seat, aside))
    if state.laid:
        lie(state.laid.cards or state.laid.shown, (aside,))
    return Layout(places, where_known)


def _may_lay_away_yet(state: TarotState, declaration: Declaration) -> bool:
    """Whether the cards shown in a poignée may have been laid away since: the taker announced it before that."""
    takes = state.dog_taken and state.best is not None and state.best.seat == declaration.seat
    return takes and (state.laid is None or declaration.event < state.laid.event)


class TarotSlip(Slip):
    """The lines of Tarot that can stand on a slip."""

    def fault(self, rules: Rules, line: SlipLine) -> Message | None:
        """Check that all scores add up to nothing, because players pay each other (TAR-S2)."""
        return other_sum(line, (0,))


class TarotSheet(ScoreSheet[None]):
    """The score sheet of Tarot."""

    def lines(
        self, title: str, rules: Rules, book: None, total: tuple[Number, ...], deals: Sequence[DealResult]
    ) -> Iterator[str]:
        """Yield running totals."""
        return tarot_score.lines(title, rules, total, deals)

    def grid(
        self, title: str, rules: Rules, book: None, total: tuple[Number, ...], deals: Sequence[DealResult]
    ) -> Grid:
        """Build running totals, with each deal's addition."""
        return tarot_score.with_totals(super().grid(title, rules, book, total, deals), deals)

    def head(self, rules: Rules, deal: DealResult) -> str:
        """Return the deal, its taker and the bid."""
        return sheet.taken_head(rules.names, deal, deal.detail.get("bid"))


class TarotSummary(DealSummary[TarotState]):
    """Public facts of a deal of Tarot apart from its cards."""

    def facts(self, deal: TarotDeal) -> Message:
        """Return the highest bid, its bidder, and the called card."""
        state, names = deal.own, deal.rules.names
        if state.best is None:
            return NO_WORDS
        bid = Message("{name} {call}", name=names[state.best.seat], call=state.best.call)
        called = _called(state.called.card) if state.called else None
        return Message.join(", ", filter(None, (bid, called, claims.describe(deal))))


class TarotAudit(Audit[TarotState]):
    """The faults that only Tarot can find."""

    find_at_end = staticmethod(tarot_end.audit)

    def elsewhere(self, deal: TarotDeal, play: Play) -> Fault | None:
        """Return the fault of a card that lay in the dog, was laid away or was shown by another seat."""
        state, card, seat, names = deal.own, play.card, play.seat, deal.rules.names
        best, name = state.best.seat if state.best else seat, names[seat]
        holder = next(
            (said.seat for said in state.declarations if card in said.cards and said.event not in state.refuted), seat
        )
        hands = deal.hands or {}
        if state.laid and card in (state.laid.cards or state.laid.shown):
            text = Message(
                "{name} played {card}, which {other} had laid away.", name=name, card=card, other=names[best]
            )
        elif card in (state.dog or ()) and seat != best:
            text = Message(
                "{name} played {card}, which lay in the dog, which {other} took.",
                name=name,
                card=card,
                other=names[best],
            )
        elif holder != seat:
            text = Message("{name} played {card}, which {other} has shown.", name=name, card=card, other=names[holder])
        elif card in state.dealt and seat != best:
            text = Message("{name} played {card}, which {other} was dealt.", name=name, card=card, other=names[best])
        elif (other := next((one for one, hand in hands.items() if card in hand), seat)) != seat:
            text = Message("{name} played {card}, which {other} was dealt.", name=name, card=card, other=names[other])
        else:
            return None
        return Fault("impossible-card", seat, "CARD", text, card)

    def find(self, deal: TarotDeal) -> tuple[Fault, ...]:
        """Return faults in declarations, calls and discards (TAR-C1, TAR-D2, TAR-Q1, TAR-Q2, TAR-X1)."""
        return deal.own.new_faults


class TarotMovements(Movements[TarotState]):
    """The cards that are moved outside the play of Tarot."""

    read = staticmethod(tarot_dog.as_moved)

    def offered(self, deal: TarotDeal) -> Sequence[Movement]:
        """List the taking of the dog and the discard for it (TAR-X1)."""
        return tuple(tarot_dog.offered(deal))

    def event(self, deal: TarotDeal, move: Moved) -> Event:
        """Return the event of a movement (TAR-X1)."""
        return tarot_dog.as_told(move)


class TarotCourse(MatchRules[TarotState, None]):
    """The course of a match of Tarot."""

    void_passes_on = True  # TAR-P1, TAR-D2

    def cannot_void(self, rules: Rules, why: str) -> Message | None:
        """Check that the table's rules void a deal for this reason (TAR-D2, TAR-D3)."""
        if why == "petit-sec" and rules["petit_sec"] != "void":
            return Message("at this table a petit sec plays as a second Excuse")
        if why == "rule" and not (rules["void_no_trump"] or rules["void_poor"]):
            return Message("this table has no rule by which a hand voids the deal")
        return None


class TarotSides(GameSides[TarotState]):
    """The sides of Tarot."""

    def opponent(self, deal: TarotDeal, seat: Seat) -> Seat | None:
        """Return the taker for the defence, a defender for the taker's side."""
        against = [other for other in deal.seats if side_of(deal, other) != side_of(deal, seat)]
        taker = GAME.auction.taker(deal)
        return taker if taker in against else next(iter(against), None)


class TarotAuction(Auction[TarotState, None]):
    """The words of Tarot."""

    names = CALL_NAMES

    def act(self, deal: TarotDeal, book: None, number: int, event: Event) -> Outcome[TarotState] | Message | None:
        """Apply the auction, call, dog, discard, and announcements (TAR-B, TAR-C, TAR-X, TAR-Q)."""
        match event:
            case Bid(call=call_) if call_ in claims.CALLS:
                return claims.act(deal, event, deal.seats, whole=True, uncounted=uncounted)
            case Bid():
                return speak(deal, event)
            case Call():
                return call(deal, number, event)
            case Dog():
                return tarot_dog.show(deal, event)
            case Discard():
                return tarot_dog.lay_away(deal, number, event)
            case Declare():
                return tarot_announce.declare(deal, number, event)
            case _:
                return super().act(deal, book, number, event)

    def speaker(self, deal: TarotDeal) -> Seat | None:
        """Return the bidder, then the caller of a card; after the discard, the leader (TAR-B1, TAR-C1, TAR-X1)."""
        if (who := speaker(deal)) is not None or (best := deal.own.best) is None:
            return who
        if call_open(deal):
            return best.seat
        return deal.leader if deal.own.laid or best.call in CLOSED_DOG else None

    def begin_play(self, deal: TarotDeal) -> TarotDeal | Message:
        """Begin the play after the auction, with five seats after the call (TAR-B1, TAR-C1)."""
        return call_open(deal) or replace(tarot_dog.forget_taker_hand(deal), phase="play")

    def calls(self, seats: int) -> Mapping[str, Message]:
        """Return the bids, lowest first, with their multipliers (TAR-B2)."""
        return {bid: Message("x {n}", n=times) for bid, times in MULTIPLIERS.items()}

    def taker(self, deal: TarotDeal) -> Seat | None:
        """Return the seat that bid highest (TAR-B2)."""
        return deal.own.best.seat if deal.own.best else None


class Tarot(Game[TarotState, None]):
    """French Tarot."""

    name = "tarot"
    title = "Tarot"
    wording = Wording("French Tarot", "Französisches Tarot", "Tarot", "Tarot francese", "フランス・タロット")
    other_names = ("French Tarot", "Tarot français", "フレンチタロット", "タロット", "タロー")
    seats = (3, 4, 5)
    deck = DECK
    options = OPTIONS
    card_size = "61x112"
    count_rule = "TAR-H1"
    slip = TarotSlip()
    sheet = TarotSheet()
    summary = TarotSummary()
    audit = TarotAudit()
    movements = TarotMovements()
    course = TarotCourse()
    sides = TarotSides()
    auction = TarotAuction()
    claims = CallClaims(whole=True)

    duty = staticmethod(duty)
    played = staticmethod(refute.by_card)

    def follow_data(self, deal: TarotDeal, seat: Seat) -> FollowData | None:
        """Return the follow rule of the open trick as data."""
        return follow_data(deal)

    def open_book(self, rules: Rules) -> None:
        """Return no book: only the totals last from deal to deal."""

    def open_deal(self, rules: Rules, number: int, event: DealStart, book: None) -> TarotDeal:
        """Open a deal (TAR-D1); the auction begins with forehand (TAR-B1)."""
        seats = tuple(range(rules.seats))
        size = (len(DECK) - DOG_SIZES[rules.seats]) // rules.seats
        forehand = (event.dealer + 1) % rules.seats
        return Deal(number, event.dealer, rules, seats, size, forehand, TarotState(), TRUMPS, phase="before")

    def strength(self, deal: TarotDeal, trick: Trick, card: Card) -> int:
        """Rank a card in a trick (TAR-W1), but for the Excuse in the last trick."""
        free = excuses(deal)
        return strength(card, suit_led(trick, free), free)

    def winner(self, deal: TarotDeal, trick: Trick) -> Seat:
        """Return the seat that wins a trick (TAR-W1)."""
        return trick.plays[0].seat if wins_last(deal, trick) else super().winner(deal, trick)

    def card_points(self, deal: TarotDeal, card: Card) -> Number:
        """Return a card's points (TAR-H1)."""
        return as_points(halves(card))

    def trick_points(self, deal: TarotDeal, trick: Trick, *, last: bool) -> Number:
        """Return the points of the cards that lie there, the Excuse too (TAR-H1)."""
        return as_points(sum(map(halves, trick.cards)))

    def layout(self, deal: TarotDeal) -> Layout:
        """Return the hands and the dog (TAR-D1)."""
        declarations, refuted = deal.own.declarations, deal.own.refuted
        standing = [one for one in declarations if one.event not in refuted]
        doubted = (one for one in declarations if one.event in refuted and one.cards)
        return with_declared(DECK, deal, standing, doubted, lambda believed: _layout(deal, believed))

    def settle(self, deal: TarotDeal, book: None, total: tuple[Number, ...]) -> Settlement[None]:
        """Score the deal (TAR-S1 to TAR-S3)."""
        ended, deal = claims.detail(deal), counted(deal, self.sides.opponent)
        points, score, detail, parts = tarot_score.score(deal)
        sums = tuple(before + now for before, now in zip(total, score, strict=True))
        return Settlement(points, score, sums, book, {**detail, **ended}, parts)


def _called(card: Card | None) -> Message:
    return Message("nobody called") if card is None else Message("{card} called", card=card)


GAME = Tarot()
