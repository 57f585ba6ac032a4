"""Condor Whist: two seats; an auction in the open for the cards of the play (games.md section 4)."""

from collections.abc import Iterator
from typing import Final

from controller.games.condor import auction
from controller.games.condor.auction import ROUNDS, CondorAuction, CondorDeal
from controller.games.condor.suits import BIDDING, DECK, rank, real, suit, suit_cards
from controller.games.faults import impossible_card
from controller.record.cards import Card
from controller.record.events import Choose, DealStart, Duel, Event, Moved, Seat, Upcard
from controller.record.message import Message
from controller.rules.deal import Deal, Play, Trick
from controller.rules.duty import FREE, Duty, FollowData, avoid
from controller.rules.game import Game, Settlement
from controller.rules.layout import Layout, UnseenPlace, hands, shown
from controller.rules.options import Option, Rules
from controller.rules.parts import Auction, Audit, DealSummary, Fault, MatchRules, Movements, Outcome, ScoreSheet, Slip
from controller.rules.results import Breakdown, BreakdownLine, Number, counting
from controller.rules.score.slip import SlipLine, one_scores
from controller.rules.speech import everywhere

# The cards of Condor's auction as movements: one is turned up, then both of the round are taken (CON-A1 to CON-A4).

STOCK: Final = "stock"


# Where the cards of Condor Whist can lie during the play: hands and piles (CON-A5, CON-P1, CON-P2, CON-K1).

HAND = 7
"""Cards of the first hand: those of the last seven rounds (CON-P1)."""

USED = frozenset(card for card in DECK if card.suit in BIDDING)
"""The bidding cards, used up in the auction."""


def drawn_by(trick: int) -> range:
    """Return the rounds whose cards are drawn when a trick, from 1, is played: 13 to 7, then one a trick (CON-P2).

    >>> list(drawn_by(1)), list(drawn_by(2))[0], list(drawn_by(9))[0]
    ([7, 8, 9, 10, 11, 12, 13], 6, 1)
    """
    return range(max(ROUNDS - HAND + 2 - trick, 1), ROUNDS + 1)


def misplaced(deal: CondorDeal, play: Play) -> Message | None:
    """Explain why a seat can never have drawn this card; None if it can (CON-K1)."""
    auction, card = deal.own, play.card
    if card == auction.indicator:
        return Message("is laid aside to show trump")
    number = _turned_up(deal).get(card)
    taker = None if number is None else auction.rounds[number - 1].taker
    if number is None or taker is None or taker == play.seat:
        return None
    return Message("{name} took in round {n}", name=deal.rules.names[taker], n=number)


def undrawn(deal: CondorDeal, play: Play) -> Message | None:
    """Explain why a seat cannot have drawn this card yet after so many tricks; None if it can (CON-K1)."""
    auction, card, drawn = deal.own, play.card, drawn_by(deal.number_of_trick)
    up = _turned_up(deal)
    if card in up:
        in_pile = Message("is in the pile still, taken in round {n}", n=up[card])
        return None if up[card] in drawn else in_pile
    unseen = sum(auction.rounds[number - 1].taker != play.seat for number in drawn)
    mine = {one.card for one in (*deal.plays(), *deal.exposed) if one.seat == play.seat}
    others = mine - up.keys() - {card, auction.indicator}
    if len(others) < unseen:
        return None
    return Message.counted(
        "cannot be drawn yet: {n} card was drawn that nobody had seen",
        "cannot be drawn yet: {n} cards were drawn that nobody had seen",
        unseen,
        n=unseen,
    )


def _turned_up(deal: CondorDeal) -> dict[Card, int]:
    """Return the up-cards that were taken, and their rounds."""
    return {deal.own.upcard_in_pile(number): number for number in range(1, ROUNDS + 1)}


TRICKS = 13
MAJORITY = 7
"""Tricks that win a deal (CON-S1)."""

FREE_TRICKS = 6
"""Tricks to which any card may be played, while the piles last (CON-F1)."""


class CondorSheet(ScoreSheet[None]):
    """The score sheet of Condor, with strokes and circles."""

    counts_in_strokes = True


class CondorSlip(Slip):
    """The lines of Condor Whist that can stand on a slip."""

    def fault(self, rules: Rules, line: SlipLine) -> Message | None:
        """Check that the winner of the deal has seven tricks of thirteen (CON-S1)."""
        return one_scores(line, 1, 1)


