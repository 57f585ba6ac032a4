"""Euchre: two pairs, one of which makes trump and has to take three tricks of five (games.md section 16)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from controller.games.faults import holder_phrase, illegal_discard, impossible_card, refused
from controller.games.follow_rule import PASS as PASSED
from controller.games.follow_rule import SUIT_WORDINGS, follow, spoken
from controller.games.pair_game import SEATS, PairGame, PairGameCourse, PairGameSheet, pair
from controller.games.trick_game import Score, Won
from controller.record.cards import DECKS, Card
from controller.record.events import Bid, DealStart, Discard, Event, Moved, Seat
from controller.record.message import Message
from controller.rules import sheet
from controller.rules.deal import Deal, Play
from controller.rules.layout import Layout, Somewhere, UnseenPlace, hands, shown
from controller.rules.match import AnyMatch
from controller.rules.movements.course import Movement
from controller.rules.options import Option, Rules
from controller.rules.parts import Auction, Audit, DealSummary, Fault, Movements, Outcome, Slip
from controller.rules.results import BreakdownLine, DealResult, counting
from controller.rules.score.slip import SlipLine, one_scores
from controller.rules.speech import Meaning, Speech, Wording
from controller.rules.vocabulary import Vocabulary

# The state of a deal of Euchre: the card turned up, what was said, who plays alone, what was laid away.

# The cards of Euchre: the bowers, the suit each card belongs to and how strong it is (EUC-D1, EUC-F1, EUC-W1).

DECK: Final = DECKS["euchre24"]
HAND: Final = 5
KITTY: Final = 4
"""Cards that are dealt to nobody, the one turned up among them (EUC-D1, EUC-D2)."""
RANKS: Final = ("9", "10", "J", "Q", "K", "A")
"""Weakest first."""
SUITS: Final = {"clubs": "C", "spades": "S", "hearts": "H", "diamonds": "D"}
"""The words of the second round, and the letter of the suit of each (EUC-B2)."""
NAMES: Final = {letter: word for word, letter in SUITS.items()}
SAME_COLOUR: Final = {"S": "C", "C": "S", "H": "D", "D": "H"}


def left_bower(trump: str) -> Card:
    """Return the jack of the other suit of trump's colour, which belongs to trump (EUC-F1).

    >>> left_bower("H")
    'DJ'
    """
    return Card(SAME_COLOUR[trump] + "J")


def suit_in_play(card: Card, trump: str | None) -> str:
    """Return the suit that a card belongs to while this one is trump (EUC-F1).

    >>> suit_in_play(Card("DJ"), "H"), suit_in_play(Card("DJ"), "S")
    ('H', 'D')
    """
    return trump if trump is not None and card == left_bower(trump) else card.suit


def order(card: Card, trump: str | None) -> int:
    """Rank a card within its suit: right bower, left bower, ace, ... (EUC-W1).

    >>> sorted(map(Card, ("HA", "DJ", "HJ", "H9")), key=lambda card: order(card, "H"))
    ['H9', 'HA', 'DJ', 'HJ']
    """
    if card.rank == "J" and suit_in_play(card, trump) == trump:
        return len(RANKS) + (card.suit == trump)
    return RANKS.index(card.rank)


PASS: Final = "pass"  # noqa: S105 - what is said, no password
ORDER_UP: Final = "order-up"
ALONE: Final = "alone"


@dataclass(frozen=True, slots=True)
class EuchreState:
    """A deal of Euchre apart from its tricks."""

    turned: Card
    """The card turned up (EUC-D2)."""
    calls: tuple[str, ...] = ()
    """The words said by turns, from the seat after the dealer on."""
    alone: tuple[Seat, ...] = ()
    """The seats that play without a partner: the maker, a defender, or both (EUC-A1, EUC-A2)."""
    laid: tuple[Card, ...] | None = None
    """The card that the dealer laid away, as far as it was seen; None: nothing that is known of."""
    dealt: tuple[Card, ...] = ()
    """The dealer's cards before the card turned up was taken, where they were shown."""

    @property
    def is_trump_made(self) -> bool:
        """Whether trump is made."""
        return bool(self.calls) and self.calls[-1] != PASS

    @property
    def is_ordered_up(self) -> bool:
        """Whether the dealer has the card that was turned up (EUC-B1)."""
        return self.calls[-1:] == (ORDER_UP,)


