"""The render settings, the camera and the lights of the scene.

The world counts metres from the mat's middle: to the right, away from seat 0, and up.
"""

import importlib
import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

import numpy as np

from tools.photoreal.stored import Box, Radiance
from vision.mat.layout import Mat

bpy: Final[Any] = importlib.import_module("bpy")
mathutils: Final[Any] = importlib.import_module("mathutils")

SIZE: Final = (1998, 1125)
"""The rendered pixels, somewhat more than 1920 by 1080: the lens bends the edges into the picture."""
FOCAL_PX: Final = 1478.0
"""The focal length of a Camera Module 3 at 1920 pixels: 66 by 41 degrees."""
HEIGHT_M: Final = 0.70
PUPIL_M: Final = 0.0026
_SENSOR_MM: Final = 36.0
_LEAN: Final = (4.0, 1.5, 2.0)
"""The camera's degrees off plumb, and its turn: nobody mounts a camera straight."""
_FOCUS_BEYOND_M: Final = 0.02
_SHUTTER_S: Final = 1 / 60
_SHADOW_PX: Final = 40
_SPARE_PX: Final = 12
_EDGE: Final = 0.25
"""The inset of a border, in pixels: Blender rounds its edges down to pixels, and inside one the result is sure."""

LightName: TypeAlias = Literal["day", "evening", "glare"]


@dataclass(frozen=True, slots=True)
class AreaLight:
    """A shining rectangle: metres, watts, and its colour."""

    at: tuple[float, float, float]
    size: tuple[float, float]
    watts: float
    colour: tuple[float, float, float]


LIGHTS: Final[dict[LightName, tuple[float, tuple[AreaLight, ...]]]] = {
    "day": (
        0.12,
        (
            AreaLight((1.5, 1.0, 1.9), (0.9, 0.5), 55, (1, 0.96, 0.9)),
            AreaLight((-0.62, 0.42, 0.5), (0.11, 0.11), 6, (1, 0.78, 0.55)),
            AreaLight((-1.9, -0.3, 0.75), (1.0, 1.1), 12, (0.8, 0.9, 1)),
        ),
    ),
    "evening": (
        0.03,
        (
            AreaLight((1.5, 1.0, 1.9), (0.9, 0.5), 6, (1, 0.96, 0.9)),
            AreaLight((0.30, 0.22, 0.5), (0.11, 0.11), 9, (1, 0.78, 0.55)),
        ),
    ),
    "glare": (
        0.08,
        (
            AreaLight((0.10, -0.04, 1.25), (0.22, 0.22), 30, (1, 0.96, 0.9)),
            AreaLight((-1.9, -0.3, 0.75), (1.0, 1.1), 8, (0.8, 0.9, 1)),
        ),
    ),
}
"""The light of the room itself, and lamps: by day a ceiling light, a desk lamp and a window, in the evening hardly more
than a lamp close to the table; glare is a lamp beside the camera, which lacquer mirrors into it."""


def world(x_mm: float, y_mm: float, z_mm: float = 0) -> Any:  # noqa: ANN401  bpy has no types
    """Return the point over a place of the mat."""
    mat = Mat()
    return mathutils.Vector(((x_mm - mat.width_mm / 2) / 1000, (mat.height_mm / 2 - y_mm) / 1000, z_mm / 1000))


