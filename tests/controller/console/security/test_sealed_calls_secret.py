"""Sealed calls are nowhere before they are revealed: in no file, page, stream, display, log or answer."""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

import pytest

from controller.console import server
from controller.console.http import streams
from controller.console.replay.document import document
from controller.console.security.devices import SealedCalls, SealedCallsError
from controller.console.security.roles import Role
from controller.console.server import SEALED
from controller.live import event_text
from controller.live.session import Update
from controller.record import text as record
from controller.record.cards import Card
from controller.record.events import DealStart, Event, MatchStart, Played, Reveal, Seal, Undo
from controller.referee.fold import fold
from controller.report import replay
from controller.rules.match import AnyMatch
from controller.rules.results import DealResult
from controller.rules.speech import Speech
from controller.store.journal import Journal
from controller.table import command_words
from tests.support.console.console_rig import Rig
from tests.support.listener import Listener
from tests.support.loops import some

OPENING = MatchStart(
    game="differenzler", seats=("Anna", "Berta", "Carla"), options={"numbers": "hidden", "turned": "drawn"}
)
DEAL = DealStart(dealer=2, turned=Card("H7"))
SUITS = "HSD"
RANKS = ("A", "K", "Q", "J", "10", "9", "8", "7", "6")
CARDS: tuple[Event, ...] = (
    *(Played(seat=seat, card=Card(SUITS[seat] + rank)) for rank in RANKS for seat in range(3)),
    *(Played(seat=seat, card=Card("C" + RANKS[3 * trick + seat])) for trick in range(3) for seat in range(3)),
)
"""Anna has all the trumps and leads them, the others throw what they hold; clubs come last."""
NUMBER = "149"
ELSEWHERE = ("/stream", "/statistics", "/archive")
"""Streams are asked part by part; the others are made elsewhere, of files that are looked at here."""


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Callable[[], Rig]]:
    """Opens the table of one folder, as often as the power comes back."""
    with ExitStack() as stack:
        yield lambda: Rig(stack.enter_context(Journal(tmp_path / "current.jsonl")), OPENING)


def said(rig: Rig, number: str, seat: int = 0) -> tuple[int, str]:
    return rig.phone(Role.PLAYER).do("say", {"words": number, "seat": seat, "cards": "", "since": "0"})


def paths() -> Iterator[str]:
    """Every page that needs no more than its address, and what each seat can say."""
    for route in server.routes():
        if route.method == "GET" and "{" not in route.path and not route.path.startswith(ELSEWHERE):
            yield route.path
    yield from (f"/say/{seat}" for seat in range(3))


def outputs(rig: Rig, news: list[Update], roles: Sequence[Role]) -> Iterator[tuple[str, str]]:
    """Everything that the product shows to these roles, tells or writes at this moment, by its name."""
    context = rig.context
    state = context.newest.value
    for role in roles:
        phone = rig.phone(role, "looks")
        yield from ((f"{role.id} {path}", phone.get(path)[1]) for path in some([*paths()]))
        for name, part in some([*server.fragments().items()]):
            if context.may(role, part.role):
                yield f"{role.id} stream {name}", str(streams.part(part, state, context, role))
    yield "announcements", " ".join(text for _, text in streams.announcements_since(state, 0))
    yield "faces", repr(rig.faces)
    yield "state", repr((state, rig.session.match, context.newest.value))
    yield "told", " ".join(line for one in news for line in event_text.public_lines(one, "swiss", 0))
    for path in folder_of(rig).rglob("*"):
        if path.is_file() and path.name != SEALED:
            yield f"file {path.name}", path.read_bytes().decode(errors="replace")
    text = record.read(rig.journal.path.read_bytes())
    for tell in (replay.replay_lines, replay.lines_json, replay.chronicle_lines):
        yield tell.__name__, "\n".join(tell(text))
    yield "replay", document(text)


def folder_of(rig: Rig) -> Path:
    return rig.journal.path.parent


def sightings(rig: Rig, news: list[Update], roles: Sequence[Role] = ()) -> set[str]:
    """The outputs in which the number stands; hashes, salts and keys, which have figures in them, are left out."""
    number = re.compile(rf"(?<![\w.]){NUMBER}(?![\w.])")
    seen = ((name, re.sub(r"[0-9a-f]{32,}|[\w-]{40,}", "", text)) for name, text in outputs(rig, news, roles))
    return {name for name, text in seen if number.search(text)}


