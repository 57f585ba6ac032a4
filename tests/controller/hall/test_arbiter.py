"""Arbiters of a hall: who waits longest stands first, what is ruled at a table leaves the queue, keys are good once."""

import re
import time
from collections.abc import Generator
from contextlib import ExitStack
from pathlib import Path

import httpx2 as httpx
import pytest

from controller.hall import uplink
from controller.hall.arbiter import ArbiterDesk, queue
from controller.hall.desk.access import Office, code
from controller.hall.messages import AlertShown, ArbiterAdmitted, ArbiterComing
from controller.hall.overview import HallSeen
from controller.hall.server import BoardServer
from controller.hall.uplink import Admissions, Uplink, ruling_messages, rulings, table_message
from controller.language.translate import ENGLISH
from controller.live.scoreboard import ComposedFace, TableState, face
from controller.record.events import Ruling, Undo
from controller.settings.model import ConsoleConfig
from controller.store.archive import Archive
from controller.store.journal import Journal
from controller.web.newest import Latest
from tests.controller.hall.fed_hall import FedHall, fed_hall
from tests.controller.hall.hall_table import House, browser, opening
from tests.support.console import browser_talk
from tests.support.console.browser_talk import agree, press, script, told
from tests.support.console.console_rig import REVOKED, Rig
from tests.support.console.hall_states import RECORD, SeenWays, enter, seen_table, verdict_told
from tests.support.examples import EXAMPLES, Example
from tests.support.loops import some
from tests.support.waiting import until
from vision.words.cards import LANGS

VERDICT = verdict_told(7, pictured=("act",))


def waiting(hall: HallSeen) -> list[str]:
    return [one.seen.table for one in hall.waiting]


def test_the_longest_wait_stands_first_and_counts_from_its_first_second() -> None:
    hall = HallSeen()
    for name, silent_s in (("1", 10), ("2", 300), ("3", 60)):
        hall = hall.with_table(seen_table(name, 5, alert="Anna calls", silent_s=silent_s))
    hall = hall.with_verdict("4", VERDICT, time.time() - 100)
    assert waiting(hall) == ["2", "3", "1"]
    hall = hall.with_table(seen_table("4", 5))
    assert waiting(hall) == ["2", "4", "3", "1"]
    seen = hall.of("2")
    assert seen.shown is not None
    again = seen.showing(seen.shown.model_copy(update={"lines": 9}), time.time())
    assert again.called_s == seen.called_s
    over = again.showing(seen.shown.model_copy(update={"alert": None}), time.time())
    assert (over.called_s, waiting(hall.with_table(over))) == (0, ["4", "3", "1"])


@pytest.mark.parametrize(
    "change",
    [{"withdrawn": True}, {"ruling": "upheld", "by": "Rita"}, {"ruling": "dismissed"}],
    ids=["withdrawn", "upheld", "dismissed"],
)
def test_a_call_settled_at_its_table_leaves_the_queue_and_keeps_its_pictures(change: dict[str, object]) -> None:
    hall = HallSeen().with_table(seen_table("1", 5)).with_verdict("1", VERDICT, 1.0)
    later = VERDICT.model_copy(update={"id": "1" * 16, "pictures": (), "cards": (), **change})
    after = hall.with_verdict("1", later, 2.0)
    assert (waiting(hall), waiting(after)) == (["1"], [])
    [one] = after.settled
    assert (one.heard_s, one.message.pictures, one.message.cards) == (1.0, VERDICT.pictures, VERDICT.cards)
    stands = after.with_verdict("1", later.model_copy(update={"withdrawn": False, "ruling": "open"}), 3.0)
    assert [(one.since_s, len(one.verdicts)) for one in stands.waiting] == [(3.0, 1)]


def test_nobody_is_kept_waiting_for_a_doubt_an_earlier_match_or_what_an_arbiter_has_done() -> None:
    doubt = verdict_told(8).model_copy(update={"name": ""})
    earlier = verdict_told(9).model_copy(update={"record": "2026-11-25T190000Z"})
    hall = HallSeen().with_table(seen_table("1", 5))
    for told_ in (doubt, earlier, VERDICT):
        hall = hall.with_verdict("1", told_, 1.0)
    assert [verdict.message.line for one in hall.waiting for verdict in one.verdicts] == [7]
    assert waiting(hall.doing([3])) == []
    assert [one.message.line for one in hall.doing([3]).settled] == [7, 9, 8]


def shown(hall: FedHall, table: str, call: str = "") -> None:
    found = seen_table(table, 5).shown
    assert found is not None
    hall.feed(table, found.model_copy(update={"alert": AlertShown(kind="call", text=call) if call else None}))


def commands(hall: FedHall, table: str) -> list[tuple[str, str]]:
    return [("come", one.name) for one in hall.answers(table) if isinstance(one, ArbiterComing)]