class Studio:
    """An empty scene with its lights and its camera, and the shutter."""

    def __init__(self, light: LightName, samples: int, fps: float, threads: int) -> None:
        """Set up the scene.

        Args:
            light: the lamps that are lit.
            samples: paths for each pixel; the remaining noise is removed.
            fps: frames a second: moving things are blurred by their way while the shutter is open.
            threads: the number of cores used.
        """
        bpy.ops.wm.read_factory_settings(use_empty=True)
        self.scene = bpy.context.scene
        room, lamps = LIGHTS[light]
        self._lamps = [mathutils.Vector(lamp.at) for lamp in lamps]
        self._render(samples, threads)
        self._shutter(fps)
        self._room(room)
        for number, lamp in enumerate(lamps):
            self._lamp(f"lamp{number}", lamp)
        self._hang_up()

    def link(self, thing: Any) -> None:  # noqa: ANN401
        """Add a thing to the scene."""
        self.scene.collection.objects.link(thing)

    def box(self, things: list[Any]) -> Box | None:
        """Locate things and their shadows in the picture; None if they are outside."""
        bpy.context.view_layer.update()
        seen = [self._pixel(point) for thing in things for point in self._reached(thing)]
        if not seen:
            return None
        low, high = np.min(seen, axis=0) - _SHADOW_PX, np.max(seen, axis=0) + _SHADOW_PX
        left, top = (int(value) for value in np.clip(np.floor(low), 0, SIZE))
        right, bottom = (int(value) for value in np.clip(np.ceil(high), 0, SIZE))
        return (left, top, right, bottom) if right - left > 16 and bottom - top > 16 else None

    def shoot(self, box: Box | None = None) -> Radiance:
        """Render the light of the whole picture, or of a part of it."""
        if box is None:
            return self._rendered((0, 0, *SIZE))
        # The removal of noise fails at the edges of a picture.
        left, top, right, bottom = box
        around = (
            max(left - _SPARE_PX, 0),
            max(top - _SPARE_PX, 0),
            min(right + _SPARE_PX, SIZE[0]),
            min(bottom + _SPARE_PX, SIZE[1]),
        )
        light = self._rendered(around)
        return light[top - around[1] : bottom - around[1], left - around[0] : right - around[0]]

    def _rendered(self, box: Box) -> Radiance:
        (left, top, right, bottom), (wide, high), render = box, SIZE, self.scene.render
        render.border_min_x, render.border_max_x = (left + _EDGE) / wide, min((right + _EDGE) / wide, 1)
        render.border_min_y, render.border_max_y = (high - bottom + _EDGE) / high, min((high - top + _EDGE) / high, 1)
        render.filepath = str(Path(bpy.app.tempdir) / "shot.exr")
        bpy.ops.render.render(write_still=True)
        picture = bpy.data.images.load(render.filepath)
        columns, rows = picture.size
        flat = np.empty(columns * rows * 4, np.float32)
        picture.pixels.foreach_get(flat)
        bpy.data.images.remove(picture)
        if (columns, rows) != (right - left, bottom - top):
            raise AssertionError(f"asked for {right - left} by {bottom - top} pixels, got {columns} by {rows}")
        return np.ascontiguousarray(flat.reshape(rows, columns, 4)[::-1, :, 2::-1])

    def _render(self, samples: int, threads: int) -> None:
        self.scene.render.engine = "CYCLES"
        render, cycles = self.scene.render, self.scene.cycles
        cycles.device, cycles.samples = "CPU", samples
        cycles.use_denoising, cycles.denoiser = True, "OPENIMAGEDENOISE"
        cycles.denoising_input_passes, cycles.denoising_prefilter = "RGB_ALBEDO_NORMAL", "FAST"
        cycles.use_adaptive_sampling = False
        cycles.max_bounces = cycles.diffuse_bounces = cycles.glossy_bounces = 2
        cycles.transmission_bounces = 0
        cycles.caustics_reflective = cycles.caustics_refractive = False
        cycles.sample_clamp_indirect = 2.0
        render.threads_mode, render.threads = "FIXED", threads
        render.use_persistent_data = True
        render.resolution_x, render.resolution_y = SIZE
        render.resolution_percentage = 100
        render.use_border = render.use_crop_to_border = True
        settings = render.image_settings
        settings.file_format, settings.color_depth, settings.color_mode = "OPEN_EXR", "16", "RGB"
        self.scene.view_settings.view_transform = "Raw"

    def _shutter(self, fps: float) -> None:
        """Open the shutter around the moment of frame 1; frames 0 and 2 are the pictures before and after."""
        bpy.context.preferences.edit.keyframe_new_interpolation_type = "LINEAR"
        self.scene.render.use_motion_blur = True
        self.scene.render.motion_blur_shutter = min(1.0, _SHUTTER_S * fps)
        self.scene.frame_set(1)

    def _room(self, light: float) -> None:
        room = bpy.data.worlds.new("room")
        self.scene.world = room
        room.use_nodes = True
        inputs = room.node_tree.nodes["Background"].inputs
        inputs[0].default_value, inputs[1].default_value = (0.9, 0.95, 1, 1), light

    def _lamp(self, name: str, lamp: AreaLight) -> None:
        light = bpy.data.lights.new(name, "AREA")
        light.shape, light.energy, light.color = "RECTANGLE", lamp.watts, lamp.colour
        light.size, light.size_y = lamp.size
        thing = bpy.data.objects.new(name, light)
        self.link(thing)
        thing.location = lamp.at
        thing.rotation_euler = (-mathutils.Vector(lamp.at)).to_track_quat("-Z", "Y").to_euler()

    def _hang_up(self) -> None:
        lens = bpy.data.cameras.new("camera")
        self._camera = bpy.data.objects.new("camera", lens)
        self.link(self._camera)
        self.scene.camera = self._camera
        lens.sensor_width, lens.sensor_fit = _SENSOR_MM, "HORIZONTAL"
        lens.lens = _SENSOR_MM * FOCAL_PX / SIZE[0]
        self._camera.rotation_euler = mathutils.Euler([math.radians(by) for by in _LEAN], "XYZ")
        back = self._camera.rotation_euler.to_matrix() @ mathutils.Vector((0, 0, 1))
        self._camera.location = back * (HEIGHT_M / back.z)
        lens.dof.use_dof, lens.dof.focus_distance = True, HEIGHT_M + _FOCUS_BEYOND_M
        lens.dof.aperture_fstop = lens.lens / 1000 / PUPIL_M

    def _pixel(self, point: Any) -> tuple[float, float]:  # noqa: ANN401
        seen = self._camera.matrix_world.inverted() @ point
        # Sleeves reach up to the camera and behind it: such points are beside the picture anyway.
        away = max(-seen.z, 0.05)
        return SIZE[0] / 2 + FOCAL_PX * seen.x / away, SIZE[1] / 2 - FOCAL_PX * seen.y / away

    def _reached(self, thing: Any) -> list[Any]:  # noqa: ANN401
        """Return the corners around a thing, and the places of their shadows."""
        corners = [thing.matrix_world @ mathutils.Vector(corner) for corner in thing.bound_box]
        shadows: list[Any] = []
        for lamp in self._lamps:
            for corner in corners:
                far = min(lamp.z / (lamp.z - min(corner.z, 0.8 * lamp.z)), 1.6)
                fallen = lamp + (corner - lamp) * far
                shadows.append(mathutils.Vector((fallen.x, fallen.y, 0)))
        return [*corners, *shadows]
