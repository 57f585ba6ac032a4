"""The table, the mat and the cards: bent sheets with printed surfaces."""

import math
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, TypeAlias

import cv2
import numpy as np

from groundwork.picture import Bgr, u8
from tools.photoreal.blender.studio import Studio, bpy
from tools.photoreal.screenplay import NAPKIN_MM
from vision.mat.layout import Mat

Height: TypeAlias = Callable[[float, float], float]
"""The height of a sheet over its middle, metres."""
Spot: TypeAlias = tuple[float, float, float]
"""A point in metres: to the right, away, and up."""

INK: Final = 0.035
PAPER: Final = (0.80, 0.79, 0.76)
"""The share of the light that paper reflects, by colour; `INK` is that of print: neither is perfect."""
CARD_M: Final = 0.0003
_TABLE_M: Final = (1.8, 1.4)
_CUP_M: Final = ((0.0, 0.0), (0.026, 0.0), (0.036, 0.02), (0.040, 0.085), (0.037, 0.085), (0.034, 0.03), (0.0, 0.03))
"""The profile of a cup, up to the level of the coffee."""
_ROUND: Final = 48


def material(
    name: str,
    colour: tuple[float, float, float] = (0.5, 0.5, 0.5),
    *,
    rough: float = 0.8,
    coat: float = 0,
    picture: Path | None = None,
    printed: bool = True,
    lacquer: Path | None = None,
) -> Any:  # noqa: ANN401
    """Make a surface of one colour, or with a picture on it.

    Args:
        name: its name.
        colour: share of the light reflected, without a picture.
        rough: 0 mirrors, 1 is dull.
        coat: the amount of lacquer.
        picture: the picture on it.
        printed: whether the picture is ink on paper, instead of the colours of the thing itself.
        lacquer: a picture of the coat: white with it, black without; None: it is everywhere.
    """
    made = bpy.data.materials.new(name)
    made.use_nodes = True
    nodes, links = made.node_tree.nodes, made.node_tree.links
    inputs = nodes["Principled BSDF"].inputs
    inputs["Base Color"].default_value = (*colour, 1)
    inputs["Roughness"].default_value = rough
    inputs["Specular IOR Level"].default_value = 0.3
    inputs["Coat Weight"].default_value, inputs["Coat Roughness"].default_value = coat, 0.12
    if picture is not None:
        source = _shown(nodes, picture)
        if printed:
            ink = nodes.new("ShaderNodeMapRange")
            ink.data_type = "FLOAT_VECTOR"
            # In the node's order the vectors are 6, the value; 9 and 10, its result.
            ink.inputs[9].default_value, ink.inputs[10].default_value = (INK,) * 3, PAPER
            links.new(source, ink.inputs[6])
            source = ink.outputs[1]
        links.new(source, inputs["Base Color"])
    if lacquer is not None:
        share = nodes.new("ShaderNodeMath")
        share.operation, share.inputs[1].default_value = "MULTIPLY", coat
        links.new(_shown(nodes, lacquer), share.inputs[0])
        links.new(share.outputs[0], inputs["Coat Weight"])
    return made


def _shown(nodes: Any, picture: Path) -> Any:  # noqa: ANN401
    """Map a picture to the places of a surface."""
    shown = nodes.new("ShaderNodeTexImage")
    shown.image, shown.extension = bpy.data.images.load(str(picture)), "EXTEND"
    return shown.outputs["Color"]


def sheet(studio: Studio, name: str, size: tuple[float, float], grid: tuple[int, int], height: Height) -> Any:  # noqa: ANN401
    """Make a bent rectangle around the origin, with its texture's coordinates."""
    (wide, tall), (columns, rows) = size, grid
    places = [
        (wide * (i / columns - 0.5), tall * (j / rows - 0.5)) for j in range(rows + 1) for i in range(columns + 1)
    ]
    step = columns + 1
    corners = [
        (j * step + i, j * step + i + 1, (j + 1) * step + i + 1, (j + 1) * step + i)
        for j in range(rows)
        for i in range(columns)
    ]
    thing = _surface(studio, name, [(x, y, height(x, y)) for x, y in places], corners)
    layer = thing.data.uv_layers.new()
    for loop in thing.data.loops:
        row, column = divmod(loop.vertex_index, step)
        layer.data[loop.index].uv = (column / columns, row / rows)
    return thing


def skin(studio: Studio, name: str, rings: Sequence[Sequence[Spot]]) -> Any:  # noqa: ANN401
    """Stretch a skin over rings of equally many points, each ring joined with the next."""
    around = len(rings[0])
    faces = [
        (j * around + i, j * around + (i + 1) % around, (j + 1) * around + (i + 1) % around, (j + 1) * around + i)
        for j in range(len(rings) - 1)
        for i in range(around)
    ]
    return _surface(studio, name, [spot for ring in rings for spot in ring], faces)


