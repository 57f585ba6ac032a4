"""Skat: one declarer against two, by the highest bid (games.md section 12)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from controller.games import claims
from controller.games.claims import CallClaims
from controller.games.follow_rule import FollowRule, follow
from controller.games.skat import ramsch
from controller.games.skat.auction import GAMES, NUMBERS, announce, auction, lay_away, speak
from controller.games.skat.kontra import BIDDERS, SPEAKERS, double
from controller.games.skat.score import AGAINST, WON, score
from controller.games.skat.state import (
    ANNOUNCED,
    DECK,
    HAND,
    HAND_SIZE,
    KONTRA,
    NULL,
    PASS,
    PLAYERS,
    POINTS,
    RAMSCH,
    RE,
    SKAT,
    SUIT_GAMES,
    YES,
    SkatDeal,
    SkatState,
    strength,
    suit_of,
    trumps,
)
from controller.games.skat.value import BASES, NULLS
from controller.games.skat.words import CALL_NAMES
from controller.record.cards import TRUMPS, Card
from controller.record.events import Bid, DealStart, Discard, Event, Moved, Seat
from controller.record.message import Message
from controller.record.naming import NONE, number_of
from controller.rules import sheet
from controller.rules.deal import Deal, Play, Trick
from controller.rules.duty import FREE, Duty, FollowData, avoid
from controller.rules.game import Game, Settlement
from controller.rules.layout import Layout, UnseenPlace, hands, shown
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
from controller.rules.score.slip import SlipLine
from controller.rules.speech import Wording, contract_words

# Claims of Skat: the rest goes to one side, where it can be counted without being played (SKA-E1, SKA-E2).


def uncounted(deal: SkatDeal, event: Bid) -> Message | None:
    """Explain why the deal could not be counted after this claim, or None (SKA-E2)."""
    if deal.phase != "play":
        return Message("nothing can be claimed before the game is named")
    if deal.own.game == RAMSCH:
        return Message("in Ramsch every trick is played")
    if deal.own.game == NULL:
        return None
    to_declarer = (event.seat == auction(deal).declarer) == (event.call == claims.CLAIM)
    if not to_declarer and len(deal.own.laid or ()) < SKAT:
        return Message("the skat counts for the declarer, and nobody has seen it; only the declarer can claim the rest")
    return None if _matadors_seen(deal) else Message("who had the highest trumps has not been seen yet; play on")


def _matadors_seen(deal: SkatDeal) -> bool:
    """Whether the row of highest trumps and its end were played, or lie in the skat that was shown."""
    declarer, first = auction(deal).declarer, None
    is_declarers = {play.card: play.seat == declarer for play in deal.plays()} | dict.fromkeys(
        deal.own.laid or (), True
    )
    for card in trumps(deal.own.game or ""):
        if card not in is_declarers:
            return False
        first = is_declarers[card] if first is None else first
        if is_declarers[card] != first:
            return True
    return True


def counted(deal: SkatDeal, other_side: claims.OtherSide) -> SkatDeal:
    """Return the deal with its last tricks as they were claimed; the skat goes with the declarer's."""
    laid = deal.own.laid or ()
    rest = [card for card in claims.unplayed(DECK, deal) if card not in laid]
    return claims.counted(deal, other_side, rest)


# The skat as movements of cards: it is taken up, and two cards are laid away for it (SKA-X1).

DISCARD: Final = "discard"
PLACE: Final = "skat"
"""The place of the two cards before and after the exchange."""


def offered(deal: SkatDeal) -> Iterator[Movement]:
    """Yield the discard of the declarer's two cards, which implies taking the skat."""
    state, declarer = deal.own, auction(deal).declarer
    if declarer is not None and state.game is None and state.laid is None and HAND not in state.announced:
        yield Movement(DISCARD, declarer, PLACE, SKAT)


# The house rules of Skat (games.md section 12).

OPTIONS: Final = (
    Option(
        "score",
        ("plain", "seeger-fabian"),
        "SKA-S2",
        Message("What is written beside the value of the game."),
        profiles={"isko": "seeger-fabian"},
        says=(
            Message("The declarer's sheet has the value of the game, and twice as much off if it is lost."),
            Message("A game won counts 50 more, one lost 50 less and 40 for each other player, 30 at a table of four."),
        ),
    ),
    Option(
        "kontra",
        SPEAKERS,
        "SKA-K1",
        Message("Who may double the game of the declarer, who may double it again."),
        profiles={"pub": BIDDERS},
        says=(
            Message("Nobody says Kontra or Re."),
            Message("Either opponent may say Kontra, and the declarer Re."),
            Message("An opponent who has said or held a number may say Kontra, and the declarer Re."),
        ),
    ),
    Option(
        "ramsch",
        (False, True),
        "SKA-R1",
        Message("What is played where all have passed."),
        profiles={"pub": True},
        says=(
            Message("Where all have passed, the next player deals."),
            Message("Where all have passed, Ramsch is played: who takes most points loses them."),
        ),
    ),
)


