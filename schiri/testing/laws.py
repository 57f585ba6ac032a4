"""The laws that hold in every game, each tried on matches of random players."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from inspect import getattr_static
from random import Random
from typing import TYPE_CHECKING, Any, Final, cast

from controller.games import AnyGame
from controller.record import text as record
from controller.record.cards import Card
from controller.record.events import Bid, Event, MatchStart, Played, Seat
from controller.referee.fold import fold, start, step
from controller.rules.deal import AnyDeal, Deal
from controller.rules.duty import Duty
from controller.rules.game import Settlement, Tie
from controller.rules.layout import Layout
from controller.rules.match import AnyMatch
from controller.rules.options import Rules, profiles
from controller.rules.parts import Outcome
from controller.rules.results import Result, Verdict, to_json
from schiri.testing import tiny
from schiri.testing.breach import (
    ILLEGAL_PLAYS,
    BrokenLawError,
    UnplayableError,
    home,
    method,
    of_exception,
    of_result,
    with_methods,
)

if TYPE_CHECKING:
    from types import FunctionType
from schiri.testing.players import RandomMatch, players_of, speaks_at_random

# The answers of a game's own methods, looked at as soon as they come: a wrong one is told by its method.

KINDS: Final[Mapping[str, tuple[type | tuple[type, ...], str]]] = {
    "open_deal": (Deal, "a Deal"),
    "duty": (Duty, "a Duty, such as FREE or avoid(cards, rule)"),
    "layout": (Layout, "a Layout, such as all_in_hands(deal)"),
    "strength": ((int, float), "a number"),
    "card_points": ((int, float), "a number"),
    "settle": ((Settlement, Tie), "a Settlement or a Tie"),
    "auction.act": (
        (Outcome, str, type(None)),
        "an Outcome, a sentence that says why it cannot be, or None: it has no such event",
    ),
    "auction.begin_play": ((Deal, str), "a Deal, or a sentence that says what it waits for"),
    "course.next_dealer": (int, "a seat"),
    "course.over": ((str, type(None)), "a sentence, or None while the match goes on"),
    "course.cannot_deal": ((str, type(None)), "a sentence, or None where such a deal can be"),
}
"""The answers of each method of a game and of its parts, and what they are called."""


def watched(game: AnyGame) -> AnyGame:
    """Wrap a game so that it raises BrokenLawError as soon as one of its methods gives an impossible answer."""
    parts = {name.partition(".")[0] for name in KINDS if "." in name}
    own = {name: _looked_at(game, name, getattr_static(game, name)) for name in KINDS if "." not in name}
    return with_methods(game, {**own, **{part: _watched_part(game, part) for part in parts}})


def _watched_part(game: AnyGame, part: str) -> object:
    kept = getattr(game, part)
    names = [name.partition(".")[2] for name in KINDS if name.startswith(f"{part}.")]
    return with_methods(kept, {name: _looked_at(game, f"{part}.{name}", getattr_static(kept, name)) for name in names})


def _looked_at(game: AnyGame, path: str, asked: "FunctionType | staticmethod[..., object]") -> Callable[..., object]:
    """Wrap a method to check its answer; ``asked``: as its class has it, a function that may be static."""
    wanted, called = KINDS[path]
    name = path.rpartition(".")[2]

    def answer(self: object, *told: object, **named: object) -> object:
        found: object = asked.__get__(self, type(self))(*told, **named)
        if not _is(found, wanted):
            raise BrokenLawError(f"{name}() returned {found!r}, and not {called}\n  in {method(game, path)}")
        wrong = _wrong(game, found, told)
        if wrong:
            raise BrokenLawError(f"{name}() returned {wrong}\n  in {method(game, path)}")
        return found

    return answer


def _is(found: object, wanted: type | tuple[type, ...]) -> bool:
    return isinstance(found, wanted)


def _wrong(game: AnyGame, found: object, told: tuple[object, ...]) -> str | None:
    """Find what cannot be in an answer of the right kind; None if nothing."""
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


NAMES: Final = ("Anna", "Berta", "Carla", "Dora", "Emma", "Fritz", "Gerda", "Hans")
ENOUGH: Final = 6
"""Matches in which every card of a suit was owed at some time, if it ever is."""
DEALS: Final = 2
"""Deals of a match, so that sheets and dealers go on."""


@dataclass(frozen=True, slots=True)
class Tried:
    """The matches and cards that a law was tried on."""

    matches: int = 0
    cards: int = 0
    note: str = ""


Law = Callable[[AnyGame, int], Tried]
"""A law: the game and how many matches it is tried on; raises BrokenLawError."""


def honest(game: AnyGame, matches: int) -> Tried:
    """Players who keep every rule are accused of nothing, at every table, by every profile."""
    cards = untrue = 0
    for seed in range(matches):
        played = _played(game, seed, 1.0, DEALS)
        for result in played.results:
            # Random players say at random what a hand holds; what is untrue of that is no card against the rules.
            if isinstance(result, Verdict) and result.kind == "false-declaration" and speaks_at_random(game):
                untrue += 1
            elif broken := of_result(game, result):
                raise broken
        cards += _cards(played)
    if not cards:
        raise UnplayableError(
            f"no card is ever played: random players pass every deal of {game.title} out\n"
            f"  in {home(game)}; a game whose words must go together brings PLAYERS of its own (docs/adding.md)"
        )
    return Tried(matches, cards, f"{untrue} untrue words" if untrue else "")


def cheaters(game: AnyGame, matches: int) -> Tried:
    """Check that each card against the rules is proven by the end of the deal, and no other one, if players cheat."""
    cards = broken = 0
    for seed in range(matches):
        played = _played(game, seed, (0.0, 0.5, 0.9)[seed % 3], 1)
        proven = sorted(one.event for one in played.results if isinstance(one, Verdict) and one.kind in ILLEGAL_PLAYS)
        # A card that came to a hand untold, after a play of it, may be what the play seems to have owed.
        wanted = {*proven} <= {*played.illegal} if _moves_in_play(game) else proven == sorted(played.illegal)
        if not wanted:
            raise _unequal(game, played, proven)
        cards, broken = cards + _cards(played), broken + len(proven)
    return Tried(matches, cards, f"{broken} against the rules")


def _moves_in_play(game: AnyGame) -> bool:
    return game.movements.are_described and game.movements.in_play


def speakers(game: AnyGame, matches: int) -> Tried:
    """Check that a word of who is not the speaker changes nothing, is judged, or leaves the speaker still to speak."""
    cards, tried, any_time = 0, 0, game.auction.at_any_time
    for seed in range(matches):
        opening, played = _opening(game, seed), _played(game, seed, 1.0, DEALS)
        match: AnyMatch = start(opening)
        for number, event in enumerate(played.events, 2):
            if isinstance(event, Bid) and event.call not in any_time and event.seat == _speaker(match):
                tried += _check_others(match, number, event)
            match = step(match, number, event)[0]
        cards += _cards(played)
    return Tried(matches, cards, f"{tried} words of others")


def _speaker(match: AnyMatch) -> Seat | None:
    """Return the seat whose word is awaited before the play of a deal."""
    deal = match.deal
    return match.game.auction.speaker(deal) if deal is not None and match.running and deal.phase == "before" else None


def _check_others(match: AnyMatch, number: int, event: Bid) -> int:
    """Let every other seat say a speaker's word; returns how many did."""
    others = [seat for seat in range(match.rules.seats) if seat != event.seat]
    for other in others:
        after, results = step(match, number, replace(event, seat=other))
        judged = any(isinstance(result, Verdict) for result in results)
        if after is not match and not judged and _speaker(after) != event.seat:
            one, two = match.rules.names[other], match.rules.names[event.seat]
            raise BrokenLawError(
                f"{one} said {event.call} where {two} was to speak, and it counted\n  look at the seat of the event: "
                f"answer with a sentence, or with a Fault; or name the word in at_any_time\n  in "
                f"{method(match.game, 'auction.act')}"
            )
    return len(others)


