"""Doppelkopf: every card twice, partners whom the queens of clubs bring together (games.md section 17)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from controller.games.doppelkopf.announce import announce, is_in_time, name_game, standing, weigh
from controller.games.doppelkopf.cards import CLUB_QUEEN, DECK, DULLE, NINES, POINTS, UNHEARD_PIGS, order, suit_of
from controller.games.doppelkopf.parties import game_of, helper, owed_solo, parties, queens, refutation, seats_to_answer
from controller.games.doppelkopf.pigs import announce_pigs, is_pig, may_be_unheard
from controller.games.doppelkopf.poverty import answer_poverty, excess_trumps, untaken
from controller.games.doppelkopf.score import BOCK, score
from controller.games.doppelkopf.state import (
    ANNOUNCED,
    ANSWERS,
    GAMES,
    KONTRA,
    MARRIAGE,
    NORMAL,
    NUMBERS,
    PIGS,
    POVERTY,
    RE,
    REFUSALS,
    RESERVATION,
    SOLOS,
    DoppelkopfBook,
    DoppelkopfDeal,
    DoppelkopfState,
    SeatCall,
)
from controller.games.doppelkopf.words import CALL_NAMES
from controller.games.follow_rule import follow
from controller.games.trick_game import TrickGame
from controller.record.cards import TRUMPS, Card
from controller.record.events import Bid, DealStart, Event, Seat
from controller.record.message import Listed, Message
from controller.record.naming import NONE
from controller.rules import sheet
from controller.rules.deal import Play, Trick
from controller.rules.layout import Layout
from controller.rules.options import Option, Rules
from controller.rules.parts import Auction, Audit, DealSummary, Fault, GameSides, MatchRules, Outcome, ScoreSheet, Slip
from controller.rules.results import NO_WORDS, DealResult, Number
from controller.rules.score.slip import SlipLine, other_sum
from controller.rules.sheet import Cell, Grid, SheetRow
from controller.rules.speech import Wording

# Words that a queen of clubs shows to be untrue: she says who is of which party (DOK-A1, DOK-M1).

_BOTH = 2


def _parties_refuted(deal: DoppelkopfDeal, newest: Play) -> tuple[Fault, ...]:
    """Return the faults of refuted words: Kontra by its seat's first queen, Re once others have played both."""
    holders = queens(deal)
    return tuple(
        refutation(deal, one, "DOK-A1", newest)
        for one in deal.own.announcements
        if (one.event in deal.open_words or is_in_time(deal, one) is not False)
        and (
            (one.call == KONTRA and one.seat == newest.seat and holders.count(one.seat) == 1)
            or (one.call == RE and len(holders) == _BOTH and one.seat not in holders)
        )
    )


# The house rules of Doppelkopf (games.md section 17).

