"""The numbers in a verdict's sentence are true: counted again from the events, without the referee's own counts."""

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.explain.case import find
from controller.games import differenzler
from controller.games.belote.state import BeloteState
from controller.games.bridge.game import GAME
from controller.games.bridge.state import BridgeState
from controller.games.condor.auction import ROUNDS, CondorAuction
from controller.games.differenzler import DEALERS, DifferenzlerState
from controller.games.doppelkopf.state import DoppelkopfState
from controller.games.euchre import EuchreState
from controller.games.handjass.state import HandjassState, known_places
from controller.games.hearts import HeartsState
from controller.games.schnapsen.state import SchnapsenState, drawing, last_drawer, talon_left
from controller.games.skat.auction import auction
from controller.games.skat.state import SkatState
from controller.games.tarot.state import TarotState
from controller.games.weis.refute import ClaimState
from controller.games.whist import WhistState
from controller.record.cards import Card
from controller.record.message import NUMBERS
from controller.record.text import RecordText
from controller.rules.card_sets import SUIT_WORDS
from controller.rules.deal import Deal
from controller.rules.results import ILLEGAL_PLAYS, Verdict
from tests.controller.explain.explain_talk import NAMES, TABLES, foul, verdicts

Somewhere = set[int | str]
"""Seats whose hand a card may be in, and other places by name."""

HELD = re.compile(r"after (\S+) in trick (\d+) (.+?) still held (\S+) (?:unseen )?cards?, and (.*)\.$")
ONLY = re.compile(r"only (\S+) unseen cards? (?:was|were) (.*)$|every unseen card was (.*)$")
THERE = re.compile(
    r"only (\S+) (?:unseen )?cards? that (?:was|were) (.*) could lie there$"
    r"|every (?:unseen )?card that could lie there was (.*)$"
)
NOWHERE = re.compile(
    r"by the rules (\S+) cards?, (.*), could lie only with (.*),"
    r" where there is (?:room for (\S+) of them|no room)\.$"
)


@dataclass
class Seen:
    """Facts of the cards of a deal, read from its events."""

    unplayed: set[Card]
    rooms: dict[int | str, int]
    where: dict[Card, Somewhere] = field(default_factory=dict[Card, Somewhere])
    """Cards that are known to lie in some places only."""

    def lie(self, cards: Collection[Card], *places: int | str) -> None:
        for card in self.unplayed.intersection(cards):
            self.where[card] = self.where.get(card, set(places)) & set(places)

    def may(self, card: Card, place: int | str) -> bool:
        return place in self.where.get(card, {place})

    def room(self, place: int | str) -> int:
        """Room for cards that are not known to lie there."""
        return self.rooms[place] - sum(places == {place} for places in self.where.values())

    @property
    def settled(self) -> set[Card]:
        return {card for card, places in self.where.items() if len(places) == 1}


def seen(text: RecordText, number: int) -> Seen:
    """What is seen up to the proof of a verdict; the counting that the sentence is checked against."""
    case = find(text, number)
    facts = case.facts(case.at)
    assert facts is not None
    deal = facts.deal
    played = [play.seat for play in deal.plays()]
    table = Seen(set(case.game.deck) - {play.card for play in deal.plays()}, {})
    table.rooms |= {seat: deal.size - played.count(seat) for seat in deal.seats}
    for play in deal.exposed:
        table.lie((play.card,), play.seat)
    moved = isinstance(deal.own, EuchreState | HandjassState) or (
        isinstance(deal.own, HeartsState) and deal.own.passing is not None
    )
    hands = {} if moved else deal.hands or {}
    for kind, take in OWN.items():
        if isinstance(deal.own, kind):
            take(table, deal, deal.own)
    for seat, cards in hands.items():
        table.lie(cards, seat)
    return table


def _bridge(table: Seen, deal: Deal[BridgeState], own: BridgeState) -> None:
    """What dummy has laid down."""
    for seat in GAME.hands.open(deal):
        table.lie(own.shown, seat)


def _announced(table: Seen, _: object, own: ClaimState) -> None:
    """What was shown for a Weis that stands, and in Belote the card that was turned up, once it is taken."""
    if isinstance(own, BeloteState):
        for card, seat in own.holders.items():
            table.lie((card,), seat)
    for claim in own.claims:
        if claim.event not in own.refuted:
            table.lie(claim.cards, claim.seat)


def _schnapsen(table: Seen, deal: Deal[SchnapsenState], own: SchnapsenState) -> None:
    """What is not drawn yet lies in the talon, with the card beneath it; who took that for the jack has it."""
    left = talon_left(deal)
    table.rooms["the talon"] = left
    if drawing(deal):
        for seat in deal.seats:
            table.rooms[seat] -= left // 2
    for card, seat in own.taken_cards:
        table.lie((card,), seat)
    drawer = last_drawer(deal)
    if left:
        table.lie((own.under,), "the talon")
    elif drawer is not None:
        table.lie((own.under,), drawer)