class CondorSummary(DealSummary[CondorAuction]):
    """Public facts of a deal of Condor Whist apart from its cards."""

    def facts(self, deal: CondorDeal) -> Message:
        """Return the round, the up-card and the marker; then trump, and the suit led, odd or even (CON-C1)."""
        return Message.join(", ", _led(deal) if deal.own.done else _auctioned(deal))


class CondorAudit(Audit[CondorAuction]):
    """The faults that only Condor Whist can find."""

    def spent(self, deal: CondorDeal, play: Play) -> Message | None:
        """Return the fault of a bidding card, which was used in the auction (CON-K1)."""
        if play.card.suit not in BIDDING:
            return None
        name = deal.rules.names[play.seat]
        return Message("{name} played {card}, a bidding card of the auction.", name=name, card=play.card)

    def elsewhere(self, deal: CondorDeal, play: Play) -> Fault | None:
        """Return the fault of a card that is known elsewhere (CON-K1)."""
        why = misplaced(deal, play)
        return impossible_card(deal, play, why, "CON-K1") if why else None

    def undrawn(self, deal: CondorDeal, play: Play) -> Fault | None:
        """Return the fault of a card that the seat cannot have drawn yet (CON-K1)."""
        why = undrawn(deal, play)
        return impossible_card(deal, play, why, "CON-K1") if why else None


class CondorMovements(Movements[CondorAuction]):
    """The cards that are moved outside the play of Condor Whist."""

    def read(self, deal: CondorDeal, event: Event) -> tuple[Moved, ...]:
        """Return the cards turned up and taken in the auction (CON-A1 to CON-A4)."""
        rounds = deal.own.rounds
        match event:
            case Upcard():
                return (Moved(what="upcard", from_=STOCK, to=STOCK, count=1, cards=(event.card,)),)
            case Duel() | Choose() if rounds and (taker := rounds[-1].taker) is not None:
                card = deal.own.upcard_in_pile(len(rounds))
                return (
                    Moved(what="take", from_=STOCK, to=taker, count=1, cards=(card,)),
                    Moved(what="draw", from_=STOCK, to=1 - taker, count=1),
                )
            case _:
                return ()


class CondorCourse(MatchRules[CondorAuction, None]):
    """The course of a match of Condor Whist."""

    def goal(self, rules: Rules) -> int:
        """Return the number of deals to be won (CON-G1)."""
        return int(str(rules["wins"]))

    def over(self, rules: Rules, number: int, total: tuple[Number, ...], book: None) -> Message | None:
        """End the match (CON-G1)."""
        won = [name for name, wins in zip(rules.names, total, strict=True) if wins >= self.goal(rules) > 0]
        return Message("{name} has won the match", name=won[0]) if won else None


class CondorCalls(Auction[CondorAuction, None]):
    """The words of Condor Whist."""

    def act(self, deal: CondorDeal, book: None, number: int, event: Event) -> Outcome[CondorAuction] | Message | None:
        """Apply the words and acts of a seat (CON-A1, CON-A2, CON-A3, CON-A4)."""
        match event:
            case Upcard():
                return auction.upcard(deal, event)
            case Duel():
                return auction.duel(deal, event)
            case Choose():
                return auction.choose(deal, event)
            case _:
                return super().act(deal, book, number, event)

    def begin_play(self, deal: CondorDeal) -> CondorDeal | Message:
        """Begin the play after the last round, without a word (CON-P1)."""
        return deal if deal.own.done else Message("the auction is not over")

    def speaker(self, deal: CondorDeal) -> Seat | None:
        """Return the marker's holder, who speaks after equal ranks (CON-A3)."""
        up = deal.own.open
        return deal.own.marker if up and up.duel else None


