"""docs/mqtt.md has the messages and the access list as the program has them, and each form says its own samples."""

import json
from typing import Any

import pytest
from pydantic import BaseModel

from controller.hall import messages
from controller.hall.messages import HallTopics, MessageError
from tools.mqtt_document import DOCUMENT, whole

SENDER, RECORD, LINK = "0123456789abcdef", "2026-11-24T190000Z", "0" * 64
SAMPLES: dict[str, list[dict[str, Any]]] = {
    "state": [{"record": RECORD, "lines": 3, "title": "Skat, deal 1", "status": "Anna to play"}],
    "event": [
        {"kind": "records", "records": [{"record": RECORD, "lines": 3}]},
        {"kind": "lines", "record": RECORD, "first": 1, "lines": [{"data": '{"e":"match"}\n', "link": LINK}]},
    ],
    "verdict": [{"record": RECORD, "line": 9, "verdict": "revoke", "text": "Berta revoked."}],
    "cmd": [
        {"do": "kept", "record": RECORD, "line": 0},
        {"do": "send", "record": RECORD, "line": 1},
        {"do": "noted", "id": "0" * 16},
        {"do": "coming", "name": "Rita"},
        {"do": "admit", "key": "k" * 43, "name": "Rita"},
    ],
    "cmd/reply": [{"do": "send", "why": "there is none"}],
}


def test_the_document_is_what_the_program_says() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    assert whole(text) == text
    assert {f"schiri/<hall>/<table>/{topic}" for topic in (*SAMPLES, "availability")} <= set(text.split("`"))


def test_every_topic_has_a_form_and_reads_what_it_writes() -> None:
    assert set(messages.schemas()) == set(SAMPLES)
    for topic, samples in SAMPLES.items():
        for sample in samples:
            read = messages.read(topic, json.dumps({"sender": SENDER, **sample}).encode())
            assert isinstance(read, BaseModel)
            assert messages.read(topic, messages.written(read)) == read


@pytest.mark.parametrize(
    ("topic", "change"),
    [
        ("state", {"sender": "x"}),
        ("state", {"sender": ""}),
        ("state", {"sender": SENDER.upper()}),
        ("state", {"sender": f"{SENDER}\n"}),
        ("state", {"record": "".join(chr(0x0660 + int(one)) if one.isdigit() else one for one in RECORD)}),
        ("state", {"v": 2}),
        ("state", {"more": 1}),
        ("event", {"kind": "other"}),
        ("event", {"kind": "lines", "record": RECORD, "first": 0, "lines": []}),
        ("event", {"kind": "records", "records": [{"record": RECORD, "lines": 1}] * 65}),
        ("event", {"kind": "records", "records": [{"record": RECORD, "lines": 10**30}]}),
        ("state", {"title": "x" * 201}),
        ("state", {"title": "a\u2028b"}),
        ("state", {"status": "\x1b[31mred"}),
        ("state", {"rows": [{"name": "Anna"}] * 17}),
        ("verdict", {"text": "two\nlines"}),
        ("verdict", {"text": "x" * 1001}),
        ("verdict", {"id": "x"}),
        ("verdict", {"cards": [{"part": "led", "card": "<b>"}]}),
        ("verdict", {"cards": [{"part": "won", "card": "SA"}]}),
        ("verdict", {"ruling": "hanged"}),
        ("state", {"address": "javascript:alert(1)/"}),
        ("state", {"address": "http://user@evil.example/"}),
        ("state", {"address": "http://evil.example/path"}),
        ("cmd", {"do": "admit", "key": "short", "name": "Rita"}),
        ("cmd/reply", {"why": "a\x85b"}),
        ("cmd", {"record": "../../etc"}),
        ("availability", {}),
    ],
)
def test_a_malformed_message_is_named_with_its_place(topic: str, change: dict[str, Any]) -> None:
    sample = SAMPLES.get(topic, [{}])[0]
    with pytest.raises(MessageError, match="no message"):
        messages.read(topic, json.dumps({"sender": SENDER, **sample, **change}).encode())


def test_topics_of_other_halls_and_names_that_are_none_are_left_alone() -> None:
    hall = HallTopics("club")
    others = (
        "schiri/other/3/state",
        "schiri/club",
        "schiri/club/3",
        "x/club/3/state",
        "schiri/club/Ä/state",
        "schiri/club/3\n/state",
        "",
    )
    assert [hall.split(topic) for topic in others] == [None] * len(others)
    assert all(hall.split(topic.replace("+", "3")) is not None for topic in hall.all)
