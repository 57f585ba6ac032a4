"""The case of one verdict: the record folded to the act and to the proof, with the public facts of each moment."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from typing import Any

from controller.games import AnyGame
from controller.record.cards import Card
from controller.record.events import Played, Seat
from controller.record.message import Listed, Message
from controller.record.text import RecordText, to_fields
from controller.referee.fold import fold
from controller.referee.step import FoldStep
from controller.referee.unseen import readings
from controller.rules.card_sets import cards_of, set_of
from controller.rules.deal import AnyDeal, Play
from controller.rules.duty import Duty
from controller.rules.layout import Layout, bits_of, worlds
from controller.rules.proof import Owed, ProofMemory, owe, show
from controller.rules.results import NO_WORDS, Verdict
from controller.rules.worlds import NOTHING, Cards, Worlds


class NoVerdictError(ValueError):
    """A record holds no verdict of the number asked for."""

    def __init__(self, number: int, count: int) -> None:
        super().__init__(
            Message("there is no verdict {n}; it holds {n2}", n=number, n2=count)
            if count
            else Message("there is no verdict {n}; it holds none", n=number)
        )


class NoLineError(ValueError):
    """The line asked for holds no event that an explanation could be about."""

    def __init__(self, number: int) -> None:
        super().__init__(Message("line {n} holds no event that can be judged", n=number))


@dataclass(frozen=True, slots=True)
class PublicFacts:
    """The public facts of a deal after some event."""

    stage: FoldStep
    deal: AnyDeal
    """The deal with the card of the event, before its trick is turned."""
    memory: ProofMemory
    layout: Layout
    fitting: Worlds


@dataclass(frozen=True)
class RecordedVerdict:
    """A verdict, and the record it is in."""

    number: int
    verdict: Verdict
    stages: tuple[FoldStep, ...]
    """The steps without people's accounts, which do not bear on a verdict."""
    at: int
    """Index of the stage that proved it."""
    untold: tuple[int, ...] = ()
    """The lines of the holes that were open then and that no account explains."""

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat."""
        return self.stages[0].match.names

    @property
    def game(self) -> AnyGame:
        """The game that is played."""
        return self.stages[0].match.game

    @property
    def bits(self) -> Mapping[Card, int]:
        """The bit of each card in a set of cards."""
        return bits_of(self.game.deck)

    @cached_property
    def order(self) -> dict[int, int]:
        """The index of the stage of each line."""
        return {stage.number: index for index, stage in enumerate(self.stages)}

    @property
    def act(self) -> int:
        """Index of the stage of the act."""
        return self.order[self.verdict.event]

    def deal_before(self, index: int) -> AnyDeal | None:
        """Return the deal into which the event of a stage comes; None if no deal is under way."""
        match = self.stages[index - 1].match
        if match.deal is None or not match.running:
            return None
        return match.game.auction.playable(match.deal) or match.deal

    def to_play(self) -> Seat | None:
        """Return the seat to play at the act; if a card decides the lead, the seat that has shown it since."""
        deal, deal_known = self.deal_before(self.act), self.stages[self.at].match.deal
        if deal is None or deal.to_play is not None or deal.opener is None or deal_known is None:
            return None if deal is None else deal.to_play
        opening_play = deal_known.find(deal.opener)
        return None if opening_play is None else opening_play.seat

    def facts(self, index: int) -> PublicFacts | None:
        """Return the public facts after a step of the fold; None if no deal is under way."""
        stage, deal = self.stages[index], self.deal_before(index)
        if deal is None or stage.match.deal is None:
            return None
        memory, event = self.stages[index - 1].match.memory, stage.event
        if isinstance(event, Played) and deal.phase == "play" and stage.match.rules.has(event.seat):
            judged = readings.judge(self.game, deal, memory, Play(stage.number, event.seat, event.card))
            deal, memory = judged.deal, judged.memory
        else:
            deal, memory = stage.match.deal, stage.match.memory
        layout = self.game.layout(deal)
        return PublicFacts(stage, deal, memory, layout, worlds(self.game.deck, deal, layout))

    def of_this_deal(self, before: int) -> Iterator[FoldStep]:
        """Iterate over the stages of the verdict's deal before an index."""
        for stage in self.stages[1:before]:
            if stage.match.deal and stage.match.deal.number == self.verdict.deal:
                yield stage

    def play(self, index: int) -> Play | None:
        """Return the card shown by the event of a stage; None if it shows none."""
        stage = self.stages[index]
        event = stage.event
        return Play(stage.number, event.seat, event.card) if isinstance(event, Played) else None

    def owed(self) -> Owed | None:
        """Return the duty of the act's hand to its trick, as known when it was played."""
        deal, play = self.deal_before(self.act), self.play(self.act)
        if deal is None or play is None:
            return None
        duty = self.game.duty_of(deal, play.seat, play.card)
        return owe(self.game.deck, play, deal.number_of_trick, deal.led or play.card, duty)

    def shown_since(self, owed: Owed, index: int) -> Iterator[Play]:
        """Iterate over the cards that the seat has shown after its play, up to a stage."""
        for later in range(self.order[owed.play.event] + 1, index + 1):
            play, deal = self.play(later), self.stages[later].match.deal
            is_seen = deal and play in (*deal.plays(), *deal.exposed)
            if play and is_seen and play.seat == owed.play.seat:
                yield play

    def owed_at(self, owed: Owed, index: int) -> tuple[Owed, ...]:
        """Return the play as remembered after a stage: with the seen part of its hand, or nothing if excused."""
        memory = ProofMemory((owed,))
        for play in self.shown_since(owed, index):
            memory = show(memory, self.game.deck, play)
        return memory.owed