EuchreDeal = Deal[EuchreState]


def speaker(deal: EuchreDeal) -> Seat | None:
    """Return the seat that speaks next (EUC-B1, EUC-B2); None: trump is made, or all have passed twice."""
    count = len(deal.own.calls)
    if deal.own.is_trump_made or count == 2 * deal.rules.seats:
        return None
    return (deal.dealer + 1 + count) % deal.rules.seats


def maker(deal: EuchreDeal) -> Seat | None:
    """Return the seat that made trump (EUC-B1, EUC-B2)."""
    return (deal.dealer + len(deal.own.calls)) % deal.rules.seats if deal.own.is_trump_made else None


def partner(seat: Seat) -> Seat:
    """Return the seat across the table.

    >>> partner(3)
    1
    """
    return (seat + 2) % 4


# Euchre by command cards: ordering up, suits, alone, the card laid away (EUC-B1, EUC-B2, EUC-A1, EUC-X1).

_LAID: Final = "laid-away"
_WORDINGS: Final[Mapping[str, Wording]] = {
    **SUIT_WORDINGS,
    _LAID: Wording("Laid away", "Abgelegt", "Écart fait", "Scartato", "捨て終わり"),
    ORDER_UP: Wording("Order it up", "Aufnehmen", "À prendre", "Da prendere", "オーダーアップ"),
    ALONE: Wording("Alone", "Allein", "Seul", "Da solo", "ローン"),
}

CALL_NAMES: Final = PASSED | spoken(
    {word: _WORDINGS[word] for word in (ORDER_UP, *SUITS, ALONE)},
    {
        ORDER_UP: ("pick it up", "order up", "I order it up", "pick up", "assist", "take it up", "ich nehme auf"),
        ALONE: ("loner", "going alone", "I go alone", "solo", "一人で"),
    },
)
"""The players' words to make trump, or to play alone."""


class EuchreWords(Vocabulary):
    """Words of the seat in turn until trump is made; then the maker's, and the dealer's."""

    bids = frozenset((PASS, ORDER_UP, *SUITS))
    words = frozenset((ALONE, _LAID))
    wordings = _WORDINGS

    def speaker(self, match: AnyMatch) -> Seat | None:
        """Return the seat that speaks next (EUC-B1, EUC-B2)."""
        deal: EuchreDeal | None = match.deal
        return speaker(deal) if deal is not None and match.running else None

    def said(self, match: AnyMatch, speech: Speech) -> Meaning:
        """Return the meaning of one word at a time; the game judges it."""
        word, *others = speech.words
        if speech.seat is None:
            return Message("lay {call} in front of the player who says it", call=speech.words[-1])
        if others:
            return Message("{call} is not said yet; take it back before you lay {call2}", call=word, call2=others[-1])
        if word != _LAID:
            return (Bid(seat=speech.seat, call=word),)
        return (Discard(seat=speech.seat, count=1, cards=speech.cards[-1:] or None),)

    def shows(self, match: AnyMatch, seat: Seat) -> bool:
        """Whether a card laid down is the dealer's open discard before the play, which is voluntary (EUC-X1)."""
        deal: EuchreDeal | None = match.deal
        if deal is None or not match.running or deal.phase != "before":
            return False
        return deal.own.is_ordered_up and deal.dealer == seat and deal.own.laid is None

    def uttered(self, event: Event) -> tuple[str, ...]:
        """Return an event's words; a card laid away has the word, after the card itself where it lies open (EUC-X1)."""
        if isinstance(event, Discard):
            return (*(event.cards or event.shown), _LAID)
        return super().uttered(event)


VOCABULARY = EuchreWords()


# The places where the cards of a Euchre deal can lie, as far as everybody knows (EUC-D2, EUC-X2).


