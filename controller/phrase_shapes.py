"""All shapes of what the referee says; a sentence of the referee that fits none of them stays English."""

from typing import Final

from controller.phrase_bidding import BIDDING
from controller.phrase_board import BOARD
from controller.phrase_declaring import DECLARING
from controller.phrase_events import EVENTS
from controller.phrase_notices import NOTICES
from controller.phrase_options import OPTIONS
from controller.phrase_rulings import RULING
from controller.phrase_verdicts import VERDICTS

SHAPES: Final = (*VERDICTS, *BIDDING, *DECLARING, *BOARD, *NOTICES, *RULING, *EVENTS, *OPTIONS)
