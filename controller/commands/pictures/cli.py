"""The commands ``film``, ``read``, ``marks``, ``calibrate``, ``enrol`` and ``count`` and their options."""

from __future__ import annotations

import sys
from pathlib import Path  # noqa: TC003  typer reads the types of options while the program runs
from typing import Annotated, Literal

import typer

from controller.settings.usual import USUAL


def film(
    name: Annotated[str, typer.Argument(metavar="RECORD", help="A record that holds plays; - is standard input.")],
    out: Annotated[Path, typer.Argument(metavar="OUT.avi", help="The film to write.")],
    seed: Annotated[int, typer.Option(help="Of everything left to chance: places, ways, light, grain.", min=0)] = 0,
    noise: Annotated[Literal["none", "low", "high"], typer.Option(help="How bad the camera is.")] = "low",
    fps: Annotated[float, typer.Option(help="Frames a second.", min=5, max=120)] = 15,
    size: Annotated[str, typer.Option(help="Width and height, pixels.")] = "1920x1080",
    symbology: Annotated[str, typer.Option(help="Kind of mark on the cards.")] = "aruco",
    table: Annotated[Literal["felt", "wood", "checks", "paper"], typer.Option(help="What the cards lie on.")] = "felt",
    camera: Annotated[
        Literal["close", "module3", "usb"], typer.Option(help="What hangs over the table; the mat fills a close one.")
    ] = "close",
    height: Annotated[
        float | None, typer.Option(help="Of a camera that is not close, over the table, cm; 70 if left out.", max=200)
    ] = None,
    commands: Annotated[
        bool, typer.Option(help="Say what is no play by command cards and cards shown; without them only plays.")
    ] = True,
    effect: Annotated[
        list[str], typer.Option(metavar="NAME=LEVEL", help="A single effect and its level, 0 to 1; may be repeated.")
    ] = [],  # noqa: B006  typer copies it
    option: Annotated[
        list[str],
        typer.Option(metavar="NAME=VALUE", help="A house rule in place of the record's own; may be repeated."),
    ] = [],  # noqa: B006  typer copies it
) -> None:
    """Draw the film of a record: the table, its cards, the players' hands. OUT.avi.json tells what was drawn."""
    from controller.commands.pictures import film as command

    shown, height_cm = command.size(size), command.height(camera, height)
    look = command.FilmRequest(
        seed, noise, command.chosen(effect), fps, shown, symbology, table, camera, height_cm, commands=commands
    )
    raise typer.Exit(command.run(name, out, look, option))


def read(
    video: Annotated[str, typer.Argument(help="A film, a camera's number, a folder of pictures or an MJPEG address.")],
    record: Annotated[Path, typer.Option(metavar="OUT.jsonl", help="The record to write; it must not exist yet.")],
    game: Annotated[str, typer.Option(help="What is played.")],
    seats: Annotated[str, typer.Option(help="Names in order of play, with commas; the first sits at the bottom.")],
    profile: Annotated[str, typer.Option(help="By which house rules.")] = "seed",
    symbology: Annotated[str, typer.Option(help="Kind of mark on the cards.")] = "aruco",
    decks: Annotated[str, typer.Option(help="Numbers of this table's decks, with commas.")] = "0",
    fps: Annotated[float | None, typer.Option(help="Pictures a second of a folder.", min=0.1)] = None,
    option: Annotated[
        list[str], typer.Option(metavar="NAME=VALUE", help="A house rule, as in the settings; may be repeated.")
    ] = [],  # noqa: B006  typer copies it
) -> None:
    """Read a video into a record, telling what follows. Exit status 1 if a verdict stands."""
    from controller.commands import typed_opening
    from controller.commands.pictures import read as command
    from controller.live import camera as live_camera
    from controller.settings import names

    source = live_camera.Source(video, symbology, names.numbers(decks), fps)
    raise typer.Exit(command.run(source, typed_opening.typed(game, seats, profile, option), record))


