"""Every word of every game, said by every seat at every moment: it counts, or its speaker is told once."""

from collections.abc import Iterator
from random import Random

import pytest

from controller.record.events import Bid, Declare, Event, MatchStart
from controller.referee import fold
from controller.referee.fold import start
from controller.rules.match import AnyMatch
from controller.rules.options import PROFILES
from controller.rules.results import ErrorResult, Result, Verdict
from tests.support import table_talk
from tests.support.examples import EXAMPLES
from tests.support.honest import TABLES, house_rules
from tests.support.laws import tries
from tests.support.loops import some

DEALS = 2
WORDS = tries(8)
"""Words that are tried after each event."""
DECLARED = sorted({event.what for one in EXAMPLES for event in one.events if isinstance(event, Declare)})

IN_PLAY = {
    "bridge": {"claim", "concede", "accept", "contest"},
    "doppelkopf": {"re", "double", "90", "60", "30", "schwarz", "pigs"},
    "schieber": {"claim", "concede", "accept", "contest", "thanks"},
    "schnapsen": {"close", "enough"},
    "skat": {"claim", "concede", "accept", "contest", "double", "re"},
    "tarot": {"claim", "concede", "accept", "contest"},
    "whist": {"claim"},
}
"""The words that count once a card lies."""


def words(match: AnyMatch) -> list[Event]:
    """All that anybody could say."""
    game, seats = match.game, range(match.rules.seats)
    calls = {*game.auction.names, *map(str, game.auction.number_calls)}
    bids = [Bid(seat=seat, call=call) for seat in seats for call in sorted(calls)]
    return [*bids, *(Declare(seat=seat, what=what) for seat in seats for what in DECLARED)]


def told(results: tuple[Result, ...]) -> list[Verdict | ErrorResult]:
    return [one for one in results if isinstance(one, Verdict | ErrorResult)]


def moments(name: str, seats: int, profile: str, random: Random) -> Iterator[tuple[int, AnyMatch]]:
    """The number of the next event and the match, after each event of honest players."""
    players = table_talk.players(name, random, 1.0)
    options = house_rules(name, random) if random.random() < 0.5 else {}
    names = ("Anna", "Berta", "Carla", "Dora", "Emma")[:seats]
    match, number = start(MatchStart(game=name, seats=names, profile=profile, options=options)), 2
    while not match.game.course.over(match.rules, match.deal.number if match.deal else 0, match.total, match.book):
        match, _ = fold.step(match, number, players.dealt(match, match.dealer or 0))
        number += 1
        yield number, match
        while match.running:
            match, results = fold.step(match, number, players.next(match))
            assert told(results) == []
            number += 1
            yield number, match
        assert match.deal is not None
        if match.deal.number >= DEALS:
            return


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_word_counts_or_its_speaker_is_told_once(name: str, seats: int) -> None:
    """No word is judged twice, changes what it does not count for, or tells of anybody but its speaker."""
    for profile in PROFILES:
        random = Random(f"{name} {seats} {profile}")
        for number, match in some(moments(name, seats, profile, random)):
            for word in some(random.choices(words(match), k=WORDS)):
                after, results = fold.step(match, number, word)
                said = told(results)
                assert len(said) <= 1, (word, said)
                if not said:
                    late = isinstance(word, Bid) and match.deal and match.deal.plays() and match.deal.phase != "after"
                    assert not late or word.call in IN_PLAY.get(name, ()), word
                    continue
                [one] = said
                again, more = fold.step(after, number + 1, word)
                repeated = [verdict for verdict in told(more) if isinstance(verdict, Verdict)]
                assert (word, repeated) == (word, [])
                if isinstance(one, Verdict):
                    assert (one.seat, one.event, one.proved) == (word.seats_named[0], number, number), one
                if isinstance(one, ErrorResult) or one.kind != "false-declaration":
                    assert (word, after.deal) == (word, match.deal)
                assert again.deal == after.deal