def layout(deal: EuchreDeal) -> Layout:
    """Return the places of all cards: hands, idle partners' hands too, the kitty, and the card laid away."""
    places = (*hands(deal), *_aside(deal))
    where_known, gone = shown(deal, places), {play.card for play in deal.seen()}
    for card, where in _lying(deal, places):
        if card not in gone:
            where_known[card] = where_known.get(card, where) & where
    return Layout(places, where_known)


def _lying(deal: EuchreDeal, places: Sequence[UnseenPlace]) -> Iterator[tuple[Card, Somewhere]]:
    """Yield the card turned up, the dealer's dealt cards and those laid away, each with its possible places.

    The last place is the kitty, or the place of the card laid away.
    """
    state, last = deal.own, frozenset({len(places) - 1})
    if not state.is_ordered_up:
        yield state.turned, last
        return
    dealer_or_last = last | {number for number, place in enumerate(places) if place.seat == deal.dealer}
    yield from ((card, dealer_or_last) for card in (state.turned, *state.dealt))
    yield from ((card, last) for card in state.laid or ())


def _aside(deal: EuchreDeal) -> Iterator[UnseenPlace]:
    """Yield the places of cards that nobody plays; the kitty has the card turned up until it is taken."""
    names, is_taken = deal.rules.names, deal.own.is_ordered_up
    for seat in range(deal.rules.seats):
        if seat not in deal.seats:
            yield UnseenPlace(Message("{name}'s hand", name=names[seat]), deal.size, seat)
    yield UnseenPlace(Message("the kitty"), KITTY - is_taken)
    if is_taken:
        yield UnseenPlace(Message("the card laid away"), 1)


def may_be_laid(deal: EuchreDeal, card: Card) -> bool:
    """Whether the dealer can have laid this card away."""
    state = deal.own
    if card not in DECK or (len(state.dealt) == deal.size and card not in (*state.dealt, state.turned)):
        return False
    if not state.is_ordered_up:
        return True
    places = layout(replace(deal, own=replace(state, laid=None)))
    return card not in places.known or len(places.places) - 1 in places.known[card]


def impossible(deal: EuchreDeal, play: Play) -> Fault | None:
    """Return the fault of a card this seat cannot hold: out of play, or the dealer's by turn-up or a hand shown."""
    state, card = deal.own, play.card
    out = card in (state.laid or ()) or (card == state.turned and not state.is_ordered_up)
    dealers = state.is_ordered_up and card in (state.turned, *state.dealt)
    if not out and (not dealers or play.seat == deal.dealer):
        return None
    return impossible_card(deal, play, holder_phrase(deal, None if out else deal.dealer))


# Euchre before the play: making trump, playing alone, what the dealer lays away (EUC-B, EUC-A, EUC-X).


def speak(deal: EuchreDeal, event: Bid) -> Outcome[EuchreState]:
    """Apply a pass, an order or the name of a suit; a deal that all have passed twice is void (EUC-B3)."""
    if broken := _cannot_say(deal, event):
        rule, why = broken
        return refused(deal, event, rule, why)
    state = replace(deal.own, calls=(*deal.own.calls, event.call))
    after = replace(deal, own=state)
    if event.call == ORDER_UP:
        return Outcome(_forget_dealer_hand(replace(after, trump=state.turned.suit)))
    if event.call != PASS:
        return Outcome(replace(after, trump=SUITS[event.call]))
    return Outcome(after, void="passed" if speaker(after) is None else None)


def _cannot_say(deal: EuchreDeal, event: Bid) -> tuple[str, Message] | None:
    """Return the rule by which this seat cannot say so now, and the reason."""
    state, who, seats = deal.own, speaker(deal), deal.rules.seats
    if who is None:
        return "EUC-B1", Message("trump had been made")
    if event.seat != who:
        return "EUC-B1", Message("it was for {name} to speak", name=deal.rules.names[who])
    first = len(state.calls) < seats
    if event.call == PASS:
        stuck = bool(deal.rules["stick_dealer"]) and len(state.calls) == 2 * seats - 1
        return ("EUC-B3", Message("the dealer must name a suit")) if stuck else None
    if event.call == ORDER_UP:
        return None if first else ("EUC-B2", Message("{card} had been turned down", card=state.turned))
    if first:
        return "EUC-B1", Message("a suit is named once all have passed")
    if SUITS[event.call] == state.turned.suit:
        return "EUC-B2", Message("{card} had been turned down", card=state.turned)
    return None


