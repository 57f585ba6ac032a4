"""The fold: a match is what follows from its events, one after the other (record.md).

``step`` is total: every event has a next state and results; what cannot be part of the match is an error result.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from controller import games
from controller.record.corrections import Rejected, StandingEvent, corrected
from controller.record.events import (
    Amend,
    Answered,
    Collect,
    Correction,
    DealStart,
    Draw,
    End,
    Event,
    Gap,
    MatchStart,
    Missed,
    Played,
    Question,
    Ruling,
    Seen,
    Void,
)
from controller.record.message import Listed, Message, reason_of
from controller.referee import bidding, judging, questions, rulings, settling
from controller.referee.bidding import weigh_words
from controller.referee.rulings import Accusation, RulingMeanings
from controller.referee.settling import close_short_trick
from controller.referee.step import StepResult, error, no_deal, no_seat
from controller.referee.unseen import holes
from controller.referee.unseen.courses import composed, in_turn
from controller.referee.unseen.going_on import going_on
from controller.referee.unseen.late import in_time, read_late
from controller.referee.unseen.laying import lay
from controller.referee.unseen.objections import objection
from controller.referee.unseen.openings import stale
from controller.referee.unseen.orders import in_order
from controller.referee.unseen.sight_faults import faults, mended
from controller.referee.unseen.telling import told, told_in_auction
from controller.referee.unseen.tricks import break_off, close_full, seen_clear, unread
from controller.referee.unseen.untold import judged_by
from controller.rules import copies
from controller.rules.deal import Deal, Play, S
from controller.rules.match import AnyMatch, Match
from controller.rules.options import OptionError, resolve
from controller.rules.parts import B
from controller.rules.results import ErrorResult, Result
from controller.rules.sight import AccountObjection, HoleAccount, MatchSight, MatchUnseen

# Steps of the play: a card comes to lie, a trick is gathered.


def play(match: Match[S, B], number: int, event: Played) -> StepResult[S, B]:
    """A card lies in a seat's place: judge it, and close the trick if it is full."""
    if late := read_late(match, number, event):
        return late
    match = going_on(match, event)
    if match.deal is None or not match.running:
        return error(match, number, no_deal(event))
    if not match.rules.has(event.seat):
        return error(match, number, no_seat(event.seat, match.rules.seats))
    deal = match.game.auction.begin_play(match.deal) if match.deal.phase == "before" else match.deal
    if isinstance(deal, str) and match.deal.unseen.holes:
        kept = (*match.deal.unseen.kept, match.unseen.sight.play(number, event, (), match.deal.seats))
        return replace(match, deal=replace(match.deal, unseen=replace(match.deal.unseen, kept=kept))), ()
    if isinstance(deal, str):
        return error(match, number, Message("{card} was played, but {why}", card=event.card, why=deal))
    if deal.phase == "after":
        if deal.untold:
            names = Listed(tuple(match.names[seat] for seat in deal.untold), "and")
            text = Message("{card} was played, but the deal waits for what {names} said", card=event.card, names=names)
            return error(match, number, text)
        text = Message("{card} was played, but the deal waits for a draw", card=event.card)
        return error(match, number, text)
    play = _as_seen(match, deal, number, event)
    if not _next_for_certain(match, deal, play):
        return lay(match, deal, play)
    judged = judging.judge(match.game, deal, match.memory, play)
    match = replace(match, deal=judged.deal, memory=judged.memory, verdicts=(*match.verdicts, *judged.verdicts))
    match, weighed = weigh_words(match, number)
    if match.deal is None or not match.deal.open_is_full:
        return match, (*judged.verdicts, *weighed)
    match, results = close_full(match, match.deal, number)
    return match, (*judged.verdicts, *weighed, *results)


def _as_seen(match: Match[S, B], deal: Deal[S], number: int, event: Played) -> Play:
    """The card with what was seen of the table meanwhile; people's word needs none of that."""
    if not match.unseen.sight.watches(number, event):
        return Play(number, event.seat, event.card)
    play = match.unseen.sight.play(number, event, deal.open.plays, deal.seats, awaited=_awaited(deal, event))
    newest = deal.tricks[-1].plays if deal.tricks else ()
    is_left_over = match.unseen.sight.left_over(play, (*newest, *deal.open.plays))
    return replace(play, seen=replace(play.seen, apart=True)) if is_left_over else play


