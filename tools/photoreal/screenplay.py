"""The script of a physical film as plain data: the places of each card and the hand in every frame; no drawing."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from math import hypot, radians, sin
from pathlib import Path
from typing import Any, Final

import numpy as np

from vision.film.script.plan import Director
from vision.film.script.script import Lay, Moment, Pace, Pose, Reach, ScriptStep, Sweep
from vision.mat.layout import Mat

NAME: Final = "script.json"
MAT: Final = "mat.png"
"""The file name of the mat's picture."""
PROPS: Final = ("newspaper", "phone", "cup", "napkin", "nothing")
"""The things laid on the mat beside cards; `nothing`: a hand comes, rests where a card would lie, and goes."""
NAPKIN_MM: Final = (150.0, 130.0)
_LIFT_SHARE: Final = 0.35
"""The height of a carried card, as a share of its way since the frame before: slowing hands set their card down."""
_LIFT_MM: Final = 45.0
_STACK_MM: Final = 0.5
"""The height of each card above the one laid before it: two cards on each other, bent."""
_TREMOR_MM: Final = 0.7
_OVER_MM: Final = 2.0
"""The height of the fingertips over the card that they hold."""
_HOVER_MM: Final = 14.0
"""The height of the fingertips while they leave, or sweep."""


def card_file(card: str) -> str:
    """Return the file name of a card's face, or of a thing's print."""
    return f"card_{card}.png"


def lacquer_file(card: str) -> str:
    """Return the file name of a card's lacquered places, if it is not lacquered everywhere."""
    return f"lacquer_{card}.png"


class ScriptError(ValueError):
    """An invalid word of the script, in one sentence."""


@dataclass(frozen=True, slots=True)
class SpatialPose:
    """A card's place in space: its middle, mm on the mat and above it; degrees."""

    card: str
    x_mm: float
    y_mm: float
    z_mm: float
    turn: float
    """The turn, clockwise as the camera sees it."""
    pitch: float = 0
    """The degrees by which the edge away from its player is raised."""


@dataclass(frozen=True, slots=True)
class HandPose:
    """A hand's place in space: the tip of its middle finger, mm on the mat and above it; degrees."""

    who: int
    x_mm: float
    y_mm: float
    z_mm: float
    turn: float
    """The direction of the fingers, clockwise from away from seat 0."""


@dataclass(frozen=True, slots=True)
class SpatialMoment:
    """One frame in space: the lying cards, the moving ones, and the hand."""

    laid: tuple[SpatialPose, ...]
    moving: tuple[SpatialPose, ...] = ()
    hand: HandPose | None = None


@dataclass(frozen=True, slots=True)
class FilmScript:
    """The whole film to draw: every frame, and the truth about who laid what when."""

    seats: int
    fps: float
    moments: tuple[SpatialMoment, ...]
    truth: tuple[dict[str, Any], ...]

    @property
    def cards(self) -> tuple[str, ...]:
        """Every visible card, once."""
        return tuple(name for name in self._seen if name not in PROPS)

    @property
    def props(self) -> tuple[str, ...]:
        """Every other thing that is laid, once."""
        return tuple(name for name in self._seen if name in PROPS)

    @property
    def _seen(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(pose.card for moment in self.moments for pose in (*moment.laid, *moment.moving)))

    def write(self, folder: Path) -> None:
        """Store the script as JSON."""
        (folder / NAME).write_text(json.dumps(asdict(self)) + "\n", encoding="utf-8")

    @classmethod
    def read(cls, folder: Path) -> "FilmScript":
        """Load a script that `write` has stored."""
        stored = json.loads((folder / NAME).read_text(encoding="utf-8"))
        return cls(stored["seats"], stored["fps"], tuple(map(_moment, stored["moments"])), tuple(stored["truth"]))


def steps_of(words: Sequence[str], seats: int) -> list[ScriptStep]:
    """Parse words into steps.

    `1:H10` or `1:cup`: seat 1 lays the ten of hearts or sets down a cup. `0:sweep`: seat 0 takes everything away.

    Raises:
        ScriptError: a word is invalid, or names an absent seat.
    """
    steps: list[ScriptStep] = []
    for word in words:
        seat, _, what = word.partition(":")
        if not what or not seat.isdecimal() or int(seat) >= seats:
            others = ", ".join(("sweep", *PROPS))
            raise ScriptError(f"{word!r} is no step; write the seat, 0 to {seats - 1}, a colon, and a card or {others}")
        steps.append(Sweep(int(seat)) if what == "sweep" else Lay(int(seat), what))
    return steps


