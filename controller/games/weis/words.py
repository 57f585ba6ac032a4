"""Weis by command cards: the words of its points, and their meaning with the cards shown."""

from collections.abc import Iterable, Mapping

from controller.games.weis.worth import Scale, within
from controller.record.events import Declare, Seat
from controller.record.message import Message
from controller.rules.speech import Speech, Waiting, Wording

_WEIS = "weis-"


def wordings(points: Iterable[int]) -> Mapping[str, Wording]:
    """Return the word of a Weis of so many points, for each, with the text of its card.

    >>> wordings((20, 50))["weis-50"].fr
    'Annonce 50'
    """
    return {
        f"{_WEIS}{n}": Wording(f"Weis {n}", f"Weis {n}", f"Annonce {n}", f"Annuncio {n}", f"バイス{n}") for n in points
    }


def waiting_weis(speech: Speech, seat: Seat, name: str, scale: Scale) -> Waiting:
    """Return a Weis, said once its word is taken back or another card comes, with shown cards (HAN-W4, SCH-W4).

    Args:
        speech: the word of the Weis with the cards.
        seat: the announcing seat.
        name: that player's name.
        scale: the points of Weis at this table.
    """
    points, cards = int(speech.words[0].removeprefix(_WEIS)), frozenset(speech.cards)
    event = Declare(seat=seat, what="weis", points=points, cards=speech.cards or None)
    whole = any((one.points, one.cards) == (points, cards) for one in within(cards, scale))
    return Waiting(
        Message("{name}: Weis {n}; show its cards or take the word back", name=name, n=points), (event,), whole
    )


def uttered(event: Declare) -> tuple[str, ...]:
    """Return the words of Weis or Stöck, and the cards beside them."""
    return (f"{_WEIS}{event.points}" if event.what == "weis" else event.what, *(event.cards or ()))
