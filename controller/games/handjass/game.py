"""Handjass: four, three or two seats; a seat with seven is safe, the last one left loses (games.md section 3)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from controller.games import jass
from controller.games.faults import holder_phrase, impossible_card, wrong_sum
from controller.games.follow_rule import FollowRule, follow, printed_suit
from controller.games.handjass import calls
from controller.games.handjass import score as scoring
from controller.games.handjass.state import FULL, HAND, HandjassDeal, HandjassState, known_places, six, turned_at
from controller.games.handjass.words import CALL_NAMES
from controller.games.jass import DECK
from controller.games.weis.claims import HandClaim
from controller.record.cards import Card
from controller.record.events import Agree, Bid, CardPlace, DealStart, Declare, Event, Exchange, Moved, Scores, Seat
from controller.record.message import Listed, Message
from controller.rules import sheet
from controller.rules.deal import Deal, Play, Trick
from controller.rules.duty import Duty, FollowData
from controller.rules.game import Game, Settlement, Tie
from controller.rules.layout import Layout, UnseenPlace, hands, shown, with_declared
from controller.rules.movements.course import Movement
from controller.rules.options import Option, Rules
from controller.rules.parts import Auction, Audit, Fault, MatchRules, Movements, Outcome, ScoreSheet, Slip
from controller.rules.results import DealResult, Number
from controller.rules.score.slip import SlipLine, within
from controller.rules.sheet import Grid
from controller.rules.speech import everywhere

# The exchange of the trump 6 and the blind as movements of cards (HAN-B2, HAN-X1).

EXCHANGE: Final = "exchange"
BLIND: Final = "blind"
"""The movement of a hand for the blind, and the place of the blind."""
LAID_AWAY: Final = "discard"


def offered(deal: HandjassDeal) -> Iterator[Movement]:
    """Yield the exchange: a seat that is in can give the trump 6, after all have spoken and before the first lead."""
    state = deal.own
    can = len(state.players) < FULL and state.speaker is None and not state.exchanged and state.turned != six(deal)
    if can and deal.phase == "before":
        holder = _holder(deal)
        yield from (Movement(EXCHANGE, seat, holder, 1, owed=False) for seat in state.staying if seat != holder)


def _holder(deal: HandjassDeal) -> CardPlace:
    """Find the place of the card turned up: a hand, the blind that nobody took, or the stock (HAN-D1 to HAN-D3)."""
    seat = turned_at(deal)
    if seat is not None:
        return seat
    return BLIND if len(deal.own.players) == FULL - 1 else "stock"


# Where the cards of a Handjass deal can lie: hands, blind, stock, what is out (HAN-D, HAN-B).

THE_BLIND: Final = Message("the blind")
THE_DISCARD: Final = Message("the hand laid away")
STOCK: Final = Message("the stock")


def _layout(deal: HandjassDeal, claims: Iterable[HandClaim]) -> Layout:
    """Return all places of a deal; a card turned up, exchanged or shown for one of these claims has its own."""
    places = (*hands(deal), *_unplayed(deal))
    where = shown(deal, places)
    gone = {play.card for play in deal.plays()}
    for card, seat in _facts(deal, claims):
        if card not in gone:
            here = frozenset(_numbers(deal, places, seat, card))
            where[card] = where.get(card, here) & here
    return Layout(places, where)


def _unplayed(deal: HandjassDeal) -> Iterator[UnseenPlace]:
    """Yield the hands of those who are out, the blind or the hand laid away for it, the stock."""
    table, names = deal.own, deal.rules.names
    for seat in table.players:
        if seat not in deal.seats:
            yield UnseenPlace(Message("{name}'s hand", name=names[seat]), HAND, seat)
    if len(table.players) < FULL:
        yield UnseenPlace(THE_BLIND if table.blind is None else THE_DISCARD, HAND)
    if len(table.players) < FULL - 1:
        yield UnseenPlace(STOCK, HAND)


def _facts(deal: HandjassDeal, claims: Iterable[HandClaim]) -> Iterator[tuple[Card, Seat | None]]:
    """Return the cards that are known to be in a hand, or in none."""
    yield from known_places(deal).items()
    for claim in claims:
        if claim.kind == "weis":
            yield from ((card, claim.seat) for card in claim.cards)


def _numbers(deal: HandjassDeal, places: Iterable[UnseenPlace], seat: Seat | None, card: Card) -> Iterator[int]:
    """Yield the number of the place that a card lies in: a seat's hand, or one on the table."""
    for number, place in enumerate(places):
        if place.seat == seat and (seat is not None or place.name == _on_table(deal, card)):
            yield number