def cut(game: AnyGame, matches: int) -> Tried:
    """Cut a record after any line and continue it: the results are those of the whole, to the byte."""
    cards = 0
    for seed in range(matches):
        opening, played = _opening(game, seed), _played(game, seed, 0.9, DEALS)
        lines = [opening, *played.events]
        again = [record.parse(record.to_line(event)) for event in lines]
        whole = _told(again)
        at = Random(seed).randrange(1, len(lines) + 1)  # noqa: S311 - a test, no secret
        if again != lines or _told(again[:at]) != whole[: len(_told(again[:at]))] or whole != _told(lines):
            raise BrokenLawError(
                f"a record cut after line {at} and continued is another match\n  a game remembers nothing outside "
                f"deal, book and rules: no attribute, no global, no random number in {home(game)}"
            )
        cards += _cards(played)
    return Tried(matches, cards)


def enumeration(game: AnyGame, matches: int) -> Tried:
    """List every deal of a few cards: what is proven at once is what is illegal in each that fits."""
    left_out = Tried(0, 0, "left out: cards of this game lie in other places than hands")
    if _moves_in_play(game) or any(tiny.has_other_places(game, NAMES[:seats]) for seats in game.seats):
        return left_out
    cards = 0
    for seed in range(matches):
        found = tiny.tried(game, seed, NAMES[: game.seats[seed % len(game.seats)]])
        if found is None:
            return left_out
        cards += found
    return Tried(matches, cards)