OPTIONS: Final = (
    Option(
        "nines",
        (True, False),
        "DOK-D2",
        Message("Whether the nines are in the deck."),
        profiles={"home": False, "stammtisch": False},
        says=(
            Message("The deck has 48 cards, 12 in a hand."),
            Message("The deck has 40 cards without nines, 10 in a hand."),
        ),
    ),
    Option(
        "dulle",
        ("first-wins", "second-wins"),
        "DOK-W2",
        Message("Which ten of hearts wins where both lie in one trick."),
        profiles={"home": "second-wins", "stammtisch": "second-wins"},
        says=(
            Message("Of two tens of hearts in a trick the first wins."),
            Message("Of two tens of hearts in a trick the second wins."),
        ),
    ),
    Option(
        "pigs",
        (False, True),
        "DOK-W3",
        Message("Whether both aces of diamonds in one hand are the highest trumps."),
        profiles={"stammtisch": True},
        says=(
            Message("An ace of diamonds is a trump below the jacks."),
            Message("Who has both aces of diamonds and says so has the highest trumps."),
        ),
    ),
    Option(
        "solo",
        ("forehand", "soloist"),
        "DOK-P1",
        Message("Who leads in a solo."),
        profiles={"home": "soloist", "stammtisch": "soloist"},
        says=(
            Message("Forehand leads in a solo, too."),
            Message("Who plays a solo leads to the first trick."),
        ),
    ),
    Option(
        "announced",
        ("adds", "doubles"),
        "DOK-S3",
        Message("What Re and Kontra make of the points of a game."),
        profiles={"home": "doubles", "stammtisch": "doubles"},
        says=(
            Message("Re and Kontra count two points each."),
            Message("Re and Kontra double the points of the game each."),
        ),
    ),
    Option(
        "poverty",
        (False, True),
        "DOK-B4",
        Message("Whether who has three trumps at most can pass them to a partner."),
        profiles={"stammtisch": True},
        says=(
            Message("Who has few trumps plays with them."),
            Message("Who has three trumps at most can pass them to a partner; without one the deal is thrown in."),
        ),
    ),
    Option(
        "bock",
        tuple(BOCK),
        "DOK-S7",
        Message("What begins a Bock round, four deals that count double."),
        profiles={"stammtisch": "either"},
        says=(
            Message("No deal counts double."),
            Message("After 120 points for each party four deals count double."),
            Message("After a trick of hearts alone four deals count double."),
            Message("After 120 points for each party or a trick of hearts alone four deals count double."),
            Message(
                "After 120 points for each party, a trick of hearts alone, a lost solo, a lost announcement or a "
                "party without a trick four deals count double."
            ),
        ),
    ),
    Option(
        "deals",
        (0,),
        "DOK-G1",
        Message("How many deals make a match; 0: until the players stop."),
        free=True,
        profiles={"tournament": 24, "ddv": 24},
    ),
    Option(
        "obligatory",
        (False, True),
        "DOK-O1",
        Message("Whether each owes a solo in a match."),
        profiles={"ddv": True},
        says=(
            Message("Nobody owes a solo."),
            Message("Each owes a solo, and leads in it; the same dealer deals again."),
        ),
    ),
)


# Facts of a deal of Doppelkopf for displays and pages: only what was said, never who is of which party.

GAMES_TOLD: Final[Mapping[str, Message]] = {
    NORMAL: Message("diamonds are trump; the queens of clubs are partners"),
    MARRIAGE: Message("who has both queens of clubs looks for a partner"),
    POVERTY: Message("who takes the trumps of the poor one is the partner"),
    "queens": Message("queens are trump"),
    "jacks": Message("jacks are trump"),
    "no-trump": Message("nothing is trump"),
    **dict.fromkeys(("clubs", "spades", "hearts", "diamonds"), Message("this suit is trump")),
}
"""The games, with their trumps (DOK-B1, DOK-B3)."""


def _unnamed(deal: DoppelkopfDeal) -> list[SeatCall]:
    """Return the reservations that are not specified yet, before the first card."""
    reservations = deal.own.reservations if deal.phase == "before" else ()
    named = [one.seat for one in reservations if one.call != RESERVATION]
    return [one for one in reservations if one.seat not in named]


def _announcement_text(names: tuple[str, ...], word: SeatCall) -> Message:
    name, points = names[word.seat], REFUSALS.get(word.call)
    return (
        Message("{name} no {n}", name=name, n=points) if points else Message("{name} {call}", name=name, call=word.call)
    )


class DoppelkopfSlip(Slip):
    """The lines of Doppelkopf that can stand on a slip."""

    def fault(self, rules: Rules, line: SlipLine) -> Message | None:
        """Check that all scores add up to nothing, because players pay each other (DOK-S1)."""
        return other_sum(line, (0,))

    def factors(self, rules: Rules) -> frozenset[int]:
        """Return the factors: a deal of a Bock round counts double (DOK-S7)."""
        return frozenset((1, 2)) if BOCK[str(rules["bock"])] else super().factors(rules)


