"""The commands ``record verify`` and ``record rule`` and their options."""

import sys
from pathlib import Path
from typing import Annotated, Literal

import typer

from controller.events import Ruling

app = typer.Typer(help="Look after records.", no_args_is_help=True)


@app.command()
def verify(
    names: Annotated[list[str], typer.Argument(metavar="RECORD...", help="Record files, their chains beside them.")],
    head: Annotated[
        str | None, typer.Option(metavar="HASH", help="The head that was written down: 16 digits or more.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a record, for programs.")] = False,
) -> None:
    """Tell whether records are as they were written. Exit status 1 if a line was changed, added or removed."""
    from controller.commands import record as command

    raise typer.Exit(command.verify(names, head, as_json=as_json, out=sys.stdout))


@app.command()
def rule(
    record: Annotated[Path, typer.Argument(metavar="RECORD", help="A record that no referee is writing.")],
    verdict: Annotated[int, typer.Argument(metavar="ID", help="The number of the verdict.", min=1)],
    decision: Annotated[Literal["upheld", "dismissed", "open"], typer.Argument(help="The arbiter's decision.")],
    effect: Annotated[str, typer.Option(help="none, void-deal, redeal, score=1,-2,1 or a rulebook: swiss …")] = "none",
    by: Annotated[str | None, typer.Option(metavar="NAME", help="Who rules.")] = None,
) -> None:
    """Add a ruling on a verdict to a record, and tell what it changes; an undo event takes it back."""
    from controller.commands import rule as command

    ruling = Ruling(verdict=verdict, decision=decision, effect=command.effect(effect), by=by, src="console")
    raise typer.Exit(command.run(record, ruling, sys.stdout))
