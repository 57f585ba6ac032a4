"""Taps, scrolls and seconds of the ten things people do most with the pages, by a finger in Chromium.

Run it from the project's folder: ``python -m benchmarks.pages.taps [--width 390] [--height 664]``. Each thing begins
on the table's page. A tap is a press of a thing that is visible on the screen; a thing that must be brought
there first is a scroll. Seconds are those of a person (1.2 a tap or a scroll, 0.4 a key, 2 to read a page that was not
there before) and those that the pages take to answer. Exit status 1 where a thing takes more taps than its goal, or a
scroll.
"""

import argparse
import os
import sys
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final, cast

from selenium import webdriver
from selenium.common.exceptions import ElementClickInterceptedException, StaleElementReferenceException
from selenium.webdriver.common.by import By

from controller import games
from controller.console.security.roles import Role
from controller.record.cards import Card
from controller.record.events import DealStart, Event, MatchStart
from controller.settings.model import ConsoleConfig
from controller.store.journal import Journal
from tests.support.console.browser_talk import agree, browser, script, size
from tests.support.console.console_rig import OPENING, REVOKED, Rig
from tests.support.examples import Example
from tests.support.waiting import until

TAP_S: Final = 1.2
KEY_S: Final = 0.4
READ_S: Final = 2.0
SCHIEBER: Final = MatchStart(game="schieber", seats=("Anna", "Berta", "Carla", "Dora"))
MID_TRICK: Final = 20
"""The number of events of the example, of which the last lie in a trick that is open."""

IS_IN_SIGHT: Final = """
    const one = [...document.querySelectorAll(arguments[0])].find((each) => each.checkVisibility());
    const box = one.getBoundingClientRect();
    const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    return box.top >= 0 && !!hit && (one.contains(hit) || hit.contains(one));
"""
IS_THERE: Final = """
    const all = [...document.querySelectorAll(arguments[0])];
    return document.readyState === "complete" && all.some((one) => one.checkVisibility());
"""
MIDDLE: Final = "document.querySelector(arguments[0]).scrollIntoView({block: 'center'})"
TURN: Final = "const one = document.querySelector('.strip li.turn'); return one ? Number(one.id.slice(3)) : -1"
LAID: Final = "return !document.querySelector(`.key[value=${arguments[0]}]`)"


@dataclass
class Finger:
    """One finger on one phone, and its actions."""

    phone: webdriver.Chrome
    taps: int = 0
    sought: list[str] = field(default_factory=list[str])
    """The things that had to be brought into sight first."""
    keys: int = 0
    pages: int = 0
    """The number of pages that had to be read."""
    waited_s: float = 0.0

    def tap(self, where: str, then: str = "", *, is_sure: bool = False) -> None:
        """Tap the first visible one of these, agree where it asks, and wait for the outcome."""
        self.bring(where)
        began = time.monotonic()
        until(lambda: self._is_pressed(where))
        self.taps += 1
        if is_sure:
            agree(self.phone)
            self.taps += 1
        if then:
            until(lambda: script(self.phone, "return !!document.querySelector(arguments[0])", then))
        self.waited_s += time.monotonic() - began

    def _is_pressed(self, where: str) -> bool:
        """Press, but not while a new page still scrolls to the target of its address."""
        try:
            next(one for one in self.phone.find_elements(By.CSS_SELECTOR, where) if one.is_displayed()).click()
        except (ElementClickInterceptedException, StaleElementReferenceException):
            script(self.phone, MIDDLE, where)
            return False
        return True

    def see(self, where: str) -> None:
        """Look at a thing, after bringing it into sight if necessary."""
        self.bring(where)

    def bring(self, where: str) -> None:
        """Wait until a thing exists; scroll if it is not in sight."""
        until(lambda: script(self.phone, IS_THERE, where))
        if not script(self.phone, IS_IN_SIGHT, where):
            self.sought.append(where)
            script(self.phone, MIDDLE, where)

    @property
    def seconds(self) -> float:
        """The seconds of a person, and those that pages took."""
        return (self.taps + len(self.sought)) * TAP_S + self.keys * KEY_S + self.pages * READ_S + self.waited_s


@dataclass(frozen=True)
class Deed:
    """A thing that people do, and the taps that it may take."""

    name: str
    goal: int
    do: Callable[["Stage"], Finger]


