"""A package of somebody else, as pip leaves it in a folder: modules, and what its wheel says of itself."""

from collections.abc import Mapping
from pathlib import Path

GAME = '''"""Mittlere in which the dealer leads."""

from dataclasses import replace

from controller.games.mittlere import Mittlere


class Twist(Mittlere):
    name, title, other_names, wording = "twist", "Mittlere with a twist", (), None

    def open_deal(self, rules, number, event, book):
        return replace(super().open_deal(rules, number, event, book), leader=event.dealer)


GAME = Twist()
'''
MARK = '''"""Square marks, upside down."""

from schiri.marks import Aruco


class Turned(Aruco):
    def draw(self, deck, card, pixels):
        return super().draw(deck, card, pixels)[::-1, ::-1]


def symbology(decks):
    return Turned(decks)
'''
RULEBOOK = '''"""The deal is void, whoever broke a rule."""

from schiri.rulebooks import Message, Proposal


def propose(case):
    return Proposal(Message.plain(f"no deal with {case.offender}"), "void-deal")
'''


def installed(folder: Path, package: str, entry_points: str, modules: Mapping[str, str]) -> Path:
    """Put a package there; give the folder to a program as a part of its PYTHONPATH.

    Args:
        folder: as it were ``site-packages``.
        package: its name on an index.
        entry_points: the text of its ``entry_points.txt``.
        modules: the text of each of its modules, by the module's name.
    """
    about = folder / f"{package.replace('-', '_')}-1.0.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n", encoding="utf-8")
    (about / "entry_points.txt").write_text(entry_points, encoding="utf-8")
    for name, text in modules.items():
        path = folder / f"{name}.py"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder
