"""The utterances of a seat, found by asking the game's own vocabulary: each one whole, in as few taps as words."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from controller.console.words.events import utterance_words
from controller.console.words.gettext import _
from controller.console.words.names import bid_sign, utterance_name
from controller.games import vocabularies
from controller.record.cards import Card
from controller.record.corrections import StandingEvent, corrected
from controller.record.events import Bid, Call, DealStart, Event, Exchange, Played, Seat
from controller.record.naming import number_of
from controller.referee.fold import step
from controller.rules.match import AnyMatch
from controller.rules.results import ErrorResult, Verdict
from controller.rules.speech import Meaning, Speech, Waiting
from controller.table import command_words
from controller.table.dealing import begun
from vision.marks.identity import COMMANDS

# The auction of a deal: every call by its seat, and the newest one of each, shown where its card comes to lie.


def auction(match: AnyMatch, lines: Sequence[Event], secret: Collection[int] = ()) -> tuple[tuple[Seat, str], ...]:
    """Return the calls of the deal under way before its first card, in their order, in the words of the page.

    Args:
        match: the match as it stands.
        lines: lines of its record.
        secret: the lines of which the reader may not hear.
    """
    if match.deal is None or not match.running:
        return ()
    calls: list[tuple[Seat, str]] = []
    is_open = True
    for line in corrected(lines):
        match line:
            case StandingEvent(event=DealStart()):
                calls, is_open = [], True
            case StandingEvent(event=Played()):
                is_open = False
            case StandingEvent(event=Bid() as bid) if is_open and line.number not in secret:
                calls.append((bid.seat, utterance_words(match.names, bid) or ""))
            case _:
                pass
    return tuple(calls)


def newest_calls(match: AnyMatch, lines: Sequence[Event], secret: Collection[int] = ()) -> Mapping[Seat, str]:
    """Return the newest call of each seat; empty where there is none, and once cards are played."""
    nothing = dict.fromkeys(range(match.rules.seats), "")
    is_open = match.deal is not None and match.deal.phase == "before"
    return nothing | dict(auction(match, lines, secret)) if is_open else nothing


def auction_rows(match: AnyMatch, calls: Sequence[tuple[Seat, str]]) -> tuple[tuple[str, ...], ...]:
    """Return the calls as they are written down: a column a seat, a row each time around.

    It is empty where nobody called.
    """
    rows: list[list[str]] = []
    before = match.rules.seats
    for seat, call in calls:
        if seat <= before:
            rows.append([""] * match.rules.seats)
        rows[-1][seat] = call
        before = seat
    return tuple(map(tuple, rows))


_MOST_WORDS = 3
"""Most words of an utterance, such as: joker 1, slalom, aces high first."""


@dataclass(frozen=True, slots=True)
class Utterance:
    """The command words of one utterance, and the cards shown with them."""

    words: tuple[str, ...]
    """The main word first."""
    events: tuple[Event, ...]
    cards: tuple[Card, ...] = ()
    """The cards beside the words."""
    lawful: bool = True
    """Whether the referee finds nothing wrong with it; what was said unlawfully was said all the same."""
    takes_cards: bool = False
    """Whether cards can be shown with it."""


def label(saying: Utterance) -> str:
    """Return the label of an utterance: all its words, and its cards where they are its meaning."""
    main, name = saying.events[-1], utterance_name(saying.words)
    if len(saying.words) == 1 and (suit_sign := bid_sign(saying.words[0])):
        return f"{suit_sign} {name}"
    if isinstance(main, Call | Exchange):
        meaning = utterance_words((), main) or ""
        return meaning if isinstance(main, Call) else _("{what}: {cards}").format(what=name, cards=meaning)
    return name


def sayings(match: AnyMatch, seat: Seat) -> tuple[Utterance, ...]:
    """Every utterance of a seat that means something now, alone or for the table."""
    match = unseen(match)
    speeches: dict[tuple[Event, ...], Speech] = {}
    for speech, events in _whole(match, seat):
        if events not in speeches or (_main_first(speech, events) and not _main_first(speeches[events], events)):
            speeches[events] = speech
    # Numbers come last, by their size: found digit by digit, 100 would stand before 18.
    ordered = sorted(speeches.items(), key=lambda one: number_of(" ".join(one[1].words)) or 0)
    return tuple(_utterance(match, speech, events) for events, speech in ordered)


def _main_first(speech: Speech, events: Sequence[Event]) -> bool:
    """Whether the word that names the event comes first, as people say it."""
    main = events[-1]
    return speech.words[0] in (main.e, main.call if isinstance(main, Bid) else "")


def _utterance(match: AnyMatch, speech: Speech, events: tuple[Event, ...]) -> Utterance:
    shows = not speech.cards and _takes_cards(match, speech)
    return Utterance(speech.words, events, speech.cards, _is_lawful(match, events), shows)


def unseen(match: AnyMatch) -> AnyMatch:
    """Return the match as if no hand had been shown: what a page offers must not tell what is in a hand."""
    return replace(match, deal=replace(match.deal, hands=None)) if match.deal and match.running else match


def final_events(meaning: Meaning) -> tuple[Event, ...]:
    """Return the events of a meaning once nothing more is laid; none if it makes no sense or lacks a part."""
    if isinstance(meaning, Waiting):
        return meaning.events
    return meaning if isinstance(meaning, tuple) else ()


def _whole(match: AnyMatch, seat: Seat) -> Iterator[tuple[Speech, tuple[Event, ...]]]:
    """Every complete utterance, with its events."""
    vocabulary = vocabularies.load(match.game.name)
    words = tuple(sorted(vocabulary.bids | vocabulary.words, key=_place))
    for word in words:
        yield from _grown(match, Speech(seat, (word,)), words)
    for word in sorted(vocabulary.shared):
        yield from _grown(match, Speech(None, (word,)), ())


def _place(word: str) -> tuple[int, int, str]:
    """Rank a word among all: numbers by their size, and words that no card says last."""
    return (COMMANDS.index(word) if word in COMMANDS else len(COMMANDS)), number_of(word) or 0, word


def _grown(match: AnyMatch, speech: Speech, more: Sequence[str]) -> Iterator[tuple[Speech, tuple[Event, ...]]]:
    """Yield an utterance as it is if it is complete, else once with each word that can follow."""
    meaning = command_words.meaning_on_phone(match, speech)
    if events := final_events(meaning):
        yield speech, events
        yield from _with_more_shown(match, speech, events)
    elif isinstance(meaning, Waiting):
        yield from _always_shown(match, speech)
        if number_of(speech.words[-1]) is not None:
            # A number is said whole: it is cards that have digits to which others are laid.
            more = _no_numbers(tuple(more))
        for word in more:
            if word not in speech.words and len(speech.words) < _MOST_WORDS:
                yield from _grown(match, replace(speech, words=(*speech.words, word)), more)


@lru_cache(maxsize=64)
def _no_numbers(more: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(word for word in more if number_of(word) is None)


def _with_more_shown(
    match: AnyMatch, speech: Speech, events: tuple[Event, ...]
) -> Iterator[tuple[Speech, tuple[Event, ...]]]:
    """Yield the utterances that one more shown card makes of these words.

    An example is a call below a court that is shown.
    """
    card = vocabularies.load(match.game.name).more_shown(speech, events)
    if card:
        more = replace(speech, cards=(*speech.cards, card))
        if after := final_events(command_words.meaning_on_phone(match, more)):
            yield more, after
            yield from _with_more_shown(match, more, after)


def _always_shown(match: AnyMatch, speech: Speech) -> Iterator[tuple[Speech, tuple[Event, ...]]]:
    """Words with the cards of which the rules leave no choice, if they come to anything now."""
    cards = vocabularies.load(match.game.name).always_shown(match, speech)
    whole = replace(speech, cards=cards)
    if cards and (events := final_events(command_words.meaning_on_phone(match, whole))):
        yield whole, events


def _takes_cards(match: AnyMatch, speech: Speech) -> bool:
    """Whether cards beside the words change what they come to, and none of them makes a saying of its own."""
    deck = match.game.deck
    plain = final_events(command_words.meaning_on_phone(match, speech))
    with_cards = final_events(command_words.meaning_on_phone(match, replace(speech, cards=(deck[0], deck[1]))))
    return bool(with_cards) and with_cards != plain and not vocabularies.load(match.game.name).more_shown(speech, plain)


def _is_lawful(match: AnyMatch, events: Sequence[Event]) -> bool:
    if command_words.are_secret(match, events):
        return True
    for event in events:
        match, results = step(match, 0, event)
        if any(isinstance(result, Verdict | ErrorResult) for result in results):
            return False
    return True


# The buttons of a seat's utterances: one for each word, or a link where many utterances begin with a word.

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


def offers(utterances: Sequence[Utterance]) -> tuple[Offer, ...]:
    """Sayings by their first word, in their order; words of one kind, such as all Weis, beside each other.

    >>> [one.word for one in offers([Utterance((word,), ()) for word in ("weis-20", "thanks", "weis-300")])]
    ['weis-20', 'weis-300', 'thanks']
    """
    kinds = list(dict.fromkeys(map(_kind, utterances)))
    first = dict.fromkeys(one.words[0] for one in sorted(utterances, key=lambda one: kinds.index(_kind(one))))
    return tuple(Offer(word, tuple(one for one in utterances if one.words[0] == word)) for word in first)


def _kind(utterance: Utterance) -> str:
    """Return the beginning of an utterance's first word, which is the same for all Weis."""
    return utterance.words[0].partition("-")[0]