def _awaited(deal: Deal[S], event: Played) -> bool:
    """Whether a card is the next one of the open trick, of which nothing went unseen since it began."""
    plays = deal.open.plays
    if not plays or event.seat != deal.to_play:
        return not plays
    return in_turn(deal, plays[0].seat) and not any(play.event in deal.unseen.behind for play in plays)


def _next_for_certain(match: Match[S, B], deal: Deal[S], play: Play) -> bool:
    """Whether all is certain without looking further: what came before is known, and it is this card's turn.

    What people enter is in the order in which they say it.
    """
    if deal.unseen.doubt or deal.unseen.holes or match.unseen.whole:
        return False
    if play.seen.at is None and all(one.seen.at is None for one in deal.open.plays):
        return True
    if play.seen.apart or not play.seen.sole or deal.to_play not in (play.seat, None) or deal.find(play.card):
        return False
    if match.game.audit.undrawn(deal, play):
        return False
    if deal.leader is None:
        return (
            not deal.open.plays
            and play.seen.empty is not None
            and play.seen.empty.issuperset({*deal.seats} - {play.seat})
        )
    return in_turn(deal, deal.leader) and in_order((*deal.open.plays, play))


def collect(match: Match[S, B], number: int, event: Collect) -> StepResult[S, B]:
    """The trick was gathered; a full one has closed by itself already.

    Cards are missing for certain only where the seats were seen empty until all had left; else it is a hole. So it is
    if the trick before was seen to be gathered, and no card of this one was read.
    """
    deal = match.deal
    if deal is None or not match.running:
        return seen_clear(match, event), ()
    if not deal.open.plays:
        return unread(match, deal, number, event) if match.unseen.sight.watches(number, event) else (match, ())
    if all(play.seen.told for play in deal.open.plays) and match.unseen.sight.cleared is None:
        return seen_clear(match, event), ()  # of the trick before: by the accounts the open one is not full
    match, results = _gathered(match, deal, number, event)
    return seen_clear(match, event), results


def _gathered(match: Match[S, B], deal: Deal[S], number: int, event: Collect) -> StepResult[S, B]:
    """An open trick was gathered with cards missing."""
    away = match.unseen.sight.missing(number, event, deal.open.plays)
    short = set(judging.missing(deal))
    if not composed(deal) or (away is not None and not short <= away):
        return break_off(match, deal, number, away or ())
    verdict = judging.gather_short(deal, number)
    match = replace(match, unseen=replace(match.unseen, whole=None, resumed=None))
    if deal.unseen.doubt is None or not deal.unseen.doubt.mute:
        match = replace(match, verdicts=(*match.verdicts, verdict))
    said = match.verdicts[-1:] if match.verdicts[-1:] == (verdict,) else ()
    match, results = close_short_trick(match, replace(deal, short=True), number)
    return match, (*said, *results)


# How a match starts, and why it cannot.


class MatchError(ValueError):
    """A match line that no match can start with: an unknown game, profile, option or number of seats.

    Attributes:
        place: What is wrong: ``game``, ``profile``, ``option`` or ``seats``; empty where it is none of them.
        option: The name of the option that is wrong; empty where it is none.
    """

    def __init__(self, reason: str, place: str = "", option: str = "") -> None:
        super().__init__(reason)
        self.place, self.option = place, option


def start(event: MatchStart) -> AnyMatch:
    """The match before its first deal; raises MatchError for what no match can start with."""
    try:
        game = games.load(event.game)
        names = tuple(_printable(name) or Message("seat {n}", n=seat) for seat, name in enumerate(event.seats))
        rules = resolve(game.options, names, event.profile, event.options)
    except OptionError as error:
        raise MatchError(reason_of(error), error.place, error.option) from None
    except LookupError as error:
        raise MatchError(reason_of(error), "game") from None
    if rules.seats not in game.seats:
        raise MatchError(_other_seats(event.game, game.seats, rules.seats), "seats")
    unseen = MatchUnseen(MatchSight(1 if event.v > 1 else None))
    accuses = event.cards is None
    return Match(game, rules, game.open_book(rules), (0,) * rules.seats, accuses=accuses, unseen=unseen)


