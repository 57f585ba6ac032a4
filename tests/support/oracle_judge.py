"""Verdicts due in a small deal, event by event, found by listing every world.

How this is independent of the product: where cards may lie is read from the events (``oracle_facts``), not from
``Game.layout``; worlds are struck from a list (``oracle``), not counted; a play's hand in a world is what its seat was
dealt in it less what that seat has played; and whether it was legal is asked of that hand, world by world, of the
game's ``duty(deal, card).breaks(hand)`` as it was when the card was put down. Of the product it takes the deal as it
stood then, and that an ``impossible-card`` or a ``short-trick`` was said, after which nothing else may be.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from controller.games.condor.suits import BIDDING
from controller.record.cards import Card
from controller.record.events import DealStart, Event, Exchange, Played, Seat
from controller.referee import fold
from controller.rules.deal import Deal
from controller.rules.duty import Duty
from controller.rules.match import AnyMatch
from controller.rules.results import ILLEGAL_PLAYS, Verdict
from tests.support.oracle import Drawn, Masks, Place, Worlds, bit_of, cards_of
from tests.support.oracle_facts import shown, worlds
from tests.support.tiny import Tiny

SAID_BY_COUNTING = (*ILLEGAL_PLAYS, "someone-revoked", "missed-rule")
CARDS_AMISS = ("impossible-card", "short-trick")

Sight = tuple[int, Card, Collection[Place], int]
"""Event, card, places in one of which it was seen, number of the trick."""

Said = tuple[object, ...]
"""A verdict as far as the oracle knows it."""


@dataclass(frozen=True, eq=False)
class Act:
    """A play that some hand could not have made."""

    event: int
    seat: Seat
    duty: Duty
    before: int
    """Cards that the seat had played, one bit a card."""
    player: Seat
    """The seat that answers for it: the player's, or in Bridge the declarer's for the hand opposite (Law 45B)."""


@dataclass(frozen=True)
class Reason:
    """The rule and the proof cards of a revoke, and which there may be."""

    rule: str
    proof: tuple[Card, ...]
    seen_later: tuple[Card, ...]
    """The cards that should have been played, shown by that seat since."""
    held: frozenset[Card]
    """Owed cards that the hand held in every world."""
    rules: frozenset[str]
    """The rules that are broken in every world, or, where each world may break another one, what they share."""


@dataclass
class Moment:
    """One event of the play, with what was said and what should have been."""

    number: int
    match: AnyMatch
    """After the event."""
    worlds: Worlds
    said: list[Said]
    expected: list[Said]
    acts: list[Act]
    """The plays so far that some hand could not have made."""
    reasons: list[Reason]
    """Reasons of the revokes that were reported."""
    lost: bool
    """Whether it was said that no world fits."""
    amiss: bool
    """Whether cards are known to be missing, or where they cannot be: nobody is accused from then on."""


@dataclass
class Judge:
    """The state of one deal that is being judged."""

    table: Tiny
    past: Sequence[Event]
    """The events of the deal before its first card."""
    worlds: Worlds = field(init=False)
    sights: list[Sight] = field(default_factory=list[Sight])
    acts: list[Act] = field(default_factory=list[Act])
    played: dict[Seat, int] = field(default_factory=dict[Seat, int])
    proven: set[int] = field(default_factory=set[int])
    said: set[str] = field(default_factory=set[str])
    takers: list[Seat] = field(default_factory=list[Seat])
    """Drawers of each card of a talon so far."""
    swapped: list[tuple[int, Exchange]] = field(default_factory=list[tuple[int, Exchange]])
    """The exchanges of a card for the one beneath the talon, by event."""

    def __post_init__(self) -> None:
        self.worlds = worlds(self.table, self.past, self.takers)

    def draw(self, deal: Deal[Any]) -> None:
        """Whoever has won a trick draws, then the other, until the talon is closed or at its end (SCN-P2)."""
        if not isinstance(self.worlds, Drawn) or deal.own.closed:
            return
        for trick in deal.tricks[len(self.takers) // 2 :]:
            if trick.winner is not None and len(self.takers) < len(self.table.deck) - 2 * self.table.hand:
                self.takers += (trick.winner, 1 - trick.winner)

    def swap(self, number: int, event: Exchange, trick: int) -> None:
        """The lowest trump goes for the card beneath the talon (SCN-X1)."""
        self.see(number, event.gives, [event.seat], trick)
        self.swapped.append((number, event))
        assert isinstance(self.worlds, Drawn)
        self.worlds.swap(event.gives, event.takes)

    def see(self, number: int, card: Card, places: Collection[Place], trick: int) -> None:
        """A card was seen: strike the worlds in which it was elsewhere."""
        self.sights.append((number, card, places, trick))
        self.worlds.strike(card, places, trick)

    def doubt(self, declarations: Collection[int]) -> None:
        """If no world is left, believe the cards shown for refuted declarations by turns, as long as one is left."""
        if not declarations or len(self.worlds):
            return
        believed = [sight for sight in self.sights if sight[0] not in declarations]
        for declaration in sorted(declarations):
            more = [*believed, *(sight for sight in self.sights if sight[0] == declaration)]
            believed = more if len(self._left(more)) else believed
        self.worlds = self._left(believed)

    def _left(self, sights: Sequence[Sight]) -> Worlds:
        left, swapped = worlds(self.table, self.past, self.takers), dict(self.swapped)
        for number, card, places, trick in sorted(sights, key=lambda sight: sight[0]):
            left.strike(card, places, trick)
            if isinstance(left, Drawn) and number in swapped:
                left.swap(swapped[number].gives, swapped[number].takes)
        return left

    def play(self, match: AnyMatch, deal: Deal[Any], number: int, event: Played) -> None:
        """Take in a card before it lies: strike worlds, and remember what it was played on."""
        spent = match.game.name == "condor" and event.card.suit in BIDDING
        if event.card not in match.game.deck or deal.find(event.card) or spent:
            return
        self.draw(deal)
        self.see(number, event.card, [event.seat], deal.number_of_trick)
        if event.seat in deal.open.seats:
            return
        duty = match.game.duty_of(deal, event.seat, event.card)
        before = self.played.get(event.seat, 0)
        if duty:
            declarer = match.game.auction.taker(deal) if match.game.name == "bridge" else None
            is_dummys = declarer is not None and (event.seat - declarer) % 4 == 2
            player = declarer if is_dummys and declarer is not None else event.seat
            self.acts.append(Act(number, event.seat, duty, before, player))
        self.played[event.seat] = before | bit_of(self.worlds.deck, event.card)

    def legal(self, act: Act) -> NDArray[np.bool_]:
        """In which worlds a play was legal."""
        deck = self.worlds.deck
        hands: Masks = self.worlds.held(act.seat) & ~act.before
        met = np.zeros(1 << len(deck), np.bool_)
        met[hands] = True
        fine = np.zeros(1 << len(deck), np.bool_)
        for hand in np.nonzero(met)[0]:
            fine[hand] = not act.duty.breaks(cards_of(deck, int(hand)))
        return fine[hands]

    def verdicts(self, number: int) -> Iterator[Said]:
        """What becomes provable with the event of this number."""
        if "missed-rule" in self.said:
            return
        if not len(self.worlds):
            yield from self._once("missed-rule", number, ())
            return
        legal = {act: self.legal(act) for act in self.acts if act.event not in self.proven}
        new = [act for act, where in legal.items() if not where.any()]
        self.proven |= {act.event for act in new}
        for act in new:
            yield "illegal-lead" if act.duty.lead else "revoke", act.event, number, act.player
        if not self.proven and not _together(legal.values()):
            seats = sorted({act.seat for act in legal})
            alone = [seat for seat in seats if _together(ok for act, ok in legal.items() if act.seat != seat)]
            players = {act.seat: act.player for act in legal}
            yield from self._once("someone-revoked", number, [*dict.fromkeys(players[seat] for seat in alone)])

    def reason(self, said: Verdict) -> Reason:
        """What may be cited for a revoke."""
        act, deck = next(act for act in self.acts if act.event == said.event), self.worlds.deck
        owed = act.duty.avoid
        hands = [cards_of(deck, int(hand)) for hand in np.unique(self.worlds.held(act.seat) & ~act.before)]
        held = frozenset(owed).intersection(*hands)
        broken = [{owed[card] for card in hand if card in owed} for hand in hands]
        later = {card for number, card, places, _ in self.sights if number > act.event and [*places] == [act.seat]}
        always = frozenset(owed.values()).intersection(*broken) or {act.duty.rule}
        seen = tuple(card for card in owed if card in later)
        return Reason(said.rule, said.proof or (), seen, held, frozenset(always))

    def _once(self, kind: str, number: int, seats: Sequence[Seat]) -> Iterator[Said]:
        if kind not in self.said:
            self.said.add(kind)
            yield kind, number, number, tuple(seats)


def _together(legal: Iterable[NDArray[np.bool_]]) -> bool:
    """Whether there is a world in which all of these plays were legal."""
    every = [*legal]
    return not every or bool(np.logical_and.reduce(every).any())


def moments(table: Tiny, events: Sequence[Event]) -> Iterator[Moment]:
    """Every event from the first card of a deal on, judged; the match line is event 1."""
    match, judge, amiss, past, refuted = table.match, None, False, list[Event](), set[int]()
    for number, event in enumerate(events, 2):
        before = match
        match, results = fold.step(before, number, event)
        verdicts = [result for result in results if isinstance(result, Verdict)]
        if isinstance(event, DealStart):
            judge, amiss, past, refuted = None, False, [], set[int]()
        past.append(event)
        refuted |= {verdict.event for verdict in verdicts if verdict.kind == "false-declaration"}
        playing = _playing(before) if isinstance(event, Played) else None
        if isinstance(event, Played) and playing:
            judge = judge or _judge(table, past[:-1], number)
            judge.play(before, playing, number, event)
        if judge is None or before.deal is None or not before.running:
            continue
        if table.name == "schnapsen" and match.deal is not None:
            judge.draw(match.deal)
            if isinstance(event, Exchange) and match.deal.own.taken_cards != before.deal.own.taken_cards:
                judge.swap(number, event, before.deal.number_of_trick)
        for card, places in shown(table, event, past[:-1]).items():
            judge.see(number, card, places, before.deal.number_of_trick)
        judge.doubt(refuted)
        amiss = amiss or any(verdict.kind in CARDS_AMISS for verdict in verdicts)
        expected = [] if amiss else [*judge.verdicts(number)]
        reasons = [judge.reason(verdict) for verdict in verdicts if verdict.kind in ILLEGAL_PLAYS]
        lost = "missed-rule" in judge.said
        yield Moment(number, match, judge.worlds, [*_said(verdicts)], expected, [*judge.acts], reasons, lost, amiss)


def _judge(table: Tiny, past: Sequence[Event], number: int) -> Judge:
    """The judge of a deal whose first card is the event of this number."""
    judge = Judge(table, past)
    for place, event in enumerate(past):
        if isinstance(event, Exchange) and isinstance(judge.worlds, Drawn):
            judge.swap(number - len(past) + place, event, 1)
        for card, places in shown(table, event, past[:place]).items():
            judge.see(number - len(past) + place, card, places, 1)
    return judge


def _playing(match: AnyMatch) -> Deal[Any] | None:
    """The deal to which a card can be played, or None."""
    if match.deal is None or not match.running:
        return None
    deal = match.game.auction.begin_play(match.deal) if match.deal.phase == "before" else match.deal
    return None if isinstance(deal, str) or deal.phase == "after" else deal


def _said(verdicts: Iterable[Verdict]) -> Iterator[Said]:
    for one in verdicts:
        if one.kind in ILLEGAL_PLAYS:
            yield one.kind, one.event, one.proved, one.seat
        elif one.kind in SAID_BY_COUNTING:
            yield one.kind, one.event, one.proved, tuple(one.seats or ())
