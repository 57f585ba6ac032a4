"""All shapes of what the referee says; a sentence of the referee that fits none of them stays English."""

from typing import Final

from controller.language.shapes_play import BIDDING, DECLARING, VERDICTS
from controller.language.shapes_rules import OPTIONS, RULING
from controller.language.shapes_table import BOARD, EVENTS, NOTICES

SHAPES: Final = (*VERDICTS, *BIDDING, *DECLARING, *BOARD, *NOTICES, *RULING, *EVENTS, *OPTIONS)
