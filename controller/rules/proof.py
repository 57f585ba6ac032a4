"""Plays that are proven revokes: illegal in every world that fits the public facts (referee.md).

A play is remembered with the duty of its hand to the trick, until it is proven illegal. Its hand consists of the cards
that the seat has shown since and of the unseen cards it still holds. So the play was legal in some world if and only
if two things hold: no owed card was shown since, and some world lays no owed card into that hand. Where the rule knows
an excuse, a world that lays an excuse there makes the play legal, too.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from controller.record.cards import Card
from controller.rules.deal import Play
from controller.rules.duty import Duty
from controller.rules.layout import Layout, bits_of
from controller.rules.worlds import Cards, Worlds


@dataclass(frozen=True, slots=True)
class Owed:
    """A play, and the duty of its hand to the trick."""

    play: Play
    trick: int
    """Number of the trick, from 1."""
    led: Card
    duty: Duty
    avoid: Cards
    excuse: Cards
    broken: tuple[Card, ...] = ()
    """Owed cards that the hand has shown since."""
    others: tuple["Owed", ...] = ()
    """The same play in the other courses that the trick may have taken; it must be illegal in every one."""
    counts: bool = True
    """Whether counting cards may prove the play illegal; not where cards may have been played unseen before it."""

    @property
    def courses(self) -> tuple["Owed", ...]:
        """The play in every course."""
        return (self, *self.others)


@dataclass(frozen=True, slots=True)
class Proof:
    """A play that is proven illegal."""

    owed: Owed
    cards: tuple[Card, ...]
    """Cards known to have been in that hand that prove the play illegal; none where only counting does."""
    rule: str


@dataclass(frozen=True, slots=True)
class ProofMemory:
    """The referee's memory of a deal: the plays that later cards may prove to be revokes."""

    owed: tuple[Owed, ...] = ()
    """Plays not proven illegal that some hand could not have made lawfully."""
    proven: tuple[Owed, ...] = ()
    """Plays of the deal that are proven illegal."""
    suspected: bool = False
    """Whether a verdict has said that someone has revoked."""
    lost: bool = False
    """Whether a verdict has said that no world fits."""


@dataclass(frozen=True, slots=True)
class Findings:
    """The proofs by a newly shown card."""

    memory: ProofMemory
    proofs: tuple[Proof, ...] = ()
    """Plays proven illegal, oldest first."""
    suspects: tuple[int, ...] | None = None
    """The seats of which one has certainly revoked; None if no revoke is proven."""


def owe(deck: tuple[Card, ...], play: Play, trick: int, led: Card, duty: Duty) -> Owed:
    """Remember the duty of a play; a play that no hand may make is broken by its own card (TAR-C2)."""
    bits = bits_of(deck)
    avoid, excuse = (sum(bits[card] for card in cards) for cards in (duty.avoid, duty.excuse))
    return Owed(play, trick, led, duty, avoid, excuse, (play.card,) if play.card in duty.avoid else ())


def owe_one_of(deck: tuple[Card, ...], play: Play, trick: int, duties: Sequence[tuple[Card, Duty]]) -> Owed | None:
    """Remember the duties of a play in every course of its trick; None if some course has no duty.

    Nothing is remembered either of a card that was led in one course and not in another: no one word is true of both.

    Args:
        deck: of the game.
        play: the play.
        trick: number of the trick.
        duties: the card led and the duty in each course.
    """
    if not all(duty for _, duty in duties) or len({duty.lead for _, duty in duties}) > 1:
        return None
    first, *others = (owe(deck, play, trick, led, duty) for led, duty in duties)
    different = {(owed.avoid, owed.excuse): owed for owed in others}
    different.pop((first.avoid, first.excuse), None)
    return replace(first, others=tuple(different.values()))


def show(memory: ProofMemory, deck: tuple[Card, ...], shown: Play) -> ProofMemory:
    """Remember that a seat has shown a card: it was in the hand of each play that certainly came before it."""
    bit = bits_of(deck)[shown.card]

    def after(owed: Owed) -> Owed | None:
        if owed.play.seat != shown.seat or owed.play == shown:
            return owed
        if any(one.excuse & bit for one in owed.courses):
            return None
        if not owed.play.precedes(shown):
            return owed
        others = tuple(_with(one, shown.card, bit) for one in owed.others)
        return replace(_with(owed, shown.card, bit), others=others) if others else _with(owed, shown.card, bit)

    if not any(owed.play.seat == shown.seat for owed in memory.owed):
        return memory
    return replace(memory, owed=tuple(duty for owed in memory.owed if (duty := after(owed))))


def _with(owed: Owed, card: Card, bit: Cards) -> Owed:
    """Add a card of the play's hand that was shown since."""
    return replace(owed, broken=(*owed.broken, card)) if owed.avoid & bit else owed


def all_lawful(memory: ProofMemory, layout: Layout, fitting: Worlds) -> bool:
    """Whether in some world every play was legal, each in the one course that its trick can have taken."""
    return not any(owed.others for owed in memory.owed) and all_legal(memory.owed, layout, fitting)


