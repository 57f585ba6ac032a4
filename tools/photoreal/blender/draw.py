"""Draw the frames of a script: every state of the cards once, and moving things as parts laid over it."""

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

from tools.photoreal.blender.hand import LOOKS, hand
from tools.photoreal.blender.studio import LightName, Studio, mathutils, world
from tools.photoreal.blender.things import card, prop, table
from tools.photoreal.screenplay import MAT, FilmScript, HandPose, SpatialMoment, SpatialPose, card_file, lacquer_file
from tools.photoreal.stored import Box, Footage, Radiance, StoredFrame

WHITE: Final = 0.8
"""The light that white paper has in the footage."""
SIZE_MIDDLE: Final = np.s_[200:880:8, 400:1500:8]
_SAME: Final = (0.012, 0.035)
"""The differences from the picture behind, as shares of its light: at most the noise's, and at least a true one's."""


def draw(
    script: FilmScript,
    prints: Path,
    footage: Footage,
    light: LightName,
    samples: int,
    threads: int,
    told: Callable[[str], None],
) -> None:
    """Draw every frame into the footage.

    Args:
        script: the place of everything.
        prints: folder of the mat's and the cards' pictures.
        footage: the footage to write.
        light: the lamps that are lit.
        samples: paths for each pixel.
        threads: how many cores are used.
        told: called with a word about each picture that was drawn.
    """
    stage = _Stage(script, prints, footage, light, samples, threads)
    footage.fps, footage.truth = script.fps, list(script.truth)
    for number, moment in enumerate(script.moments):
        before, after = (script.moments[min(max(n, 0), len(script.moments) - 1)] for n in (number - 1, number + 1))
        told(f"{number + 1} of {len(script.moments)}: {stage.frame(number, before, moment, after)}")
        footage.write()


class _Stage:
    """The scene with all its actors, and the still picture of the lying cards."""

    def __init__(
        self, script: FilmScript, prints: Path, footage: Footage, light: LightName, samples: int, threads: int
    ) -> None:
        self._studio, self._footage = Studio(light, samples, script.fps, threads), footage
        table(self._studio, prints / MAT)
        random = np.random.default_rng(1)
        self._cards = {
            name: card(self._studio, name, prints / card_file(name), *_bent(random), _lacquer(prints, name))
            for name in script.cards
        }
        self._cards |= {
            name: prop(self._studio, name, prints / card_file(name)) for name in script.props if name != "nothing"
        }
        seats = sorted({moment.hand.who for moment in script.moments if moment.hand is not None})
        self._hands = {seat: hand(self._studio, str(seat), LOOKS[seat % len(LOOKS)]) for seat in seats}
        for thing in self._all():
            thing.hide_render = True
        self._laid: tuple[SpatialPose, ...] = ()
        light_there = self._studio.shoot()
        middle = light_there[SIZE_MIDDLE].max(axis=2)
        self._scale = np.float32(WHITE / float(np.percentile(middle, 70)))
        self._still = "still_0000"
        self._light: Radiance = np.asarray(light_there * self._scale, np.float32)
        footage.keep(self._still, self._light)
        self._bare = self._still, self._light

    def frame(self, number: int, before: SpatialMoment, now: SpatialMoment, after: SpatialMoment) -> str:
        """Draw one frame; returns in words what had to be drawn."""
        new = now.laid != self._laid
        if new:
            self._settle(number, now.laid)
        name = None
        if now.moving or now.hand is not None:
            name = self._move(number, before, now, after)
        self._footage.frames.append(StoredFrame(self._still, name, _note(now)))
        return ", ".join(word for word, is_so in (("what lies", new), ("what moves", name)) if is_so) or "as before"

    def _settle(self, number: int, laid: tuple[SpatialPose, ...]) -> None:
        """Draw the cards that lie now, around those that came or went."""
        gone = [self._cards[pose.card] for pose in self._laid if pose not in laid]
        box = self._studio.box(gone) if gone else None
        for thing in gone:
            thing.hide_render = True
        come = [pose for pose in laid if pose not in self._laid]
        for pose in come:
            self._put(pose)
        if come:
            box = _joined(box, self._studio.box([self._cards[pose.card] for pose in come]))
        self._laid = laid
        if not laid:
            self._still, self._light = self._bare
        elif box is not None:
            light = self._light.copy()
            box, part = self._changed(box)
            light[box[1] : box[3], box[0] : box[2]] = part
            name = f"still_{number:04d}"
            self._footage.keep(name, part, box, self._still)
            self._still, self._light = name, light

    def _move(self, number: int, before: SpatialMoment, now: SpatialMoment, after: SpatialMoment) -> str | None:
        """Draw the moving things over the lying ones; None if they are outside the picture."""
        actors: list[Any] = []
        for pose in now.moving:
            thing = self._cards[pose.card]
            known = [_pose_of(moment, pose) for moment in (before, now, after)]
            _animate(thing, [_card_place(one) for one in known])
            actors.append(thing)
        if now.hand is not None:
            parts = self._hands[now.hand.who]
            hands = [moment.hand or now.hand for moment in (before, now, after)]
            _animate(parts[0], [_hand_place(one if one.who == now.hand.who else now.hand) for one in hands])
            actors += parts
        self._studio.scene.frame_set(1)
        for thing in actors:
            thing.hide_render = False
        box = self._studio.box(actors)
        name = f"over_{number:04d}"
        if box is not None:
            box, part = self._changed(box)
            self._footage.keep(name, part, box)
        for thing in actors:
            thing.hide_render = True
            thing.animation_data_clear()
        return name if box is not None else None

    def _changed(self, box: Box) -> tuple[Box, Radiance]:
        """Find the change in a part of the picture; pixels that differ by noise alone stay as before."""
        left, top, right, bottom = box
        part = np.asarray(self._studio.shoot(box) * self._scale, np.float32)
        old = self._light[top:bottom, left:right]
        less, more = _SAME
        off: Radiance = (np.abs(part - old) / (np.maximum(part, old) + 0.02)).max(axis=2)
        soft = np.asarray(cv2.GaussianBlur(off, (0, 0), 2.5), np.float32)
        share = np.asarray(np.clip((soft - less) / (more - less), 0, 1), np.float32)
        new = np.asarray(old + share[..., None] * (part - old), np.float32)
        rows, columns = np.flatnonzero(share.any(axis=1)), np.flatnonzero(share.any(axis=0))
        if not rows.size:
            return box, new
        y0, y1, x0, x1 = int(rows[0]), int(rows[-1]) + 1, int(columns[0]), int(columns[-1]) + 1
        return (left + x0, top + y0, left + x1, top + y1), new[y0:y1, x0:x1]

    def _put(self, pose: SpatialPose) -> None:
        thing = self._cards[pose.card]
        thing.animation_data_clear()
        thing.location, thing.rotation_euler = _card_place(pose)
        thing.hide_render = False

    def _all(self) -> list[Any]:
        return [*self._cards.values(), *(part for parts in self._hands.values() for part in parts)]