def test_the_coming_arbiter_is_announced_until_nobody_waits(tmp_path: Path) -> None:
    with fed_hall(tmp_path) as hall:
        hall.collector.send_arbiter("2", "Rita")
        shown(hall, "2", call="Anna calls")
        hall.feed("2", VERDICT.model_copy(update={"sender": f"{2:016x}"}))
        hall.collector.send_arbiter("2", "Rita")
        hall.collector.send_arbiter("2", "Rita")
        assert (commands(hall, "2"), hall.seen("2").coming) == ([("come", "Rita")], "Rita")
        shown(hall, "2")
        assert hall.seen("2").coming == "Rita"
        number = hall.collector.seen.value.verdicts[0].number
        hall.collector.close_verdicts("1", [number])
        assert hall.seen("2").coming == "Rita"
        hall.collector.close_verdicts("2", [number])
        assert (commands(hall, "2"), hall.seen("2").coming) == ([("come", "Rita"), ("come", "")], "")


def test_an_arbiter_is_admitted_where_the_table_has_pages_and_is_there(tmp_path: Path) -> None:
    with fed_hall(tmp_path) as hall:
        assert hall.collector.admit("2", "Rita") == ""
        shown(hall, "2")
        assert hall.collector.admit("2", "Rita") == ""
        hall.online("2")
        place, _, key = hall.collector.admit("2", "Rita").partition("#")
        assert place == "http://127.0.0.1:9/arbiter"
        assert [one for one in hall.answers("2") if isinstance(one, ArbiterAdmitted)] == [
            ArbiterAdmitted(sender=f"{2:016x}", key=key, name="Rita")
        ]


def test_a_key_is_good_once_and_for_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    keys = Admissions()
    keys.put("a" * 43, "Rita")
    keys.put("b" * 43, "Sepp")
    assert [keys.redeem(key) for key in ("", "c" * 43, "a" * 43, "a" * 43)] == ["", "", "Rita", ""]
    later = time.monotonic() + 61
    monkeypatch.setattr(uplink.time, "monotonic", lambda: later)
    assert keys.redeem("b" * 43) == ""


def test_every_ruling_of_every_example_is_told_once_and_no_secret_one(tmp_path: Path) -> None:
    count = 0
    for number, example in enumerate(some([one for one in EXAMPLES if any(isinstance(e, Ruling) for e in one.events)])):
        folder = tmp_path / str(number)
        folder.mkdir()
        with Journal(folder / "current.jsonl") as journal:
            rig = Rig(journal, opening(example.events))
            ruled = rulings(rig.session.match, rig.session.announced)
            for event in example.events[1:]:
                news = rig.table.enter(event)
                messages = [*ruling_messages(news, ruled, "0" * 16, RECORD, ENGLISH)]
                now = rulings(news.match, news.announced)
                changed = {about for about in {*now, *ruled} if now.get(about) != ruled.get(about)}
                heard = {message.about: message.ruling for message in messages}
                assert heard == {about: now.get(about, ("open",))[0] for about in changed}
                count += len(messages)
                ruled = now
    assert count > 3


def test_a_verdict_goes_to_the_hall_with_the_cards_that_lie_open(tmp_path: Path) -> None:
    with Journal(tmp_path / "current.jsonl") as journal:
        rig = Rig(journal)
        news = [rig.table.enter(event) for event in REVOKED][-1]
        [one] = news.announcements
        message = uplink.verdict_message(news, one, "0" * 16, RECORD, ENGLISH)
    assert [(card.part, card.card) for card in message.cards] == [("led", "H10"), ("laid", "DQ"), ("held", "H6")]


def test_a_table_shows_its_sides_and_who_is_coming() -> None:
    match = Example("schieber/4-evening").stages[-1].match
    state = TableState(coming="Rita")
    now = table_message(ComposedFace(match, (), state, face(match, (), state)), "0" * 16, RECORD, 3, ENGLISH)
    assert [row.name for row in now.rows] == ["Anna and Carla", "Berta and Dora"]
    assert "Rita is coming" in now.status


@pytest.fixture
def board(tmp_path: Path) -> Generator[tuple[str, Latest[HallSeen]]]:
    hall = HallSeen().with_table(seen_table("1", 5, alert="<b>Anna</b> calls"))
    wicked = VERDICT.model_copy(update={"text": "<script>alert(1)</script>", "name": "<i>"})
    seen = Latest(hall.with_verdict("1", wicked, 1.0))
    desk = ArbiterDesk(seen, SeenWays(seen), tmp_path)
    server = BoardServer(seen, "127.0.0.1", 0, arbiter=desk)
    yield f"http://127.0.0.1:{server.port}", seen
    server.close()


def rules(http: httpx.Client, typed: str, name: str = "Rita") -> int:
    return http.post("/arbiter/enter", data={"code": typed, "name": name}).status_code