def prove(memory: ProofMemory, deck: tuple[Card, ...], layout: Layout, fitting: Worlds) -> Findings:
    """Prove the plays that are illegal in every fitting world; if there are none, find whether someone has revoked."""
    together = [owed for owed in memory.owed if not owed.others]
    lawful = all_legal(together, layout, fitting)
    if lawful and len(together) == len(memory.owed):
        return Findings(memory)
    proofs = tuple(proof_of(owed, deck, layout, fitting) for owed in _illegal(memory.owed, layout, fitting))
    memory = mark_proven(memory, proofs)
    if lawful or proofs or memory.proven or memory.suspected:
        return Findings(memory, proofs)
    return Findings(replace(memory, suspected=True), (), _suspects(together, layout, fitting))


def mark_proven(memory: ProofMemory, proofs: Sequence[Proof]) -> ProofMemory:
    """Mark these plays as proven illegal."""
    newly_proven = tuple(proof.owed for proof in proofs)
    remaining = tuple(owed for owed in memory.owed if owed not in newly_proven)
    return replace(memory, owed=remaining, proven=(*memory.proven, *newly_proven))


def _illegal(plays: Sequence[Owed], layout: Layout, fitting: Worlds) -> Iterator[Owed]:
    """Yield the plays that are illegal in every fitting world; equal duties of a seat are tested once."""
    answers: dict[tuple[int, bool, Cards, Cards], bool] = {}

    def legal(owed: Owed) -> bool:
        owes = (owed.play.seat, bool(owed.broken), owed.avoid & fitting.unseen, owed.excuse)
        if owes not in answers:
            answers[owes] = is_legal(owed, layout, fitting)
        return answers[owes]

    yield from (owed for owed in plays if not any(map(legal, owed.courses)))


def _suspects(plays: Sequence[Owed], layout: Layout, fitting: Worlds) -> tuple[int, ...]:
    """Return the seats whose fault alone explains why no world has only legal plays."""
    seats = sorted({owed.play.seat for owed in plays})
    return tuple(
        seat for seat in seats if all_legal([owed for owed in plays if owed.play.seat != seat], layout, fitting)
    )


def all_legal(plays: Iterable[Owed], layout: Layout, fitting: Worlds) -> bool:
    """Whether there is a fitting world in which each of these plays was legal."""
    barred: dict[int, Cards] = {}
    excused: list[tuple[int, Owed]] = []
    hands = {place.seat: number for number, place in enumerate(layout.places)}
    for owed in plays:
        place = hands.get(owed.play.seat)
        if place is None:
            continue
        if owed.excuse:
            excused.append((place, owed))
        elif owed.broken:
            return False
        else:
            barred[place] = barred.get(place, 0) | owed.avoid
    return _excusable(excused, barred, {}, fitting)


def _excusable(
    excused: Sequence[tuple[int, Owed]], barred: dict[int, Cards], holds: dict[int, Cards], fitting: Worlds
) -> bool:
    """Whether each overtrump was lawful in one of two ways: no owed card was held, or an excuse was."""
    if not excused:
        return fitting.exists_with(holds, barred) if holds else fitting.exists(barred)
    (place, owed), *rest = excused
    clean = {**barred, place: barred.get(place, 0) | owed.avoid}
    if not owed.broken and _excusable(rest, clean, holds, fitting):
        return True
    return _excusable(rest, barred, {**holds, place: holds.get(place, owed.excuse) & owed.excuse}, fitting)


def is_legal(owed: Owed, layout: Layout, fitting: Worlds) -> bool:
    """Whether the play was legal in some fitting world."""
    return all_legal([owed], layout, fitting)


def proof_of(owed: Owed, deck: tuple[Card, ...], layout: Layout, fitting: Worlds) -> Proof:
    """Find the cards that prove a play illegal, and the rule that they show broken."""
    hand = layout.place_of(owed.play.seat)
    certain = [card for card, places in layout.known.items() if list(places) == [hand] and card in owed.duty.avoid]
    cards = _shown(owed) or tuple(sorted(certain, key=deck.index))
    return Proof(owed, cards, owed.duty.avoid[cards[0]] if cards else _rule(owed, deck, layout, fitting))


def _shown(owed: Owed) -> tuple[Card, ...]:
    """Return the cards shown since that prove a play illegal; if possible, ones that do in every course."""
    always = tuple(card for card in owed.broken if all(card in one.broken for one in owed.others))
    return always or owed.broken


def _rule(owed: Owed, deck: tuple[Card, ...], layout: Layout, fitting: Worlds) -> str:
    """Return a rule broken in every world; if each world may break another one, the rules' common name."""
    for rule in dict.fromkeys(owed.duty.avoid.values()):
        mine = sum(bits_of(deck)[card] for card, shows in owed.duty.avoid.items() if shows == rule)
        if not is_legal(replace(owed, avoid=mine), layout, fitting):
            return rule
    return owed.duty.rule
