"""The parts of a kind of mark of one's own and of its tests (docs/adding.md)."""

from groundwork.picture import Gray
from vision.base.observation import Mark
from vision.marks.symbologies import UnknownSymbologyError, load, names
from vision.marks.symbologies.aruco import Aruco
from vision.marks.symbology import Symbology

__all__ = ["Aruco", "Gray", "Mark", "Symbology", "UnknownSymbologyError", "load", "names"]
