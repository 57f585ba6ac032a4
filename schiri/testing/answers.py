"""The answers of a game's own methods, looked at as soon as they come: a wrong one is told by its method."""

from collections.abc import Callable, Mapping
from copy import copy
from typing import Any, Final, cast

from controller.games import AnyGame
from controller.rules.deal import AnyDeal, Deal
from controller.rules.duty import Duty
from controller.rules.game import Outcome, Settlement, Tie
from controller.rules.layout import Layout
from controller.rules.options import Rules
from schiri.testing.breach import BrokenLawError, method

KINDS: Final[Mapping[str, tuple[type | tuple[type, ...], str]]] = {
    "open_deal": (Deal, "a Deal"),
    "duty": (Duty, "a Duty, such as FREE or avoid(cards, rule)"),
    "layout": (Layout, "a Layout, such as all_in_hands(deal)"),
    "strength": ((int, float), "a number"),
    "card_points": ((int, float), "a number"),
    "settle": ((Settlement, Tie), "a Settlement or a Tie"),
    "act": ((Outcome, str), "an Outcome, or a sentence that says why it cannot be"),
    "begin_play": ((Deal, str), "a Deal, or a sentence that says what it waits for"),
    "next_dealer": (int, "a seat"),
    "over": ((str, type(None)), "a sentence, or None while the match goes on"),
    "cannot_deal": ((str, type(None)), "a sentence, or None where such a deal can be"),
}
"""What each method answers with, and how that is called."""


def watched(game: AnyGame) -> AnyGame:
    """The same game, which raises BrokenLawError as soon as a method of its own answers what none can answer."""
    kind = type(game)
    changed: dict[str, object] = {"__module__": kind.__module__}
    changed |= {name: _looked_at(game, name, getattr(kind, name)) for name in KINDS}
    made = copy(game)
    made.__class__ = type(kind.__name__, (kind,), changed)  # pyrefly: ignore[unsupported-dynamic-base]  # known only when it runs
    return made


def _looked_at(game: AnyGame, name: str, asked: Callable[..., object]) -> Callable[..., object]:
    """A method with its answer looked at."""
    wanted, called = KINDS[name]

    def answer(self: AnyGame, *told: object, **named: object) -> object:
        found = asked(self, *told, **named)
        if not _is(found, wanted):
            raise BrokenLawError(f"{name}() returned {found!r}, and not {called}\n  in {method(game, name)}")
        wrong = _wrong(game, found, told)
        if wrong:
            raise BrokenLawError(f"{name}() returned {wrong}\n  in {method(game, name)}")
        return found

    return answer


def _is(found: object, wanted: type | tuple[type, ...]) -> bool:
    return isinstance(found, wanted)


def _wrong(game: AnyGame, found: object, told: tuple[object, ...]) -> str | None:
    """What cannot be in an answer of the right kind; None if nothing."""
    if _is(found, Settlement):
        return _of_settlement(cast("Settlement[Any]", found), cast("AnyDeal", told[0]).rules.seats)
    if _is(found, Deal) and _is(told[0], Rules):
        return _of_deal(game, cast("AnyDeal", found))
    if isinstance(found, Duty):
        strange = [card for card in found.avoid if card not in game.deck]
        return f"a Duty that asks for {strange[0]!r}, which is no card of its deck" if strange else None
    return None


def _of_settlement(done: Settlement[Any], seats: int) -> str | None:
    for name, numbers in (("points", done.points), ("score", done.score), ("total", done.total)):
        if len(numbers) != seats:
            return f"a Settlement with {name} {numbers!r} for {seats} players: write one number for each seat"
    return None


def _of_deal(game: AnyGame, deal: AnyDeal) -> str | None:
    if not {*deal.seats} <= {*range(deal.rules.seats)}:
        return f"a Deal with the seats {deal.seats}, and there are seats 0 to {deal.rules.seats - 1}"
    if deal.size * len(deal.seats) > len(game.deck):
        cards = f"{len(deal.seats)} players with {deal.size} cards each"
        return f"a Deal for {cards}, and the deck has {len(game.deck)}: write size len(self.deck) // rules.seats"
    if deal.leader is None and deal.opener is None:
        return "a Deal without a leader and without an opener: name the seat that leads, or the card whose holder does"
    return None