# Where the cards of a Skat deal can lie, as far as everybody knows (SKA-D1, SKA-X2).


# The scores that a deal of Skat can have, for slips that are entered by hand.

_LEAST: Final = 18
"""The value of the smallest game (SKA-S1); lost, it counts twice."""


def slip_fault(line: SlipLine, *, share: int, with_extra: bool) -> Message | None:
    """Explain why no deal can stand so on a slip; sums of several deals are not judged.

    Args:
        line: the slip's line.
        share: the points of each of the others for a lost game, if any (SKA-S2, SKA-S3).
        with_extra: whether won and lost games count more than their value (SKA-S2).

    >>> slip_fault(SlipLine(points=(-98, 40, 40)), share=40, with_extra=True) is None
    True
    >>> slip_fault(SlipLine(points=(24, 24, 0)), share=40, with_extra=False)
    'one wins or loses the game, and the others have nothing or, by Seeger and Fabian, 40 where it is lost'
    """
    extra, against = (WON, share) if with_extra else (0, 0)
    if line.deals > 1 or not any(line.points):
        return None
    for at, points in enumerate(line.points):
        others = {*line.points[:at], *line.points[at + 1 :]}
        if (points >= _LEAST + extra and others == {0}) or (points <= -2 * _LEAST - extra and others == {against}):
            return None
    return Message(
        "one wins or loses the game, and the others have nothing or, by Seeger and Fabian, {n} where it is lost",
        n=share,
    )


class SkatSlip(Slip):
    """The lines of Skat that can stand on a slip."""

    def fault(self, rules: Rules, line: SlipLine) -> Message | None:
        """Check that a game of 18 at least is won or lost, with the others' due points (SKA-S1, SKA-S2).

        In a Ramsch the seat with most points has lost them (SKA-R3, SKA-R4).
        """
        if rules["ramsch"] and line.deals == 1 and ramsch.can_score(line.points):
            return None
        return slip_fault(line, share=AGAINST[rules.seats], with_extra=rules["score"] == "seeger-fabian")


class SkatSheet(ScoreSheet[None]):
    """The score sheet of Skat."""

    def head(self, rules: Rules, deal: DealResult) -> str:
        """Return the deal, its declarer and the game, and whether it was doubled."""
        head = sheet.taken_head(rules.names, deal, deal.detail.get("contract"))
        if deal.detail.get("contract") == RAMSCH:
            return Message.join(" ", (head, Message("Ramsch")))
        words = [Message.of("{call}", {"call": call}) for call in deal.detail.get("said", ())]
        return Message.join(", ", (head, *words)) if words else head


class SkatSummary(DealSummary[SkatState]):
    """Public facts of a deal of Skat apart from its cards."""

    def facts(self, deal: SkatDeal) -> Message:
        """Return the highest number; later the declarer and the game, and the seats that have doubled it."""
        now, state, names = auction(deal), deal.own, deal.rules.names
        if state.game == RAMSCH:
            return Message("Ramsch")
        if now.declarer is not None and state.game is not None:
            facts = [contract_words(state.game, deal.trump, names[now.declarer])]
            if state.kontra:
                facts.append(contract_words(KONTRA, None, names[state.kontra.seat]))
            if state.kontra and state.kontra.is_answered:
                facts.append(contract_words(RE, None, names[now.declarer]))
            return Message.join(", ", (*facts, *filter(None, (claims.describe(deal),))))
        return Message("bid {n}", n=now.bid) if now.bid else NO_WORDS

    def remark(self, deal: SkatDeal, seats: tuple[Seat, ...]) -> Message | None:
        """Return a remark that the dealer of four sits out (SKA-D2)."""
        return None if {*seats} & {*deal.seats} else Message("sits out")