def film_script(steps: list[ScriptStep], seats: int, fps: float, hold_s: float, seed: int) -> FilmScript:
    """Work out the place of everything in each frame; each hand stays so long on the card it has laid.

    Args:
        steps: the players' steps.
        seats: the number of players.
        fps: frames a second.
        hold_s: seconds for which the fingers stay on a card that lies already.
        seed: for all chance.
    """
    random = np.random.default_rng(seed)
    director = Director(seats, Mat(), Pace.of(fps, 1.6), random)
    flat = list(_held(list(director.play(steps)), round(hold_s * fps), random))
    return FilmScript(seats, fps, tuple(_spatial(flat)), tuple(_truth(flat, steps)))


def _held(moments: list[Moment], frames: int, random: np.random.Generator) -> Iterator[Moment]:
    """Yield the moments with the hand staying on each laid card; the hand is never quite still."""
    before = Moment(())
    for moment in moments:
        if len(moment.laid) > len(before.laid) and before.hand is not None:
            for _ in range(frames):
                aside, along = (float(by) for by in random.uniform(-_TREMOR_MM, _TREMOR_MM, 2))
                hand = before.hand
                yield Moment(
                    moment.laid, (), Reach(hand.who, hand.x_mm + aside, hand.y_mm + along, hand.angle, speed_mm=0)
                )
        yield moment
        before = moment


def _spatial(moments: list[Moment]) -> Iterator[SpatialMoment]:
    """Yield the moments with heights: a card is set down as it slows, and slides when it is swept."""
    before = Moment(())
    swept: set[str] = set()
    for moment in moments:
        known = {pose.card for pose in before.laid} | swept
        swept = {pose.card for pose in moment.moving if pose.card in known}
        laid = tuple(_on(pose, _STACK_MM * (1 + number)) for number, pose in enumerate(_there(moment.laid)))
        floor = _STACK_MM * (1 + len(laid))
        moving = tuple(
            _on(pose, floor + _STACK_MM * number, lift=0 if pose.card in swept else _lift(pose))
            for number, pose in enumerate(_there(moment.moving))
        )
        yield SpatialMoment(laid, moving, _hand(moment, moving, floor))
        before = moment


def _there(poses: Sequence[Pose]) -> Iterator[Pose]:
    """Yield the visible ones."""
    return (pose for pose in poses if pose.card != "nothing")


def _on(pose: Pose, z_mm: float, lift: float = 0) -> SpatialPose:
    pitch = 10 * lift / _LIFT_MM
    # Turned about its middle, the card's lower edge must not sink below its support.
    room = Mat().card.height_mm / 2 * sin(radians(pitch))
    return SpatialPose(pose.card, pose.x_mm, pose.y_mm, z_mm + max(lift, room), pose.turn, pitch)


def _lift(pose: Pose) -> float:
    return min(_LIFT_MM, _LIFT_SHARE * hypot(pose.dx_mm, pose.dy_mm))


def _hand(moment: Moment, moving: tuple[SpatialPose, ...], floor: float) -> HandPose | None:
    reach = moment.hand
    if reach is None:
        return None
    below = max((pose.z_mm for pose in moving), default=floor)
    over = _OVER_MM if moving or not reach.speed_mm else _HOVER_MM
    return HandPose(reach.who, reach.x_mm, reach.y_mm, below + over, reach.angle)


def _truth(moments: list[Moment], steps: list[ScriptStep]) -> Iterator[dict[str, Any]]:
    """Yield each landing: the frame in which the card lies, its seat and place; each gathering with its first frame."""
    laying = (step for step in steps if isinstance(step, Lay))
    before = Moment(())
    for number, moment in enumerate(moments):
        if len(moment.laid) > len(before.laid):
            pose, step = moment.laid[-1], next(laying)
            before = moment
            if pose.card in PROPS:
                continue
            place = {"x": round(pose.x_mm, 1), "y": round(pose.y_mm, 1), "turn": round(pose.turn % 360, 1)}
            yield {"frame": number, "seat": step.seat, "card": pose.card, **place}
        elif _is_gathered(before, moment) and moment.hand is not None:
            yield {"frame": number, "gather": moment.hand.who}
        before = moment


def _is_gathered(before: Moment, now: Moment) -> bool:
    """Whether the first cards, not things alone, are taken away."""
    gone = [pose.card for pose in before.laid if pose not in now.laid]
    return not before.moving and any(card not in PROPS for card in gone)


def _moment(stored: dict[str, Any]) -> SpatialMoment:
    laid, moving = (tuple(SpatialPose(**pose) for pose in stored[part]) for part in ("laid", "moving"))
    return SpatialMoment(laid, moving, HandPose(**stored["hand"]) if stored["hand"] else None)
