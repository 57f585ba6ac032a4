"""The process that draws a print for a page: ``controller.prints.child KIND OPTIONS``, which writes a PDF.

``OPTIONS`` are the fields of `SheetOptions` as one JSON object.
"""

import json
import sys
from collections.abc import Sequence
from typing import Final

from controller.prints.options import SheetOptions
from controller.prints.sheets import PRINTS
from controller.store.background import children

NAME: Final = "controller.prints.child"


def main(arguments: Sequence[str]) -> int:
    """Write a print to standard output; returns the exit status."""
    children.limit_process()
    kind, options = arguments
    sys.stdout.buffer.write(PRINTS[kind](SheetOptions(**json.loads(options))))
    sys.stdout.buffer.flush()
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