def _differenzler(table: Seen, deal: Deal[DifferenzlerState], own: DifferenzlerState) -> None:
    """For two a stock, for five a six that is out; the card turned up is the dealer's, or lies on the stock."""
    aside = str({2: differenzler.STOCK, 5: differenzler.TAKEN_OUT}.get(len(deal.seats), ""))
    if aside:
        table.rooms[aside] = 36 - deal.size * len(deal.seats)
    if len(deal.seats) == 5:
        table.lie([card for card in table.unplayed if card.rank != "6"], *deal.seats)
    if deal.rules["turned"] == DEALERS:
        table.lie((own.turned,), aside if len(deal.seats) == 2 else deal.dealer)


def _skat(table: Seen, deal: Deal[SkatState], own: SkatState) -> None:
    """The skat, or what was laid away for it; what the declarer was dealt before taking it may lie there."""
    declarer = auction(deal).declarer
    assert declarer is not None
    table.rooms["the skat"] = 2
    table.lie(own.dealt, declarer, "the skat")
    table.lie(own.laid or (), "the skat")


def _euchre(table: Seen, deal: Deal[EuchreState], own: EuchreState) -> None:
    """The kitty, what the dealer laid away, the hands of partners who do not play; where the card turned up can be."""
    hands: dict[int, int | str] = {seat: seat if seat in deal.seats else f"{NAMES[seat]}'s hand" for seat in range(4)}
    taken = "order-up" in own.calls
    aside: dict[int | str, int] = {place: 5 for place in hands.values() if isinstance(place, str)}
    table.rooms |= {**aside, "the kitty": 4 - taken}
    for seat, cards in (deal.hands or {}).items():
        table.lie(cards, hands[seat])
    if not taken:
        table.lie((own.turned,), "the kitty")
        return
    table.rooms["the card laid away"] = 1
    table.lie((own.turned, *own.dealt), hands[deal.dealer], "the card laid away")
    table.lie(own.laid or (), "the card laid away")


def _condor(table: Seen, _: object, own: CondorAuction) -> None:
    """Bidding cards and the card that shows trump never come to the play; who took a card turned up has it."""
    table.unplayed -= {card for card in table.unplayed if card.suit in ("S", "H")} | {own.indicator}
    for number in range(1, ROUNDS + 1):
        taker = own.rounds[number - 1].taker
        assert taker is not None
        table.lie((own.upcard_in_pile(number),), taker)


def _handjass(table: Seen, deal: Deal[HandjassState], _: object) -> None:
    """What nobody plays lies aside: the places there are one for this count."""
    table.rooms["aside"] = 36 - deal.size * len(deal.seats)
    for card, seat in known_places(deal).items():
        table.lie((card,), seat if seat in deal.seats else "aside")
    for claim in deal.own.claims:
        if claim.kind == "weis" and claim.event not in deal.own.refuted:
            table.lie(claim.cards, claim.seat)


def _tarot(table: Seen, deal: Deal[TarotState], own: TarotState) -> None:
    """The dog, or what was laid away for it; a poignée shown before that may lie there."""
    assert own.best is not None
    table.rooms["the dog"] = 3 if len(deal.seats) == 5 else 6
    table.lie((*(own.dog or ()), *own.dealt), own.best.seat, "the dog")
    if own.laid:
        table.lie(own.laid.cards or own.laid.shown, "the dog")
    for said in own.declarations:
        before = own.dog_taken and said.seat == own.best.seat and not (own.laid and said.event > own.laid.event)
        if said.event not in own.refuted:
            table.lie(said.cards, said.seat, *(("the dog",) if before else ()))


def _doppelkopf(table: Seen, deal: Deal[DoppelkopfState], own: DoppelkopfState) -> None:
    """Nines that were taken out of the deck are nowhere."""
    del own
    if not deal.rules["nines"]:
        table.unplayed -= {card for card in table.unplayed if card.rank == "9"}


def _whist(table: Seen, deal: Deal[WhistState], own: WhistState) -> None:
    """The card turned up is the dealer's, until it is played."""
    table.lie((own.turned,), deal.dealer)


OWN: dict[type, Callable[[Seen, Deal[Any], Any], None]] = {
    BridgeState: _bridge,
    WhistState: _whist,
    ClaimState: _announced,
    CondorAuction: _condor,
    DifferenzlerState: _differenzler,
    DoppelkopfState: _doppelkopf,
    EuchreState: _euchre,
    HandjassState: _handjass,
    SchnapsenState: _schnapsen,
    SkatState: _skat,
    TarotState: _tarot,
}
"""Reader of the facts beside the tricks, by the state that a game keeps."""