def staged(text: RecordText) -> tuple[FoldStep, ...]:
    """Return every step of a record."""
    return tuple(fold(text.events))


def as_seen(stages: Sequence[FoldStep]) -> tuple[FoldStep, ...]:
    """Return the steps with each match without people's accounts."""
    return tuple(replace(one, match=one.match.unseen.untold or one.match) for one in stages)


def cases(stages: Sequence[FoldStep]) -> Iterator[RecordedVerdict]:
    """Yield the case of each verdict of a record, in their order."""
    seen_stages = as_seen(stages)
    verdicts = ((index, one) for index, stage in enumerate(stages) for one in stage.results if isinstance(one, Verdict))
    places = {stage.number: index for index, stage in enumerate(stages)}
    for number, (index, verdict) in enumerate(verdicts, 1):
        # A verdict by faces is announced once people have confirmed it; the facts behind it were seen before.
        at = index if stages[index].match.accuses else places[verdict.proved]
        deal = stages[at].match.deal
        yield RecordedVerdict(number, verdict, seen_stages, at, deal.holes if deal else ())


def find(text: RecordText, number: int) -> RecordedVerdict:
    """Find the case of a verdict; raises NoVerdictError, and MatchError for a record that no match can start with."""
    recorded = tuple(cases(staged(text)))
    if 0 < number <= len(recorded):
        return recorded[number - 1]
    raise NoVerdictError(number, len(recorded))


# One world laid out card by card, so that a doubt can be seen: hands in which the plays were lawful.

World = tuple[Cards, ...]
"""The unseen cards of each place."""


@dataclass(frozen=True, slots=True)
class Way:
    """A way in which plays can have been lawful: cards barred from hands, and sets of which hands must hold one."""

    barred: Mapping[int, Cards]
    needs: Mapping[int, Cards]


def ways(plays: Sequence[Owed], layout: Layout) -> Iterator[Way]:
    """Yield every way in which all these plays can have been lawful; none if a card seen since forbids one of them."""
    choices: list[list[tuple[int, Cards, Cards]]] = []
    for place in range(len(layout.places)):
        mine = [owed for owed in plays if layout.place_of(owed.play.seat) == place]
        strict, excused = ([owed for owed in mine if bool(owed.excuse) == kind] for kind in (False, True))
        if any(owed.broken for owed in strict):
            return
        clean = (place, _union(mine), 0)
        if not excused:
            choices.append([clean])
            continue
        excuse = excused[0].excuse
        for owed in excused:
            excuse &= owed.excuse
        choices.append([(place, _union(strict), excuse)])
        if not any(owed.broken for owed in excused):
            choices[-1].insert(0, clean)
    for chosen in product(*choices):
        barred = {place: cards for place, cards, _ in chosen if cards}
        yield Way(barred, {place: excuse for place, _, excuse in chosen if excuse})


def lawful(plays: Sequence[Owed], layout: Layout, fitting: Worlds) -> World | None:
    """Find a fitting world in which all these plays were lawful, or None; the same answer as ``proof.all_legal``."""
    possible_worlds = (one_world(fitting, tuple(way.needs.items()), way.barred) for way in ways(plays, layout))
    return next((world for world in possible_worlds if world is not None), None)


def one_world(
    worlds: Worlds, holds: Sequence[tuple[int, Cards]] = (), barred: Mapping[int, Cards] | None = None
) -> World | None:
    """Find a world that keeps barred cards out of their places and lays one wanted card into each place of ``holds``.

    A card is laid wherever the others can still be dealt (Hall's condition), so none is ever taken back.
    """
    bars = barred or {}
    if not holds:
        return _deal_out(worlds, bars) if worlds.exists(bars) else None
    (place, needed), *rest = holds
    for card in singles(needed & worlds.unseen & worlds.may[place] & ~bars.get(place, 0)):
        if world := one_world(laid(worlds, place, card), rest, bars):
            return tuple(cards | (card if number == place else 0) for number, cards in enumerate(world))
    return None


def laid(worlds: Worlds, place: int, card: Cards) -> Worlds:
    """Return the worlds of the other cards once this one lies in a place."""
    rooms = tuple(room - (number == place) for number, room in enumerate(worlds.rooms))
    return replace(worlds, rooms=rooms, unseen=worlds.unseen & ~card)


def singles(cards: Cards) -> Iterator[Cards]:
    """Yield the cards of a set, one at a time."""
    while cards:
        yield cards & -cards
        cards &= cards - 1


