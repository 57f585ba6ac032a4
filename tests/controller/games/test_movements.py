"""Cards moved beside the play in a game of somebody else, by its description alone: places, proofs, words, records."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from types import ModuleType
from typing import cast

import pytest

from controller import games
from controller.console.views.options_to_say import sayings
from controller.games import AnyGame
from controller.record import text as record
from controller.record.cards import Card
from controller.record.events import CardPlace, DealStart, Event, MatchStart, Moved, Played, Undo
from controller.referee.fold import fold, outcome
from controller.rules.deal import AnyDeal
from controller.rules.match import AnyMatch
from controller.rules.movements import course
from controller.rules.results import ErrorResult, Result, Verdict, to_json
from controller.table.lay_out import cards_to_lay
from schiri import Table
from schiri.errors import OrderError
from schiri.testing.players import RandomMatch
from tests.support.loops import some
from tests.support.moving_game import GAME
from tests.support.somebodys import installed

ROOT = Path(__file__).parents[3]
NAME = "give-and-draw"
START = MatchStart(game=NAME, seats=("Anna", "Berta"))
ANNA, BERTA = "SA SK S10 HA HQ CJ", "HK H10 DA DK CA CK"
DEALT = DealStart(dealer=1, hands={0: tuple(map(Card, ANNA.split())), 1: tuple(map(Card, BERTA.split()))})


@pytest.fixture(autouse=True)
def game(monkeypatch: pytest.MonkeyPatch) -> AnyGame:
    """The game, found as if another package had brought it."""
    home = ModuleType("give_and_draw")
    monkeypatch.setitem(sys.modules, "give_and_draw", home)
    vars(home)["__file__"] = "give_and_draw.py"
    exec(GAME, vars(home))  # noqa: S102 - the code is the tests' own
    monkeypatch.setitem(cast("dict[str, ModuleType]", games._extension_games()[0]), NAME, home)
    return games.load(NAME)


def give(seat: int, cards: str = "") -> Moved:
    return Moved(what="give", from_=seat, to=1 - seat, count=2, cards=tuple(map(Card, cards.split())) or None)


def draw(seat: int, card: str = "") -> Moved:
    return Moved(what="draw", from_="stock", to=seat, count=1, cards=(Card(card),) if card else None)


def plays(text: str) -> list[Event]:
    """Cards of Anna and Berta by turns, as in ``A:SA B:HK``."""
    return [Played(seat="AB".index(one[0]), card=Card(one[2:])) for one in text.split()]


def results(events: Sequence[Event]) -> list[Result]:
    return [result for stage in fold([START, *events]) for result in stage.results]


def verdicts(*events: Event) -> list[tuple[str, int | None, Card | None]]:
    found = results(events)
    assert not [one for one in found if isinstance(one, ErrorResult)]
    return [(one.kind, one.seat, one.card) for one in found if isinstance(one, Verdict)]


def match_after(*events: Event) -> AnyMatch:
    return outcome([START, *events])


def where(match: AnyMatch, card: str) -> set[CardPlace]:
    return {*course.course(match.game, dealt(match)).where[Card(card)]}


def dealt(match: AnyMatch) -> AnyDeal:
    assert match.deal is not None
    return match.deal


def errors(*events: Event) -> list[str]:
    return [str(one.text) for one in results(events) if isinstance(one, ErrorResult)]


def test_a_hand_shown_before_a_pass_is_not_believed_after_it() -> None:
    """A card of Berta's that Anna plays was given to her, told or not; what nobody can have given is impossible."""
    assert verdicts(DEALT, *plays("A:HK")) == []
    assert verdicts(DEALT, give(0), give(1), *plays("A:HK")) == []
    assert verdicts(DEALT, give(0), give(1, "DA DK"), *plays("A:HK")) == [("impossible-card", 0, "HK")]
    assert verdicts(DEALT, give(0, "SA SK"), give(1), *plays("A:SA")) == [("impossible-card", 0, "SA")]


def test_a_card_lies_where_it_was_or_where_cards_were_moved_to() -> None:
    """Of a movement that is told with its cards only those are elsewhere, and with all of them the rest is certain."""
    assert where(match_after(DEALT), "SA") == {0, 1}, "the pass may have been made already"
    passed = match_after(DEALT, give(0, "SA SK"), give(1))
    assert (where(passed, "SA"), where(passed, "S10"), where(passed, "DA")) == ({1}, {0}, {0, 1})
    told = match_after(DEALT, give(0), give(1, "DA DK"))
    assert (where(told, "DA"), where(told, "CA"), where(told, "SA")) == ({0}, {1}, {0, 1})


