"""Refusals, offers and silences of the pages for speaking."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from controller.console.security.roles import Role
from controller.console.views import table_mat
from controller.console.views.options_to_say import sayings
from controller.console.views.table_mat import unseen_cards
from controller.console.views.undo_steps import newest_said
from controller.console.words.events import words
from controller.record.cards import Card
from controller.record.events import Agree, Bid, Call, DealStart, Declare, Discard, Dog, Duel, Event, MatchStart, Upcard
from controller.referee.fold import outcome, start
from controller.store.journal import Journal
from tests.support.console.console_rig import Phone, Rig, play
from tests.support.console.page_reader import Page, heard

TAROT = MatchStart(game="tarot", seats=("Anna", "Berta", "Carla"))
COIFFEUR = MatchStart(game="coiffeur", seats=("Anna", "Berta", "Carla"))
HANDJASS = MatchStart(game="handjass", seats=("Anna", "Berta", "Carla", "Dora"))
CONDOR = MatchStart(game="condor", seats=("Anna", "Berta"))
DEAL = DealStart(dealer=0)
TAKEN: tuple[Event, ...] = (
    DEAL,
    *(Bid(seat=seat, call=call) for seat, call in ((1, "prise"), (2, "pass"), (0, "pass"))),
)
ALL_IN: tuple[Event, ...] = (
    DealStart(dealer=0, turned=Card("CJ")),
    *(Bid(seat=seat, call="in") for seat in (1, 2, 3, 0)),
)

LATE = "Something else was said meanwhile: this was not taken down. Look again."
NO_CARD = "'XX' names no card; a card is a suit and a rank such as SA, H10, DN, trump 21, EX or JO"
NO_DEAL = "It cannot be: no deal is under way; lay new-deal in front of the dealer."
TURNED = Upcard(card=Card("D2"))
SAY: list[tuple[MatchStart, Sequence[Event], dict[str, object], str]] = [
    # match, events before it, fields, answer
    (TAROT, (), {"seat": 1, "words": "prise"}, NO_DEAL),
    (TAROT, TAKEN[:1], {"seat": 1, "words": ""}, "Choose what was said."),
    (TAROT, TAKEN[:1], {"seat": 9, "words": "prise"}, "There is no seat 9 at this table."),
    (TAROT, TAKEN[:1], {"seat": 1, "words": "joker1"}, "It cannot be: joker1 means nothing in Tarot."),
    (TAROT, TAKEN[:1], {"seat": 1, "words": "chelem"}, "It cannot be: chelem: lay the bid beside it."),
    (TAROT, TAKEN[:1], {"seat": 1, "words": "prise", "since": 1}, LATE),
    (TAROT, TAKEN[:1], {"seat": 1, "words": "laid-away", "cards": "T1 XX"}, NO_CARD),
    (
        COIFFEUR,
        TAKEN[:1],
        {"seat": 1, "words": "joker1"},
        "It cannot be: joker1 is played as what? Lay a contract beside it.",
    ),
]
LAY: list[tuple[MatchStart, Sequence[Event], dict[str, object], str]] = [
    (TAROT, TAKEN, {"kind": "dog", "card-S1": 1}, "Choose 6 different cards."),
    (TAROT, TAKEN, {"kind": "upcard", "card": "S1"}, "Nobody waits for that card now."),
    (
        CONDOR,
        TAKEN[:1],
        {"kind": "upcard", "card": "S2"},
        "It cannot be: 2 of spades was turned up, but the stock is of diamonds and clubs.",
    ),
    (CONDOR, TAKEN[:1], {"kind": "upcard", "card": "T1"}, "“T1” is no card of this game."),
    (
        CONDOR,
        (TAKEN[0], TURNED),
        {"kind": "duel", "card0": "H2", "card1": "H2"},
        "Choose 2 different cards.",
    ),
]
REFUSED = [*(("say", *one) for one in SAY), *(("lay", *one) for one in LAY)]


@pytest.mark.parametrize(("action", "opening", "before", "fields", "answer"), REFUSED)
def test_senseless_words_are_refused_in_a_sentence(
    tmp_path: Path, action: str, opening: MatchStart, before: Sequence[Event], fields: dict[str, object], answer: str
) -> None:
    with Journal(tmp_path / "current.jsonl") as journal:
        rig = Rig(journal, opening)
        rig.enter(before)
        phone, since = rig.phone(Role.PLAYER), newest_said(journal.events)
        assert phone.do(action, {"since": since, **fields}) == (409, answer)
        assert rig.said == [*before]


def test_two_phones_that_say_the_same_say_it_once(tmp_path: Path) -> None:
    with Journal(tmp_path / "current.jsonl") as journal:
        rig = Rig(journal, TAROT)
        rig.enter(TAKEN[:1])
        anna, berta = rig.phone(Role.PLAYER, "Anna"), rig.phone(Role.PLAYER, "Berta")
        forms = [_form(phone, "/say", ("words", "prise")) for phone in (anna, berta)]
        answers = [phone.post("/act", form)[0] for phone, form in zip((anna, berta), forms, strict=True)]
        assert (answers, rig.said) == ([200, 409], [*TAKEN[:2]])


def test_a_card_that_is_played_meanwhile_does_not_refuse_a_weis(tmp_path: Path) -> None:
    with Journal(tmp_path / "current.jsonl") as journal:
        rig = Rig(journal, HANDJASS)
        rig.enter(ALL_IN)
        phone = rig.phone(Role.PLAYER, "Dora")
        form = _form(phone, "/say/3/weis-20", ("words", "weis-20"), {"card-SA": "1", "card-SK": "1", "card-SQ": "1"})
        rig.enter([play(1, "H7")])
        assert phone.post("/act", form)[0] == 200
        shown = tuple(Card(name) for name in ("SA", "SK", "SQ"))
        assert rig.said[-1] == Declare(seat=3, what="weis", points=20, cards=shown)


def test_in_the_play_a_phone_speaks_for_the_player_it_is_called_after(tmp_path: Path) -> None:
    with Journal(tmp_path / "current.jsonl") as journal:
        rig = Rig(journal, HANDJASS)
        rig.enter(ALL_IN)
        answers = [rig.phone(Role.PLAYER, name).client.get("/say").headers.get("location") for name in ("DORA", "x")]
        assert answers == ["/say/3", None]


def test_cards_that_were_not_seen_come_first(tmp_path: Path) -> None:
    with Journal(tmp_path / "current.jsonl") as journal:
        rig = Rig(journal, HANDJASS)
        rig.enter([*ALL_IN, play(1, "H7"), play(2, "H9")])
        _, text = rig.phone(Role.PLAYER).get("/say/3/weis-50")
        unseen, _, seen = text.partition("Cards that lie there already")
        names = [
            {name.removeprefix("card-") for form in Page(half).forms for name, _ in form.ticks}
            for half in (unseen, seen and f"<details open><form>{seen}")
        ]
        assert names == [set(rig.session.match.game.deck) - {"H7", "H9"}, {"H7", "H9"}]


def test_offers_reveal_no_hand_that_was_shown_to_the_camera() -> None:
    """Two deals that differ in their hidden hands alone offer the same, lawful and not."""
    deck = start(TAROT).game.deck
    hands = {seat: deck[6 + seat * 24 : 30 + seat * 24] for seat in range(3)}
    swapped = {0: hands[1], 1: hands[2], 2: hands[0]}
    offered: list[object] = []
    for shown in (None, hands, swapped):
        match = outcome([TAROT, replace(DEAL, hands=shown), *TAKEN[1:]])
        said = [(one.words, one.lawful) for seat in range(3) for one in sayings(match, seat)]
        offered.append(
            (said, unseen_cards(match), table_mat.awaited_cards(match), table_mat.likely_cards(match, "dog"))
        )
    assert offered[0] == offered[1] == offered[2]


def test_words_against_the_rules_can_be_said_but_are_not_offered_first(tmp_path: Path) -> None:
    with Journal(tmp_path / "current.jsonl") as journal:
        rig = Rig(journal, TAROT)
        rig.enter(TAKEN[:2])
        phone = rig.phone(Role.PLAYER)
        first = {value for form in Page(phone.get("/say")[1]).forms for _, value in form.buttons}
        other = {value for form in Page(phone.get("/say/2/other")[1]).forms for _, value in form.buttons}
        assert ("prise" in first, "prise" in other, "garde" in first, "garde" in other) == (False, True, True, False)
        form = _form(phone, "/say/2/other", ("words", "prise"))
        assert phone.post("/act", form)[0] == 200
        assert [verdict.rule for verdict in rig.session.match.verdicts] == ["TAR-B1"]


def test_each_event_of_the_games_is_told_in_words(tmp_path: Path) -> None:
    with Journal(tmp_path / "current.jsonl") as journal:
        rig = Rig(journal, TAROT)
        rig.enter(TAKEN)
        phone = rig.phone(Role.PLAYER)
        dog = {f"card-S{rank}": "1" for rank in range(1, 7)}
        cards = tuple(Card(f"S{rank}") for rank in (6, 5, 4, 3, 2, 1))
        form = _form(phone, "/say/1/dog", ("", ""), dog)
        said = " ".join(f"{rank} of spades" for rank in (6, 5, 4, 3, 2, 1))
        assert f"the dog: {said}." in heard(phone.post("/act", form)[1])
        form = _form(phone, "/say/1/laid-away", ("words", "laid-away"), {"card-T2": "1"})
        assert "Berta: 6 cards laid away (trump 2)." in heard(phone.post("/act", form)[1])
        assert rig.said[-2:] == [Dog(cards=cards), Discard(seat=1, count=6, shown=(Card("T2"),))]


@pytest.mark.parametrize("seat", [-9, -1, 2, 99])
def test_a_seat_that_is_not_at_the_table_has_words_too(seat: int) -> None:
    names, card = ("Anna", "Berta"), Card("S2")
    events: list[Event] = [
        Duel(cards={seat: card}),
        Agree(seats=(seat,)),
        Bid(seat=seat, call="no word"),
        Call(seat=seat, card=card),
    ]
    assert [f"seat {seat}" in words(names, event) for event in events] == [True] * 4


def _form(phone: Phone, path: str, button: tuple[str, str], ticks: dict[str, str] | None = None) -> dict[str, str]:
    found = Page(phone.get(path)[1]).find(button, ticks or {})
    assert found is not None
    return found.filled(button, ticks or {})