def _forget_dealer_hand(deal: EuchreDeal) -> EuchreDeal:
    """Give the dealer another hand than the one dealt, which nobody knows (EUC-X2)."""
    if not deal.hands or deal.dealer not in deal.hands:
        return deal
    others = {seat: hand for seat, hand in deal.hands.items() if seat != deal.dealer}
    return replace(deal, hands=others, own=replace(deal.own, dealt=deal.hands[deal.dealer]))


def play_alone(deal: EuchreDeal, event: Bid) -> Outcome[EuchreState] | Message:
    """Apply a seat's word that it plays alone, without its partner (EUC-A1, EUC-A2)."""
    state, who = deal.own, maker(deal)
    if who is None or deal.phase != "before":
        return Message("{call} is said once trump is made, and before the first card", call=ALONE)
    if event.seat in state.alone:
        return Message("it had been said")
    if event.seat != who and not deal.rules["defend_alone"]:
        return refused(deal, event, "EUC-A1", Message("only the maker plays alone"))
    if event.seat == partner(who) or (event.seat != who and partner(event.seat) in state.alone):
        return refused(deal, event, "EUC-A2", Message("one of each pair can"))
    out = partner(event.seat)
    seats = tuple(seat for seat in deal.seats if seat != out)
    leader = next(seat for seat in _around(deal) if seat in seats)
    return Outcome(replace(deal, seats=seats, leader=leader, own=replace(state, alone=(*state.alone, event.seat))))


def _around(deal: EuchreDeal) -> tuple[Seat, ...]:
    return tuple((deal.dealer + step) % deal.rules.seats for step in range(1, deal.rules.seats + 1))


def lay_away(deal: EuchreDeal, event: Discard) -> Outcome[EuchreState] | Message:
    """Apply the dealer's taking of the card turned up and laying away of one (EUC-X1)."""
    state, laid = deal.own, event.cards or event.shown
    if deal.phase != "before":
        return Message("cards are laid away before the first card")
    if not all(may_be_laid(deal, card) for card in laid):
        return Message("cards were laid away that cannot lie there")
    if not state.is_ordered_up:
        why = Message("the card turned up was not taken")
    elif event.seat != deal.dealer:
        why = Message("only the dealer can")
    elif state.laid is not None:
        why = Message("that had been done")
    elif event.count != 1 or len(laid) > 1:
        why = Message("{n} must be", n=1)
    else:
        return Outcome(replace(deal, own=replace(state, laid=laid)))
    return Outcome(deal, (illegal_discard(deal, event, "EUC-X1", why),))


# The card turned up and the one laid away for it, as movements of cards (EUC-B1, EUC-X1).

DISCARD: Final = "discard"
"""The movement of the card that is laid away, and its place."""


def offered(deal: EuchreDeal) -> Iterator[Movement]:
    """Yield the discard of the dealer who has the card turned up."""
    if deal.own.is_ordered_up and deal.own.laid is None and not any(deal.plays()):
        yield Movement(DISCARD, deal.dealer, DISCARD, 1)


# The house rules of Euchre, each with the values that players know it by.

OPTIONS: Final = (
    Option(
        "stick_dealer",
        (False, True),
        "EUC-B3",
        Message("What the dealer does when all others have passed twice."),
        profiles={"open-spiel": True},
        says=(
            Message("When all have passed twice the next player deals."),
            Message("When all others have passed twice the dealer must name a suit."),
        ),
    ),
    Option(
        "defend_alone",
        (False, True),
        "EUC-A2",
        Message("Whether one of the other pair can play alone against the makers."),
        says=(
            Message("Only the maker can play alone."),
            Message("One of the other pair can play alone, too, and gets 4 for a euchre."),
        ),
    ),
    Option(
        "goal",
        (10, 5, 7, 11, 0),
        "EUC-G1",
        Message("Points that win the match; 0: until the players stop."),
        free=True,
    ),
)