def marks(
    labels: Annotated[Path | None, typer.Option(metavar="OUT.pdf", help="Print stickers for a deck you have.")] = None,
    cards: Annotated[Path | None, typer.Option(metavar="OUT.pdf", help="Print whole playing cards.")] = None,
    mat: Annotated[Path | None, typer.Option(metavar="OUT.pdf", help="Print the table mat.")] = None,
    commands: Annotated[Path | None, typer.Option(metavar="OUT.pdf", help="Print command cards.")] = None,
    check: Annotated[Path | None, typer.Option(metavar="OUT.pdf", help="Print a check of your paper.")] = None,
    verify: Annotated[list[Path] | None, typer.Option(metavar="PICTURE", help="Read pictures of prints back.")] = None,
    verify_back: Annotated[Path | None, typer.Option(metavar="PICTURE", help="Does the check shine through?")] = None,
    deck: Annotated[
        str | None,
        typer.Option(help="schnaps20, euchre24, skat32, joker33, jass36, doppelkopf48, whist52, whist53 or tarot78."),
    ] = None,
    game: Annotated[
        str | None, typer.Option(help="The deck, seats or commands of this game; `schiri games` lists all.")
    ] = None,
    number: Annotated[int, typer.Option(help="Number of the deck: each deck at a table has another.")] = 0,
    paper: Annotated[str, typer.Option(help="A4, Letter, A3 or A2.")] = "A4",
    lang: Annotated[str | None, typer.Option(help="The players' language: en, de, fr, it or ja.")] = None,
    suits: Annotated[
        Literal["french", "swiss", "german"] | None, typer.Option(help="Signs and names of the suits.")
    ] = None,
    size: Annotated[str | None, typer.Option(help="Of whole cards, mm: 63x88 or 61x112.")] = None,
    seats: Annotated[int | None, typer.Option(help="Of the mat, 2 to 5.")] = None,
    backs: Annotated[bool, typer.Option("--backs", help="A page of backs after each page of cards.")] = False,
    font: Annotated[Path | None, typer.Option(metavar="FILE.ttf", help="For letters the built-in face lacks.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Write over a PDF that is there.")] = False,
    config: Annotated[
        Path,
        typer.Option(metavar="FILE.toml", help="The table whose game, seats, language and suits hold unless typed."),
    ] = USUAL,
) -> None:
    """Print stickers, cards, command cards and the mat as PDF, or read prints back (status 1: something is amiss)."""
    from controller.commands.pictures import marks as command
    from controller.commands.pictures import marks_verify
    from controller.prints.options import SheetOptions

    typed = command.TypedTable(deck, game, lang, suits, seats)
    if not verify and verify_back is None:
        typed = typed.or_set(config)
    options = SheetOptions(
        deck, typed.game, number, paper, typed.lang or "en", typed.suits or "french", size, typed.seats, backs, font
    )
    prints = {"labels": labels, "cards": cards, "mat": mat, "commands": commands, "check": check}
    what, path = command.chosen_option({**prints, "verify": verify[0] if verify else None, "verify-back": verify_back})
    if what == "verify":
        raise typer.Exit(marks_verify.run(verify or (), options, sys.stdout))
    if what == "verify-back":
        raise typer.Exit(marks_verify.run_back(path, options, sys.stdout))
    raise typer.Exit(command.run(what, path, options, force=force))


def calibrate(
    camera: Annotated[
        str | None, typer.Option(metavar="SOURCE", help="The camera, if not the one that is set.")
    ] = None,
    config: Annotated[
        Path | None, typer.Option(metavar="FILE.toml", help="The table's settings.", readable=False)
    ] = None,
    save: Annotated[Path | None, typer.Option(metavar="FILE", help="Where to save, if not where is set.")] = None,
    picture: Annotated[Path | None, typer.Option(metavar="OUT.png", help="Draw what was found over the frame.")] = None,
    seconds: Annotated[float, typer.Option(help="How long to look; move the mat meanwhile.", min=0.1, max=300)] = 3,
    seats: Annotated[int, typer.Option(help="Of a table without settings.", min=2, max=5)] = 4,
) -> None:
    """Find the mat, measure lens, sharpness and light, and save it. Exit status 1 if something should be better."""
    from controller.commands.pictures import calibrate as command
    from controller.live import calibration

    request = calibration.request(config, camera, seats)
    raise typer.Exit(command.run(request, calibration.CalibrationOutput(save or request.save, picture), seconds))


