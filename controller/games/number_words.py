"""A vocabulary of numbers: the bids of a game in which every player says one."""

from collections.abc import Mapping
from typing import ClassVar

from controller.record.events import Bid
from controller.record.message import Message
from controller.record.numbers import DIGITS, NONE, grows, impossible, joined, words
from controller.rules.match import AnyMatch
from controller.rules.speech import Meaning, Speech, Waiting, Wording, everywhere
from controller.rules.vocabulary import Vocabulary


class NumberWords(Vocabulary):
    """Numbers, whole as phones say them or digit by digit as cards do; what may be said is the game's ``numbers``."""

    wordings: ClassVar[Mapping[str, Wording]] = {digit: everywhere(digit, digit) for digit in DIGITS}

    def __init__(self, numbers: range) -> None:
        """The words of a game that knows these numbers."""
        self.bids = frozenset((*words(numbers), *DIGITS))  # pyrefly: ignore[read-only]  # each instance has its own

    def said(self, match: AnyMatch, speech: Speech) -> Meaning:
        """The bid of a number; one to which a digit may be added waits until it is taken back or somebody plays on."""
        if speech.seat is None:
            return Message("lay a number in front of the player who says it")
        deal = match.deal
        numbers = match.game.numbers(deal, speech.seat) if deal is not None else NONE
        [call, *others] = joined(speech.words)
        if others or call not in words(numbers):
            # A first digit that is no number yet may be the beginning of one.
            if not others and grows(call, numbers):
                return Waiting(Message("{n}, and which digit beside it?", n=call))
            return impossible(call, numbers)
        said = (Bid(seat=speech.seat, call=call),)
        if not grows(call, numbers):
            return said
        return Waiting(Message("{n} stands, unless another digit is laid beside it", n=call), said)
