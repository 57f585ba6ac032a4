"""How a hall's delay, processor time and memory grow with its tables: the curves of docs/scale.md, from its table.

Run it from the project's folder: ``python -m benchmarks.hall.growth``; it writes ``docs/scale.svg``. It needs
matplotlib. The figures are measured by `benchmarks.hall.load`.
"""

import importlib
import io
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

DOCUMENT: Final = Path("docs/scale.md")
PICTURE: Final = Path("docs/scale.svg")
_ROW: Final = re.compile(
    r"\| (?P<tables>\d+) \| [^|]+\| [^|]+\| (?P<middle>\d+), (?P<late>\d+), (?P<worst>\d+) ms \| \d+ \| [^|]+"
    r"\| (?P<share>[\d.]+) % of a core, (?P<mb>\d+) MB \| (?P<broker>[\d.]+) %, (?P<broker_mb>\d+) MB \|"
)


@dataclass(frozen=True, slots=True)
class Measured:
    """What a hall with so many tables has shown; delays in ms, shares of a core in %, memory in MB."""

    tables: int
    middle: int
    late: int
    share: float
    mb: int
    broker: float
    broker_mb: int


def measured(document: str) -> list[Measured]:
    """The rows of a document's table of figures."""
    return [
        Measured(
            int(row["tables"]),
            int(row["middle"]),
            int(row["late"]),
            float(row["share"]),
            int(row["mb"]),
            float(row["broker"]),
            int(row["broker_mb"]),
        )
        for row in _ROW.finditer(document)
    ]


def drawn(rows: list[Measured]) -> bytes:
    """The curves as SVG; the same figures give the same bytes."""
    matplotlib: Any = importlib.import_module("matplotlib")
    plot: Any = importlib.import_module("matplotlib.pyplot")
    tables = [row.tables for row in rows]
    curves = (
        ("table to board, ms", (("99th of 100", [row.late for row in rows]), ("median", [row.middle for row in rows]))),
        ("% of a core", (("hall", [row.share for row in rows]), ("its broker", [row.broker for row in rows]))),
        ("MB", (("hall", [row.mb for row in rows]), ("its broker", [row.broker_mb for row in rows]))),
    )
    look = {"svg.fonttype": "none", "svg.hashsalt": "scale", "font.family": "sans-serif", "font.size": 9}
    with matplotlib.rc_context(look):
        figure, places = plot.subplots(1, 3, figsize=(10, 3))
        for axes, (name, lines) in zip(places, curves, strict=True):
            for label, values in lines:
                axes.plot(tables, values, marker="o", label=label)
            axes.set_title(name, fontsize=9)
            axes.set_xlabel("tables, each at 20 times people's pace")
            axes.set_ylim(bottom=0)
            axes.legend(frameon=False)
        figure.tight_layout()
        file = io.BytesIO()
        figure.savefig(file, format="svg", facecolor="white", metadata={"Date": None, "Creator": None})
        plot.close(figure)
    return file.getvalue()


def main() -> None:
    """Draw what the document says."""
    PICTURE.write_bytes(drawn(measured(DOCUMENT.read_text(encoding="utf-8"))))


if __name__ == "__main__":
    main()