@dataclass(frozen=True, slots=True)
class BidBox:
    """Bids of a number and a word, as a box: a row a number, a column a word, the lowest first."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Utterance | None, ...], ...]
    """Rows of bids; None: this bid cannot be said now."""


def boxed(match: AnyMatch, choices: Sequence[Offer]) -> tuple[tuple[Offer, ...], BidBox | None]:
    """Return the offers that are buttons of their own, and the box of the others.

    None where the game has no such bids.
    """
    columns = tuple(vocabularies.load(match.game.name).rising)
    bids = [one for one in choices if all(said.words[1:] and said.words[1] in columns for said in one.sayings)]
    rows = tuple(
        tuple(next((said for said in one.sayings if said.words[1] == word), None) for word in columns) for one in bids
    )
    return tuple(one for one in choices if one not in bids), BidBox(columns, rows) if rows else None


def can_be_said(match: AnyMatch) -> bool:
    """Whether anything beside the play is said at this table: most games know words, and in all a draw can come."""
    return bool(match.owed) or vocabularies.load(match.game.name).is_spoken(match)


def is_auction(match: AnyMatch) -> bool:
    """Whether somebody has to speak before anybody can play."""
    deal = match.deal
    return match.running and deal is not None and match.game.auction.playable(deal) is None


def next_to_speak(match: AnyMatch) -> Seat:
    """Return the seat that speaks or plays next; where nobody must, the taker, else the seat with most utterances."""
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
    taker = match.game.auction.taker(opened.deal)
    if taker is not None:
        return taker
    lawful = [sum(one.lawful for one in sayings(match, seat)) for seat in range(match.rules.seats)]
    return lawful.index(max(lawful))