# The score of a deal of Euchre (EUC-S1, EUC-S2).

NEEDED: Final = 3
"""Tricks that the makers have to take (EUC-S1)."""
POINT: Final = 1
MARCH: Final = 2
EUCHRED: Final = 2
LONE: Final = 4
"""Points for all tricks alone, and for a euchre by a lone defender (EUC-S1, EUC-A2)."""


@dataclass(frozen=True, slots=True)
class EuchreScore:
    """The points that a deal scores, and the pair that gets them."""

    maker: Seat
    rule: str
    side: int
    """The pair that scores."""
    points: int
    why: Message

    @property
    def won(self) -> bool:
        """Whether the makers have made it."""
        return self.side == pair(self.maker)


def count(deal: EuchreDeal, tricks: tuple[int, ...]) -> EuchreScore:
    """Return the score of a finished deal, by the tricks of each seat."""
    who, alone = maker(deal), deal.own.alone
    if who is None:
        raise ValueError("trump was not made")
    mine = pair(who)
    won = sum(tricks[seat] for seat in SEATS[mine])
    if won < NEEDED:
        lone = any(pair(seat) != mine for seat in alone)
        why = Message("euchred by a lone player") if lone else Message("euchred")
        return EuchreScore(who, "EUC-S2", 1 - mine, LONE if lone else EUCHRED, why)
    if won < deal.size:
        return EuchreScore(who, "EUC-S1", mine, POINT, Message("trump made good"))
    if who in alone:
        return EuchreScore(who, "EUC-S1", mine, LONE, Message("march alone"))
    return EuchreScore(who, "EUC-S1", mine, MARCH, Message("march"))


_BIDS: Final = (PASS, ORDER_UP, *SUITS)


class EuchreSlip(Slip):
    """The lines of Euchre that can stand on a slip."""

    def fault(self, rules: Rules, line: SlipLine) -> Message | None:
        """Check that one pair alone scores, a point to four (EUC-S1, EUC-S2)."""
        return one_scores(line, POINT, LONE)


class EuchreSheet(PairGameSheet[None]):
    """The score sheet of Euchre."""

    def head(self, rules: Rules, deal: DealResult) -> str:
        """Return the deal, the maker of trump, and the trump."""
        return sheet.taken_head(rules.names, deal, NAMES.get(deal.detail.get("trump", "")))


class EuchreSummary(DealSummary[EuchreState]):
    """Public facts of a deal of Euchre apart from its cards."""

    def facts(self, deal: EuchreDeal) -> Message:
        """Return the card turned up; later the maker, trump, and the seats that play alone."""
        state, who, names = deal.own, maker(deal), deal.rules.names
        if who is None or deal.trump is None:
            return Message("{card} turned up", card=state.turned)
        maker_text = Message("{name} {call}", name=names[who], call=NAMES[deal.trump])
        return Message.join(", ", [maker_text, *(Message("{name} alone", name=names[seat]) for seat in state.alone)])


class EuchreAudit(Audit[EuchreState]):
    """The faults that only Euchre can find."""

    elsewhere = staticmethod(impossible)


class EuchreMovements(Movements[EuchreState]):
    """The cards that are moved outside the play of Euchre."""

    def offered(self, deal: EuchreDeal) -> Sequence[Movement]:
        """Return the card turned up and the one laid away for it (EUC-X1)."""
        return tuple(offered(deal))

    def read(self, deal: EuchreDeal, event: Event) -> tuple[Moved, ...]:
        """Return the card turned up and the one laid away for it (EUC-X1)."""
        match event:
            case Bid(call=call) if call == ORDER_UP:
                return (Moved(what="take", from_="kitty", to=deal.dealer, count=1, cards=(deal.own.turned,)),)
            case Discard():
                cards = event.cards or event.shown or None
                return (Moved(what=DISCARD, from_=event.seat, to=DISCARD, count=event.count, cards=cards),)
            case _:
                return ()

    def event(self, deal: EuchreDeal, move: Moved) -> Event:
        """Return the event of a movement (EUC-X1)."""
        return Discard(seat=move.seat or 0, count=move.count, cards=move.cards)