@dataclass
class Stage:
    """A machine with two browsers, and its tables."""

    folder: Path
    phones: Sequence[webdriver.Chrome]
    screen: tuple[int, int]

    @contextmanager
    def table(self, opening: MatchStart, events: Sequence[Event] = ()) -> Generator[Rig]:
        """Set up a table at which these events have happened."""
        folder = self.folder / f"table-{time.monotonic_ns()}"
        folder.mkdir()
        with Journal(folder / "current.jsonl") as journal:
            rig = Rig(journal, opening, settings=ConsoleConfig(address="127.0.0.1", port=0), watching=False)
            if not rig.console.open():
                raise OSError("no port is free")
            rig.enter(events)
            yield rig
            rig.console.close()

    def sit(self, rig: Rig, name: str, role: Role = Role.PLAYER, nth: int = 0) -> Finger:
        """Give this player a phone with the table's page."""
        phone, address = self.phones[nth], rig.context.address
        phone.get(f"{address}join")
        phone.delete_all_cookies()
        device = rig.context.devices.pair(name, role, "2026-11-21 12:00")
        phone.add_cookie({"name": "schiri", "value": rig.context.cookies.sign(device.id)})
        size(phone, *self.screen)
        phone.get(address)
        return Finger(phone)


def _example(count: int = MID_TRICK) -> tuple[MatchStart, tuple[Event, ...]]:
    text = Example("schieber/4-evening").text
    return text.opening, tuple(text.events[1:count])


def see_the_turn(stage: Stage) -> Finger:
    """Find whose turn it is, and what was led."""
    opening, events = _example()
    with stage.table(opening, events) as rig:
        finger = stage.sit(rig, "Anna")
        for where in ("#headline", ".seat.turn", "#trick .lay:not(.gathered)", "#status"):
            finger.see(where)
        finger.pages += 1
    return finger


def see_who_leads(stage: Stage) -> Finger:
    """Find the pair that leads the match."""
    opening, events = _example()
    with stage.table(opening, events) as rig:
        finger = stage.sit(rig, "Anna")
        finger.see("#pairs")
        finger.pages += 1
    return finger


def pair_a_guest(stage: Stage) -> Finger:
    """Photograph the invitation, tap a seat."""
    with stage.table(SCHIEBER) as rig:
        rig.context.devices.pair("Anna", Role.OWNER, "2026-11-21 12:00")
        finger = Finger(stage.phones[0])
        finger.phone.get(rig.context.address)
        finger.phone.delete_all_cookies()
        size(finger.phone, *stage.screen)
        finger.phone.get(f"{rig.context.address}pair?invitation={rig.context.codes.invite()}")
        finger.taps += 1  # the photograph
        finger.tap("#seat-1", "#headline")
        finger.pages += 1
    return finger


def pair_by_code(stage: Stage) -> Finger:
    """Pair without an invitation: pair, a seat, six digits, pair."""
    with stage.table(SCHIEBER) as rig:
        rig.context.devices.pair("Anna", Role.OWNER, "2026-11-21 12:00")
        code = rig.context.codes.hand_out(Role.PLAYER).text
        finger = Finger(stage.phones[0])
        finger.phone.get(rig.context.address)
        finger.phone.delete_all_cookies()
        size(finger.phone, *stage.screen)
        finger.phone.get(rig.context.address)
        finger.tap("a[href='/pair']", ".pairing")
        finger.tap("label:has(#seat-1)")
        finger.phone.switch_to.active_element.send_keys(code)
        finger.keys += len(code)
        finger.tap("#as-named", "#headline")
        finger.pages += 1
    return finger


def start_a_deal(stage: Stage) -> Finger:
    """Say at the seat who deals."""
    with stage.table(SCHIEBER) as rig:
        finger = stage.sit(rig, "Anna")
        finger.tap("#deal-3", "#undo")
        finger.pages += 1
    return finger


def name_trump(stage: Stage) -> Finger:
    """Name the trump, on the page for a deal by hand, which is open."""
    with stage.table(SCHIEBER, (DealStart(dealer=3),)) as rig:
        finger = stage.sit(rig, "Anna")
        finger.phone.get(f"{rig.context.address}tap")
        finger.tap("#say-hearts-", ".key")
        finger.pages += 1
    return finger


def tap_a_deal(stage: Stage) -> Finger:
    """Tap a whole deal: who deals, the trump, 36 cards, by the rules."""
    deck = list(games.load("schieber").deck)
    Random(3).shuffle(deck)
    hands = [deck[seat::4] for seat in range(4)]
    with stage.table(SCHIEBER) as rig:
        finger = stage.sit(rig, "Anna")
        finger.phone.get(f"{rig.context.address}tap")
        finger.tap("#deal-3", "#say-hearts-")
        finger.tap("#say-hearts-", ".key")
        led = ""
        for number in range(len(deck)):
            card = _follow(hands[cast("int", script(finger.phone, TURN))], led if number % 4 else "")
            led = led if number % 4 else card.suit
            finger.tap(f".key[value={card}]")
            began = time.monotonic()
            until(lambda card=card: script(finger.phone, LAID, card))
            finger.waited_s += time.monotonic() - began
    return finger