def _on_table(deal: HandjassDeal, card: Card) -> Message:
    """Name the place of a card that is in no hand: the stock, if there is one, unless it was laid away (HAN-D3)."""
    stock = len(deal.own.players) < FULL - 1 and card not in deal.own.laid_away
    return STOCK if stock else THE_DISCARD if deal.own.blind is not None else THE_BLIND


# The slate: a player in each corner, a stroke for each plus, a circle for each minus (seed 003).

WIDTH: Final = 44
"""Characters of the slate between its sides."""


def slate(
    title: str,
    names: Sequence[str],
    leavers: Sequence[Sequence[Seat]],
    total: Sequence[Number],
    deals: Sequence[DealResult],
) -> Iterator[str]:
    """Yield the slate as it lies on the table, seats counter-clockwise from the lower left corner."""
    out = [seat for level in leavers for seat in level]
    corners = [_corner(names[seat], _marks(seat, deals), total[seat], seat in out) for seat in range(len(names))]
    corners += [("", "", "")] * (4 - len(corners))
    low, right, far, back = corners if len(names) != 2 else (corners[0], corners[2], corners[1], corners[3])
    yield title
    yield f"+{'-' * WIDTH}+"
    yield from _pair(back, far)
    yield f"|{' ' * WIDTH}|"
    yield from _pair(low, right)
    yield f"+{'-' * WIDTH}+"


def _corner(name: str, marks: str, total: Number, out: bool) -> tuple[str, str, str]:
    return sheet.cut(name, sheet.WIDTH), marks, f"{sheet.signed(total)}{' (safe)' if out else ''}"


def _pair(left: tuple[str, str, str], right: tuple[str, str, str]) -> Iterator[str]:
    """Draw two corners side by side: names, marks, sums."""
    for one, other in zip(left, right, strict=True):
        yield f"| {one}{sheet.padded(other, WIDTH - 2 - sheet.width(one), right=True)} |"


def _marks(seat: Seat, deals: Sequence[DealResult]) -> str:
    """Return every stroke and every circle a seat was given."""
    scores = [deal.score[seat] or 0 for deal in deals if deal.score]
    plus, minus = sum(max(score, 0) for score in scores), sum(min(score, 0) for score in scores)
    return sheet.crossed(" ".join(filter(None, (sheet.strokes(plus), sheet.strokes(minus)))))


SAFE = 7
"""The score at which a seat leaves the game (HAN-G1)."""

Left = tuple[tuple[Seat, ...], ...]
"""The seats that left the game, in the order of leaving; those of one deal are level."""


def remaining(rules: Rules, leavers: Left) -> list[Seat]:
    """Return the seats still in the game."""
    return [seat for seat in range(rules.seats) if not any(seat in level for level in leavers)]


class HandjassSlip(Slip):
    """The lines of Handjass that can stand on a slip."""

    def fault(self, rules: Rules, line: SlipLine) -> Message | None:
        """Check that each has one stroke or circle, or one alone two strokes (HAN-S2 to HAN-S6)."""
        return within(line, -1, 2, 2)


class HandjassSheet(ScoreSheet[Left]):
    """The score sheet of Handjass."""

    heading = Message("Jass slate")
    counts_in_strokes = True

    def lines(
        self, title: str, rules: Rules, book: Left, total: tuple[Number, ...], deals: Sequence[DealResult]
    ) -> Iterator[str]:
        """Yield the slate with its corners."""
        return slate(title, rules.names, book, total, deals)

    def grid(
        self, title: str, rules: Rules, book: Left, total: tuple[Number, ...], deals: Sequence[DealResult]
    ) -> Grid:
        """Build the slate, with the seats that have left as safe (HAN-G1)."""
        leavers = {seat for level in book for seat in level}
        standing = tuple(Message("safe") if seat in leavers else "" for seat in range(rules.seats))
        return replace(
            super().grid(title, rules, book, total, deals), look="slate", standing=standing if leavers else ()
        )


