"""An action is done once, on the disk before it is answered, or refused in one clear sentence."""

from dataclasses import replace
from typing import Any

import pytest

from controller.console.actions.base import Action, ActionPlan
from controller.console.actions.runner import ActionRunner
from controller.console.http.streams import announcements_since
from controller.console.security.devices import LIFE_S
from controller.console.security.roles import Role
from controller.live.event_text import public_lines
from controller.record.events import Amend, DealStart, End, Event, Insert, MatchStart, Ruling, Undo, Void
from controller.record.text import parse_fields, to_line
from controller.store.journal import Journal, JournalError
from tests.support.console.console_rig import DEAL, REVOKED, Rig, play


def test_a_double_tap_and_a_retry_do_a_thing_once(rig: Rig) -> None:
    rig.enter(REVOKED[:3])
    phone, key = rig.phone(Role.PLAYER), rig.context.keys.mint()
    answers = {phone.do("undo", key=key, of=4) for _ in range(3)}
    assert answers == {(200, "Taken back: Carla's 7 of hearts.")}
    assert rig.said == [*REVOKED[:3], Undo(n=1)]


def test_another_form_with_the_key_of_one_that_was_done_is_refused(rig: Rig) -> None:
    rig.enter(REVOKED[:3])
    phone, key = rig.phone(Role.PLAYER), rig.context.keys.mint()
    answers = [phone.do("fix", key=key, of=4, card=card) for card in ("H8", "H9", "H8")]
    assert [status for status, _ in answers] == [200, 409, 200]
    assert rig.said == [*REVOKED[:3], Amend(of=4, with_={"card": "H8"})]


def test_two_phones_that_take_back_the_same_card_take_back_one(rig: Rig) -> None:
    rig.enter(REVOKED[:3])
    one, other = rig.phone(Role.PLAYER, "one"), rig.phone(Role.PLAYER, "other")
    assert one.do("undo", of=4)[0] == 200
    assert other.do("undo", of=4) == (409, "The table has gone on since: nothing was taken back. Look again.")
    assert rig.said == [*REVOKED[:3], Undo(n=1)]


