"""A rigged hand with a forearm and a sleeve, in the pose of a player who lays a card.

The mesh is the generic hand of the WebXR input profiles (MIT licence, tools/photoreal/hands/LICENSE.md).
"""

import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from tools.photoreal.blender.studio import Studio, bpy, mathutils
from tools.photoreal.blender.things import Spot, material, skin

MESH: Final = Path(__file__).parent.parent / "hands" / "right.glb"
_FROM_RIG: Final = mathutils.Matrix(((0, -1, 0), (0, 0, -1), (1, 0, 0))).to_4x4()
"""The rotation from the rig's axes to ours: fingers ahead, the palm down."""
_FINGERS: Final = ("index-finger", "middle-finger", "ring-finger", "pinky-finger")
_CURL: Final = {"proximal": 16.0, "intermediate": 26.0, "distal": 18.0}
"""The degrees by which each joint is bent in a hand that lays a card."""
_PALM_M: Final = 0.06
"""The least distance of the fingers ahead of the palm."""
_AROUND: Final = 24
_ALONG: Final = 10
_RISE: Final = 0.16
"""The rise of the forearm, as a share of its length."""


@dataclass(frozen=True, slots=True)
class HandLook:
    """The look of a player's hand."""

    skin: tuple[float, float, float]
    sleeve: tuple[float, float, float]


LOOKS: Final = (
    HandLook((0.52, 0.31, 0.21), (0.32, 0.06, 0.05)),
    HandLook((0.62, 0.40, 0.30), (0.62, 0.60, 0.58)),
    HandLook((0.25, 0.13, 0.08), (0.05, 0.06, 0.08)),
    HandLook((0.40, 0.23, 0.15), (0.75, 0.75, 0.72)),
    HandLook((0.58, 0.36, 0.26), (0.08, 0.16, 0.10)),
)
"""The looks by seat."""


def hand(studio: Studio, name: str, look: HandLook) -> list[Any]:
    """Make the hand, its wrist and its sleeve; moving the first moves all. The origin is the middle finger's tip."""
    mesh = _posed()
    own = material(f"skin {name}", look.skin, rough=0.5)
    mesh.materials.clear()
    mesh.materials.append(own)
    for face in mesh.polygons:
        face.material_index, face.use_smooth = 0, True
    made = bpy.data.objects.new(f"hand {name}", mesh)
    studio.link(made)
    smooth = made.modifiers.new("smooth", "SUBSURF")
    smooth.levels = smooth.render_levels = 1
    points = _points(mesh)
    wrist = points[points[:, 1] < points[:, 1].min() + 0.012].mean(axis=0)
    cloth = material(f"cloth {name}", look.sleeve, rough=0.95)
    arm = _tube(studio, f"wrist {name}", wrist, (0.005, 0.07), (0.026, 0.030))
    sleeve = _tube(studio, f"sleeve {name}", wrist, (-0.045, 0.42), (0.038, 0.055))
    for part, surface in ((arm, own), (sleeve, cloth)):
        part.data.materials.append(surface)
        part.parent = made
    return [made, arm, sleeve]


def _posed() -> Any:  # noqa: ANN401
    """Pose the mesh: fingers bent, the middle finger's tip at the origin, the lowest fingertip on the ground."""
    before = set(bpy.data.objects)
    bpy.ops.import_scene.gltf(filepath=str(MESH))
    loaded = [thing for thing in bpy.data.objects if thing not in before]
    rig = next(thing for thing in loaded if thing.type == "ARMATURE")
    shape = next(thing for thing in loaded if thing.type == "MESH" and "hand" in thing.name.lower())
    for finger in _FINGERS:
        for joint, degrees in _CURL.items():
            _bend(rig, rig.pose.bones[f"{finger}-phalanx-{joint}"], degrees)
    shaped = shape.evaluated_get(bpy.context.evaluated_depsgraph_get())
    mesh = bpy.data.meshes.new_from_object(shaped)
    mesh.transform(_FROM_RIG @ shape.matrix_world)
    for thing in loaded:
        bpy.data.objects.remove(thing)
    points = _points(mesh)
    tip = points[points[:, 1].argmax()]
    lowest = points[points[:, 1] > tip[1] - _PALM_M][:, 2].min()
    mesh.transform(mathutils.Matrix.Translation((-tip[0], -tip[1], -lowest)))
    return mesh


def _bend(rig: Any, bone: Any, degrees: float) -> None:  # noqa: ANN401
    """Turn a joint, and all beyond it, about the axis across the palm."""
    across = (rig.matrix_world.inverted().to_3x3() @ mathutils.Vector((0, 1, 0))).normalized()
    at = mathutils.Matrix.Translation(bone.matrix.translation.copy())
    bone.matrix = at @ mathutils.Matrix.Rotation(math.radians(-degrees), 4, across) @ at.inverted() @ bone.matrix
    bpy.context.view_layer.update()


def _points(mesh: Any) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:  # noqa: ANN401
    return np.array([vertex.co[:] for vertex in mesh.vertices], dtype=np.float64)


def _tube(
    studio: Studio,
    name: str,
    wrist: np.ndarray[tuple[int], np.dtype[np.float64]],
    span: tuple[float, float],
    radii: tuple[float, float],
) -> Any:  # noqa: ANN401
    """Make a tapered tube that rises backward from the wrist; its start, length and thickness are in metres."""
    (start, length), (near, far) = span, radii
    rings: list[list[Spot]] = []
    for j in range(_ALONG + 1):
        share = j / _ALONG
        radius = (near + (far - near) * min(1, 1.5 * share)) * (1 + 0.04 * math.sin(7 * share + 3))
        y, z = wrist[1] + start - share * length, wrist[2] + _RISE * max(0, share * length - 0.02)
        turns = [2 * math.pi * i / _AROUND for i in range(_AROUND)]
        rings.append([(wrist[0] + radius * math.cos(turn), y, z + 0.8 * radius * math.sin(turn)) for turn in turns])
    return skin(studio, name, rings)
