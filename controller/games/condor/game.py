"""Condor Whist: two seats; an auction in the open for the cards of the play (games.md section 4)."""

from collections.abc import Iterator

from controller.games.condor import auction, moves
from controller.games.condor import places as condor_places
from controller.games.condor.auction import CondorAuction, CondorDeal
from controller.games.condor.suits import BIDDING, DECK, rank, real, suit, suit_cards
from controller.record.cards import Card
from controller.record.events import Choose, DealStart, Duel, Event, Moved, Seat, Upcard
from controller.record.message import Message
from controller.rules.deal import Deal, Play, Trick
from controller.rules.duty import FREE, Duty, avoid
from controller.rules.game import Fault, Game, Outcome, Settlement
from controller.rules.layout import Layout
from controller.rules.options import Option, Rules
from controller.rules.results import Number
from controller.rules.score.breakdown import Breakdown, BreakdownLine, counting
from controller.rules.score.slip import SlipLine, one_scores
from controller.rules.speech import everywhere

TRICKS = 13
MAJORITY = 7
"""Tricks that win a deal (CON-S1)."""

FREE_TRICKS = 6
"""Tricks to which any card may be played, while the piles last (CON-F1)."""


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

    def open_book(self, rules: Rules) -> None:
        """Nothing is remembered from deal to deal but the totals."""

    def open_deal(self, rules: Rules, number: int, event: DealStart, book: None) -> CondorDeal:
        """The dealer bids with hearts and holds the marker (CON-D1)."""
        del book
        bidding = tuple("H" if seat == event.dealer else "S" for seat in range(rules.seats))
        own = CondorAuction(bidding, event.dealer)
        return Deal(number, event.dealer, rules, tuple(range(rules.seats)), TRICKS, event.dealer, own, phase="before")

    def act(self, deal: CondorDeal, book: None, number: int, event: Event) -> Outcome[CondorAuction] | Message:
        """CON-A1, CON-A2, CON-A3, CON-A4."""
        match event:
            case Upcard():
                return auction.upcard(deal, event)
            case Duel():
                return auction.duel(deal, event)
            case Choose():
                return auction.choose(deal, event)
            case _:
                return super().act(deal, book, number, event)

    def as_moved(self, deal: CondorDeal, event: Event) -> tuple[Moved, ...]:
        """Cards turned up and taken in the auction (CON-A1 to CON-A4)."""
        return moves.as_moved(deal, event)

    def begin_play(self, deal: CondorDeal) -> CondorDeal | Message:
        """The play begins by itself after the last round (CON-P1)."""
        return deal if deal.own.done else Message("the auction is not over")

    def duty(self, deal: CondorDeal, card: Card) -> Duty:
        """CON-F1, CON-F2."""
        if deal.led is None or deal.number_of_trick <= FREE_TRICKS:
            return FREE
        led = suit(real(deal.led, deal.own.indicator))
        owed = suit_cards(led, deal.own.indicator)
        return FREE if suit(real(card, deal.own.indicator)) == led else avoid(owed, "CON-F2")

    def spent(self, deal: CondorDeal, play: Play) -> Message | None:
        """Every bidding card was used in the auction (CON-K1)."""
        if play.card.suit not in BIDDING:
            return None
        name = deal.rules.names[play.seat]
        return Message("{name} played {card}, a bidding card of the auction.", name=name, card=play.card)

    def layout(self, deal: CondorDeal) -> Layout:
        """Hands and piles (CON-P1, CON-P2)."""
        return condor_places.layout(deal)

    def elsewhere(self, deal: CondorDeal, play: Play) -> Fault | None:
        """CON-K1."""
        return self._impossible(deal, play, condor_places.misplaced(deal, play))

    def undrawn(self, deal: CondorDeal, play: Play) -> Fault | None:
        """CON-K1."""
        return self._impossible(deal, play, condor_places.undrawn(deal, play))

    def _impossible(self, deal: CondorDeal, play: Play, why: Message | None) -> Fault | None:
        if why is None:
            return None
        text = Message(
            "{name} played {card}, which {why}; please check that card.",
            name=deal.rules.names[play.seat],
            card=play.card,
            why=why,
        )
        return Fault("impossible-card", play.seat, self.place_rule, text, play.card)

    def strength(self, deal: CondorDeal, trick: Trick, card: Card) -> int:
        """CON-W1; the joker is the card that shows trump (CON-A1)."""
        led, own = (real(one, deal.own.indicator) for one in (trick.cards[0], card))
        if suit(own) == deal.trump:
            return 100 + rank(own)
        return rank(own) if suit(own) == suit(led) else -1

    def card_points(self, deal: CondorDeal, card: Card) -> int:
        """Tricks carry no points (CON-S1)."""
        del deal, card
        return 0

    def settle(self, deal: CondorDeal, book: None, total: tuple[Number, ...]) -> Settlement[None]:
        """Seven tricks win the deal (CON-S1)."""
        won = [sum(trick.winner == seat for trick in deal.tricks) for seat in deal.seats]
        score = tuple(int(tricks >= MAJORITY) for tricks in won)
        sums = tuple(before + now for before, now in zip(total, score, strict=True))
        why = Message("{n} tricks or more", n=MAJORITY)
        tricks = Message("{n} tricks to {n2}", n=max(won), n2=min(won))
        parts = Breakdown(score=counting(BreakdownLine(why, score)), remarks=(tricks,))
        return Settlement((0, 0), score, sums, book, {"trump": deal.trump, "rule": "CON-S1"}, parts)

    def slip_fault(self, rules: Rules, line: SlipLine) -> Message | None:
        """Whoever has seven tricks of thirteen has won the deal (CON-S1)."""
        del rules
        return one_scores(line, 1, 1)

    def goal(self, rules: Rules) -> int:
        """Deals to be won (CON-G1)."""
        return int(str(rules["wins"]))

    def over(self, rules: Rules, number: int, total: tuple[Number, ...], book: None) -> Message | None:
        """CON-G1."""
        del number, book
        won = [name for name, wins in zip(rules.names, total, strict=True) if wins >= self.goal(rules) > 0]
        return Message("{name} has won the match", name=won[0]) if won else None

    def speaker(self, deal: CondorDeal) -> Seat | None:
        """After equal ranks the marker's holder (CON-A3)."""
        up = deal.own.open
        return deal.own.marker if up and up.duel else None

    def facts(self, deal: CondorDeal) -> Message:
        """The round, the up-card and the marker; then trump, and the suit led, odd or even (CON-C1)."""
        return Message.join(", ", _led(deal) if deal.own.done else _auctioned(deal))


def _led(deal: CondorDeal) -> Iterator[Message]:
    """Trump and the suit led."""
    yield Message("trump {suit}", suit=deal.trump or "")
    if deal.led:
        yield Message("{suit} led", suit=suit(real(deal.led, deal.own.indicator)))


def _auctioned(deal: CondorDeal) -> Iterator[Message]:
    """The round, trump, the up-card and the marker."""
    table = deal.own
    if table.rounds:
        yield Message("round {n}", n=len(table.rounds))
    if deal.trump:
        yield Message("trump {suit}", suit=deal.trump)
    if table.open:
        yield Message("{card} up", card=table.open.upcard)
    yield Message("{name} has the marker", name=deal.rules.names[table.marker])


GAME = Condor()