class SkatAudit(Audit[SkatState]):
    """The faults that only Skat can find."""

    def elsewhere(self, deal: SkatDeal, play: Play) -> Fault | None:
        """Return the fault of a card that was laid away in sight, or shown by another seat (SKA-X2)."""
        state, card, seat, names = deal.own, play.card, play.seat, deal.rules.names
        declarer = auction(deal).declarer
        other = seat if declarer is None else declarer
        dealt = next((one for one, hand in (deal.hands or {}).items() if card in hand), seat)
        if card in (state.laid or ()):
            text = Message(
                "{name} played {card}, which {other} had laid away.", name=names[seat], card=card, other=names[other]
            )
        elif card in state.dealt and seat != other:
            text = Message(
                "{name} played {card}, which {other} was dealt.", name=names[seat], card=card, other=names[other]
            )
        elif dealt != seat:
            text = Message(
                "{name} played {card}, which {other} was dealt.", name=names[seat], card=card, other=names[dealt]
            )
        else:
            return None
        return Fault("impossible-card", seat, "CARD", text, card)


class SkatMovements(Movements[SkatState]):
    """The cards that are moved outside the play of Skat."""

    def offered(self, deal: SkatDeal) -> Sequence[Movement]:
        """List the discard that goes with taking the skat (SKA-X1)."""
        return tuple(offered(deal))

    def read(self, deal: SkatDeal, event: Event) -> tuple[Moved, ...]:
        """Return the taking of the skat and the cards laid away for it (SKA-X1)."""
        if not isinstance(event, Discard):
            return ()
        cards = event.cards or event.shown or None
        return (
            Moved(what="take", from_=PLACE, to=event.seat, count=SKAT),
            Moved(what=DISCARD, from_=event.seat, to=PLACE, count=event.count, cards=cards),
        )

    def event(self, deal: SkatDeal, move: Moved) -> Event:
        """Return the event of a movement (SKA-X1)."""
        return Discard(seat=move.seat or 0, count=move.count, cards=move.cards)


class SkatCourse(MatchRules[SkatState, None]):
    """The course of a match of Skat."""

    void_passes_on = True  # SKA-B3

    def cannot_deal(self, rules: Rules, event: DealStart) -> Message | None:
        """Check that the dealer at a table of four has no cards (SKA-D2)."""
        if event.hands and event.dealer in event.hands and rules.seats > PLAYERS:
            return Message("{name} deals and has no cards", name=rules.names[event.dealer])
        return super().cannot_deal(rules, event)


class SkatSides(GameSides[SkatState]):
    """The sides of Skat."""

    def opponent(self, deal: SkatDeal, seat: Seat) -> Seat | None:
        """Return the declarer for an opponent, an opponent for the declarer."""
        declarer = auction(deal).declarer
        if declarer is None:
            return None
        if seat != declarer:
            return declarer
        others = (one for one in deal.seats if one != seat)
        return min(others, key=lambda one: (one - seat) % deal.rules.seats)


class SkatAuction(Auction[SkatState, None]):
    """The words of Skat."""

    names = CALL_NAMES
    number_calls = NUMBERS
    at_any_time = frozenset((KONTRA, RE))

    def act(self, deal: SkatDeal, book: None, number: int, event: Event) -> Outcome[SkatState] | Message | None:
        """Apply the auction, announcements, the game and the discard (SKA-B, SKA-C, SKA-X), Kontra and Re (SKA-K)."""
        if isinstance(event, Discard):
            return lay_away(deal, event)
        if isinstance(event, Bid) and event.call in claims.CALLS:
            if event.seat not in deal.seats:
                return Message("{name} deals and has no cards", name=deal.rules.names[event.seat])
            return claims.act(deal, event, deal.seats, whole=True, uncounted=uncounted)
        if isinstance(event, Bid) and event.call in (*GAMES, *ANNOUNCED):
            return announce(deal, event)
        if isinstance(event, Bid) and event.call in (KONTRA, RE):
            return double(deal, event)
        if isinstance(event, Bid) and (event.call in (PASS, YES) or number_of(event.call) is not None):
            return speak(deal, event)
        return super().act(deal, book, number, event)

    def begin_play(self, deal: SkatDeal) -> SkatDeal | Message:
        """Begin the play once the game is named."""
        if deal.own.game is None:
            return Message("no game has been named")
        return replace(deal, phase="play")

    def speaker(self, deal: SkatDeal) -> Seat | None:
        """Return the seat that speaks in the auction, then the declarer; once the game is named, the leader."""
        now = auction(deal)
        if now.turn is not None:
            return now.turn
        return now.declarer if deal.own.game is None else deal.leader

    def taker(self, deal: SkatDeal) -> Seat | None:
        """Return the declarer (SKA-B3)."""
        return auction(deal).declarer

    def numbers(self, deal: SkatDeal, seat: Seat) -> range:
        """Return the numbers above the last one, while a number is awaited (SKA-B2)."""
        now = auction(deal)
        waits = deal.phase == "before" and now.turn is not None and not now.is_answering
        return range(max(NUMBERS[0], now.bid + 1), NUMBERS[-1] + 1) if waits else NONE

    def calls(self, seats: int) -> Mapping[str, Message]:
        """Return the games with their base values (SKA-V2, SKA-V4)."""
        bases = {**BASES, "null": NULLS[False, False]}
        texts = {game: Message("x {n}", n=bases[game]) for game in (*SUIT_GAMES, "grand", "null")}
        times = {KONTRA: Message("the game counts twice"), RE: Message("the game counts four times")}
        return {**texts, **times, **claims.TOLD}


