"""Which plays are proven to be revokes: those that are illegal in every world that fits the public facts (referee.md).

A play is remembered with what its hand owed to the trick, until it is proven illegal. The hand it was played from is
what the seat has shown since and the unseen cards it still holds; so the play was legal in some world if and only if
nothing shown since was owed, and some world lays nothing that was owed into that hand (or, where the rule knows an
excuse, some world lays an excuse there).
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
    """A play, and what the hand it was played from owed to the trick."""

    play: Play
    trick: int
    """Number of the trick, from 1."""
    led: Card
    duty: Duty
    avoid: Cards
    excuse: Cards
    broken: tuple[Card, ...] = ()
    """Cards of the hand shown since that it should have played."""


@dataclass(frozen=True, slots=True)
class Proof:
    """A play that is proven illegal."""

    owed: Owed
    cards: tuple[Card, ...]
    """Cards known to have been in that hand that prove it; none where only counting does."""
    rule: str


@dataclass(frozen=True, slots=True)
class Watch:
    """What the referee keeps in mind of a deal to prove revokes with."""

    owed: tuple[Owed, ...] = ()
    """Plays not proven illegal that some hand could not have made lawfully."""
    proven: bool = False
    """Whether a play of the deal is proven illegal."""
    suspected: bool = False
    """Whether it was said that someone has revoked."""
    lost: bool = False
    """Whether it was said that no world fits."""


@dataclass(frozen=True, slots=True)
class Findings:
    """What a newly shown card proves."""

    watch: Watch
    proofs: tuple[Proof, ...] = ()
    """Plays proven illegal, oldest first."""
    suspects: tuple[int, ...] | None = None
    """Somebody has revoked, and each of these seats alone may have; None if that is not proven."""


def owe(deck: tuple[Card, ...], play: Play, trick: int, led: Card, duty: Duty) -> Owed:
    """What is remembered of a play; one that no hand may make is broken by its own card (TAR-C2)."""
    bits = bits_of(deck)
    avoid, excuse = (sum(bits[card] for card in cards) for cards in (duty.avoid, duty.excuse))
    return Owed(play, trick, led, duty, avoid, excuse, (play.card,) if play.card in duty.avoid else ())


def show(watch: Watch, deck: tuple[Card, ...], shown: Play) -> Watch:
    """Keep in mind that a seat has shown a card: it was in the hand of each of its earlier plays."""
    bit = bits_of(deck)[shown.card]

    def after(owed: Owed) -> Owed | None:
        if owed.play.seat != shown.seat or owed.play == shown:
            return owed
        if owed.excuse & bit:
            return None
        return replace(owed, broken=(*owed.broken, shown.card)) if owed.avoid & bit else owed

    return replace(watch, owed=tuple(kept for owed in watch.owed if (kept := after(owed))))


def prove(watch: Watch, deck: tuple[Card, ...], layout: Layout, fitting: Worlds) -> Findings:
    """What is proven now: the plays that are illegal in every fitting world, else whether someone has revoked."""
    if all_legal(watch.owed, layout, fitting):
        return Findings(watch)
    proofs = tuple(_proof(owed, deck, layout, fitting) for owed in _illegal(watch.owed, layout, fitting))
    proven = [proof.owed for proof in proofs]
    watch = replace(watch, owed=tuple(owed for owed in watch.owed if owed not in proven))
    if proofs or watch.proven or watch.suspected:
        return Findings(replace(watch, proven=watch.proven or bool(proofs)), proofs)
    return Findings(replace(watch, suspected=True), (), _suspects(watch.owed, layout, fitting))


def _illegal(plays: Sequence[Owed], layout: Layout, fitting: Worlds) -> Iterator[Owed]:
    """The plays that are illegal in every fitting world; most plays of a seat owed the same, which is asked once."""
    answers: dict[tuple[int, bool, Cards, Cards], bool] = {}
    for owed in plays:
        owes = (owed.play.seat, bool(owed.broken), owed.avoid & fitting.unseen, owed.excuse)
        if owes not in answers:
            answers[owes] = _legal(owed, layout, fitting)
        if not answers[owes]:
            yield owed


def _suspects(plays: Sequence[Owed], layout: Layout, fitting: Worlds) -> tuple[int, ...]:
    """The seats whose fault alone explains why no world has only legal plays."""
    seats = sorted({owed.play.seat for owed in plays})
    return tuple(
        seat for seat in seats if all_legal([owed for owed in plays if owed.play.seat != seat], layout, fitting)
    )


def all_legal(plays: Iterable[Owed], layout: Layout, fitting: Worlds) -> bool:
    """Whether there is a fitting world in which each of these plays was legal."""
    barred: dict[int, Cards] = {}
    excused: list[tuple[int, Owed]] = []
    for owed in plays:
        place = layout.place_of(owed.play.seat)
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
    """Whether each overtrump was lawful in one of two ways: nothing owed was held, or an excuse was."""
    if not excused:
        return fitting.exists_with(holds, barred) if holds else fitting.exists(barred)
    (place, owed), *rest = excused
    clean = {**barred, place: barred.get(place, 0) | owed.avoid}
    if not owed.broken and _excusable(rest, clean, holds, fitting):
        return True
    return _excusable(rest, barred, {**holds, place: holds.get(place, owed.excuse) & owed.excuse}, fitting)


def _legal(owed: Owed, layout: Layout, fitting: Worlds) -> bool:
    """Whether the play was legal in some fitting world."""
    return all_legal([owed], layout, fitting)


def _proof(owed: Owed, deck: tuple[Card, ...], layout: Layout, fitting: Worlds) -> Proof:
    """The cards that prove a play illegal, and the rule they show broken."""
    hand = layout.place_of(owed.play.seat)
    held = [card for card, places in layout.known.items() if list(places) == [hand] and card in owed.duty.avoid]
    cards = owed.broken or tuple(sorted(held, key=deck.index))
    return Proof(owed, cards, owed.duty.avoid[cards[0]] if cards else _rule(owed, deck, layout, fitting))


def _rule(owed: Owed, deck: tuple[Card, ...], layout: Layout, fitting: Worlds) -> str:
    """A rule that is broken in every world; where each world may break another one, what their names share."""
    for rule in dict.fromkeys(owed.duty.avoid.values()):
        mine = sum(bits_of(deck)[card] for card, shows in owed.duty.avoid.items() if shows == rule)
        if not _legal(replace(owed, avoid=mine), layout, fitting):
            return rule
    return owed.duty.rule