def _other_seats(game: str, seats: Sequence[int], named: int) -> Message:
    wanted = Listed(tuple(map(str, seats)), " or ")
    return Message("{code} has {numbers} seats, and the match names {n}", code=game, numbers=wanted, n=named)


def cannot_start(event: MatchStart) -> Message | None:
    """Why no match can start so, or None."""
    try:
        start(event)
    except MatchError as error:
        return reason_of(error)
    return None


LONGEST_NAME: Final = 100


def _printable(name: str) -> str:
    """A name as a sheet and a display can show it; a longer one would fill each sentence of a match."""
    return "".join(letter if letter.isprintable() else " " for letter in name[:LONGEST_NAME]).strip()


@dataclass(frozen=True, slots=True)
class FoldStep:
    """One step of a fold: the event of a line, the match after it, and the results it makes true."""

    number: int
    event: Event | None
    """None where the line is a correction that cannot be made."""
    match: AnyMatch
    results: tuple[Result, ...]
    missed: StandingEvent | None = None
    """The newest account that people gave of what went unseen at the event."""


def fold(events: Sequence[Event], read_as: Callable[[Event], Event] = lambda event: event) -> Iterator[FoldStep]:
    """Every step of a record as corrected by its last line.

    People's account of a hole against which something was seen is left out, and the record folded again.

    Args:
        events: the lines of a record.
        read_as: what each event that stands is taken for; other worlds are asked for with it.

    Raises:
        MatchError: its first event starts no match.
    """
    yield from _fold(events, read_as, _meant)


def _fold(
    events: Sequence[Event], read_as: Callable[[Event], Event], meant_in: Callable[[Sequence[Event]], RulingMeanings]
) -> Iterator[FoldStep]:
    """Every step of a record, where it is known what its rulings were about."""
    if not any(isinstance(event, Missed) for event in events):
        yield from _folded(events, read_as, (), meant_in)
        return
    objections: list[AccountObjection] = []
    stages: list[FoldStep] = []
    while not stages:
        for stage in _folded(events, read_as, objections, meant_in):
            stages.append(stage)
            if stage.match.unseen.objection:
                objections.append(stage.match.unseen.objection)
                stages = []
                break
    yield from stages


def _folded(
    events: Sequence[Event],
    read_as: Callable[[Event], Event],
    objections: Sequence[AccountObjection],
    meant_in: Callable[[Sequence[Event]], RulingMeanings],
) -> Iterator[FoldStep]:
    """Every step of a record in which something was seen against some accounts."""
    first, *rest = corrected(events, cannot_start)
    if isinstance(first, Rejected) or not isinstance(first.event, MatchStart):
        raise MatchError("a record starts with its match line, and this one does not")
    meant = meant_in(events)
    match = _seen_since(start(first.event), events, rest, objections)
    impossible = {one.hole: one.text for one in objections}
    yield FoldStep(first.number, first.event, match, ())
    for line in rest:
        if isinstance(line, Rejected):
            yield FoldStep(line.number, None, match, (ErrorResult(line.number, line.text),))
            continue
        event = read_as(bidding.as_recorded(match.game, _aimed(line.event, match, meant.get(line.number))))
        stage = stood(match, line, event)
        match = stage.match
        if line.missed and line.number in impossible:
            error_ = ErrorResult(line.missed.number, impossible[line.number])
            stage = replace(stage, results=(*stage.results, error_))
        yield stage


def stood(match: AnyMatch, line: StandingEvent, event: Event) -> FoldStep:
    """The step of a line that stands, with what it is taken for."""
    after, results = step(match, line.number, event)
    return FoldStep(line.number, event, after, (*results, *_told_of_nothing(match, after, line)), line.missed)


