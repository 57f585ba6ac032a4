"""Results as lines of JSON: field by field what docs/spec/record.md says, in its order."""

import json
from typing import Any

import pytest

from controller.record.cards import Card
from controller.record.message import Message
from controller.rules.results import DealResult, ErrorResult, MatchResult, Result, TrickResult, Verdict, to_json

TEXT = Message.plain("Bö revoked.")
REVOKE = Verdict("revoke", 1, 4, 9, "MIT-F1", Card("HJ"), (Card("D9"),), TEXT, deal=2)
ACT: dict[str, Any] = {"event": 4, "proved": 9, "rule": "MIT-F1"}
LINES: list[tuple[Result, dict[str, Any]]] = [
    (
        TrickResult(1, 2, 0, 2, (Card("SA"), Card("S6")), 11),
        {"r": "trick", "deal": 1, "trick": 2, "leader": 0, "winner": 2, "cards": ["SA", "S6"], "points": 11},
    ),
    (
        REVOKE,
        {"r": "verdict", "id": 3, "kind": "revoke", "seat": 1, **ACT, "card": "HJ", "proof": ["D9"], "text": TEXT},
    ),
    (
        Verdict("short-trick", None, 4, 9, "MIT-F1", text=TEXT, seats=(0, 1)),
        {"r": "verdict", "id": 3, "kind": "short-trick", "seats": [0, 1], **ACT}
        | {"card": None, "proof": None, "text": TEXT},
    ),
    (
        DealResult(1, (49.5, 41.5), (8, 7), (None, 10), (0, 10), {"bid": "garde"}),
        {"r": "deal", "deal": 1, "points": [49.5, 41.5], "tricks": [8, 7], "score": [None, 10], "total": [0, 10]}
        | {"detail": {"bid": "garde"}},
    ),
    (MatchResult((0, 10), ((1,), (0,)), 2), {"r": "match", "total": [0, 10], "ranking": [[1], [0]], "verdicts": 2}),
    (
        MatchResult((0, 10), ((1,), (0,)), 0, unscored=1),
        {"r": "match", "total": [0, 10], "ranking": [[1], [0]], "verdicts": 0, "unscored": 1},
    ),
    (ErrorResult(7, TEXT), {"r": "error", "event": 7, "text": TEXT}),
]


@pytest.mark.parametrize(("result", "fields"), LINES, ids=map(str, range(len(LINES))))
def test_a_result_is_one_line_of_json_with_its_fields_in_order(result: Result, fields: dict[str, Any]) -> None:
    line = to_json(result, 3)
    assert list(json.loads(line).items()) == list(fields.items())
    assert line == json.dumps(fields, ensure_ascii=False, separators=(",", ":"))


@pytest.mark.parametrize(
    "other",
    [
        Verdict("someone-revoked", 1, 4, 9, "MIT-F1", Card("HJ"), deal=2),
        Verdict("revoke", 0, 4, 9, "MIT-F1", Card("HJ"), deal=2),
        Verdict("revoke", 1, 5, 9, "MIT-F1", Card("HJ"), deal=2),
        Verdict("revoke", 1, 4, 9, "MIT-F1", Card("HA"), deal=2),
        Verdict("revoke", 1, 4, 9, "MIT-F1", Card("HJ"), deal=1),
        Verdict("revoke", 1, 4, 9, "MIT-F1", Card("HJ"), seats=(1,), deal=2),
    ],
)
def test_another_breach_is_another_accusation(other: Verdict) -> None:
    assert other.accusation != REVOKE.accusation


def test_another_proof_is_the_same_accusation_and_another_sentence_the_same_verdict() -> None:
    later = Verdict("revoke", 1, 4, 12, "MIT-F1", Card("HJ"), (Card("D8"),), TEXT, deal=2)
    assert later.accusation == REVOKE.accusation
    assert later != REVOKE
    assert Verdict("revoke", 1, 4, 9, "MIT-F1", Card("HJ"), (Card("D9"),), deal=2) == REVOKE
