"""The guide of an evening: what to do when, in sentences, by the settings of its tournament."""

from collections.abc import Iterator
from typing import Final

from controller.hall.desk.texts import RANKED_BY
from controller.record.message import Message
from controller.rules.score.slip import SlipLine
from controller.tournament.fold import Tournament
from controller.tournament.slips import possible_numbers
from controller.tournament.steps import SeatedTable

_POINTS: Final = 40
"""Points of one side in a deal, to ask the game for the other's."""


def guide(state: Tournament, address: str) -> Iterator[tuple[Message, tuple[Message, ...]]]:
    """The sentences under their heads, with the address of the hall's board where it is known."""
    yield Message("Before the first round"), tuple(_before(state, address))
    yield Message("Each of the {n} rounds", n=state.opening.rounds), tuple(_each(state))
    yield Message("If something is otherwise"), tuple(_otherwise(state, address))


def _before(state: Tournament, address: str) -> Iterator[Message]:
    if address:
        desk = f"{address}organiser"
        yield Message("Open the desk, {name}, and type the code that the hall tells when it starts.", name=desk)
    else:
        yield Message("Open the desk: the hall's address with /organiser behind it, and the code that the hall tells.")
    if state.form.players == 1:
        yield Message("Enter the players: take the club's file, or write a name a line.")
    else:
        yield Message("Enter the pairs: take the club's file, or write a pair a line, with + between the names.")
    yield Message("Under “Who is here” untick whoever is not there yet: the round begins without them.")
    if state.opening.movement in ("round-robin", "mitchell"):
        yield Message("Once the lots are drawn nobody new can be entered: enter late ones before, and untick them.")
    else:
        yield Message("Who comes later is entered, or ticked, and sits down in the next round.")


def _each(state: Tournament) -> Iterator[Message]:
    opening = state.opening
    if opening.movement == "free":
        yield Message("Write who sits where, a table a line, and press “Seat round”.")
    else:
        yield Message("Press “Seat round”. Print the seating and hang it up: all find their table by their name.")
    yield Message("Print the slips and lay one on each table; tables with a camera send their result themselves.")
    if opening.deals:
        yield Message("Deals of this round: {n}.", n=opening.deals)
    if opening.minutes:
        yield Message(
            "Minutes of the round: {n}. A deal that is begun is played to its end.",
            n=opening.minutes,
        )
    yield Message("Type each slip: a number for each side, Enter, and the next table that is missing is open.")
    if total := _total(state):
        yield Message("The two numbers of a deal come to {n}; the second is filled in from the first.", n=total)
    yield Message("When all are there press “Close round”. What is missing can come later, too.")


def _total(state: Tournament) -> int:
    """The sum that the points of a deal come to, as the game itself says; 0: no single one."""
    if len(state.form.sides) != 2:
        return 0
    found = possible_numbers(state.form, SeatedTable(table="", sides=()), SlipLine(points=(_POINTS, 0)), 1)
    return _POINTS + found[0] if len(found) == 1 and found[0] else 0


def _otherwise(state: Tournament, address: str) -> Iterator[Message]:
    yield Message("Somebody goes home: “Goes home”. What was played stays.")
    yield Message("Somebody takes another's place: “Substitute”. The points stay with the place.")
    yield Message("A result is wrong: open its table and correct it, with a reason. A step was wrong: “Take back”.")
    if state.opening.bye == "none":
        yield Message("Whoever sits out a round gets nothing for it.")
    else:
        yield Message("Whoever sits out a round gets the own average for it, and it counts as won.")
    yield Message(
        "A table calls the arbiter: the wall shows it, and {name} shows who waits longest.",
        name=f"{address or '/'}arbiter",
    )
    yield Message("The power was away: start the hall again; all that was kept is there.")
    yield RANKED_BY[state.opening.ranked]