def value(word: str) -> int:
    return NUMBERS.index(word) if word in NUMBERS else int(word)


def cards_named(words: str) -> Callable[[Card], bool]:
    """Whether a card is one that these words name."""
    suits = {word: suit for suit, pair in SUIT_WORDS.items() for word in pair}
    excepted, negation, barred = words.rpartition("not ")

    def one_of(card: Card, text: str) -> bool:
        for word in re.split(r", | or ", text):
            above = re.fullmatch(r"(?:trumps|a trump) above T(\d+)", word)
            if card.face == word or card.suit == suits.get(word):
                return True
            if above and card.suit == "T" and int(card.rank) > int(above[1]):
                return True
        return False

    return lambda card: one_of(card, excepted) or one_of(card, barred) != bool(negation)


def counts(verdict: Verdict) -> bool:
    """Whether a verdict is proven by counting: no card that was laid later proves it, nor the play by itself."""
    by_itself = "from any hand" in verdict.text or "that suit may not be led there" in verdict.text
    return verdict.kind in ILLEGAL_PLAYS and verdict.proof is None and not by_itself


def check(text: RecordText, number: int, verdict: Verdict) -> str:
    """Count a sentence again; returns which sort it is."""
    table, owed = seen(text, number), find(text, number).owed()
    assert owed is not None
    seat = owed.play.seat  # dummy's hand, where its declarer is accused
    said = verdict.text.partition("; ")[2]
    if few := NOWHERE.search(said):
        cards, places = [Card(word) for word in re.split(r", | and ", few[2])], re.split(r", | and ", few[3])
        here = [NAMES.index(place) if place in NAMES else place for place in places]
        assert value(few[1]) == len(set(cards)) > value(few[4] or "no") == sum(map(table.room, here))
        for card in cards:
            elsewhere = [place for place in table.rooms if place not in here and table.may(card, place)]
            assert elsewhere == ([seat] if elsewhere else [])
            assert not elsewhere or card in owed.duty.avoid
        return "nowhere"
    held = HELD.search(said)
    assert held, said
    assert held[3] == NAMES[seat]
    room = table.room(seat)
    assert value(held[4]) == room
    pool = table.unplayed - table.settled
    if only := ONLY.search(held[5]):
        words = only[2] or f"not {only[3]}"
    else:
        only = THERE.search(held[5])
        assert only, said
        words = only[2] or f"not {only[3]}"
        pool = {card for card in pool if table.may(card, seat)}
    left = set(filter(cards_named(words), pool))
    assert (value(only[1]) if only[1] else 0) == len(left) < room
    assert pool - left <= set(owed.duty.avoid)
    return "held"


@pytest.mark.parametrize(("name", "seats"), TABLES)
@given(seed=st.integers(0, 2**32))
@settings(max_examples=12)
def test_a_sentence_that_counts_is_true(name: str, seats: int, seed: int) -> None:
    text = foul(name, seats, seed)
    for number, verdict in enumerate(verdicts(text), 1):
        if counts(verdict):
            check(text, number, verdict)


@pytest.mark.parametrize(
    ("name", "seats", "seed", "number", "count"),
    [
        ("mittlere", 3, 7, 4, "one unseen card"),
        ("condor", 2, 66, 1, "one unseen card"),
        ("condor", 2, 3, 2, "unseen cards"),
        ("handjass", 4, 79, 1, "unseen cards"),
        ("coiffeur", 3, 226, 5, "unseen cards"),
        ("whist", 4, 173, 2, "unseen cards"),
    ],
)
def test_cards_that_are_known_to_lie_in_the_hand_are_not_counted_as_unseen(
    name: str, seats: int, seed: int, number: int, count: str
) -> None:
    text = foul(name, seats, seed)
    verdict = verdicts(text)[number - 1]
    assert count in verdict.text
    assert check(text, number, verdict) == "held"


@pytest.mark.slow
def test_many_sentences_of_each_sort_are_counted() -> None:
    """So that the law above is about something: a fixed set of records holds every sort of sentence."""
    sorts: list[str] = []
    for name, seats in (("mittlere", 3), ("coiffeur", 4), ("tarot", 3), ("tarot", 5)):
        for seed in range(40):
            text = foul(name, seats, seed)
            for number, verdict in enumerate(verdicts(text), 1):
                if counts(verdict):
                    sorts.append(check(text, number, verdict))
    assert {sort: sorts.count(sort) > 5 for sort in set(sorts)} == {"held": True, "nowhere": True}