def _deal_out(worlds: Worlds, barred: Mapping[int, Cards]) -> World:
    dealt = [0] * len(worlds.rooms)
    for card in singles(worlds.unseen):
        for place, may in enumerate(worlds.may):
            if card & may & ~barred.get(place, 0) and (rest := laid(worlds, place, card)).exists(barred):
                worlds = rest
                dealt[place] |= card
                break
    return tuple(dealt)


def _union(plays: Sequence[Owed]) -> Cards:
    cards = 0
    for owed in plays:
        cards |= owed.avoid
    return cards


# The parts of an explanation that several arguments share: cards, places, plays in words.


def heading(text: Message) -> Iterator[Message]:
    """Yield a paragraph's heading, after a blank line."""
    yield NO_WORDS
    yield text


def step(text: str) -> Message:
    """Format a line of an argument, set in below its heading."""
    return Message.laid_out("  {why}", why=text)


def substep(text: str) -> Message:
    """Format a line below a step."""
    return Message.laid_out("    {why}", why=text)


def line(number: int, case: RecordedVerdict) -> Message:
    """Format a line of the record with its content, as a heading names it."""
    play = case.play(case.order[number])
    if play is None:
        event = case.stages[case.order[number]].event
        message = Message("line {n} ({kind})", n=number, kind=event.e) if event else None
        return message or Message("line {n}", n=number)
    return Message("line {n} ({name} {card})", n=number, name=name(case, play), card=play.card)


def name(case: RecordedVerdict, play: Play) -> str:
    """Return the name of the player of a card; a seat that is not at the table has none."""
    return case.names[play.seat] if 0 <= play.seat < len(case.names) else Message("seat {n}", n=play.seat)


def naming(case: RecordedVerdict, some: Iterable[Card], before: int) -> Iterator[FoldStep]:
    """Yield the stages of this deal, up to an index, whose events name one of the cards."""
    cards_named = set(some)
    for stage in case.of_this_deal(before):
        if stage.event and not cards_named.isdisjoint(_words(to_fields(stage.event))):
            yield stage


def _words(value: Any) -> Iterator[str]:  # noqa: ANN401 - the fields of an event are any JSON value
    """Yield every text in the fields of an event."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, (Mapping, list, tuple)):
        for one in value.values() if isinstance(value, Mapping) else value:
            yield from _words(one)


def demands(duty: Duty) -> Iterator[Message]:
    """List the cards that a lawful hand could not have held, a line a rule."""
    for rule in dict.fromkeys(duty.avoid.values()):
        owed = cards(card for card, shows in duty.avoid.items() if shows == rule)
        yield step(Message("{code}: none of {cards}", code=rule, cards=owed))


def places(case: RecordedVerdict, facts: PublicFacts) -> Iterator[Message]:
    """Count the unseen cards of each place, and say where each may lie."""
    occupied = [place for place in facts.layout.places if place.room]
    rooms = Message.join(", ", (Message.laid_out("{place} {n}", place=place.name, n=place.room) for place in occupied))
    count = facts.fitting.unseen.bit_count()
    yield step(
        Message.counted("Still held: {why}; {n} card.", "Still held: {why}; {n} cards.", count, why=rooms, n=count)
    )
    yield step(Message("Where each may lie, as far as was seen:"))
    yield from grouped(case, facts, NOTHING)


def grouped(case: RecordedVerdict, facts: PublicFacts, barred: Mapping[int, Cards]) -> Iterator[Message]:
    """List the unseen cards by the places that may hold them."""
    kinds: dict[tuple[int, ...], list[Card]] = {}
    for card in cards_of(case.game.deck, facts.fitting.unseen):
        bit = set_of(case.game.deck, (card,))
        may = [place for place, cards in enumerate(facts.fitting.may) if cards & bit & ~barred.get(place, 0)]
        kinds.setdefault(tuple(place for place in may if facts.layout.places[place].room), []).append(card)
    for here, some in sorted(kinds.items(), key=lambda kind: (len(kind[0]), kind[0])):
        where = Listed(tuple(facts.layout.places[place].name for place in here), "or")
        place_text = Message.laid_out("{places}", places=where) if here else Message("nowhere")
        yield substep(Message.laid_out("{why}: {cards}", why=place_text, cards=cards(some)))


def hands(case: RecordedVerdict, facts: PublicFacts, world: World) -> Iterator[Message]:
    """List the hands of a world, a line a place."""
    filled = [(place, some) for place, some in zip(facts.layout.places, world, strict=True) if place.room]
    width = max((len(place.name) for place, _ in filled), default=0)
    for place, some in filled:
        gap, cards_text = " " * (width - len(place.name)), cards(card.face for card in cards_of(case.game.deck, some))
        yield substep(Message.laid_out("{place}{code}  {cards}", place=place.name, code=gap, cards=cards_text))


def cards(some: Iterable[Card]) -> Listed:
    """List cards in a row."""
    row = tuple(some)
    return Listed(row, " ") if row else Listed((Message("none"),))
