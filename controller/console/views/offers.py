"""The buttons of a seat's utterances: one for each word, or a link where many utterances begin with a word."""

from collections.abc import Sequence
from dataclasses import dataclass

from controller.console.views.options_to_say import Utterance, sayings
from controller.games import vocabularies
from controller.record.events import Seat
from controller.record.numbers import number_of
from controller.rules.match import AnyMatch
from controller.rules.vocabulary import Vocabulary
from controller.table.dealing import begun

_FEW = 2
"""Most utterances of one first word that are shown beside each other."""


@dataclass(frozen=True, slots=True)
class Offer:
    """The utterances that begin with one word."""

    word: str
    sayings: tuple[Utterance, ...]

    @property
    def is_long(self) -> bool:
        """Whether its endings are chosen on a page of their own."""
        return len(self.sayings) > _FEW

    @property
    def is_number(self) -> bool:
        """Whether it is a number that is said alone, which has its place on the number pad."""
        return number_of(self.word) is not None and all(one.words == (self.word,) for one in self.sayings)

    @property
    def takes_cards(self) -> bool:
        """Whether cards can be shown with it."""
        return any(one.takes_cards for one in self.sayings)


def offers(said: Sequence[Utterance]) -> tuple[Offer, ...]:
    """Sayings by their first word, in their order; words of one kind, such as all Weis, beside each other.

    >>> [one.word for one in offers([Utterance((word,), ()) for word in ("weis-20", "thanks", "weis-300")])]
    ['weis-20', 'weis-300', 'thanks']
    """
    kinds = list(dict.fromkeys(map(_kind, said)))
    first = dict.fromkeys(one.words[0] for one in sorted(said, key=lambda one: kinds.index(_kind(one))))
    return tuple(Offer(word, tuple(one for one in said if one.words[0] == word)) for word in first)


def _kind(said: Utterance) -> str:
    """What the word of an utterance begins with, which is the same for all Weis."""
    return said.words[0].partition("-")[0]


@dataclass(frozen=True, slots=True)
class BidBox:
    """Bids of a number and a word, as a box: a row a number, a column a word, the lowest first."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Utterance | None, ...], ...]
    """None: this bid cannot be said now."""


def boxed(match: AnyMatch, found: Sequence[Offer]) -> tuple[tuple[Offer, ...], BidBox | None]:
    """The offers that are buttons of their own, and the box of the others; None where the game has no such bids."""
    columns = tuple(vocabularies.load(match.game.name).rising)
    bids = [one for one in found if all(said.words[1:] and said.words[1] in columns for said in one.sayings)]
    rows = tuple(
        tuple(next((said for said in one.sayings if said.words[1] == word), None) for word in columns) for one in bids
    )
    return tuple(one for one in found if one not in bids), BidBox(columns, rows) if rows else None


def can_be_said(match: AnyMatch) -> bool:
    """Whether anything beside the play is said in this game now: most games know words, and in all a draw can come."""
    return bool(match.owed) or type(vocabularies.load(match.game.name)) is not Vocabulary


def is_auction(match: AnyMatch) -> bool:
    """Whether somebody has to speak before anybody can play."""
    deal = match.deal
    return (
        match.running and deal is not None and deal.phase == "before" and isinstance(match.game.begin_play(deal), str)
    )


def next_to_speak(match: AnyMatch) -> Seat:
    """The seat that speaks or plays next; where nobody must, the taker, else the seat with most utterances."""
    opened = begun(match)[0]
    speaker = match.turn if match.turn is not None else vocabularies.load(match.game.name).speaker(opened)
    if speaker is not None:
        return speaker
    if match.draws_now:
        return match.owed[0].to_draw[0]
    if match.untold_now:
        return match.untold_now[0]
    if not opened.running or opened.deal is None:
        return match.dealer or 0
    taker = match.game.taker(opened.deal)
    if taker is not None:
        return taker
    lawful = [sum(one.lawful for one in sayings(match, seat)) for seat in range(match.rules.seats)]
    return lawful.index(max(lawful))
