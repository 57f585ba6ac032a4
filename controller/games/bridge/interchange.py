"""The file format that bridge programs exchange: Portable Bridge Notation, written and read."""

from collections.abc import Mapping
from typing import Final

from controller.games.bridge import pbn_export, pbn_import
from controller.games.interchange import MatchReader, MatchWriter

WRITERS: Final[Mapping[str, MatchWriter]] = {"pbn": pbn_export.write}
READERS: Final[Mapping[str, MatchReader]] = {"pbn": pbn_import.read}