def heard(rig: Rig) -> list[Update]:
    """All news from now on."""
    listener = Listener()
    rig.table.subscribe(listener)
    return listener.news


@pytest.mark.rule("DIF-B2")
def test_a_sealed_call_is_nowhere_before_its_time_and_everywhere_after(
    table: Callable[[], Rig], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(0)
    rig = table()
    news = heard(rig)
    rig.enter([DEAL])
    answer = said(rig, NUMBER)
    assert answer == (200, "Anna: a secret call.")
    rig.enter(CARDS[:10])
    assert sightings(rig, news, tuple(Role)) == set()
    assert NUMBER not in re.sub(r"[0-9a-f]{32,}", "", caplog.text)
    sealed = folder_of(rig) / SEALED
    assert (sealed.stat().st_mode & 0o077, NUMBER in sealed.read_text()) == (0, True)
    rig.enter(CARDS[10:])
    assert {"state", "faces", "replay", "file current.jsonl"} <= sightings(rig, news)
    assert [type(one) for one in rig.said if isinstance(one, Seal | Reveal)] == [Seal, Reveal]
    assert rig.session.match.untold_now == (1, 2)


@pytest.mark.rule("DIF-B2", "DIF-B3")
def test_the_table_tells_what_it_knows_and_waits_for_what_is_on_paper(table: Callable[[], Rig]) -> None:
    rig = table()
    rig.enter([DEAL])
    assert [said(rig, number, seat)[0] for seat, number in ((0, NUMBER), (1, "7"))] == [200, 200]
    assert said(rig, "12", 0)[0] == 409
    rig.enter(CARDS)
    assert [str(one.call) for one in rig.said if isinstance(one, Reveal)] == [NUMBER, "7"]
    assert rig.session.match.awaited == "Carla to speak"
    phone = rig.phone(Role.PLAYER)
    assert phone.do("say", {"words": "12", "seat": 2, "cards": "", "since": str(len(CARDS) + 6)})[0] == 200
    [done] = [one for stage in fold([*rig.journal.events]) for one in stage.results if isinstance(one, DealResult)]
    assert done.score is not None
    assert done.detail["numbers"] == [149, 7, 12]


@pytest.mark.parametrize("cut", [0, 10, len(CARDS)])
def test_a_cut_loses_no_secret_wherever_it_comes(
    table: Callable[[], Rig], cut: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nothing(_: SealedCalls, match: AnyMatch) -> None:
        del match

    rig = table()
    rig.enter([DEAL])
    assert said(rig, NUMBER)[0] == 200
    with monkeypatch.context() as patch:
        patch.setattr(SealedCalls, "due", nothing)  # the power goes before anything follows by itself
        rig.enter(CARDS[:cut])
    rig.journal.close()
    again = table()
    again.enter(CARDS[cut:])
    assert [one.call for one in again.said if isinstance(one, Reveal)] == [NUMBER]
    assert again.session.match.untold_now == (1, 2)


def test_a_withdrawn_call_is_not_repeated_before_something_else_happens(table: Callable[[], Rig]) -> None:
    rig = table()
    rig.enter([DEAL])
    said(rig, NUMBER)
    rig.enter(CARDS)
    rig.enter([Undo(n=1)])
    waiting = [rig.session.match.untold_now]
    for event in (Undo(n=1), CARDS[-1]):
        rig.enter([event])
        waiting.append(rig.session.match.untold_now)
    assert waiting == [(0, 1, 2), (), (1, 2)]


def test_a_card_that_would_tell_a_secret_openly_is_not_heard(table: Callable[[], Rig]) -> None:
    rig = table()
    rig.enter([DEAL])
    lines = len(rig.said)
    told = command_words.meaning_of(rig.session.match, Speech(0, ("4",)))
    assert told == "4 would lie open: what is secret is said on a phone, or written down"
    assert len(rig.said) == lines


def test_a_damaged_file_of_secrets_is_named_with_what_to_do(tmp_path: Path) -> None:
    path = tmp_path / SEALED
    path.write_text(json.dumps([1, 2]))
    with pytest.raises(SealedCallsError, match="is damaged; delete it, and let each tell the own number anew"):
        SealedCalls(path)
