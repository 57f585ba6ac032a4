"""A deal by hand: every card that can come is a button, a tap is a card, and two phones make none of it twice."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final, cast

import pytest

from controller.console.security.roles import Role
from controller.console.views.card_pad import card_pad, unplayed
from controller.games import load
from controller.games.vocabularies import uttered
from controller.record.cards import Card
from controller.record.events import (
    Bid,
    Call,
    Choose,
    DealStart,
    Declare,
    Discard,
    Dog,
    Draw,
    Duel,
    Event,
    MatchStart,
    Played,
    Upcard,
)
from controller.store.journal import Journal
from tests.support.console.console_rig import DEAL, REVOKED, Phone, Rig, play
from tests.support.console.page_reader import Form, Page, heard
from tests.support.evenings import plain
from tests.support.examples import Example
from tests.support.loops import some

DOCUMENT: Final = Path(__file__).parents[4] / "docs" / "console.md"
DEALS: Final = {
    # A deal of each game as it was played: the example, and which of its deals.
    "belote": ("belote/4-evening", 1),
    "bridge": ("bridge/4-three-boards", 1),
    "coiffeur": ("coiffeur/4-partners", 1),
    "condor": ("condor/2-one-deal", 1),
    "handjass": ("handjass/4-down-to-the-loser", 1),
    "hearts": ("hearts/4-two-deals", 1),
    "middler-joker": ("middler-joker/3-two-deals", 1),
    "mittlere": ("proof/3-by-counting", 1),
    "molotow": ("molotow/4-two-deals", 1),
    "plus-minus": ("plus-minus/4-two-deals", 1),
    "schieber": ("schieber/4-evening", 1),
    "euchre": ("euchre/4-to-five", 1),
    "schnapsen": ("schnapsen/2-bummerl", 1),
    "skat": ("skat/3-four-deals", 1),
    "spades": ("spades/4-three-deals", 1),
    "differenzler": ("differenzler/4-evening", 1),
    "doppelkopf": ("doppelkopf/4-evening", 1),
    "tarot": ("tarot/5-called-king", 2),
    "whist": ("whist/4-short", 1),
}
TAKEN: Final = "Something else was taken down meanwhile: the 7 of hearts was not. Look again."


@dataclass
class Thumb:
    """A player with one phone, who counts what it takes to say an event."""

    phone: Phone
    taps: int = 0
    pages: list[str] = field(default_factory=list[str])

    def look(self, path: str = "/tap") -> Page:
        status, text = self.phone.get(path)
        assert status == 200, path
        self.pages.append(text)
        return Page(text)

    def press(self, form: Form | None, button: tuple[str, str], **ticks: str) -> None:
        assert form is not None, button
        self.taps += 1 + len(ticks) + form.is_folded
        fields = form.filled(button, ticks)
        status, answer = self.phone.post("/act", fields, **{"hx-request": "true"})
        assert (status, "alert-success" in answer) == (200, True), answer

    def say(self, event: Event) -> None:
        """Say one event, by as few taps as the page lets one."""
        page = self.look()
        match event:
            case DealStart():
                turned = ("turned", str(event.turned))
                button = turned if event.turned else ("dealer", str(event.dealer))
                form = page.find(button, do="deal")
                if form is None:
                    self.taps += 1
                    form = self.look(f"/tap/{event.dealer}").find(button, do="deal")
                self.press(form, button)
            case Played():
                self.play(page, event)
            case Upcard() | Draw():
                self.press(page.find(("card", event.card), do="lay"), ("card", event.card))
            case Duel():
                form = page.find(("card1", event.cards[1]), ["card0"], kind="duel")
                if form and ("card0", event.cards[0]) in form.ticks:
                    self.press(form, ("card1", event.cards[1]), card0=event.cards[0])
                else:
                    self.taps += 1
                    both = {f"card{seat}": card for seat, card in event.cards.items()}
                    self.press(self.look("/say/0/duel").find(("", ""), do="lay"), ("", ""), **both)
            case Dog():
                ticks = {f"card-{card}": "1" for card in event.cards}
                self.press(page.find(("", ""), do="lay"), ("", ""), **ticks)
            case Bid() | Call() | Choose() | Declare() | Discard():
                self.speak(page, event)
            case _:
                pytest.fail(f"nobody taps {event}")

    def play(self, page: Page, event: Played) -> None:
        if self.phone.rig.session.match.turn != event.seat:
            self.taps += 1
            page = self.look(f"/tap/{event.seat}")
        self.press(page.find(("card", event.card), do="tap"), ("card", event.card))

    def speak(self, page: Page, event: Bid | Call | Choose | Declare | Discard) -> None:
        said = uttered(event)
        words = ("words", " ".join(word for word in said if not isinstance(word, Card)))
        shown = [word for word in said if isinstance(word, Card)]
        form = page.find(words, cards=" ".join(shown), seat=str(event.seat))
        typed = next((one for one in page.forms if one.hidden.get("words") == ""), None)
        if form is None and typed and words[1].isdecimal() and typed.hidden["seat"] == str(event.seat):
            self.taps += len(words[1])
            typed.hidden["words"] = words[1]
            self.press(typed, ("", ""))
        elif form is None:
            self.taps += 1
            ways = {f"/say/{event.seat}/{said[0]}", f"/say/{event.seat}/shown"}
            self.taps += bool(ways & page.folded_links)
            page = self.look(next(iter(ways & page.links), f"/say/{event.seat}/{said[0]}"))
            form = page.find(words, [f"card-{card}" for card in shown])
            self.press(form, words, **{f"card-{card}": "1" for card in shown})
        else:
            self.press(form, words)


def cards_of(event: Event) -> int:
    """How many cards an event lays."""
    return len(event.cards) if isinstance(event, Duel | Dog) else isinstance(event, Played | Upcard | Draw)


def deal(name: str, number: int) -> tuple[MatchStart, list[Event]]:
    """The events of a deal of an example, as they happened; who taps tells no copies apart."""
    opening, *events = [by_face(plain(event)) for event in Example(name).events]
    assert isinstance(opening, MatchStart)
    starts = [place for place, event in enumerate(events) if isinstance(event, DealStart)]
    end = [*starts, len(events)][number]
    cards = [place for place, event in enumerate(events[:end]) if isinstance(event, Played | Draw)]
    return opening, events[starts[number - 1] : cards[-1] + 1]


def by_face(event: Event) -> Event:
    return replace(event, card=event.card.face) if isinstance(event, Played) else event


def in_order(event: Event) -> Event:
    """An event with the cards that it shows in one order."""
    event = plain(event)
    return replace(event, cards=tuple(sorted(event.cards))) if isinstance(event, Declare) and event.cards else event


def counted() -> Iterator[tuple[str, int, int, int]]:
    """The table of the document: a game, its cards and words, and the taps that they took."""
    table = DOCUMENT.read_text(encoding="utf-8").partition("| game | cards | words |")[2].partition("\n\n")[0]
    for row in some(table.splitlines()[2:]):
        game, cards, words, taps = (cell.strip() for cell in row.strip("|").split("|"))
        yield game, int(cards), int(words), int(taps)


@pytest.mark.parametrize("game", DEALS)
def test_a_whole_deal_is_tapped_in_about_a_tap_a_card_and_is_the_same_record(tmp_path: Path, game: str) -> None:
    opening, events = deal(*DEALS[game])
    with Journal(tmp_path / "current.jsonl") as journal:
        rig = Rig(journal, opening)
        thumb = Thumb(rig.phone(Role.PLAYER))
        for event in events:
            thumb.say(event)
        assert [in_order(event) for event in rig.said] == [in_order(event) for event in events]
        cards = sum(map(cards_of, events))
        words = sum(not cards_of(event) for event in events)
        assert {(game, cards, words, thumb.taps)} == {row for row in counted() if row[0] == game}


def tapped(page: str) -> tuple[set[str], str]:
    """The cards that can be tapped on a page, and what the form says that they follow."""
    form = next(form for form in Page(page).forms if form.hidden["do"] == "tap")
    return {value for name, value in form.buttons if name == "card"}, form.hidden["since"]


def test_every_card_that_was_not_played_can_be_tapped_whatever_anybody_holds(rig: Rig) -> None:
    rig.enter(REVOKED[:3])
    cards, since = tapped(rig.phone(Role.PLAYER).get("/tap")[1])
    assert cards == set(rig.session.match.game.deck) - {"H10", "H7"}
    assert since == "4"


def test_the_page_is_the_same_whatever_hands_the_record_knows(tmp_path: Path) -> None:
    deck = load("mittlere").deck
    dealt = {seat: deck[12 * seat : 12 * seat + 12] for seat in range(3)}
    pages: list[str] = []
    for hands in (None, dealt, {seat: dealt[2 - seat] for seat in dealt}):
        with Journal(tmp_path / f"{len(pages)}.jsonl") as journal:
            rig = Rig(journal)
            rig.enter([replace(DEAL, hands=hands), play(1, "H10")])
            assert rig.session.match.deal is not None
            assert rig.session.match.deal.hands == hands
            pages.append(re.sub(r'name="key" value="[^"]*"', "", rig.phone(Role.PLAYER).get("/tap")[1]))
    assert len(set(pages)) == 1


def test_of_two_phones_that_tap_at_once_the_second_is_refused_and_no_card_is_doubled_or_lost(rig: Rig) -> None:
    rig.enter(REVOKED[:2])
    one, other = rig.phone(Role.PLAYER, "one"), rig.phone(Role.PLAYER, "other")
    forms = [Page(phone.get("/tap")[1]).find(("card", "H7"), do="tap") for phone in (one, other)]
    assert forms[0]
    assert forms[1]
    first = one.post("/act", forms[0].filled(("card", "H8"), {}), **{"hx-request": "true"})
    second = other.post("/act", forms[1].filled(("card", "H7"), {}), **{"hx-request": "true"})
    assert "Carla: 8 of hearts." in heard(first[1])
    assert TAKEN in heard(second[1])
    assert rig.said == [*REVOKED[:2], play(2, "H8")]
    form = Page(other.get("/tap")[1]).find(("card", "H7"), do="tap")
    assert form
    other.post("/act", form.filled(("card", "H7"), {}))
    assert rig.said == [*REVOKED[:2], play(2, "H8"), play(0, "H7")]


def test_a_fast_tap_goes_on_from_the_own_tap_alone(rig: Rig) -> None:
    rig.enter([DEAL])
    phone, other = rig.phone(Role.PLAYER, "one"), rig.phone(Role.PLAYER, "other")
    form = Page(phone.get("/tap")[1]).find(("card", "SA"), do="tap")
    assert form
    origin = {"origin": "http://192.0.2.1:8080", "hx-request": "true"}
    answer = phone.client.post("/act", data=form.filled(("card", "SA"), {}), headers=origin)
    follows = {"do": "tap", "key": answer.headers["Form-Key"], "since": answer.headers["Form-Since"]}
    assert phone.post("/act", {**follows, "card": "S7"})[0] == 200
    assert rig.said == [DEAL, play(1, "SA"), play(2, "S7")]
    stale = Page(other.get("/tap")[1]).find(("card", "S8"), do="tap")
    assert stale
    again = phone.client.post("/act", data={**stale.filled(("card", "S8"), {})}, headers=origin)
    other.do("undo", of=5)
    refused = phone.post(
        "/act", {"do": "tap", "key": answer.headers["Form-Key"], "since": again.headers["Form-Since"], "card": "S9"}
    )
    assert refused[0] == 409
    assert rig.said[:4] == [DEAL, play(1, "SA"), play(2, "S7"), play(0, "S8")]


@pytest.mark.parametrize(("fields", "why"), [
    ({"card": "SA"}, "The ace of spades was played before in this deal."),
    ({"card": "D2"}, "“D2” is no card of this game."),
    ({"card": "S7", "seat": "3"}, "There is no seat 3 at this table."),
    ({"card": "S7", "since": "2"}, "Something else was taken down meanwhile: the 7 of spades was not. Look again."),
])  # fmt: skip
def test_a_tap_that_cannot_be_is_refused_in_a_sentence(rig: Rig, fields: dict[str, str], why: str) -> None:
    rig.enter([DEAL, play(1, "SA")])
    assert rig.phone(Role.PLAYER).do("tap", {"since": "3", **fields}) == (409, why)
    assert rig.said == [DEAL, play(1, "SA")]


def test_the_card_of_another_player_is_a_name_and_a_card(rig: Rig) -> None:
    rig.enter([DEAL, play(1, "SA")])
    thumb = Thumb(rig.phone(Role.PLAYER))
    assert "/tap/0" in thumb.look().links
    thumb.say(play(0, "S7"))
    assert thumb.taps == 2
    assert rig.said == [DEAL, play(1, "SA"), play(0, "S7")]


def test_without_scripts_a_card_is_one_tap_and_the_page_is_there_again(rig: Rig) -> None:
    rig.enter([DEAL])
    phone = rig.phone(Role.PLAYER)
    form = Page(phone.get("/tap")[1]).find(("card", "SA"), do="tap")
    assert form
    answer = phone.client.post(
        "/act", data=form.filled(("card", "SA"), {}), headers={"origin": "http://192.0.2.1:8080"}
    )
    assert (answer.status_code, answer.headers["location"]) == (303, "/tap")
    fields = form.filled(("card", "S7"), {}) | {"key": phone.key(), "back": "https://example.org/"}
    assert phone.post("/act", fields)[0] == 409
    fields |= {"key": phone.key(), "since": tapped(phone.get("/tap")[1])[1]}
    assert phone.post("/act", fields)[0] == 200


def test_doppelkopfs_games_are_called_as_its_players_do(tmp_path: Path) -> None:
    """Their cards serve other games, too: one says pass, and one what Jass calls a game without trump."""
    with Journal(tmp_path / "current.jsonl") as journal:
        rig = Rig(journal, MatchStart(game="doppelkopf", seats=("Anna", "Berta", "Carla", "Dora")))
        rig.enter([DealStart(dealer=0)])
        phone = rig.phone(Role.PLAYER)
        phone.client.headers["accept-language"] = "de"
        page = re.sub(r'<span class="suit">.*?</svg>(?:<span[^>]*>[^<]*</span>)?</span> ', "", phone.get("/tap")[1])
        found = re.findall(r'name="words" value="[a-z-]+">([^<]*)<', page)
    games = [
        "Gesund",
        "Piksolo",
        "Herzsolo",
        "Karosolo",
        "Kreuzsolo",
        "Fleischloser",
        "Hochzeit",
        "Damensolo",
        "Bubensolo",
        "Vorbehalt",
    ]
    assert sorted(found) == sorted(games)


def test_belotes_announcements_are_called_as_its_players_do(tmp_path: Path) -> None:
    """Their cards say Weis, which nobody says who plays Belote."""
    opening, *events = Example("belote/4-evening").events
    lead = next(place for place, event in enumerate(events) if isinstance(event, Played))
    with Journal(tmp_path / "current.jsonl") as journal:
        rig = Rig(journal, cast("MatchStart", opening))
        rig.enter(events[:lead])
        phone, found = rig.phone(Role.PLAYER), dict[str, list[str]]()
        for lang in some(("en", "de", "fr", "it", "ja")):
            phone.client.headers["accept-language"] = lang
            found[lang] = re.findall(r'name="words" value="weis-\d+">([^<]*)<', phone.get("/tap")[1])
    assert found["en"] == ["Tierce", "Fifty", "Hundred", "Four nines", "Four jacks"]
    assert found["fr"] == ["Tierce", "Cinquante", "Cent", "Carré de neufs", "Carré de valets"]
    assert {len(names) for names in found.values()} == {5}


def test_the_suit_that_was_led_is_marked_where_each_card_exists_twice(tmp_path: Path) -> None:
    opening, *events = Example("doppelkopf/4-evening").events
    lead = next(place for place, event in enumerate(events, 1) if isinstance(event, Played))
    with Journal(tmp_path / "current.jsonl") as journal:
        rig = Rig(journal, cast("MatchStart", opening))
        rig.enter(events[:lead])
        match = rig.context.newest.value.match
        deal = match.deal
        assert deal is not None
        assert deal.led is not None
        suit = match.game.suit_of(deal, deal.led)
        pad = {key.card: key.is_led for one in card_pad(match, unplayed(match)) for key in one.keys}
    assert pad == {card.face: match.game.suit_of(deal, card) == suit for card in match.game.deck}
    assert set(pad.values()) == {True, False}