def test_only_an_arbiter_does_anything_and_the_organiser_may_be_one(
    board: tuple[str, Latest[HallSeen]], tmp_path: Path
) -> None:
    address, seen = board
    come = {"do": "come", "table": "1"}
    with browser(address) as stranger:
        assert stranger.post("/arbiter/do", data=come).headers["location"] == "/arbiter"
        assert [rules(stranger, typed) for typed in ("", "wrong", "\N{SNOWMAN}")] == [403] * 3
        assert rules(stranger, code(tmp_path, "arbiter"), " ") == 403
        assert "Proof and ruling" not in stranger.get("/arbiter").text
    assert seen.value.of("1").coming == ""
    offices: tuple[Office, ...] = ("arbiter", "organiser")
    for office in some(offices):
        with browser(address) as arbiter:
            assert rules(arbiter, code(tmp_path, office), "Rita \u202e<b>") == 303
            page = arbiter.get("/arbiter").text
            assert ("Proof and ruling" in page, "<b>" in page.partition("<body")[2]) == (True, False)
            evil = {"Origin": "http://evil.example"}
            assert arbiter.post("/arbiter/do", data=come, headers=evil).status_code == 400
            assert arbiter.post("/arbiter/do", data={**come, "table": "<b>"}).status_code == 404
            assert arbiter.post("/arbiter/do", data=come).status_code == 303
    assert seen.value.of("1").coming == "Rita  <b>"
    code(tmp_path, "arbiter", new=True)


def test_words_of_a_table_are_text_in_every_language(board: tuple[str, Latest[HallSeen]]) -> None:
    address, seen = board
    for lang in some(LANGS):
        with browser(address, lang) as anybody:
            page = anybody.get("/arbiter").text
        found = queue(seen.value, "Rita", lang)
        for text in (page, str(found["items"]), str(found["rest"])):
            assert not re.search(r"<script>|<b>Anna|<i>", text)
        assert "&lt;script&gt;" in page


def test_the_public_board_tells_neither_whose_turn_it_is_nor_where_a_table_is() -> None:
    told_ = seen_table("1", 5).as_json()
    assert told_["shown"].keys() == {"title", "alert", "ended"}
    assert told_["rows"] == [{"name": "Anna and Carla", "score": "5"}, {"name": "Berta and Dora", "score": "12"}]
    assert "127.0.0.1" not in str(told_)


@pytest.mark.slow
@pytest.mark.needs("browser", "mosquitto")
def test_one_tap_leads_from_the_hall_to_the_ruling_at_the_table(tmp_path: Path, house: House) -> None:
    """A real broker, a real table with its pages, and a browser: the ruling is in the table's record."""
    with ExitStack() as stack:
        data = tmp_path / "table"
        Archive(data, make=True).close()
        collector = house.collector()
        stack.callback(collector.close)
        desk = ArbiterDesk(collector.seen, collector, house.broker.folder)
        board = BoardServer(collector.seen, "127.0.0.1", 0, arbiter=desk)
        stack.callback(board.close)
        rig = Rig(
            stack.enter_context(Journal(data / "current.jsonl")),
            settings=ConsoleConfig(address="127.0.0.1", port=0),
            watching=False,
        )
        line = Uplink(house.settings("3"), data, RECORD)
        stack.callback(line.close)
        line.set_session(rig.session, RECORD, ENGLISH)
        line.serve(rig.table)
        rig.table.subscribe(line)

        rig.context.admitted = line.redeem_admission
        assert rig.console.open()
        stack.callback(rig.console.close)
        rig.enter(REVOKED)
        phone = stack.enter_context(browser_talk.browser(tmp_path / "phone"))
        address = f"http://127.0.0.1:{board.port}"
        enter(phone, address, house.broker.folder, "arbiter")
        until(lambda: script(phone, "return document.querySelectorAll('#waiting .face').length") == 3)
        press(phone, "#come-3")
        until(lambda: rig.faces and "Rita is coming" in rig.faces[-1].status)
        until(lambda: "Rita is coming" in told(phone, "#waiting"))
        with browser(rig.context.address) as guest:
            assert "Rita is coming" in guest.get("/").text
        press(phone, "[id^=open-]")
        until(lambda: script(phone, "return location.pathname") == "/verdicts/1")
        press(phone, "#e-none")
        press(phone, "[value=uphold]")
        agree(phone)
        until(lambda: any(isinstance(event, Ruling) for event in rig.said))
        [ruling] = [event for event in rig.said if isinstance(event, Ruling)]
        assert (ruling.by, ruling.decision) == ("Rita", "upheld")
        until(lambda: collector.seen.value.waiting == ())
        until(lambda: rig.faces and "Rita" not in rig.faces[-1].status)
        rig.enter([Undo(n=1)])
        until(lambda: len(collector.seen.value.waiting) == 1)