class EuchreCourse(PairGameCourse[EuchreState, None]):
    """The course of a match of Euchre."""

    void_passes_on = True  # EUC-B3

    def cannot_deal(self, rules: Rules, event: DealStart) -> Message | None:
        """Check that the card turned up is of the kitty (EUC-D2)."""
        if event.turned is None or event.turned not in DECK:
            return Message("a deal of Euchre needs the card turned up")
        if any(event.turned in hand for hand in (event.hands or {}).values()):
            return Message("{card}, turned up, is shown in a hand", card=event.turned)
        return None


class EuchreAuction(Auction[EuchreState, None]):
    """The words of Euchre."""

    names = CALL_NAMES

    taker = staticmethod(maker)

    def act(self, deal: EuchreDeal, book: None, number: int, event: Event) -> Outcome[EuchreState] | Message | None:
        """Apply the making of trump, playing alone, and the dealer's discard (EUC-B, EUC-A, EUC-X)."""
        if isinstance(event, Discard):
            return lay_away(deal, event)
        if isinstance(event, Bid) and event.call == ALONE:
            return play_alone(deal, event)
        if isinstance(event, Bid) and event.call in _BIDS:
            return speak(deal, event)
        return super().act(deal, book, number, event)

    def begin_play(self, deal: EuchreDeal) -> EuchreDeal | Message:
        """Begin the play with the first card, once trump is made."""
        return replace(deal, phase="play") if deal.own.is_trump_made else Message("trump has not been made")

    def speaker(self, deal: EuchreDeal) -> Seat | None:
        """Return the seat that speaks; once trump is made, the leader."""
        return deal.leader if deal.own.is_trump_made else speaker(deal)

    def calls(self, seats: int) -> Mapping[str, Message]:
        """List the calls with their worth (EUC-B1, EUC-A1, EUC-S1)."""
        return {
            ORDER_UP: Message("the suit turned up is trump"),
            ALONE: Message("{n} for all tricks", n=LONE),
        }


class Euchre(PairGame[EuchreState, None]):
    """Make trump and take three tricks; the jacks of trump's colour are the highest trumps (EUC-W1)."""

    name = "euchre"
    title = "Euchre"
    clockwise = True
    wording = Wording("Euchre", "Euchre", "Euchre", "Euchre", "ユーカー")
    other_names = ("North American Euchre",)
    deck, ranks = DECK, RANKS
    numbered = False
    options = OPTIONS
    first_phase = "before"
    follow_rule = (follow("EUC-F1"),)
    slip = EuchreSlip()
    sheet = EuchreSheet()
    summary = EuchreSummary()
    audit = EuchreAudit()
    movements = EuchreMovements()
    course = EuchreCourse()
    auction = EuchreAuction()
    suit_in_play = staticmethod(suit_in_play)
    order = staticmethod(order)
    layout = staticmethod(layout)

    def opening(self, rules: Rules, event: DealStart, book: None) -> EuchreState:
        """Return the state before any word."""
        assert event.turned is not None  # noqa: S101 - cannot_deal lets no other event through
        return EuchreState(event.turned)

    def open_deal(self, rules: Rules, number: int, event: DealStart, book: None) -> EuchreDeal:
        """Open a deal of five cards each; the seat after the dealer speaks and leads first (EUC-D1, EUC-B1, EUC-P1)."""
        return replace(super().open_deal(rules, number, event, book), size=HAND)

    def score(self, deal: EuchreDeal, won: Won, book: None) -> Score[None]:
        """Score the deal (EUC-S1, EUC-S2)."""
        result = count(deal, won.tricks)
        written = self.of_seats(tuple(result.points if side == result.side else 0 for side in (0, 1)))
        detail = {"taker": result.maker, "trump": deal.trump, "alone": [*deal.own.alone], "won": result.won}
        return Score(result.rule, written, book, counting(BreakdownLine(result.why, written)), detail=detail)


GAME = Euchre()
