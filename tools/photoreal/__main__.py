"""The commands of the physical film: prepare, draw, develop."""

import argparse
import sys
from dataclasses import fields, replace
from importlib.util import find_spec
from pathlib import Path

from tools.photoreal.camera import DIM, SIZE, CameraSettings
from tools.photoreal.develop import write_film
from tools.photoreal.stored import Footage, FootageError


def main(words: list[str] | None = None) -> int:
    """Run the command of these words; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.photoreal", description="A physical film of a card table.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    _add_prepare(commands.add_parser("prepare", help="write the script and the prints of a scene"))
    _add_draw(commands.add_parser("draw", help="draw the frames without noise; needs Blender's Python module"))
    _add_develop(commands.add_parser("develop", help="make the pictures of a camera from them"))
    options = parser.parse_args(words)
    try:
        options.run(options)
    except (FootageError, OSError, ValueError) as error:
        print(f"photoreal: {error}", file=sys.stderr)  # noqa: T201  a command
        return 2
    return 0


def _add_prepare(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("scene", type=Path, help="folder to be made")
    parser.add_argument("steps", nargs="+", help="1:H10 (seat 1 lays the ten of hearts), 2:cup, 0:sweep")
    parser.add_argument("--seats", type=int, choices=(2, 3, 4, 5), default=3)
    parser.add_argument("--fps", type=float, default=8)
    parser.add_argument("--hold", type=float, default=0.5, help="seconds for which fingers stay on a laid card")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--stickers", action="store_true", help="bought cards with our labels stuck on, not our own")
    parser.add_argument("--cloth", action="store_true", help="a checked tablecloth with our corner marks, no mat")
    parser.set_defaults(run=_prepare)


def _prepare(options: argparse.Namespace) -> None:
    from tools.photoreal.prints import write_prints
    from tools.photoreal.screenplay import film_script, steps_of

    steps = steps_of(options.steps, options.seats)
    script = film_script(steps, options.seats, options.fps, options.hold, options.seed)
    options.scene.mkdir(parents=True, exist_ok=True)
    write_prints(
        options.scene, options.seats, script.cards, script.props, stickers=options.stickers, cloth=options.cloth
    )
    script.write(options.scene)


def _add_draw(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("scene", type=Path, help="what prepare has written")
    parser.add_argument("footage", type=Path, help="folder to be made")
    parser.add_argument("--light", choices=("day", "evening", "glare"), default="day")
    parser.add_argument("--samples", type=int, default=8, help="paths for each pixel")
    parser.add_argument("--threads", type=int, default=2)
    parser.set_defaults(run=_draw)


def _draw(options: argparse.Namespace) -> None:
    from tools.photoreal.screenplay import FilmScript

    if find_spec("bpy") is None:
        raise FootageError("this Python has no module bpy, Blender's; docs/testing.md says how to get one that has it")
    from tools.photoreal.blender.draw import draw

    def told(word: str) -> None:
        # Blender writes more to the ordinary output than anybody wants to know.
        print(word, file=sys.stderr, flush=True)  # noqa: T201  a command

    options.footage.mkdir(parents=True, exist_ok=True)
    footage = Footage(options.footage)
    draw(FilmScript.read(options.scene), options.scene, footage, options.light, options.samples, options.threads, told)


def _add_develop(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("footage", type=Path, help="what draw has written")
    parser.add_argument("film", type=Path, help="the AVI file to be made; its truth is written beside it")
    for field in fields(CameraSettings):
        name = field.name
        parser.add_argument(f"--{name.removesuffix('_px')}", dest=name, type=int if name == "seed" else float)
    parser.add_argument("--dim", action="store_true", help="under a weak lamp: 1,500 electrons, white at a quarter")
    parser.add_argument("--quality", type=int, default=80, help="of the JPEG pictures")
    parser.add_argument("--size", type=_size, default=SIZE, help="shrink the pictures: 1280x720")
    parser.set_defaults(run=_develop, **dict.fromkeys(field.name for field in fields(CameraSettings)))


def _develop(options: argparse.Namespace) -> None:
    said = {field.name: getattr(options, field.name) for field in fields(CameraSettings)}
    settings = replace(DIM if options.dim else CameraSettings(), **{k: v for k, v in said.items() if v is not None})
    write_film(Footage.read(options.footage), options.film, settings, options.quality, options.size)


def _size(text: str) -> tuple[int, int]:
    width, _, height = text.partition("x")
    return int(width), int(height)


if __name__ == "__main__":
    sys.exit(main())