def _lacquer(prints: Path, card: str) -> Path | None:
    """Find the picture of a card's lacquered places; None: it is lacquered everywhere."""
    told = prints / lacquer_file(card)
    return told if told.is_file() else None


def _bent(random: np.random.Generator) -> tuple[float, float]:
    """Draw by lot the bend and twist of a used card, mm."""
    return float(random.uniform(0.4, 1.6)) * float(random.choice((1, -1, 1))), float(random.uniform(0, 0.5))


def _pose_of(moment: SpatialMoment, known: SpatialPose) -> SpatialPose:
    """Return the pose of the same card in another frame, or the known pose if it is absent there."""
    return next((pose for pose in (*moment.moving, *moment.laid) if pose.card == known.card), known)


def _card_place(pose: SpatialPose) -> tuple[Any, Any]:
    turned = mathutils.Euler((math.radians(pose.pitch), 0, math.radians(-pose.turn)), "XYZ")
    return world(pose.x_mm, pose.y_mm, pose.z_mm), turned


def _hand_place(pose: HandPose) -> tuple[Any, Any]:
    turned = mathutils.Euler((0, 0, math.radians(-pose.turn)), "XYZ")
    return world(pose.x_mm, pose.y_mm, pose.z_mm), turned


def _animate(thing: Any, places: list[tuple[Any, Any]]) -> None:  # noqa: ANN401
    """Give a thing its places in frames 0, 1 and 2."""
    thing.animation_data_clear()
    last = 0.0
    for frame, (location, turned) in enumerate(places):
        thing.location, thing.rotation_euler = location, turned
        # Turn by the shorter way round.
        spin = thing.rotation_euler.z
        if frame:
            spin += 2 * math.pi * round((last - spin) / (2 * math.pi))
        thing.rotation_euler.z = last = spin
        thing.keyframe_insert("location", frame=frame)
        thing.keyframe_insert("rotation_euler", frame=frame)


def _joined(one: Box | None, other: Box | None) -> Box | None:
    if one is None or other is None:
        return one or other
    return min(one[0], other[0]), min(one[1], other[1]), max(one[2], other[2]), max(one[3], other[3])


def _note(moment: SpatialMoment) -> str:
    """Describe a frame in a word."""
    if moment.moving:
        return "moves " + " ".join(pose.card for pose in moment.moving)
    return "rest" if moment.hand is None else "hand"