def _follow(hand: list[Card], led: str) -> Card:
    """Play a card of the suit that was led, where there is one."""
    card = next((one for one in hand if one.suit == led), hand[0])
    hand.remove(card)
    return card


def see_the_last_trick(stage: Stage) -> Finger:
    """Find the trick before the open one."""
    opening, events = _example()
    with stage.table(opening, events) as rig:
        finger = stage.sit(rig, "Anna")
        finger.see("#last-trick")
        finger.pages += 1
    return finger


def take_back(stage: Stage) -> Finger:
    """Take back the newest card."""
    opening, events = _example()
    with stage.table(opening, events) as rig:
        finger = stage.sit(rig, "Anna")
        finger.tap("#undo", "#answer .alert")
    return finger


def correct(stage: Stage) -> Finger:
    """Correct the newest card to another one, a likely one."""
    opening, events = _example()
    with stage.table(opening, events) as rig:
        finger = stage.sit(rig, "Anna")
        finger.tap("#to-fix", ".card-button")
        finger.tap(".card-button", "#answer .alert")
        finger.pages += 1
    return finger


def read_the_proof(stage: Stage) -> Finger:
    """Go from the accusation to its proof, as the accused."""
    with stage.table(OPENING, REVOKED) as rig:
        finger = stage.sit(rig, "Anna")
        finger.tap("#to-proof", ".exhibits")
        finger.see(".exhibit.held")
        finger.pages += 2
    return finger


def object_to_it(stage: Stage) -> Finger:
    """Say that it was another card, as the accused. The tap of the other phone that confirms it is not counted."""
    with stage.table(OPENING, REVOKED) as rig:
        finger, other = stage.sit(rig, "Anna"), stage.sit(rig, "Berta", nth=1)
        finger.tap("#to-misread", ".card-button")
        finger.tap(".card-button[value=HQ]", "#answer .alert")
        finger.pages += 2
        other.tap("#confirm")
        until(lambda: not rig.session.match.verdicts)
    return finger


def rule(stage: Stage) -> Finger:
    """Rule as an arbiter, from the list of verdicts, which is open."""
    with stage.table(OPENING, REVOKED) as rig:
        finger = stage.sit(rig, "Emma", Role.ARBITER)
        finger.phone.get(f"{rig.context.address}verdicts")
        finger.tap("#uphold-1", "#rule-head")
        # The page goes to the ruling by itself.
        until(lambda: script(finger.phone, IS_IN_SIGHT, "label[for=e-none]"))
        finger.tap("label[for=e-none]")
        finger.tap(".decide .btn-primary", "#answer .alert", is_sure=True)
        finger.pages += 1
    return finger


DEEDS: Final = (
    Deed("see whose turn it is, what was led", 0, see_the_turn),
    Deed("see who leads the match", 0, see_who_leads),
    Deed("pair a guest's phone, invited", 2, pair_a_guest),
    Deed("pair a guest's phone by a code", 4, pair_by_code),
    Deed("start a deal", 1, start_a_deal),
    Deed("name the trump by hand", 1, name_trump),
    Deed("a deal of Schieber by tapping", 38, tap_a_deal),
    Deed("look at the last trick", 0, see_the_last_trick),
    Deed("take back the last card", 1, take_back),
    Deed("correct the last card", 2, correct),
    Deed("read the proof as the accused", 1, read_the_proof),
    Deed("object as the accused", 2, object_to_it),
    Deed("rule, from the arbiter's list", 4, rule),
)


def main() -> int:
    """Do all of it, print a row each."""
    parser = argparse.ArgumentParser(description="Taps and seconds of what people do most with the pages.")
    parser.add_argument("--width", type=int, default=390)
    parser.add_argument("--height", type=int, default=664, help="what a phone's browser leaves of 844")
    chosen = parser.parse_args()
    missed = 0
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        phones = [stack.enter_context(browser(folder / f"phone-{nth}")) for nth in range(2)]
        stage = Stage(folder, phones, (chosen.width, chosen.height))
        print(f"{chosen.width} by {chosen.height}, load {os.getloadavg()[0]:.1f}")
        for deed in DEEDS:
            one = deed.do(stage)
            missed += one.taps > deed.goal or bool(one.sought)
            line = (
                f"{deed.name:38} {one.taps:3} taps (goal {deed.goal}), {len(one.sought)} scrolls, {one.keys} keys, "
                f"{one.seconds:5.1f} s, of them the pages' {one.waited_s:.1f}"
            )
            print(f"{line}; out of sight: {', '.join(one.sought)}" if one.sought else line, flush=True)
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main())