class Skat(Game[SkatState, None]):
    """German Skat."""

    name = "skat"
    title = "Skat"
    wording = Wording("Skat", "Skat", "Skat", "Skat", "スカート")
    seats = (PLAYERS, PLAYERS + 1)
    clockwise = True
    deck = DECK
    options = OPTIONS
    count_rule = "SKA-H1"
    early_rules = frozenset(("SKA-K2",))
    slip = SkatSlip()
    sheet = SkatSheet()
    summary = SkatSummary()
    audit = SkatAudit()
    movements = SkatMovements()
    course = SkatCourse()
    sides = SkatSides()
    auction = SkatAuction()
    claims = CallClaims(whole=True)

    @property
    def usual_seats(self) -> int:
        """Three seats: a record without a number dates from before there was a fourth at the table (SKA-D2)."""
        return PLAYERS

    def open_book(self, rules: Rules) -> None:
        """Return no book: only the totals last from deal to deal."""

    def open_deal(self, rules: Rules, number: int, event: DealStart, book: None) -> SkatDeal:
        """Open a deal: ten cards each, two in the skat; forehand leads; a fourth sits out (SKA-D1, SKA-D2, SKA-P1)."""
        forehand = (event.dealer + 1) % rules.seats
        seats = tuple(seat for seat in range(rules.seats) if rules.seats == PLAYERS or seat != event.dealer)
        size = HAND_SIZE
        return Deal(number, event.dealer, rules, seats, size, forehand, SkatState(), phase="before")

    def layout(self, deal: SkatDeal) -> Layout:
        """Return the hands and the skat (SKA-D1, SKA-X2)."""
        places = (*hands(deal), UnseenPlace(Message("the skat"), SKAT))
        aside, where_known = len(deal.seats), shown(deal, places)
        gone = {play.card for play in deal.seen()}
        declarer = auction(deal).declarer

        def lie(cards: Iterable[Card], where: Iterable[int]) -> None:
            for card in cards:
                if card not in gone:
                    where_known[card] = where_known.get(card, frozenset(range(len(places)))) & frozenset(where)

        if declarer is not None:
            lie(deal.own.dealt, (deal.seats.index(declarer), aside))
        lie(deal.own.laid or (), (aside,))
        return Layout(places, where_known)

    def duty(self, deal: SkatDeal, card: Card) -> Duty:
        """Return the duty of the seat that plays a card (SKA-F1)."""
        led, game = deal.led, deal.own.game
        if led is None or suit_of(card, game) == (suit := suit_of(led, game)):
            return FREE
        return avoid([one for one in self.deck if suit_of(one, game) == suit], "SKA-F1")

    def follow_data(self, deal: SkatDeal, seat: Seat) -> FollowData | None:
        """Return the follow rule as data (SKA-F1)."""
        game = deal.own.game
        data = FollowRule(DECK, suit_of, lambda card, _: strength(card, card, game), follow("SKA-F1")).as_data(game)
        return data and replace(data, trump=TRUMPS if trumps(game or "") else None)

    def suit_of(self, deal: SkatDeal, card: Card) -> str:
        """Return the suit of a card; the trumps are one suit, jacks among them (SKA-F1)."""
        return suit_of(card, deal.own.game)

    def strength(self, deal: SkatDeal, trick: Trick, card: Card) -> int:
        """Rank a card in a trick (SKA-W1)."""
        return strength(card, trick.cards[0], deal.own.game)

    def card_points(self, deal: SkatDeal, card: Card) -> Number:
        """Return a card's points (SKA-H1)."""
        return POINTS.get(card.rank, 0)

    def settle(self, deal: SkatDeal, book: None, total: tuple[Number, ...]) -> Settlement[None]:
        """Score the deal (SKA-S1, SKA-S2, SKA-R3)."""
        ended, played = claims.detail(deal), counted(deal, self.sides.opponent)
        points, scores, detail, parts = ramsch.score(played) if deal.own.game == RAMSCH else score(played)
        sums = tuple(before + now for before, now in zip(total, scores, strict=True))
        return Settlement(points, scores, sums, book, {**detail, **ended}, parts)


GAME = Skat()