class HandjassAudit(Audit[HandjassState]):
    """The faults that only Handjass can find."""

    def find(self, deal: HandjassDeal) -> tuple[Fault, ...]:
        """Return the faults in claims that the newest card refutes (HAN-W1, HAN-W2, HAN-W5, HAN-X1)."""
        return tuple(calls.claim_faults(deal, deal.own.fresh, deal.open.cards[-1]))

    def find_at_end(self, deal: HandjassDeal) -> tuple[Fault, ...]:
        """Check for 157 points if all cards were played (JASS-6)."""
        return wrong_sum(deal, sum(GAME.points(deal)), jass.TOTAL, "JASS-6") if len(deal.seats) == FULL else ()

    def elsewhere(self, deal: HandjassDeal, play: Play) -> Fault | None:
        """Return the fault of a turned-up, moved or shown card (HAN-D1, HAN-D2, HAN-D3, HAN-B2, HAN-X1)."""
        owner = known_places(deal).get(play.card, play.seat)
        shown_by = [claim.seat for claim in deal.own.claims if claim.kind == "weis" and play.card in claim.cards]
        if owner == play.seat and set(shown_by) <= {play.seat}:
            return None
        owner = shown_by[0] if owner == play.seat else owner
        return impossible_card(deal, play, holder_phrase(deal, owner))


class HandjassMovements(Movements[HandjassState]):
    """The cards that are moved outside the play of Handjass."""

    def offered(self, deal: HandjassDeal) -> Sequence[Movement]:
        """Return the exchange of the trump 6, and the blind (HAN-X1, HAN-B2)."""
        return tuple(offered(deal))

    def read(self, deal: HandjassDeal, event: Event) -> tuple[Moved, ...]:
        """Return the exchange of the trump 6, and the blind (HAN-X1, HAN-B2)."""
        match event:
            case Exchange():
                holder = _holder(deal)
                return (
                    Moved(what=EXCHANGE, from_=event.seat, to=holder, count=1, cards=(event.gives,)),
                    Moved(what="take", from_=holder, to=event.seat, count=1, cards=(event.takes,)),
                )
            case Bid(call=call) if call == BLIND:
                laid = deal.own.laid_away or None
                return (
                    Moved(what=BLIND, from_=event.seat, to=LAID_AWAY, count=HAND, cards=laid),
                    Moved(what="take", from_=BLIND, to=event.seat, count=HAND),
                )
            case _:
                return ()

    def event(self, deal: HandjassDeal, move: Moved) -> Event:
        """Return the event of a movement (HAN-X1, HAN-B2)."""
        return Exchange(seat=move.seat or 0, gives=six(deal), takes=deal.own.turned)


class HandjassCourse(MatchRules[HandjassState, Left]):
    """The course of a match of Handjass."""

    seats_by_sheet = True

    def cannot_deal(self, rules: Rules, event: DealStart) -> Message | None:
        """Check that a card is turned up, which makes trump (HAN-D1, HAN-D2, HAN-D3)."""
        if event.turned is None or event.turned not in jass.DECK:
            return Message("a deal of Handjass needs the card turned up, which makes trump")
        others = [hand for seat, hand in (event.hands or {}).items() if seat != event.dealer]
        if not any(event.turned in hand for hand in others):
            return None
        return Message("{card}, turned up, is shown in a hand", card=event.turned)

    def next_dealer(self, deal: HandjassDeal, book: Left, *, void: str | None) -> Seat:
        """Return the dealer before forehand, which moves to the next seat left in the game (HAN-G2)."""
        stay = remaining(deal.rules, book)
        if void or not stay:
            return deal.dealer
        count, before = deal.rules.seats, deal.own.players[0]
        forehand = min(stay, key=lambda seat: (seat - before - 1) % count)
        return min(stay, key=lambda seat: (forehand - seat - 1) % count)

    def over(self, rules: Rules, number: int, total: tuple[Number, ...], book: Left) -> Message | None:
        """End the match once only one seat is left, which has lost (HAN-G1)."""
        stay = remaining(rules, book)
        if len(stay) > 1:
            return None
        names = Listed(tuple(rules.names[seat] for seat in stay))
        return Message("{names} is left", names=names) if stay else Message("nobody is left")

    def ranking(self, total: tuple[Number, ...], book: Left) -> tuple[tuple[Seat, ...], ...]:
        """Rank the seats in the order of leaving; those still in the game by their scores (HAN-G1)."""
        gone = {seat for level in book for seat in level}
        stay = {seat: own for seat, own in enumerate(total) if seat not in gone}
        levels = sorted(set(stay.values()), reverse=True)
        return (*book, *(tuple(seat for seat, own in stay.items() if own == level) for level in levels))