def test_a_card_that_was_given_known_proves_a_revoke_at_once() -> None:
    """Berta gives two hearts, so that Anna holds one when hearts are led; untold nothing is proven yet."""
    led = plays("A:CJ B:CA B:H10 A:S10")
    told: list[Event] = [DEALT, give(0, "SA SK"), give(1, "HK DK"), *led]
    assert verdicts(*told) == [("revoke", 0, "S10")]
    assert verdicts(DEALT, give(0), give(1), *led) == []


def test_a_card_drawn_after_a_play_proves_nothing_of_it() -> None:
    """Hearts in a hand two tricks later may have been drawn; those that were there from the beginning were not."""
    whole = [give(0, "SA SK"), give(1, "DA DK")]
    assert verdicts(DealStart(dealer=1), *whole, *plays("A:HA B:CK A:CJ B:HK")) == []
    shown = [DEALT, *whole, *plays("A:HA B:CK")]
    assert verdicts(*shown) == [("revoke", 1, "CK")], "both hearts were shown and not given"


def test_a_card_that_is_shown_proves_a_play_before_if_it_cannot_have_come_since() -> None:
    """Berta shows a heart before she leads: where both her draws are told, she had it when hearts were led."""
    led, won = plays("A:HA B:CK"), plays("A:CJ B:CA")
    show = Moved(what="show", from_=1, to=1, count=1, cards=(Card("HK"),))
    deals: list[Event] = [DealStart(dealer=1), *led]
    assert verdicts(*deals, draw(0), draw(1, "DJ"), *won, draw(1, "SJ"), show) == [("revoke", 1, "CK")]
    assert verdicts(*deals, draw(0), draw(1), *won, draw(1, "SJ"), show) == []
    assert verdicts(*deals, draw(0), draw(1, "DJ"), *won, draw(1), show) == []


def test_rooms_follow_from_what_was_moved() -> None:
    """Told or not: hands, stock and cards played are the deck after each card."""
    match = match_after(DealStart(dealer=1), give(0), *plays("A:HA B:HK"), draw(1))
    rooms = {place.seat: place.room for place in match.game.layout(dealt(match)).places}
    assert rooms == {0: 6, 1: 6, None: 6}, "Anna won and draws first, so that she has drawn when Berta does"
    match = match_after(DealStart(dealer=1), *plays("A:HA B:HK A:SA"))
    assert [place.room for place in match.game.layout(dealt(match)).places] == [5, 6, 6]


WRONG: list[tuple[list[Event], str]] = [
    ([give(0, "SA HK")], "HK is known to be elsewhere than with Anna"),
    ([give(0), give(0)], "no cards are moved so now; there is give of 2 from Berta to Anna"),
    ([draw(0)], "no cards are moved so now; there is give of 2 from Anna to Berta or give of 2 from Berta to Anna"),
    ([Moved(what="give", from_=0, to=1, count=3)], "3 cards are moved, and there are to be 2"),
    ([give(0, "SA SA")], "2 different cards are moved, and SA, SA are told"),
    ([give(0, "S2 SA")], "Give and draw has no card 'S2'"),
    ([Moved(what="give", from_=0, to=7, count=2)], "there is no seat 7 at this table of 2"),
    ([*plays("A:SA B:CK"), draw(0, "SA")], "SA was played already"),
    ([*plays("A:SA B:CK A:SK"), draw(0)], "no cards are moved now"),
]


@pytest.mark.parametrize(("events", "told"), WRONG, ids=[told for _, told in WRONG])
def test_an_impossible_movement_is_refused_in_a_sentence_and_changes_nothing(events: list[Event], told: str) -> None:
    opening = DEALT if "HK" in told else DealStart(dealer=1)
    assert errors(opening, *events) == [told]
    assert outcome([START, opening, *events]).deal == outcome([START, opening, *events[:-1]]).deal


def test_games_without_movements_say_so() -> None:
    start = MatchStart(game="mittlere", seats=("Anna", "Berta", "Carla"))
    stages = [*fold([start, DealStart(dealer=0), give(0)])]
    assert [str(one.text) for one in stages[-1].results if isinstance(one, ErrorResult)] == ["no cards are moved now"]