def _surface(studio: Studio, name: str, spots: list[Spot], faces: list[tuple[int, int, int, int]]) -> Any:  # noqa: ANN401
    """Make a thing with a smooth surface of faces, each of which names its four points."""
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(spots, [], faces)
    for face in mesh.polygons:
        face.use_smooth = True
    thing = bpy.data.objects.new(name, mesh)
    studio.link(thing)
    return thing


def table(studio: Studio, mat_picture: Path) -> None:
    """Make a table of wood with the printed mat on it, which was rolled up once."""
    grain = Path(bpy.app.tempdir) / "wood.png"
    cv2.imwrite(str(grain), _wood())
    wood = sheet(studio, "table", _TABLE_M, (1, 1), lambda _x, _y: -0.002)
    wood.data.materials.append(material("wood", rough=0.45, coat=0.15, picture=grain, printed=False))
    mat = Mat()
    size = mat.width_mm / 1000, mat.height_mm / 1000

    def wave(x: float, y: float) -> float:
        return 0.0004 * math.sin(9 * x + 1) + 0.0003 * math.sin(13 * y + 4 * x)

    paper = sheet(studio, "mat", size, (60, 34), wave)
    paper.data.materials.append(material("mat", rough=0.85, picture=mat_picture))


def card(studio: Studio, name: str, picture: Path, bend_mm: float, twist_mm: float, lacquer: Path | None = None) -> Any:  # noqa: ANN401
    """Make a lacquered card that was bent in many hands; its edges are up if the bend is below 0.

    `lacquer` shows the lacquered places, if not all are: stickers have none.
    """
    size = Mat().card
    half_x, half_y = size.width_mm / 2000, size.height_mm / 2000
    bend, twist = bend_mm / 1000 / half_y**2, twist_mm / 1000 / (half_x * half_y)

    def height(x: float, y: float) -> float:
        arch = bend * (half_y**2 - y * y) if bend > 0 else -bend * y * y
        return arch + abs(twist * x * y)

    made = sheet(studio, name, (2 * half_x, 2 * half_y), (6, 10), height)
    made.data.materials.append(material(name, rough=0.45, coat=0.5, picture=picture, lacquer=lacquer))
    thick = made.modifiers.new("thick", "SOLIDIFY")
    thick.thickness, thick.offset = CARD_M, -1
    return made


def prop(studio: Studio, name: str, picture: Path) -> Any:  # noqa: ANN401
    """Make a thing that lies on tables beside cards: a newspaper that was folded, a napkin, a telephone, a cup."""
    if name == "napkin":
        wide, tall = (side / 1000 for side in NAPKIN_MM)
        made = sheet(studio, name, (wide, tall), (30, 26), _crease)
        made.data.materials.append(material(name, rough=0.9, picture=picture))
        return made
    if name == "newspaper":
        made = sheet(studio, name, (0.235, 0.295), (8, 30), lambda _x, y: 0.0012 + 0.004 * math.exp(-((y / 0.01) ** 2)))
        made.data.materials.append(material(name, rough=0.95, picture=picture))
        return made
    if name == "phone":
        made = sheet(studio, name, (0.072, 0.15), (1, 1), lambda _x, _y: 0.008)
        made.data.materials.append(material(name, rough=0.08, coat=1.0, picture=picture, printed=False))
        thick = made.modifiers.new("thick", "SOLIDIFY")
        thick.thickness, thick.offset = 0.008, -1
        return made
    made = _turned(studio, name, _CUP_M)
    made.data.materials.append(material(name, (0.72, 0.70, 0.66), rough=0.15, coat=1.0))
    return made


def _crease(x: float, y: float) -> float:
    """Return the height of a napkin that is not quite flat, metres."""
    return 0.003 + 0.0012 * math.sin(40 * y + 22 * x)


def _turned(studio: Studio, name: str, profile: tuple[tuple[float, float], ...]) -> Any:  # noqa: ANN401
    """Make a vessel as from a potter's wheel.

    Args:
        studio: the scene in which it stands.
        name: its name.
        profile: its radius and height from the middle of its bottom, outside up and inside down, metres.
    """
    turns = [2 * math.pi * i / _ROUND for i in range(_ROUND)]
    rings = [
        [(radius * math.cos(turn), radius * math.sin(turn), height) for turn in turns] for radius, height in profile
    ]
    return skin(studio, name, rings)


def _wood() -> Bgr:
    random = np.random.default_rng(5)
    y, x = np.mgrid[0:700, 0:900].astype(np.float32)
    rough = random.normal(size=(700, 900)).astype(np.float32)
    grain = np.asarray(cv2.GaussianBlur(rough, (0, 0), sigmaX=60, sigmaY=1.2), np.float32)
    share = 0.5 + 0.11 * grain / grain.std() + 0.05 * np.sin(y / 18 + 2 * np.sin(x / 260))
    return u8(np.clip(np.array((45, 78, 128)) * (0.6 + 0.8 * share[..., None]), 0, 255).astype(np.uint8))