def enrol(
    source: Annotated[
        str | None, typer.Argument(metavar="SOURCE", help="A camera, film, folder or address, if not as set.")
    ] = None,
    deck: Annotated[
        str | None, typer.Option(metavar="NAME", help="Name of the deck; without it the one that is set, or `own`.")
    ] = None,
    game: Annotated[str | None, typer.Option(help="The game whose cards it has, if not the one that is set.")] = None,
    size: Annotated[
        str | None, typer.Option(metavar="WIDTHxHEIGHT", help="Of its cards, mm, such as 57x89, if not the game's.")
    ] = None,
    any_order: Annotated[
        bool, typer.Option("--any-order", help="Lay all cards once in order, then once more in any order.")
    ] = False,
    alike: Annotated[
        bool, typer.Option("--alike", help="Take cards that look like others; such cards stay unread.")
    ] = False,
    back: Annotated[bool, typer.Option(help="Begin with the back, so that a card face down is told.")] = True,
    forget: Annotated[
        list[str], typer.Option(metavar="CARD", help="Lay this card anew, such as S7; may be repeated.")
    ] = [],  # noqa: B006  typer copies it
    confirm: Annotated[bool, typer.Option("--confirm", help="Keep that you looked: all names are right.")] = False,
    export: Annotated[Path | None, typer.Option(metavar="OUT.png", help="Write the deck as one picture.")] = None,
    import_: Annotated[
        Path | None, typer.Option("--import", metavar="DECK.png", help="Take a deck that was exported.")
    ] = None,
    config: Annotated[
        Path | None, typer.Option(metavar="FILE.toml", help="The table's settings.", readable=False)
    ] = None,
) -> None:
    """Teach a deck as it is, without marks: lay each card twice on the bare mat. Ctrl-C ends it; again goes on.

    Exit status 1: cards are missing, or nobody has confirmed the names yet.
    """
    from controller.commands.pictures import enrol as command
    from controller.live import decks, enrolling

    if sum((confirm, bool(export), bool(import_), bool(forget))) > 1:
        raise decks.DeckError("--confirm, --export, --import and --forget go one at a time")
    request = command.request(config, source, deck, game, size)
    if confirm:
        raise typer.Exit(command.confirm(request))
    if export:
        raise typer.Exit(command.export(request, export))
    if import_:
        raise typer.Exit(command.take_over(request, import_))
    manner = enrolling.EnrolManner(any_order, alike, back)
    raise typer.Exit(command.run(request, manner, forget))


def count(
    source: Annotated[
        str | None, typer.Argument(metavar="SOURCE", help="A camera, film, folder or address, if not as set.")
    ] = None,
    game: Annotated[str | None, typer.Option(help="What was played, if not the game that is set.")] = None,
    trump: Annotated[
        str | None, typer.Option(metavar="SUIT", help="Trump, such as hearts; none: nothing was.", show_default=False)
    ] = None,
    last: Annotated[bool, typer.Option("--last", help="The last trick is among them, with what it counts.")] = False,
    deck: Annotated[
        str | None, typer.Option(metavar="NAME", help="Read cards by the faces of this enrolled deck.")
    ] = None,
    config: Annotated[
        Path | None, typer.Option(metavar="FILE.toml", help="The table's settings.", readable=False)
    ] = None,
) -> None:
    """Count the points of tricks that you lay under the camera one after the other. Ctrl-C ends it.

    Exit status 1: some cards could not be read, or none was laid.
    """
    from controller.commands.pictures import count as command

    raise typer.Exit(command.run(command.request(config, source, game, trump, deck), last=last))