class DoppelkopfSheet(ScoreSheet[DoppelkopfBook]):
    """The score sheet of Doppelkopf."""

    def lines(
        self, title: str, rules: Rules, book: DoppelkopfBook, total: tuple[Number, ...], deals: Sequence[DealResult]
    ) -> Iterator[str]:
        """Yield the sheet, and below it the number of deals that are still to count double (DOK-S7)."""
        yield from super().lines(title, rules, book, total, deals)
        if book.bock:
            yield f"to count double: {book.bock}"

    def grid(
        self, title: str, rules: Rules, book: DoppelkopfBook, total: tuple[Number, ...], deals: Sequence[DealResult]
    ) -> Grid:
        """Build the sheet, with the players who still owe a solo and the deals that count double (DOK-O1, DOK-S7)."""
        grid, owing = super().grid(title, rules, book, total, deals), _owing(rules, book)
        standing = tuple(Message("owes a solo") if seat in owing else "" for seat in range(rules.seats))
        doubled = [bool(deal.detail.get("bock")) for deal in deals]
        rows = tuple(
            replace(row, worth="×2") if is_doubled else row for row, is_doubled in zip(grid.rows, doubled, strict=True)
        )
        bock_row = SheetRow(Message("To count double: {n}", n=book.bock), (Cell(),) * rules.seats)
        foot = (bock_row, *grid.foot) if book.bock else grid.foot
        return replace(grid, rows=rows, foot=foot, standing=standing if owing else ())

    def head(self, rules: Rules, deal: DealResult) -> str:
        """Return the deal and its game, for a solo or a marriage with its player."""
        return sheet.taken_head(rules.names, deal, deal.detail.get("game"))


class DoppelkopfSummary(DealSummary[DoppelkopfState]):
    """Public facts of a deal of Doppelkopf apart from its cards."""

    def facts(self, deal: DoppelkopfDeal) -> Message:
        """Describe the game that is played, and the announcements with their players."""
        game, names = game_of(deal), deal.rules.names
        facts = [_announcement_text(names, one) for one in (*_unnamed(deal), *standing(deal), *deal.own.pigs)]
        owing = Listed(tuple(names[seat] for seat in sorted(deal.own.owing))) if deal.phase == "before" else None
        if owing and owing.items:
            facts.append(Message("a solo is owed by {names}", names=owing))
        if deal.own.bock:
            facts.append(Message("Bock round, {n} left", n=deal.own.bock))
        if game is None:
            return Message.join(", ", facts) if facts else NO_WORDS
        call, seat = game
        first = Message("normal game") if seat is None else Message("{name} {call}", name=names[seat], call=call)
        if (taker := helper(deal)) is not None:
            first = Message("{told}, taken by {name}", told=first, name=names[taker])
        return Message.join(", ", (first, *facts))


class DoppelkopfAudit(Audit[DoppelkopfState]):
    """The faults that only Doppelkopf can find."""

    def elsewhere(self, deal: DoppelkopfDeal, play: Play) -> Fault | None:
        """Return the fault of a nine that was taken out of the deck (DOK-D2)."""
        if deal.rules["nines"] or play.card not in NINES:
            return None
        name = deal.rules.names[play.seat]
        text = Message("{name} played {card}, and there are no nines in this deck.", name=name, card=play.card)
        return Fault("impossible-card", play.seat, "DOK-D2", text, play.card)

    def find(self, deal: DoppelkopfDeal) -> tuple[Fault, ...]:
        """Return the faults that the newest card shows (DOK-A1, DOK-M1, DOK-M3)."""
        game, plays = game_of(deal), deal.open.plays
        if game is None or not plays or deal.doubtful:
            return ()
        call, bride = game
        if call == POVERTY:
            return excess_trumps(deal, plays[-1])
        if plays[-1].card.face != CLUB_QUEEN:
            return ()
        if call == MARRIAGE and bride is not None:
            others = [holder for holder in queens(deal) if holder != bride]
            if plays[-1].seat == bride or len(others) > 1:
                return ()
            word = next(one for one in deal.own.reservations if (one.seat, one.call) == (bride, MARRIAGE))
            return (refutation(deal, word, "DOK-M1", plays[-1]),)
        return _parties_refuted(deal, plays[-1]) if call == NORMAL else ()