def whole_deck(game: AnyGame, matches: int) -> Tried:
    """Check that every card of a suit that is owed at all is owed at some time, but for those the game calls exempt."""
    owed, cards, tries = set[Card](), 0, max(matches, ENOUGH)
    for seed in range(tries):
        played = _seated(game, seed, 1.0)
        played.begin()
        while played.match.running:
            deal = played.match.deal
            if deal is not None and deal.phase == "play" and deal.led is not None:
                for card in game.deck:
                    owed.update(played.match.game.duty(deal, card).avoid)
            played.go_on()
        cards += _cards(played)
    suits = {card.suit for card in owed}
    if never := [card for card in game.deck if card.suit in suits and card not in owed and card not in game.exempt]:
        told = (
            f"no play ever owes {', '.join(never)}, though others of the suit are owed: who holds one need not follow"
        )
        raise BrokenLawError(
            f"{told}\n  look at duty(): does it know the whole deck? The demands of a TrickGame do"
            f"\n  cards that never have to be played are named in exempt\n  in {method(game, 'duty')}"
        )
    return Tried(tries, cards, "" if owed else "no play owes any card")


LAWS: Final[Mapping[str, Law]] = {
    "honest players": honest,
    "whole deck": whole_deck,
    "cheaters": cheaters,
    "who speaks": speakers,
    "cut and continued": cut,
    "every deal listed": enumeration,
}


def hold(game: AnyGame, law: Law, matches: int) -> Tried:
    """Try a law; raises BrokenLawError, also where the game itself fails."""
    try:
        return law(game, matches)
    except BrokenLawError:
        raise
    except Exception as error:
        raise of_exception(game, error) from error


def _opening(game: AnyGame, seed: int) -> MatchStart:
    known = profiles(game.options)
    seats = game.seats[seed % len(game.seats)]
    return MatchStart(game=game.name, seats=NAMES[:seats], profile=known[seed // len(game.seats) % len(known)])


def _played(game: AnyGame, seed: int, honesty: float, deals: int) -> RandomMatch:
    played = _seated(game, seed, honesty)
    played.play(deals)
    return played


def _seated(game: AnyGame, seed: int, honesty: float) -> RandomMatch:
    match = replace(start(_opening(game, seed)), game=watched(game))
    return players_of(game)(match, Random(seed), honesty)  # noqa: S311 - a test, no secret


def _cards(played: RandomMatch) -> int:
    return sum(isinstance(event, Played) for event in played.events)


def _told(lines: Sequence[Event]) -> list[str]:
    results: list[Result] = []
    for stage in fold(lines):
        results += stage.results
    return [to_json(result) for result in results]


def _unequal(game: AnyGame, played: RandomMatch, proven: Sequence[int]) -> BrokenLawError:
    """Name the card that is accused without reason, or never proven."""
    wrong = min({*proven} ^ {*played.illegal})
    card = played.told(wrong)
    told = "is called a revoke and was legal" if wrong in proven else "broke a rule and is never proven"
    where = (
        "duty() must not ask for what is played later; layout() must know every place"
        if wrong in proven
        else ("layout() must let every card come to light, and duty() be the same when it is asked again")
    )
    return BrokenLawError(f"{card} {told}\n  {where}\n  in {home(game)}")