class HandjassAuction(Auction[HandjassState, Left]):
    """The words of Handjass."""

    names = CALL_NAMES

    def act(self, deal: HandjassDeal, book: Left, number: int, event: Event) -> Outcome[HandjassState] | Message | None:
        """Apply the words and acts of a seat (HAN-B1, HAN-B2, HAN-B3, HAN-B4, HAN-X1, HAN-W4, HAN-W5)."""
        if deal.phase == "after":
            late = self.act_late(deal, book, number, event)
            waits = Message("a {kind} event, but the cards are played and a draw is waited for", kind=event.e)
            return replace(late, finished=True) if late else waits
        match event:
            case Bid():
                return calls.bid(deal, event)
            case Agree():
                return calls.agree(deal, event)
            case Exchange():
                return calls.exchange(deal, number, event)
            case Declare():
                return calls.declare(deal, number, event)
            case _:
                return super().act(deal, book, number, event)

    def act_late(self, deal: HandjassDeal, book: Left, number: int, event: Event) -> Outcome[HandjassState] | None:
        """Apply Stöck whose second card was a seat's last one (HAN-W5)."""
        if not isinstance(event, Declare) or event.what != "stock" or calls.no_stock(deal, event):
            return None
        outcome = calls.declare(deal, number, event)
        return outcome if isinstance(outcome, Outcome) else None

    def begin_play(self, deal: HandjassDeal) -> HandjassDeal | Message:
        """Begin the play with the first lead, once every seat has said whether it is in (HAN-P1)."""
        to_say = deal.own.speaker
        if to_say is None:
            return replace(deal, phase="play")
        return Message("{name} has not said in or out", name=deal.rules.names[to_say])

    def calls(self, seats: int) -> Mapping[str, Message]:
        """List the calls with their worth (HAN-B1, HAN-B2)."""
        blind = {} if seats == FULL else {"blind": Message("takes the blind, in")}
        return {"in": Message("plays"), "out": Message("nothing won or lost"), **blind}

    def speaker(self, deal: HandjassDeal) -> Seat | None:
        """Return the seat that must say in or out; once all have, the leader (HAN-B1, HAN-P1)."""
        return deal.own.speaker if deal.own.speaker is not None else deal.leader