class DoppelkopfCourse(MatchRules[DoppelkopfState, DoppelkopfBook]):
    """The course of a match of Doppelkopf."""

    def next_dealer(self, deal: DoppelkopfDeal, book: DoppelkopfBook, *, void: str | None) -> Seat:
        """Return the next dealer: the same again after a solo that was owed, unless it was due (DOK-O1, DOK-O2)."""
        again = not void and deal.own.due is None and owed_solo(deal) is not None
        return deal.dealer if again else super().next_dealer(deal, book, void=void)

    def over(self, rules: Rules, number: int, total: tuple[Number, ...], book: DoppelkopfBook) -> Message | None:
        """End the match (DOK-G1)."""
        is_over = number and _played(rules, number, book) == rules["deals"]
        return Message("the match ended with deal {n}", n=number) if is_over else None


class DoppelkopfSides(GameSides[DoppelkopfState]):
    """The sides of Doppelkopf."""

    def opponent(self, deal: DoppelkopfDeal, seat: Seat) -> Seat | None:
        """Return the next seat of the other party, once the parties are known."""
        sides = parties(deal)
        if sides is None:
            return None
        around = ((seat + step) % deal.rules.seats for step in range(1, deal.rules.seats))
        return next((other for other in around if not sides.has(seat, other)), None)


class DoppelkopfAuction(Auction[DoppelkopfState, DoppelkopfBook]):
    """The words of Doppelkopf."""

    names = CALL_NAMES
    number_calls = NUMBERS
    at_any_time = frozenset(CALL_NAMES)

    def act(
        self, deal: DoppelkopfDeal, book: DoppelkopfBook, number: int, event: Event
    ) -> Outcome[DoppelkopfState] | Message | None:
        """Apply the naming of a game, answers to a poverty, announcements, and pigs (DOK-B, DOK-A, DOK-W3)."""
        if isinstance(event, Bid) and event.call in (RESERVATION, *GAMES):
            return name_game(deal, number, event)
        if isinstance(event, Bid) and event.call in ANNOUNCED:
            return announce(deal, number, event)
        if isinstance(event, Bid) and event.call in ANSWERS:
            return answer_poverty(deal, number, event)
        if isinstance(event, Bid) and event.call == PIGS:
            return announce_pigs(deal, number, event)
        return super().act(deal, book, number, event)

    def begin_play(self, deal: DoppelkopfDeal) -> DoppelkopfDeal | Message:
        """Begin the play once the game is named (DOK-B1)."""
        if game_of(deal) is None:
            return Message("no game has been named")
        return untaken(deal) or replace(deal, phase="play")

    def numbers(self, deal: DoppelkopfDeal, seat: Seat) -> range:
        """Return the levels that a party can refuse the other, once the game is known (DOK-A2)."""
        return NONE if game_of(deal) is None or deal.phase == "after" or seats_to_answer(deal) else self.number_calls

    def speaker(self, deal: DoppelkopfDeal) -> Seat | None:
        """Return the leader, because anybody may speak; or the seat that answers a poverty (DOK-B4)."""
        return next(iter(seats_to_answer(deal)), deal.leader)

    def taker(self, deal: DoppelkopfDeal) -> Seat | None:
        """Return the seat that plays a solo, or has a marriage."""
        call, seat = game_of(deal) or (None, None)
        return None if call == POVERTY else seat

    def weigh_word(self, deal: DoppelkopfDeal, book: DoppelkopfBook, event: int) -> Outcome[DoppelkopfState] | None:
        """Settle an open word once it proves right or wrong (DOK-A3, DOK-A5, DOK-W4)."""
        return weigh(deal, event)

    def calls(self, seats: int) -> Mapping[str, Message]:
        """List the calls with their worth (DOK-B1, DOK-B3)."""
        return GAMES_TOLD