class Condor(Game[CondorAuction, None]):
    """Bid for thirteen cards in the open, then play them."""

    name = "condor"
    title = "Condor Whist"
    wording = everywhere("Condor Whist", "コンドル・ホイスト")
    other_names = ("コンドル",)
    seats = (2,)
    deck = DECK
    count_rule = "CON-D1"
    place_rule = "CON-K1"
    options = (
        Option("wins", (3,), "CON-G1", Message("How many deals a player must win to win the match."), free=True),
    )
    slip = CondorSlip()
    sheet = CondorSheet()
    summary = CondorSummary()
    audit = CondorAudit()
    movements = CondorMovements()
    course = CondorCourse()
    auction = CondorCalls()

    def open_book(self, rules: Rules) -> None:
        """Return no book: only the totals last from deal to deal."""

    def open_deal(self, rules: Rules, number: int, event: DealStart, book: None) -> CondorDeal:
        """Open a deal in which the dealer bids with hearts and holds the marker (CON-D1)."""
        bidding = tuple("H" if seat == event.dealer else "S" for seat in range(rules.seats))
        state = CondorAuction(bidding, event.dealer)
        return Deal(number, event.dealer, rules, tuple(range(rules.seats)), TRICKS, event.dealer, state, phase="before")

    def duty(self, deal: CondorDeal, card: Card) -> Duty:
        """Return the duty of the seat that plays a card (CON-F1, CON-F2)."""
        if deal.led is None or deal.number_of_trick <= FREE_TRICKS:
            return FREE
        led = suit(real(deal.led, deal.own.indicator))
        owed = suit_cards(led, deal.own.indicator)
        return FREE if suit(real(card, deal.own.indicator)) == led else avoid(owed, "CON-F2")

    def follow_data(self, deal: CondorDeal, seat: Seat) -> FollowData | None:
        """Return the follow rule as data, with the joker in the place of the card that it is (CON-F2, CON-A1)."""
        if deal.number_of_trick <= FREE_TRICKS:
            return None
        indicator = deal.own.indicator
        suits = {led: suit_cards(led, indicator)[::-1] for led in dict.fromkeys(suit(card) for card in DECK[:52])}
        return FollowData(suits, deal.trump, (("CON-F2", "led", "led", (), ""),))

    def layout(self, deal: CondorDeal) -> Layout:
        """Return the hands and piles (CON-P1, CON-P2)."""
        auction, drawn = deal.own, drawn_by(deal.number_of_trick)
        waiting = ROUNDS - len(drawn)
        drawn_hands = hands(deal, waiting)
        piles = tuple(UnseenPlace(Message("{name}'s pile", name=place.name), waiting) for place in drawn_hands)
        where = shown(deal, drawn_hands)
        gone = {play.card for play in deal.plays()}
        for number, one in enumerate(auction.rounds, 1):
            card = auction.upcard_in_pile(number)
            if card not in gone and one.taker is not None:
                here = frozenset({one.taker + (0 if number in drawn else len(drawn_hands))})
                where[card] = where.get(card, here) & here
        return Layout((*drawn_hands, *piles), where, USED | {auction.indicator})

    def strength(self, deal: CondorDeal, trick: Trick, card: Card) -> int:
        """Rank a card in a trick (CON-W1); the joker is the card that shows trump (CON-A1)."""
        led, ours = (real(one, deal.own.indicator) for one in (trick.cards[0], card))
        if suit(ours) == deal.trump:
            return 100 + rank(ours)
        return rank(ours) if suit(ours) == suit(led) else -1

    def card_points(self, deal: CondorDeal, card: Card) -> int:
        """Return no points: cards carry none (CON-S1)."""
        return 0

    def settle(self, deal: CondorDeal, book: None, total: tuple[Number, ...]) -> Settlement[None]:
        """Score the deal: seven tricks win it (CON-S1)."""
        won = [sum(trick.winner == seat for trick in deal.tricks) for seat in deal.seats]
        score = tuple(int(tricks >= MAJORITY) for tricks in won)
        sums = tuple(before + now for before, now in zip(total, score, strict=True))
        why = Message("{n} tricks or more", n=MAJORITY)
        tricks = Message("{n} tricks to {n2}", n=max(won), n2=min(won))
        parts = Breakdown(score=counting(BreakdownLine(why, score)), remarks=(tricks,))
        return Settlement((0, 0), score, sums, book, {"trump": deal.trump, "rule": "CON-S1"}, parts)


def _led(deal: CondorDeal) -> Iterator[Message]:
    """Yield trump and the suit led."""
    yield Message("trump {suit}", suit=deal.trump or "")
    if deal.led:
        yield Message("{suit} led", suit=suit(real(deal.led, deal.own.indicator)))


def _auctioned(deal: CondorDeal) -> Iterator[Message]:
    """Yield the round, trump, the up-card and the marker."""
    table = deal.own
    if table.rounds:
        yield Message("round {n}", n=len(table.rounds))
    if deal.trump:
        yield Message("trump {suit}", suit=deal.trump)
    if table.open:
        yield Message("{card} up", card=table.open.upcard)
    yield Message("{name} has the marker", name=deal.rules.names[table.marker])


GAME = Condor()
