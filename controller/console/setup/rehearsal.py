"""The test deal in words: what was read in each place, or why nothing was."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from controller import games
from controller.console.setup.words import camera_checks
from controller.console.words.gettext import _, core, word
from controller.console.words.names import name
from controller.live import wiring
from controller.live.camera_words import trouble_text
from controller.live.rehearsal import RehearsalView, SeenCard
from controller.record.cards import Card
from controller.record.events import Seat
from controller.settings.model import Config
from vision.base.observation import Trouble
from vision.calibration.advice import CameraAdvice


@dataclass(frozen=True, slots=True)
class PlaceReading:
    """The place of a seat, as a test deal has it."""

    player: str
    is_read: bool
    text: str
    """The card that was read, or why none was and what to do."""


@dataclass(frozen=True, slots=True)
class CameraState:
    """The state of the camera beside the cards that it reads."""

    trouble: Trouble | None = None
    advice: Sequence[CameraAdvice] = ()
    """The findings of the newest measurement."""


@dataclass(slots=True)
class CardsRead:
    """The card that each place has shown since a test deal began."""

    read: dict[Seat, Card] = field(default_factory=dict[Seat, Card])

    def readings(self, config: Config, view: RehearsalView | None, camera: CameraState) -> list[PlaceReading]:
        """Each place, in order of play, with what the eyes have now; None: nothing yet."""
        by_seat = _by_seat(config, view.cards if view else ())
        deck = games.load(config.table.game).deck
        for seat, cards in by_seat.items():
            if cards_read := [Card(one.card) for one in cards if one.is_believed and Card(one.card) in deck]:
                self.read[seat] = cards_read[-1]
        return [
            PlaceReading(player, seat in self.read, self._sentence(config, seat, view, by_seat.get(seat, ()), camera))
            for seat, player in enumerate(config.table.seats)
        ]

    def _sentence(
        self, config: Config, seat: Seat, view: RehearsalView | None, cards: Sequence[SeenCard], camera: CameraState
    ) -> str:
        if seat in self.read:
            return _("Read: {card}.").format(card=name(self.read[seat]))
        if view is None:
            return _("Not read: no picture has been looked at yet.")
        if cards:
            return _not_taken(config, cards[-1])
        if camera.trouble:
            return _("Not read: {reason}.").format(reason=core(trouble_text(camera.trouble)))
        area = view.sight.areas[seat] if seat < len(view.sight.areas) else None
        if area is None or not (area.seen or area.unread_since is not None):
            return _("Not read: this place is hidden. Take hands and cups away.")
        if area.unread_since is None:
            return _("Not read: no card lies here yet.")
        return " ".join(_why_unread(config, seat, view, camera))


def _by_seat(config: Config, cards: Sequence[SeenCard]) -> Mapping[Seat, Sequence[SeenCard]]:
    """Return the cards that lie in each place."""
    seating, by_seat = wiring.seating(config), dict[Seat, list[SeenCard]]()
    for one in cards:
        if (seat := seating.at((one.x_mm, one.y_mm))) is not None:
            by_seat.setdefault(seat, []).append(one)
    return by_seat


def _not_taken(config: Config, card: SeenCard) -> str:
    """Return why a card that is seen is not read yet, or never will be."""
    if not card.is_believed:
        return _("It is being read: let it lie.")
    title = word(games.load(config.table.game).title)
    return _("Not taken: the {card} is no card of {game}.").format(card=name(Card(card.card)), game=title)


def _why_unread(config: Config, seat: Seat, view: RehearsalView, camera: CameraState) -> Iterator[str]:
    """Yield why a thing that lies in a place is not read, and what to do; the surest reason alone."""
    advice = [one for one in camera.advice if not one.seats or seat in one.seats]
    badly = [one for one in camera_checks(advice, config.table.seats) if not one.is_well]
    if view.refused:
        yield _("Not read: it has the marks of another deck. Print labels for this table, on its page of prints.")
    elif badly:
        yield _("Not read: the camera sees this place badly.")
        yield from (sentence for one in badly for sentence in one.sentences)
    elif config.reading.cards == "faces":
        yield _("Not read: lay an enrolled card face up and flat, and let it lie.")
    else:
        yield _("Not read: lay a card with marks face up, and let two of its corners be seen.")
