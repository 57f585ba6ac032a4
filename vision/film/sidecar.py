"""The side-car of a film: what was drawn when and where, so that a miss can be traced to its cause."""

import json
from dataclasses import asdict
from itertools import pairwise
from pathlib import Path
from typing import Any

from vision.film.effects import name_of
from vision.film.reel import Reel, Take
from vision.film.script.script import Moment

VERSION = 1
"""Version of the side-car's form."""


def beside(film: Path) -> Path:
    """Return the side-car of a film: OUT.avi's is OUT.avi.json."""
    return film.with_name(f"{film.name}.json")


def story(reel: Reel) -> dict[str, Any]:
    """All that is known of a film whose frames have been drawn; frames count from 0, places are mm on the mat."""
    take, shoot = reel.take, reel.shoot
    return {
        "v": VERSION,
        "seed": take.seed,
        "noise": take.noise,
        "seats": take.seats,
        "fps": take.fps,
        "frames": len(shoot.moments),
        "size": list(take.size),
        "px_per_mm": shoot.px_per_mm,
        "symbology": take.symbology,
        "table": take.table,
        **({"check_mm": take.check_mm} if take.table == "checks" else {}),
        "card": take.card,
        **_camera(take),
        "landings": landings(shoot.moments),
        "effects": [
            {
                "effect": name_of(effect),
                "level": effect.level,
                "seed": effect.seed,
                "acts": [
                    {name: value for name, value in asdict(act).items() if value is not None} for act in effect.acts
                ],
            }
            for effect in reel.effects
        ],
    }


def _camera(take: Take) -> dict[str, Any]:
    """Describe the camera, and how it hung or leaned."""
    if take.lean:
        return {"camera": "module3", "lean": take.lean}
    return {"camera": take.camera} | ({} if take.camera == "close" else {"height_cm": take.height_cm})


def landings(moments: tuple[Moment, ...]) -> list[dict[str, Any]]:
    """Every card that came to lie: the first frame in which it did, and its place."""
    return [
        {
            "frame": number,
            "card": after.laid[-1].card,
            "deck": after.laid[-1].deck,
            "x_mm": round(after.laid[-1].x_mm, 1),
            "y_mm": round(after.laid[-1].y_mm, 1),
            "turn": round(after.laid[-1].turn % 360, 1),
        }
        for number, (before, after) in enumerate(pairwise(moments), 1)
        if len(after.laid) > len(before.laid)
    ]


def write(reel: Reel, path: Path) -> None:
    """Write the side-car."""
    path.write_text(json.dumps(story(reel), indent=1) + "\n", encoding="utf-8")