def test_a_form_that_waits_while_its_phone_is_forgotten_does_nothing(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    rig.enter(REVOKED[:3])
    phone = rig.phone(Role.PLAYER)
    device = rig.context.devices.find(phone.id)
    rig.phone(Role.OWNER)
    assert device

    class Waiting:
        """A lock during which the phone is forgotten, as by another form."""

        def __enter__(self) -> None:
            rig.context.devices.revoke(device)

        def __exit__(self, *_: object) -> None:
            """Nobody waits."""

    monkeypatch.setattr(rig.app.state.runner, "_lock", Waiting())
    assert phone.do("undo", of=4) == (403, "This phone may not do that; pair it for it first.")
    assert rig.said == [*REVOKED[:3]]


@pytest.mark.parametrize("key", ["", "x", "x.y.z", "é"])
def test_a_form_without_a_key_of_this_run_is_not_done(rig: Rig, key: str) -> None:
    assert rig.phone(Role.PLAYER).do("deal", key=key or " ", dealer=0) == (
        409,
        "This page is too old; open it anew and try again.",
    )
    assert rig.said == []


def test_a_form_from_before_a_restart_is_not_done_again(rig: Rig) -> None:
    phone, key = rig.phone(Role.PLAYER), rig.context.keys.mint()
    again = type(rig.context.keys)()
    assert phone.do("deal", key=key, dealer=0)[0] == 200
    rig.context.keys = again
    assert phone.do("deal", key=again.mint(), dealer=1) == (409, "A deal is under way; throw it in first.")
    assert phone.do("deal", key=key, dealer=0)[0] == 409
    assert rig.said == [DEAL]


def test_answers_are_kept_as_long_as_their_keys_are_taken_and_no_longer(rig: Rig) -> None:
    """Memory is bounded by what phones send within the life of a form."""
    now = [0.0]
    runner = ActionRunner(
        rig.context, {"see": Action("see", Role.VIEWER, lambda _: ActionPlan(answer="seen"))}, lambda: now[0]
    )
    keys = [rig.context.keys.mint() for _ in range(5)]
    for key in keys:
        assert runner.do({"do": "see", "key": key}, None).text == "seen"
        now[0] += LIFE_S / 4
    kept = [key.strip() for key in runner._done]  # pyrefly: ignore[protected-access]  # its only memory
    assert kept == keys
    now[0] += 2 * LIFE_S
    runner.do({"do": "see", "key": rig.context.keys.mint()}, None)
    assert len(runner._done) == 1  # pyrefly: ignore[protected-access]  # likewise


def test_a_full_disk_is_told_and_the_same_form_can_be_sent_again(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    phone, key = rig.phone(Role.PLAYER), rig.context.keys.mint()

    def full(event: Event) -> int:
        raise JournalError(f"no room for {event.e}")

    with monkeypatch.context() as patch:
        patch.setattr(rig.journal, "append", full)
        assert phone.do("deal", key=key, dealer=0) == (503, "It cannot be written: no room for deal")
    assert phone.do("deal", key=key, dealer=0) == (200, "Anna deals.")
    assert rig.said == [DEAL]


def test_events_say_when_and_from_where_they_came(rig: Rig) -> None:
    rig.phone(Role.PLAYER).do("deal", dealer=0)
    event = rig.journal.events[-1]
    assert (event.src, isinstance(event.t, float)) == ("console", True)


def test_a_table_that_does_not_watch_yet_says_so(tmp_path_factory: pytest.TempPathFactory) -> None:
    with Journal(tmp_path_factory.mktemp("early") / "current.jsonl") as journal:
        rig = Rig(journal, watching=False)
        assert rig.phone(Role.PLAYER).do("deal", dealer=0)[0] == 409
        assert rig.said == []


FOUR = "Anna: 6 of hearts; Anna: queen of diamonds; Carla: 7 of hearts; Berta: 10 of hearts"
"""The cards of a revoke in words, the newest first."""
CASES: list[tuple[str, int, dict[str, object], int, str, list[Event]]] = [
    # action, events before it, fields, status, answer, what it adds to the record
    ("undo", 0, {"of": 1}, 409, "Nothing has happened that could be taken back.", []),
    ("undo", 3, {"of": "x"}, 409, "“x” is no number.", []),
    ("back-to", 5, {"of": 3, "newest": 6}, 200, f"4 steps taken back. {FOUR}", [Undo(n=4)]),
    ("back-to", 5, {"of": 1, "newest": 6}, 409, "That step does not stand any more.", []),
    ("deal", 0, {"dealer": 2}, 200, "Carla deals.", [DealStart(dealer=2)]),
    ("deal", 0, {"dealer": 7}, 409, "There is no seat 7 at this table.", []),
    ("deal", 1, {"dealer": 2}, 409, "A deal is under way; throw it in first.", []),
    ("misdeal", 0, {}, 409, "No deal is under way.", []),
    ("misdeal", 2, {}, 200, "The deal is thrown in; the same player deals again.", [Void(why="misdeal")]),
    ("end", 0, {}, 200, "The match is over.", [End()]),
    ("end", 2, {}, 200, "The match is over; the deal that was being played is void.", [End()]),
    ("fix", 0, {"card": "SA"}, 409, "No card was played yet.", []),
    (
        "fix",
        3,
        {"card": "HK"},
        200,
        "Corrected: Carla played the king of hearts.",
        [Amend(of=4, with_={"card": "HK"})],
    ),
    ("fix", 3, {"card": "H7"}, 409, "That is what stands there already.", []),
    ("fix", 3, {"card": "T1"}, 409, "“T1” is no card of this game.", []),
    ("fix", 3, {"of": 2, "card": "HK"}, 409, "That card does not stand any more; look again.", []),
    (
        "fix",
        3,
        {"of": 3, "seat": 0},
        200,
        "Corrected: Anna played the 10 of hearts.",
        [Amend(of=3, with_={"seat": 0})],
    ),
    ("missed", 3, {"seat": 0, "card": "H6"}, 200, "Added: Anna played the 6 of hearts.", [play(0, "H6")]),
    (
        "missed",
        3,
        {"seat": 0, "card": "H6", "before": 4},
        200,
        "Added: Anna played the 6 of hearts.",
        [Insert(before=4, event={"e": "play", "seat": 0, "card": "H6"})],
    ),
    ("missed", 3, {"seat": 0, "card": "H6", "before": 1}, 409, "That step does not stand any more; look again.", []),
    ("missed", 3, {"seat": 0, "card": "H6", "before": 9}, 409, "That step does not stand any more; look again.", []),
    ("missed", 0, {"seat": 0, "card": "H6"}, 409, "No deal is under way: say first who deals.", []),
]


@pytest.mark.parametrize(("action", "before", "fields", "status", "answer", "added"), CASES)
def test_an_action_is_done_or_refused_in_a_sentence(
    rig: Rig, action: str, before: int, fields: dict[str, object], status: int, answer: str, added: list[Event]
) -> None:
    rig.enter(REVOKED[:before])
    assert rig.phone(Role.PLAYER).do(action, fields) == (status, answer)
    assert [to_line(event) for event in rig.said[before:]] == [to_line(event) for event in added]


RULINGS: list[tuple[dict[str, object], int, str, dict[str, Any] | None]] = [
    ({"decision": "uphold"}, 200, "Verdict 1 is upheld.", {"decision": "upheld", "effect": "none"}),
    ({"decision": "dismiss"}, 200, "Verdict 1 is dismissed.", {"decision": "dismissed", "effect": "none"}),
    ({"decision": "uphold", "effect": "void-deal"}, 200, "Verdict 1 is upheld.", {"effect": "void-deal"}),
    ({"decision": "uphold", "effect": "redeal"}, 200, "Verdict 1 is upheld.", {"effect": "redeal"}),
    ({"decision": "uphold", "effect": "pack"}, 200, "Verdict 1 is upheld.", {"effect": {"pack": "swiss"}}),
    (
        {"decision": "uphold", "effect": "score", "score0": -2, "score1": "", "score2": 1},
        200,
        "Verdict 1 is upheld.",
        {"effect": {"score": [-2, None, 1]}},
    ),
    ({"decision": "hang"}, 409, "A verdict is upheld, dismissed or left open.", None),
    ({"decision": "uphold", "effect": "more"}, 409, "There is no such effect.", None),
    ({"decision": "uphold", "effect": "score", "score0": "1.5"}, 409, "“1.5” is no number.", None),
    ({"decision": "uphold", "verdict": 2}, 409, "That verdict does not stand any more; look again.", None),
    ({"decision": "uphold", "event": 9}, 409, "That verdict does not stand any more; look again.", None),
]


@pytest.mark.parametrize(("fields", "status", "answer", "ruling"), RULINGS)
def test_an_arbiter_rules(
    rig: Rig, fields: dict[str, object], status: int, answer: str, ruling: dict[str, Any] | None
) -> None:
    rig.enter(REVOKED)
    event = rig.session.match.verdicts[0].event
    phone = rig.phone(Role.ARBITER, "Emma")
    assert phone.do("rule", {"verdict": 1, "event": event, **fields}) == (status, answer)
    whole = {"e": "ruling", "verdict": 1, "decision": "upheld", "by": "Emma", **(ruling or {})}
    assert rig.said[len(REVOKED) :] == ([parse_fields(whole)] if ruling else [])


def test_a_correction_is_announced_once_with_the_corrected_value(rig: Rig) -> None:
    rig.enter(REVOKED)
    phone, before = rig.phone(Role.PLAYER), rig.context.newest.value.count
    assert phone.do("fix", of=5, card="HA")[0] == 200
    told = [*announcements_since(rig.context.newest.value, before)]
    verdict = (
        "Anna revoked in trick 1: Queen of diamonds on 10 of hearts, while holding 6 of hearts (played in trick 2)."
    )
    words = f"Corrected. Anna: ace of hearts. Withdrawn, for a reading was corrected: {verdict}"
    assert told == [(before + 1, words)]
    assert [*announcements_since(rig.context.newest.value, told[-1][0])] == []


def test_a_suit_that_a_card_makes_trump_is_said_to_be_trump(rig: Rig) -> None:
    for event in REVOKED:
        rig.enter([event])
    told = [text for _number, text in announcements_since(rig.context.newest.value, 0)]
    assert [text for text in told if "rump" in text] == ["Anna: queen of diamonds. Anna takes trick 1. Trump diamonds."]


def test_a_verdict_that_falls_because_cards_were_taken_back_is_told_so(rig: Rig) -> None:
    """No reading was corrected: what it rested on was taken back."""
    rig.enter(REVOKED)
    before = rig.context.newest.value.count
    assert rig.session.match.verdicts
    assert rig.phone(Role.PLAYER).do("back-to", of=len(REVOKED) - 1, newest=len(REVOKED) + 1)[0] == 200
    [(_, told)] = announcements_since(rig.context.newest.value, before)
    assert told.startswith(
        "The last step was taken back. Withdrawn, for what it rested on was taken back: Anna revoked"
    )
    [line] = [one for one in public_lines(rig.context.newest.value.updates[-1], "record") if "withdrawn" in one]
    assert line.startswith("  ! withdrawn, for what it rested on was taken back: Anna revoked")


def test_a_ruling_carries_who_made_it_and_can_be_taken_back(rig: Rig) -> None:
    rig.enter(REVOKED)
    event = rig.session.match.verdicts[0].event
    phone = rig.phone(Role.ARBITER, "Emma")
    phone.do("rule", verdict=1, event=event, decision="dismiss")
    assert rig.said[-1] == Ruling(verdict=1, decision="dismissed", by="Emma")
    phone.do("undo", of=len(REVOKED) + 2)
    assert rig.session.match.rulings == {}


@pytest.mark.parametrize("word", ["undo", "back-to"])
def test_a_word_of_the_arbiter_is_taken_back_by_an_arbiter_alone(rig: Rig, word: str) -> None:
    """Not the accused with a phone, not the table with a card or a button; one tap further back neither."""
    rig.enter(REVOKED)
    ruling = Ruling(verdict=1, decision="upheld", by="Emma")
    rig.phone(Role.ARBITER, "Emma").do("rule", verdict=1, event=rig.session.match.verdicts[0].event, decision="uphold")
    refused = (409, "What an arbiter said only an arbiter takes back.")
    assert rig.phone(Role.PLAYER).do(word, of=len(REVOKED) + 2, newest=len(REVOKED) + 2) == refused
    assert rig.session.say("undo", 1.0, "button") == ()
    assert str(rig.session.remark) == "what an arbiter said only an arbiter takes back, on the table's page"
    assert rig.session.match.rulings == {1: replace(ruling, t=rig.session.match.rulings[1].t, src="console")}
    assert rig.phone(Role.ARBITER, "Emma").do(word, of=len(REVOKED) + 2, newest=len(REVOKED) + 2)[0] == 200
    assert rig.session.match.rulings == {}


CORRECTIONS: list[tuple[str, dict[str, object]]] = [
    ("fix", {"of": 5, "card": "HA"}),
    ("fix", {"of": 5, "seat": 1}),
    ("fix", {"of": 6, "card": "SA"}),
    ("missed", {"before": 4, "seat": 0, "card": "S6"}),
]


@pytest.mark.parametrize(("word", "fields"), CORRECTIONS)
def test_no_players_correction_lets_an_arbiters_ruling_fall(rig: Rig, word: str, fields: dict[str, object]) -> None:
    """Whoever is accused could say that the card was another one."""
    rig.enter(REVOKED)
    arbiter, accused = rig.phone(Role.ARBITER, "Emma"), rig.phone(Role.PLAYER, "Anna")
    arbiter.do("rule", verdict=1, event=rig.session.match.verdicts[0].event, decision="uphold")
    ruled, lines = rig.session.match.rulings, len(rig.said)
    refused = "An arbiter has ruled on this: only an arbiter corrects what the ruling rests on."
    assert accused.do(word, fields) == (409, refused)
    assert accused.do("fix", of=4, card="HA")[0] == 200, "what no ruling rests on is corrected by anybody"
    assert (rig.session.match.rulings, len(rig.said)) == (ruled, lines + 1) != ({}, lines + 1)
    assert arbiter.do(word, fields)[0] == 200
    assert rig.session.match.rulings == {}


@pytest.mark.parametrize("word", ["misdeal", "end"])
def test_a_deal_that_an_arbiter_has_ruled_on_is_broken_off_by_an_arbiter_alone(rig: Rig, word: str) -> None:
    """Else whoever shall lose two points throws the deal in, and loses none."""
    rig.enter(REVOKED)
    arbiter, accused = rig.phone(Role.ARBITER, "Emma"), rig.phone(Role.PLAYER, "Anna")
    event = rig.session.match.verdicts[0].event
    arbiter.do("rule", verdict=1, event=event, decision="uphold", effect="score", score0=-2, score1=1, score2=1)
    refused = (409, "An arbiter has ruled on this deal: only an arbiter breaks it off.")
    assert accused.do(word) == refused
    assert rig.session.say(word, 1.0, "button") == ()
    assert str(rig.session.remark).startswith("an arbiter has ruled on this deal, and only an arbiter breaks it off")
    assert rig.session.match.running
    arbiter.do("rule", verdict=1, event=event, decision="uphold")
    assert accused.do(word)[0] == 200, "a ruling without a price binds nobody"
    assert not rig.session.match.running


def test_an_undo_can_be_undone_until_something_else_happens(rig: Rig) -> None:
    rig.enter(REVOKED)
    phone, whole = rig.phone(Role.PLAYER), rig.session.match
    first = len(REVOKED) - 2
    assert phone.do("back-to", of=first, newest=len(REVOKED) + 1)[0] == 200
    assert rig.session.match != whole
    assert phone.do("redo", of=first) == (200, f"4 steps given back. {FOUR}")
    verdicts = [(one.kind, one.seat, one.card, one.proof) for one in rig.session.match.verdicts]
    assert verdicts == [(one.kind, one.seat, one.card, one.proof) for one in whole.verdicts] != []
    assert rig.session.match.deal
    assert whole.deal
    assert rig.session.match.deal.open.cards == whole.deal.open.cards
    assert phone.do("redo", of=first) == (409, "There is nothing to give back any more; look again.")


def test_handjass_needs_the_card_that_is_turned_up(tmp_path_factory: pytest.TempPathFactory) -> None:
    opening = MatchStart(game="handjass", seats=("Anna", "Berta", "Carla"))
    with Journal(tmp_path_factory.mktemp("turned") / "current.jsonl") as journal:
        rig = Rig(journal, opening)
        phone = rig.phone(Role.PLAYER)
        assert phone.do("deal", dealer=0) == (409, "“” is no card of this game.")
        assert phone.do("deal", dealer=0, turned="S6") == (200, "Anna deals.")
        assert [replace(event, t=None) for event in rig.said] == [
            parse_fields({"e": "deal", "dealer": 0, "turned": "S6"})
        ]