def random_matches(count: int) -> Iterator[RandomMatch]:
    """Matches of players who now and then break a rule, and tell of movements or not."""
    for seed in range(count):
        opening = outcome([START])
        played = RandomMatch(opening, Random(seed), honesty=0.8)
        played.play(1)
        yield played


def test_records_with_movements_are_read_as_they_are_written_and_can_be_cut() -> None:
    for played in some([*random_matches(4)]):
        events = [START, *played.events]
        text = "".join(f"{record.to_line(event)}\n" for event in events).encode()
        assert list(record.read(text).events) == events
        told = [to_json(result) for stage in fold(events) for result in stage.results]
        assert any(isinstance(event, Moved) for event in events)
        for cut in range(1, len(events), 5):
            before = [to_json(result) for stage in fold(events[:cut]) for result in stage.results]
            assert told[: len(before)] == before


def test_a_movement_is_taken_back_as_any_step() -> None:
    assert match_after(DEALT, give(0, "SA SK"), Undo(n=1)).deal == match_after(DEALT).deal


def test_hands_shown_accuse_nobody_however_little_is_told() -> None:
    """Players who keep every rule, with all hands shown when they are dealt and any movements told."""
    for played in some([*random_matches(12)]):
        kept = RandomMatch(outcome([START]), played.random, honesty=1.0)
        kept.begin()
        hands = {seat: tuple(hand) for seat, hand in kept.hands.items()}
        start = DealStart(dealer=0, hands=hands)
        kept.match = outcome([START, start])
        kept.events = [start]
        while kept.match.running:
            kept.go_on()
        assert [one for one in kept.results if isinstance(one, Verdict | ErrorResult)] == []


def test_phones_and_command_cards_offer_what_can_be_moved_now() -> None:
    match = match_after(DealStart(dealer=1))
    assert [one.events for one in sayings(match, 0)] == [(give(0),)]
    assert [one.takes_cards for one in sayings(match, 0)] == [True]
    after = match_after(DealStart(dealer=1), *plays("A:HA B:HK"))
    assert [one.events for one in sayings(after, 1)] == [(draw(1),)]
    assert [one.words for one in sayings(after, 0)] == [("draw",), ("show",)]
    assert cards_to_lay(match, give(0)) == (), "no card with a mark has the word"


def test_a_program_moves_cards_by_the_names_of_the_game() -> None:
    table = Table(NAME, "Anna Berta")
    table.deal("Berta")
    table.move("give", "Anna", "SA SK")
    table.move("give", "Berta")
    assert {"SA", "SK"} <= {*table.must_hold("Berta")} | {*table.may_hold("Berta")}
    with pytest.raises(OrderError, match=r"'draw'.*: Anna moves no cards so now; what can be moved is: nothing"):
        table.move("draw", "Anna")
    table.undo()
    assert [event.e for event in table.events] == ["match", "deal", "move", "move", "undo"]


def test_a_wheel_of_somebody_else_replays_a_record_and_keeps_the_laws(tmp_path: Path) -> None:
    home = installed(tmp_path, NAME, "[schiri.games]\ngive-and-draw = give_and_draw\n", {"give_and_draw": GAME})
    events = [START, DEALT, give(0, "SA SK"), give(1, "HK DK"), *plays("A:CJ B:CA B:H10 A:S10")]
    path = tmp_path / "evening.jsonl"
    path.write_text("".join(f"{record.to_line(event)}\n" for event in events), encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": f"{home}{os.pathsep}{ROOT}"}

    def run(*command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(  # noqa: S603 - this Python, our own text
            [sys.executable, "-m", *command], env=environment, capture_output=True, text=True, check=False
        )

    replayed = run("controller", "replay", "--json", str(path))
    told = [json.loads(line) for line in replayed.stdout.splitlines()]
    assert [one["text"] for one in told if one["r"] == "verdict"] == [
        "Anna revoked in trick 2: S10 on H10, while holding HA, HK, HQ (as was told when cards were moved)."
    ]
    assert replayed.returncode == 1
    assert run("tests.support.moving_game", *(record.to_line(event) for event in events[2:4])).stdout.splitlines() == [
        "Anna to Berta: Give, 2 cards (♠A ♠K)",
        "Anna an Berta: Geben, 2 Karten (♠A ♠K)",
        "Berta to Anna: Give, 2 cards (♥K ♦K)",
        "Berta an Anna: Geben, 2 Karten (♥K ♦K)",
    ]
    assert run("schiri.testing", NAME, "--matches", "6").returncode == 0