def _seen_since(
    match: AnyMatch,
    events: Sequence[Event],
    lines: Sequence[StandingEvent | Rejected],
    objections: Sequence[AccountObjection],
) -> AnyMatch:
    """The match with the line from which it needs what was seen, and what people told of what was not."""
    told: dict[int, HoleAccount] = {}
    for line in lines:
        if isinstance(line, StandingEvent) and (account := account_of(line, objections)):
            told[line.number] = account
    amended = (number for number, event in enumerate(events, 1) if isinstance(event, Amend) and event.of == 1)
    older = isinstance(events[0], MatchStart) and events[0].v == 1
    since = next(amended, None) if older and match.unseen.sight.since else match.unseen.sight.since
    match = replace(match, unseen=replace(match.unseen, sight=replace(match.unseen.sight, since=since)))
    if not match.accuses:
        amended = {line.number: line.amended for line in lines if isinstance(line, StandingEvent) and line.amended}
        match = replace(match, amended=amended)
    return replace(match, unseen=replace(match.unseen, told=told, untold=match)) if told else match


def account_of(line: StandingEvent, objections: Sequence[AccountObjection]) -> HoleAccount | None:
    """People's account of the hole at an event; None: there is none that can be true."""
    if line.missed is None or not isinstance(line.missed.event, Missed):
        return None
    if any(one.hole == line.number for one in objections):
        return None
    event, told = line.event, line.missed.event
    begin = event.from_ if isinstance(event, Gap) else event.t
    span = None if begin is None or event.t is None else (float(begin), float(event.t))
    return HoleAccount(line.missed.number, told, line.number, span, blind=isinstance(event, Gap))


def _told_of_nothing(before: AnyMatch, match: AnyMatch, line: StandingEvent) -> Iterator[ErrorResult]:
    """Report that people told of what went unseen where nothing did, as soon as that is certain.

    What a gap between deals has hidden is of the next one, unless that begins in sight.
    """
    told, open_ = match.unseen.told.get(line.number), match.deal.unseen.holes if match.deal and match.running else ()
    waits = line.number in (*match.unseen.sight.pending, *open_)
    if (
        told
        and line.number not in match.unseen.weighed
        and not (waits or (isinstance(line.event, Gap) and told.silent))
    ):
        yield ErrorResult(told.number, Message("nothing went unseen at event {n}", n=line.number))
    over = isinstance(line.event, End)
    for number in before.unseen.sight.pending:
        account = (
            before.unseen.told.get(number) if over or number not in (*match.unseen.sight.pending, *open_) else None
        )
        if account and number not in match.unseen.weighed and not account.silent:
            yield ErrorResult(account.number, Message("nothing went unseen at event {n}", n=number))


def _meant(events: Sequence[Event]) -> RulingMeanings:
    """Find what each ruling was about when it was made; corrections that came later may have changed the numbers."""
    return rulings.meanings(events, _after, _ahead)


def _after(events: Sequence[Event], meant: RulingMeanings) -> AnyMatch:
    """The match after a record of which it is known what its rulings were about."""
    *_, last = _fold(events, lambda event: event, lambda _: meant)
    return last.match


def _ahead(match: AnyMatch, number: int, event: Event) -> AnyMatch:
    """The match after one more line, which corrects nothing."""
    return stood(match, StandingEvent(number, event), bidding.as_recorded(match.game, event)).match


def _aimed(event: Event, match: AnyMatch, accusation: Accusation) -> Event:
    """A ruling with the number that its verdict has now, or one past the last where it does not stand any more."""
    if accusation is None or not isinstance(event, Ruling):
        return event
    numbers = (number for number, verdict in enumerate(match.verdicts, 1) if verdict.accusation == accusation)
    return replace(event, verdict=next(numbers, len(match.verdicts) + 1))


def outcome(events: Sequence[Event], read_as: Callable[[Event], Event] = lambda event: event) -> AnyMatch:
    """The match after a record; raises MatchError as :func:`fold` does."""
    *_, last = fold(events, read_as)
    return last.match


def step(match: Match[S, B], number: int, event: Event) -> StepResult[S, B]:
    """The match after the event of this line number, and the results that it makes true.

    If its ``objection`` is set, an account that people gave before cannot stand, and the record is to be folded anew.
    Accounts say nothing to verdicts: those are of the match as it was seen, and none is added or taken away.
    """
    if isinstance(event, Question | Answered):
        return _conversed(match, number, event)
    after, results = _step(match, number, event)
    if match.unseen.untold is not None:
        untold, seen = _step(match.unseen.untold, number, event)
        after, results = judged_by(untold, seen, after, results)
    return (after, results) if match.accuses else questions.withheld(match, after, number, results)


