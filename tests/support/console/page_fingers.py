"""A player who says everything on the page: what is tapped for an event of a record."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from controller.games.vocabularies import uttered
from controller.record.cards import Card
from controller.record.events import (
    Agree,
    Bid,
    Call,
    Choose,
    DealStart,
    Declare,
    Discard,
    Dog,
    Draw,
    Duel,
    End,
    Event,
    Exchange,
    Seat,
    Undo,
    Upcard,
    Void,
)
from tests.support.console.console_rig import Phone, sentence
from tests.support.console.page_reader import Form, Page

NOWHERE: tuple[str, str] = ("", "")
COURTS = "KQN"
SUITS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}


@dataclass
class Fingers:
    """Taps on one phone."""

    phone: Phone
    taps: int = 0
    """Taps of the newest event: pages opened from /say, boxes and buttons."""
    answers: list[str] = field(default_factory=list[str])
    text: str = ""
    """Text of the newest page."""

    def say(self, event: Event) -> bool:
        """Enter an event by the pages; False: no page offers it."""
        self.taps = 0
        match event:
            case Bid():
                said = ("chelem" if event.chelem else None, event.call, event.as_, event.start)
                return self._words(event.seat, [word for word in said if word])
            case Declare(what="marriage"):
                return self._words(event.seat, [str(word) for word in uttered(event)])
            case Declare():
                what = {"weis": f"weis-{event.points}", "poignee": f"poignee-{event.size}", "hand": "dummy"}
                return self._words(event.seat, [what.get(event.what, event.what)], event.cards or ())
            case Discard():
                return self._words(event.seat, ["laid-away"], event.cards or event.shown)
            case Choose():
                return self._words(event.seat, ["take" if event.take else "leave"])
            case Exchange():
                return self._words(event.seat, ["exchange"], cards=f"{event.gives} {event.takes}")
            case Agree():
                return self._words(event.seats[0], ["agree"])
            case Call():
                return self._call(event.seat, event.card)
            case Void(why="rule"):
                return self._words(0, ["void-hand"])
            case _:
                return self._laid(event)

    def _laid(self, event: Event) -> bool:
        match event:
            case Dog():
                return self._lay("dog", NOWHERE, {f"card-{card}": "1" for card in event.cards})
            case Upcard():
                return self._lay("upcard", ("card", event.card))
            case Duel():
                return self._lay("duel", NOWHERE, {f"card{seat}": card for seat, card in event.cards.items()})
            case Draw():
                return self._lay("draw", ("card", event.card), seat=event.seat)
            case DealStart() if event.turned:
                return self._lay("deal", ("turned", event.turned), seat=event.dealer)
            case DealStart():
                return self._press(self._open(f"/say/{event.dealer}"), ("dealer", str(event.dealer)), do="deal")
            case Undo(n=1):
                return self._press(self._open("/say"), NOWHERE, do="undo")
            case Void(why="misdeal"):
                return self._press(self._open("/"), NOWHERE, do="misdeal")
            case End():
                return self._press(self._open("/"), NOWHERE, do="end")
            case _:
                return False

    def _call(self, seat: Seat, card: Card | None) -> bool:
        if card is None:
            return self._words(seat, ["call", "nobody"])
        if card.rank not in COURTS:
            return False
        above = [card.suit + rank for rank in COURTS[: COURTS.index(card.rank)]]
        return self._words(seat, ["call", SUITS[card.suit]], cards=" ".join(above))

    def _words(self, seat: Seat, words: list[str], shown: Collection[Card] = (), cards: str = "") -> bool:
        """Words: on the seat's own page, on the page of the main word, or among what is against the rules."""
        button, ticks = ("words", " ".join(words)), {f"card-{card}": "1" for card in shown}
        known = {"seat": str(seat), **({"cards": cards} if cards else {})}
        first = self._open("/say")
        if f'id="seat-{seat}" aria-current' not in self.text:
            first = self._follow(first, f"/say/{seat}")
        if form := first.find(button, ticks, do="say", **known):
            return self._send(form, button, ticks)
        if words[0].isdecimal() and (form := first.find(NOWHERE, do="say", words="", **known)):
            form.hidden["words"] = " ".join(words)
            return self._send(form, NOWHERE, {})
        self.taps += 1
        shown_with = f"/say/{seat}/{words[0]}", f"/say/{seat}/shown"
        for path in (*shown_with, f"/say/{seat}/other"):
            page = self._open(path) if path in first.links else Page("")
            if form := page.find(button, ticks, do="say", **known):
                return self._send(form, button, ticks)
            for to_show in shown_with if path not in shown_with else ():
                beyond = self._follow(page, to_show) if to_show in page.links else Page("")
                if form := beyond.find(button, ticks, do="say", **known):
                    return self._send(form, button, ticks)
        return False

    def _lay(self, kind: str, button: tuple[str, str], ticks: dict[str, str] | None = None, seat: Seat = 0) -> bool:
        page = self._open(f"/say/{seat}")
        path = f"/say/{seat}/{kind}"
        if path not in page.links:
            return False
        return self._press(self._follow(page, path), button, ticks, do="deal" if kind == "deal" else "lay")

    def _press(
        self, page: Page, button: tuple[str, str], ticks: Mapping[str, str] | None = None, **hidden: str
    ) -> bool:
        form = page.find(button, ticks or {}, **hidden)
        return form is not None and self._send(form, button, ticks or {})

    def _send(self, form: Form, button: tuple[str, str], ticks: Mapping[str, str]) -> bool:
        self.taps += 1 + len(ticks)
        status, page = self.phone.post("/act", form.filled(button, ticks))
        if question := Page(page).find(NOWHERE, sure="1"):
            self.taps += 1
            status, page = self.phone.post("/act", question.filled(NOWHERE, {}))
        assert status == 200, sentence(page)
        self.answers.append(sentence(page))
        return True

    def _open(self, path: str) -> Page:
        status, self.text = self.phone.get(path)
        assert status == 200, (path, status)
        return Page(self.text)

    def _follow(self, page: Page, path: str) -> Page:
        assert path in page.links, (path, page.links)
        self.taps += 1
        return self._open(path)
