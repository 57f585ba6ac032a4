"""Doppelkopf: every card twice, partners whom the queens of clubs bring together (games.md section 17)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from controller.games.doppelkopf.announce import announce, name_game, weigh
from controller.games.doppelkopf.audit import refuted
from controller.games.doppelkopf.cards import DECK, DULLE, NINES, POINTS, order, suit_of
from controller.games.doppelkopf.options import OPTIONS
from controller.games.doppelkopf.parties import game_of, owed_solo, parties
from controller.games.doppelkopf.score import score
from controller.games.doppelkopf.state import (
    ANNOUNCED,
    GAMES,
    NUMBERS,
    RESERVATION,
    SOLOS,
    DoppelkopfBook,
    DoppelkopfDeal,
    DoppelkopfState,
)
from controller.games.doppelkopf.telling import GAMES_TOLD, facts
from controller.games.doppelkopf.words import CALL_NAMES
from controller.games.follow_rule import follow
from controller.games.trick_game import Score, TrickGame, Won
from controller.record.cards import TRUMPS, Card
from controller.record.events import Bid, DealStart, Event, Seat
from controller.record.message import Message
from controller.record.numbers import NONE
from controller.rules import sheet
from controller.rules.deal import Play, Trick
from controller.rules.game import Fault, Outcome
from controller.rules.layout import Layout
from controller.rules.options import Rules
from controller.rules.results import DealResult, Number
from controller.rules.score.slip import SlipLine, other_sum
from controller.rules.sheet import Grid
from controller.rules.speech import Wording


class Doppelkopf(TrickGame[DoppelkopfState, DoppelkopfBook]):
    """German Doppelkopf."""

    name = "doppelkopf"
    title = "Doppelkopf"
    wording = Wording("Doppelkopf", "Doppelkopf", "Doppelkopf", "Doppelkopf", "ドッペルコップ")
    other_names = ("Doko",)
    call_names = CALL_NAMES
    seats = (4,)
    deck = DECK
    options = OPTIONS
    first_phase = "before"
    number_calls = NUMBERS
    follow_rule = (follow("DOK-F1"),)
    worth = POINTS
    trump_worth = POINTS
    count_rule = "DOK-H1"
    numbered = False
    early_rules = frozenset(("DOK-A1", "DOK-A3", "DOK-A4"))

    def slip_fault(self, rules: Rules, line: SlipLine) -> Message | None:
        """Players pay each other, so that all scores come to nothing (DOK-S1)."""
        del rules
        return other_sum(line, (0,))

    def open_book(self, rules: Rules) -> DoppelkopfBook:
        """Nobody has played the solo that it owes (DOK-O1)."""
        del rules
        return frozenset()

    def opening(self, rules: Rules, event: DealStart, book: DoppelkopfBook) -> DoppelkopfState:
        """Nothing has been said; who owes a solo is known (DOK-O1)."""
        del event
        return DoppelkopfState(owing=_owing(rules, book))

    def open_deal(self, rules: Rules, number: int, event: DealStart, book: DoppelkopfBook) -> DoppelkopfDeal:
        """Twelve cards each, or ten without the nines (DOK-D1, DOK-D2); a solo may be due (DOK-O2)."""
        deal = super().open_deal(rules, number, event, book)
        out = 0 if rules["nines"] else len(NINES) // rules.seats
        left = int(str(rules["deals"])) - number + 1
        around = ((event.dealer + step) % rules.seats for step in range(1, rules.seats + 1))
        owing = [seat for seat in around if seat in deal.own.owing]
        due = owing[0] if rules["deals"] and len(owing) >= left else None
        return replace(deal, size=deal.size - out, trump="D", own=replace(deal.own, due=due))

    def suit_in_play(self, card: Card, trump: str | None) -> str:
        """DOK-F1."""
        return suit_of(card, trump)

    def suit_of(self, deal: DoppelkopfDeal, card: Card) -> str:
        """Trumps are told as such, whatever is printed on them (DOK-F1)."""
        suit = self.suit_in_play(card, deal.trump)
        return TRUMPS if suit == deal.trump else suit

    def order(self, card: Card, trump: str | None) -> int:
        """DOK-W1."""
        return order(card, trump)

    def strength(self, deal: DoppelkopfDeal, trick: Trick, card: Card) -> int:
        """The highest card wins, of two that are equal the first; the tens of hearts may be otherwise (DOK-W2)."""
        own = super().strength(deal, trick, card)
        is_dulle = card.face == DULLE and self.suit_in_play(card, deal.trump) == deal.trump
        if not is_dulle or deal.rules["dulle"] == "first-wins":
            return own
        lying = [one for one in trick.cards if one.face == DULLE]
        return own + (card in lying[1:])

    def layout(self, deal: DoppelkopfDeal) -> Layout:
        """All cards are in hands, but for nines that are not in the deck (DOK-D2)."""
        everywhere = super().layout(deal)
        if deal.rules["nines"]:
            return everywhere
        known = {card: places for card, places in everywhere.known.items() if card not in NINES}
        return replace(everywhere, known=known, gone=NINES & {*self.deck})

    def elsewhere(self, deal: DoppelkopfDeal, play: Play) -> Fault | None:
        """A nine that was taken out of the deck (DOK-D2)."""
        if deal.rules["nines"] or play.card not in NINES:
            return None
        name = deal.rules.names[play.seat]
        text = Message("{name} played {card}, and there are no nines in this deck.", name=name, card=play.card)
        return Fault("impossible-card", play.seat, "DOK-D2", text, play.card)

    def next_dealer(self, deal: DoppelkopfDeal, book: DoppelkopfBook, *, void: str | None) -> Seat:
        """The same dealer again after a solo that was owed, unless it was due (DOK-O1, DOK-O2)."""
        again = not void and deal.own.due is None and owed_solo(deal) is not None
        return deal.dealer if again else super().next_dealer(deal, book, void=void)

    def grid(self, rules: Rules, book: DoppelkopfBook, total: tuple[Number, ...], deals: Sequence[DealResult]) -> Grid:
        """The sheet, with who still owes a solo (DOK-O1)."""
        found, owing = super().grid(rules, book, total, deals), _owing(rules, book)
        standing = tuple(Message("owes a solo") if seat in owing else "" for seat in range(rules.seats))
        return replace(found, standing=standing if owing else ())

    def act(
        self, deal: DoppelkopfDeal, book: DoppelkopfBook, number: int, event: Event
    ) -> Outcome[DoppelkopfState] | Message:
        """What is played, and announcements (DOK-B, DOK-A)."""
        if isinstance(event, Bid) and event.call in (RESERVATION, *GAMES):
            return name_game(deal, number, event)
        if isinstance(event, Bid) and event.call in ANNOUNCED:
            return announce(deal, number, event)
        return super().act(deal, book, number, event)

    def begin_play(self, deal: DoppelkopfDeal) -> DoppelkopfDeal | Message:
        """No card counts before it was said what is played (DOK-B1)."""
        if game_of(deal) is None:
            return Message("no game has been named")
        return replace(deal, phase="play")

    def unseen_trumps(self, deal: DoppelkopfDeal) -> tuple[str | None, ...]:
        """Before the first card somebody may have named a solo unseen (DOK-B2)."""
        return ("D", *dict.fromkeys(SOLOS.values())) if deal.phase == "before" else (deal.trump,)

    def numbers(self, deal: DoppelkopfDeal, seat: Seat) -> range:
        """What the other party will not reach, once it is known what is played (DOK-A2)."""
        del seat
        return NONE if game_of(deal) is None or deal.phase == "after" else self.number_calls

    def over(self, rules: Rules, number: int, total: tuple[Number, ...], book: DoppelkopfBook) -> Message | None:
        """DOK-G1."""
        del total, book
        done = number and number == rules["deals"]
        return Message("the match ended with deal {n}", n=number) if done else None

    def speaker(self, deal: DoppelkopfDeal) -> Seat | None:
        """Who leads: anybody may speak."""
        return deal.leader

    def taker(self, deal: DoppelkopfDeal) -> Seat | None:
        """Who plays a solo, or has a marriage."""
        game = game_of(deal)
        return None if game is None else game[1]

    def weigh_word(self, deal: DoppelkopfDeal, book: DoppelkopfBook, event: int) -> Outcome[DoppelkopfState] | None:
        """DOK-A3, DOK-A5."""
        del book
        return weigh(deal, event)

    def audit(self, deal: DoppelkopfDeal) -> tuple[Fault, ...]:
        """DOK-A1, DOK-M1."""
        return refuted(deal)

    def other_side(self, deal: DoppelkopfDeal, seat: Seat) -> Seat | None:
        """The next seat of the other party, once the parties are known."""
        found = parties(deal)
        if found is None:
            return None
        around = ((seat + step) % deal.rules.seats for step in range(1, deal.rules.seats))
        return next((other for other in around if not found.has(seat, other)), None)

    def score(self, deal: DoppelkopfDeal, won: Won, book: DoppelkopfBook) -> Score[DoppelkopfBook]:
        """DOK-S1 to DOK-S6."""
        return score(deal, won, book)

    def line_head(self, rules: Rules, deal: DealResult) -> str:
        """The deal and what was played, of a solo or a marriage by whom."""
        return sheet.taken_head(rules.names, deal, deal.detail.get("game"))

    def calls(self, seats: int) -> Mapping[str, Message]:
        """DOK-B1, DOK-B3."""
        del seats
        return GAMES_TOLD

    def facts(self, deal: DoppelkopfDeal) -> Message:
        """What is played, and what was announced by whom."""
        return facts(deal)


def _owing(rules: Rules, book: DoppelkopfBook) -> frozenset[Seat]:
    """Who still owes a solo; nobody where none is owed (DOK-O1)."""
    return frozenset(range(rules.seats)) - book if rules["obligatory"] else frozenset()


GAME = Doppelkopf()