def _conversed(match: Match[S, B], number: int, event: Question | Answered) -> StepResult[S, B]:
    """A question to the table, or an answer; there are such where cards are read by their faces."""
    if match.accuses:
        return error(match, number, Message("cards of this match are not read by their faces: nothing is asked"))
    return (
        questions.ask(match, number, event) if isinstance(event, Question) else questions.answer(match, number, event)
    )


def _step(match: Match[S, B], number: int, event: Event) -> StepResult[S, B]:
    """The same for one match alone."""
    recorded, event = event, copies.in_deck(match.game.deck, match.deal, event, partial(in_time, match))
    wrong = tuple(ErrorResult(number, text) for text in faults(match, event))
    if wrong or isinstance(event, Seen):
        event = mended(match, event)
    after, results = _stepped(match, number, event)
    if event is not recorded and after.deal is not None:
        after = replace(after, deal=copies.remembered(after.deal, number, recorded, event))
    after = _with_hole_behind(after, number, event)
    results = (*wrong, *results)
    against = objection(match, after, number, event)
    return (replace(after, unseen=replace(after.unseen, objection=against)) if against else after), results


def _with_hole_behind(match: Match[S, B], number: int, event: Event) -> Match[S, B]:
    """The match in which a hole that the event has shown lies behind from a moment on."""
    found = isinstance(event, Gap) or (match.deal is not None and number in match.deal.unseen.holes)
    end = event.since if isinstance(event, Played) and event.since is not None else event.t
    return (
        replace(match, unseen=replace(match.unseen, sight=match.unseen.sight.behind(end)))
        if found and end is not None
        else match
    )


def _stepped(match: Match[S, B], number: int, event: Event) -> StepResult[S, B]:  # noqa: C901 - one line a kind of event
    if match.ended and not isinstance(event, Ruling):
        return error(match, number, Message("the match is over"))
    match event:
        case Played():
            return _unless_refused(match, stale(match), lambda ready: play(ready, number, event))
        case Collect():
            return collect(match, number, event)
        case DealStart():
            return _begun(match, number, event)
        case Void():
            return settling.void(match, number, event)
        case Draw():
            return settling.draw(match, number, event)
        case End():
            return settling.end(match, number)
        case Ruling():
            return rulings.rule(match, number, event)
        case MatchStart():
            return error(match, number, Message("the match has already begun"))
        case Gap():
            return holes.gap(match, number, event)
        case Seen():
            return holes.seen(match, number, event)
        case _ if isinstance(event, Correction):
            raise TypeError("corrections are applied before the fold, by controller.record.corrections")
        case _:
            ready = seen_clear(stale(match), event)
            return _unless_refused(match, ready, lambda ready: _spoken(ready, number, event))


def _spoken(match: Match[S, B], number: int, event: Event) -> StepResult[S, B]:
    """A word of the game; with the one that ends the auction, what people told of cards laid meanwhile counts."""
    after, results = bidding.speak(match, number, event)
    after, more = (after, ()) if after is match else told_in_auction(after)
    return after, (*results, *more)


def _unless_refused(
    match: Match[S, B], ready: Match[S, B], act: Callable[[Match[S, B]], StepResult[S, B]]
) -> StepResult[S, B]:
    """An act at a table made ready for it; if it cannot be part of the match, nothing has changed by it."""
    after, results = act(ready)
    return (match if after is ready else after), results


def _begun(match: Match[S, B], number: int, event: DealStart) -> StepResult[S, B]:
    """A deal begins; of one that has begun unseen people may have told what was played."""
    pending = match.unseen.sight.pending
    still_lies = match.deal is not None and match.unseen.sight.cleared is None
    match = match if still_lies else seen_clear(match, event)
    match, results = settling.begin(match, number, event)
    for number in pending:
        match, more = told(match, number) if match.deal and number in match.deal.unseen.holes else (match, ())
        results = (*results, *more)
    return match, results