class Handjass(Game[HandjassState, Left]):
    """The simplest Jass with Weis."""

    name = "handjass"
    title = "Handjass"
    wording = everywhere("Handjass", "ハントヤス")
    other_names = ("Hand-Jass", "ハンドヤス")
    seats = (4, 3, 2)
    deck = jass.DECK
    count_rule = "JASS-6"
    numbered = False
    early_rules = frozenset(("HAN-W4", "HAN-W5"))
    options = (
        Option(
            "follow",
            ("jass", "head", "plain"),
            "HAN-F",
            Message("What a seat that can follow or trump must do."),
            profiles={"parlett": "head"},
            says=jass.FOLLOW_SAYS,
        ),
        Option(
            "four_nines",
            (0, 150),
            "HAN-W1",
            Message("What four nines count as Weis; 0: nothing."),
            says=(Message("Four nines count nothing."), Message("Four nines count 150 as Weis.")),
        ),
        Option(
            "threshold",
            (26, 21),
            "HAN-S2",
            Message("With fewer points than this a seat that is in loses one."),
            profiles={"parlett": 21},
            says=(
                Message("Who is in and has fewer than 26 points loses one."),
                Message("Who is in and has fewer than 21 points loses one."),
            ),
        ),
    )
    slip = HandjassSlip()
    sheet = HandjassSheet()
    audit = HandjassAudit()
    movements = HandjassMovements()
    course = HandjassCourse()
    auction = HandjassAuction()

    def open_book(self, rules: Rules) -> Left:
        """Return a book in which nobody has left."""
        return ()

    def open_deal(self, rules: Rules, number: int, event: DealStart, book: Left) -> HandjassDeal:
        """Open a deal of nine cards for each seat left; the suit turned up is trump (HAN-D1, HAN-D2, HAN-D3)."""
        assert event.turned is not None  # noqa: S101 - cannot_deal lets no other event through
        seats = remaining(rules, book)
        around = tuple(sorted(seats, key=lambda seat: (seat - event.dealer - 1) % rules.seats))
        state = HandjassState(around, event.turned)
        trump = event.turned.suit
        return Deal(
            number, event.dealer, rules, tuple(seats), HAND, around[0], state, trump, phase="before", hands=event.hands
        )

    def duty(self, deal: HandjassDeal, card: Card) -> Duty:
        """Return the duty of the seat that plays a card (HAN-F, HAN-FP)."""
        match deal.rules["follow"]:
            case "head":
                return jass.follow_head(deal, card)
            case "plain":
                return jass.follow_plain(deal, card, "HAN-FP")
            case _:
                return jass.follow_jass(deal, card, puur_exempt=True, only_trumps="free", rule="HAN-F")

    def follow_data(self, deal: HandjassDeal, seat: Seat) -> FollowData | None:
        """Return the follow rule of the open trick as data (HAN-F, HAN-FP)."""
        match deal.rules["follow"]:
            case "head":
                rule = jass.head_rule()
            case "plain":
                rule = FollowRule(DECK, printed_suit, jass.order, follow("HAN-FP"))
            case _:
                rule = jass.usual_rule(puur_exempt=True, only_trumps="free", rule="HAN-F")
        return rule.as_data(deal.trump)

    def played(self, deal: HandjassDeal) -> HandjassDeal:
        """Mark the claims that the newest card refutes."""
        fresh = calls.newly_refuted(deal) if deal.own.claims else ()
        return calls.mark_claims(deal, fresh) if fresh or deal.own.fresh else deal

    def layout(self, deal: HandjassDeal) -> Layout:
        """Return the hands, the blind and the stock (HAN-D1, HAN-D2, HAN-D3)."""
        claims, refuted = deal.own.claims, deal.own.refuted
        standing = [claim for claim in claims if claim.event not in refuted]
        doubted = (claim for claim in claims if claim.event in refuted and claim.cards)
        return with_declared(DECK, deal, standing, doubted, lambda believed: _layout(deal, believed))

    def strength(self, deal: HandjassDeal, trick: Trick, card: Card) -> int:
        """Rank a card in a trick (JASS-8)."""
        return jass.strength(card, trick.cards[0].suit, deal.trump)

    def card_points(self, deal: HandjassDeal, card: Card) -> int:
        """Return a card's points (JASS-4)."""
        return jass.points(card, deal.trump, eights=False)

    def last_trick_bonus(self) -> int:
        """Return the bonus of the last trick (JASS-6)."""
        return jass.LAST_TRICK

    def points(self, deal: HandjassDeal) -> tuple[int, ...]:
        """Return the points of each seat's tricks (JASS-6)."""
        return jass.points_won(deal, lambda card: self.card_points(deal, card))

    def settle(self, deal: HandjassDeal, book: Left, total: tuple[Number, ...]) -> Settlement[Left] | Tie:
        """Score the deal by points with Weis and Stöck; a seat with seven leaves (HAN-S1, HAN-G1)."""
        table, seats = deal.own, range(deal.rules.seats)
        points, weis, stock = self.points(deal), calls.weis_points(deal), calls.stock_points(deal)
        if deal.tricks:
            sums = {seat: points[seat] + weis.get(seat, 0) + stock.get(seat, 0) for seat in table.staying}
            threshold = int(str(deal.rules["threshold"]))
            scored = scoring.played(sums, len(table.players), threshold, deal.draws)
        else:
            scored = scoring.unplayed(table.staying, len(table.players), agreed=table.agreed)
        level, points_by_seat = (scored.seats, scored.certain) if isinstance(scored, Tie) else ((), scored.score)
        score = tuple(None if seat in level else points_by_seat.get(seat, 0) for seat in seats)
        after = tuple(before + (now or 0) for before, now in zip(total, score, strict=True))
        extra = {"weis": [weis.get(seat, 0) for seat in seats], "stock": [stock.get(seat, 0) for seat in seats]}
        detail = {"trump": deal.trump, "rule": scored.rule, "in": sorted(table.staying), **extra}
        cards = jass.points_told(deal, points) if deal.tricks else ()
        parts = scoring.breakdown(scored, deal, cards, {"weis": weis, "stock": stock}, score)
        settled = Settlement(points, score, after, _with_leavers(deal, book, after), detail, parts)
        return replace(scored, so_far=settled) if isinstance(scored, Tie) else settled

    def ruled(
        self, deal: HandjassDeal, book: Left, total: tuple[Number, ...], score: Scores
    ) -> tuple[Left, tuple[Number, ...], Scores]:
        """Let the seats leave that have seven by the score that was set (HAN-G1)."""
        after = tuple(before + (own or 0) for before, own in zip(total, score, strict=True))
        return _with_leavers(deal, book, after), after, score


def _with_leavers(deal: HandjassDeal, leavers: Left, total: tuple[Number, ...]) -> Left:
    """Return the seats that have left after a deal: those with seven now leave together, and only once (HAN-G1)."""
    before = {seat for level in leavers for seat in level}
    gone = tuple(sorted(seat for seat in deal.own.players if total[seat] >= SAFE and seat not in before))
    return (*leavers, gone) if gone else leavers


GAME = Handjass()