class Doppelkopf(TrickGame[DoppelkopfState, DoppelkopfBook]):
    """German Doppelkopf."""

    name = "doppelkopf"
    title = "Doppelkopf"
    wording = Wording("Doppelkopf", "Doppelkopf", "Doppelkopf", "Doppelkopf", "ドッペルコップ")
    other_names = ("Doko",)
    seats = (4,)
    clockwise = True
    deck = DECK
    options = OPTIONS
    first_phase = "before"
    follow_rule = (follow("DOK-F1"),)
    worth = POINTS
    trump_worth = POINTS
    count_rule = "DOK-H1"
    numbered = False
    early_rules = frozenset(("DOK-A1", "DOK-A3", "DOK-A4", "DOK-W3"))
    slip = DoppelkopfSlip()
    sheet = DoppelkopfSheet()
    summary = DoppelkopfSummary()
    audit = DoppelkopfAudit()
    course = DoppelkopfCourse()
    sides = DoppelkopfSides()
    auction = DoppelkopfAuction()

    suit_in_play = staticmethod(suit_of)
    order = staticmethod(order)
    score = staticmethod(score)

    def open_book(self, rules: Rules) -> DoppelkopfBook:
        """Return a book in which nobody has played an owed solo, and no deal counts double (DOK-O1, DOK-S7)."""
        return DoppelkopfBook()

    def opening(self, rules: Rules, event: DealStart, book: DoppelkopfBook) -> DoppelkopfState:
        """Return the state before any word, with the seats that owe a solo, and whether the deal counts double."""
        return DoppelkopfState(owing=_owing(rules, book), bock=book.bock)

    def open_deal(self, rules: Rules, number: int, event: DealStart, book: DoppelkopfBook) -> DoppelkopfDeal:
        """Open a deal of twelve cards each, or ten without the nines (DOK-D1, DOK-D2); a solo may be due (DOK-O2)."""
        deal = super().open_deal(rules, number, event, book)
        out = 0 if rules["nines"] else len(NINES) // rules.seats
        remaining = int(str(rules["deals"])) - _played(rules, number - 1, book)
        around = ((event.dealer + step) % rules.seats for step in range(1, rules.seats + 1))
        owing = [seat for seat in around if seat in deal.own.owing]
        due = owing[0] if rules["deals"] and len(owing) >= remaining else None
        return replace(deal, size=deal.size - out, trump="D", own=replace(deal.own, due=due))

    def suit_of(self, deal: DoppelkopfDeal, card: Card) -> str:
        """Return the suit of a card; trumps are one suit, whatever is printed on them (DOK-F1)."""
        suit = self.suit_in_play(card, deal.trump)
        return TRUMPS if suit == deal.trump else suit

    def strength(self, deal: DoppelkopfDeal, trick: Trick, card: Card) -> int:
        """Return a card's strength: the first of equals wins; tens of hearts may be otherwise (DOK-W2, DOK-W3)."""
        rank = super().strength(deal, trick, card)
        if is_pig(deal, trick, card):
            return rank + len(self.deck)
        is_dulle = card.face == DULLE and self.suit_in_play(card, deal.trump) == deal.trump
        if not is_dulle or deal.rules["dulle"] == "first-wins":
            return rank
        lying = [one for one in trick.cards if one.face == DULLE]
        return rank + (card in lying[1:])

    def layout(self, deal: DoppelkopfDeal) -> Layout:
        """Return the hands, which have all cards but nines that are not in the deck (DOK-D2)."""
        everywhere = super().layout(deal)
        if deal.rules["nines"]:
            return everywhere
        where = {card: places for card, places in everywhere.known.items() if card not in NINES}
        return replace(everywhere, known=where, gone=NINES & {*self.deck})

    def unseen_trumps(self, deal: DoppelkopfDeal) -> tuple[str | None, ...]:
        """Return the possible trumps: a solo may have been named unseen, or pigs said (DOK-B2, DOK-W3)."""
        trumps = ("D", *dict.fromkeys(SOLOS.values())) if deal.phase == "before" else (deal.trump,)
        return (*trumps, UNHEARD_PIGS) if may_be_unheard(deal) else trumps


def _played(rules: Rules, number: int, book: DoppelkopfBook) -> int:
    """Count the deals up to this number, but for those that were thrown in where there is poverty (DOK-B4)."""
    return book.deals if rules["poverty"] else number


def _owing(rules: Rules, book: DoppelkopfBook) -> frozenset[Seat]:
    """Return the seats that still owe a solo; none where none is owed (DOK-O1)."""
    return frozenset(range(rules.seats)) - book.solos if rules["obligatory"] else frozenset()


GAME = Doppelkopf()
