"""The help of the program in plain lines: each command with all that it does, and nothing loaded to draw boxes."""

import inspect
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, ClassVar, Final

import typer
from typer.core import TyperArgument, TyperCommand, TyperGroup, TyperOption
from typer.main import get_command_from_info
from typer.models import CommandInfo

from controller.appliance.program import as_typed
from controller.commands.terminal import say

_FIRST: Final = ("demo", "referee", "doctor", "marks", "record")
"""The commands that most people need."""
_SECTIONS: Final[Mapping[str, tuple[str, ...]]] = {
    "Play": ("demo", "referee", "doctor", "config", "display"),
    "Look back": ("count", "replay", "record", "advise", "games"),
    "Print and set up": ("marks", "enrol", "calibrate", "camera", "read", "film"),
    "Club": ("hall",),
    "Keep it running": (
        *("sdcard", "install-service", "uninstall-service", "backup", "restore", "support-bundle", "release"),
    ),
    "Build": ("new", "firmware"),
}
"""All commands by what people want to do."""


class OutlinedCommand(TyperCommand):
    """A command known by its name and its help; its options are worked out when it is the one that is typed."""

    info: ClassVar[CommandInfo]
    """The command's description for typer."""

    def whole(self) -> Any:  # noqa: ANN401  typer keeps these types to itself
        """Return the command with its options, to be run."""
        command = get_command_from_info(self.info, pretty_exceptions_short=False, rich_markup_mode=None)
        _write_for_people(command)
        return command


_TYPE_WORDS: Final[Mapping[str, str]] = {"str": "TEXT", "int": "NUMBER", "float": "NUMBER", "path": "PATH"}
"""People's words for the types that typer names as Python does."""


def _write_for_people(command: Any) -> None:  # noqa: ANN401
    """Write a command's help for people: commands as they are typed here, types of values in a word."""
    command.help = as_typed(command.help or "")
    parameters: list[Any] = [one for one in command.params if isinstance(one, TyperOption | TyperArgument)]
    for one in parameters:
        one.help = as_typed(one.help or "")
        one.display_type = partial(_type_words, one, one.display_type)


def _type_words(parameter: Any, display_type: Callable[[Any], str], ctx: Any) -> str:  # noqa: ANN401
    """Name the type of an option's value in a word, not as ``<str>``; an argument's name is enough, choices stay."""
    named = display_type(ctx)
    kind = named.strip("<>").removeprefix("list[").removesuffix("]").removesuffix(" range").lower()
    word = _TYPE_WORDS.get(kind, named)
    return "" if isinstance(parameter, TyperArgument) and word != named else word


def outline(app: typer.Typer) -> typer.Typer:
    """Return the same program and its groups with outlined commands.

    One command is run, and the help of forty needs no options.
    """
    app.registered_commands = [_outlined(info) for info in app.registered_commands]
    for group in app.registered_groups:
        if group.typer_instance:
            outline(group.typer_instance)
    return app


def _outlined(whole: CommandInfo) -> CommandInfo:
    class Outlined(OutlinedCommand):
        info = whole

    def nothing() -> None:
        """Stand where a function with options stood."""

    name = whole.name or getattr(whole.callback, "__name__", "").replace("_", "-")
    text = whole.help or inspect.getdoc(whole.callback)
    return CommandInfo(name, cls=Outlined, callback=nothing, help=text, hidden=whole.hidden)


class Commands(TyperGroup):
    """A group of commands whose help is shown where a needed one is missing, and never cut off in mid-sentence."""

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ANN401  typer keeps these types to itself
        """Return the command of a name, if there is one."""
        command = super().get_command(ctx, cmd_name)
        if command and command.help and not command.short_help:
            _write_for_people(command)
            command.short_help = command.help.partition("\n\n")[0]
        return command

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:  # noqa: ANN401
        """Return the name, the command and the words that belong to it."""
        name, command, rest = super().resolve_command(ctx, args)
        return name, command.whole() if isinstance(command, OutlinedCommand) else command, rest

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # noqa: ANN401
        """Return the words that belong to the command.

        Raises:
            TyperException: there is none.
        """
        if not (args or self.invoke_without_command or ctx.resilient_parsing):
            say(ctx.get_help())
            raise typer.TyperException("a command is missing")
        return super().parse_args(ctx, args)


class Program(Commands):
    """The program: its commands by what people want to do, and where none is typed the few that most people need."""

    def format_commands(self, ctx: Any, formatter: Any) -> None:  # noqa: ANN401
        """Write a section for each thing that people want to do; a command that is in none comes last."""
        commands = {name: self.get_command(ctx, name) for name in self.list_commands(ctx)}
        commands = {name: command for name, command in commands.items() if not command.hidden}
        for title, names in _SECTIONS.items():
            self._write(formatter, title, {name: commands.pop(name) for name in names})
        self._write(formatter, "Other commands", commands)

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # noqa: ANN401
        """Return the words that belong to the command.

        Raises:
            Exit: there is none; what most people need was told.
        """
        if args or ctx.resilient_parsing:
            return super().parse_args(ctx, args)
        formatter = ctx.make_formatter()
        formatter.write_text(self.help)
        self._write(formatter, "To begin with", {name: self.get_command(ctx, name) for name in _FIRST})
        say(
            f"{formatter.getvalue()}\n{ctx.info_name} --help tells of all commands, "
            f"{ctx.info_name} COMMAND --help of one."
        )
        raise typer.Exit

    def _write(self, formatter: Any, title: str, commands: Mapping[str, Any]) -> None:  # noqa: ANN401
        if commands:
            with formatter.section(title):
                formatter.write_dl([(name, one.get_short_help_str(formatter.width)) for name, one in commands.items()])
