"""The help of the program in plain lines: each command with all that it does, and nothing loaded to draw boxes."""

from typing import Any

import typer
from typer.core import TyperGroup

from controller.commands.terminal import say


class Commands(TyperGroup):
    """A group of commands whose help is shown where the command is missing, and never cut off in mid-sentence."""

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ANN401  typer keeps these types to itself
        """The command of a name, if there is one."""
        command = super().get_command(ctx, cmd_name)
        if command and command.help and not command.short_help:
            command.short_help = command.help.partition("\n\n")[0]
        return command

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # noqa: ANN401
        """The words that belong to the command.

        Raises:
            TyperException: there is none.
        """
        if not args and not ctx.resilient_parsing:
            say(ctx.get_help())
            raise typer.TyperException("a command is missing")
        return super().parse_args(ctx, args)
