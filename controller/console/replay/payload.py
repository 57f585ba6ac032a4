"""The values of a replay's page as JSON: sentences in parts, so that its script writes text and never markup."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from controller.console.http.card_drawings import pieces
from controller.console.replay.course import CourseCorrection, CourseStep, DealCourse, MatchCourse
from controller.console.views import rule_texts, score_sheet
from controller.console.views.table_mat import counts_tricks
from controller.console.words.events import movement_note, spoken, step_noun, step_words, words
from controller.console.words.gettext import _, aloud, card_words, core, decimal
from controller.console.words.gettext import rule as rule_in_words
from controller.console.words.names import decision_words, name, seat_name
from controller.console.words.verdicts import part_words, rule_words
from controller.explain import verdict
from controller.explain.case import RecordedVerdict
from controller.explain.exhibits import LastDoubt, exhibits
from controller.explain.why import Holding, Holdings
from controller.record.cards import DECKS, SUITS, Card, faces, is_of
from controller.record.events import Amend, Collect, Draw, Gap, Moved, Played, Undo
from controller.record.text import to_fields
from controller.report.replay import sentences
from controller.rules import standing
from controller.rules.deal import Play
from controller.rules.match import AnyMatch
from controller.rules.results import DealResult
from controller.rules.sheet import signed

Json = dict[str, Any]
_FIRST: Final = 48
"""The letter that stands for the first card of a deck; the others follow."""


def rich(text: str) -> list[str | list[str]]:
    """Return a sentence in parts: text as it is, a card or a suit sign as a list of one.

    >>> rich("Anna: ♥7")
    ['Anna: ', ['H7']]
    """
    parts = ((kind, part) for kind, part in pieces(text))
    return [part if kind == "text" else [f"u{part}" if kind == "suit" else str(part)] for kind, part in parts]


def payload(match_course: MatchCourse) -> Json:
    """All that a replay's script needs of a match."""
    match = match_course.match
    deck = faces(match.game.deck)
    return {
        "names": list(match.names),
        "deck": [str(card) for card in deck],
        "called": {str(card.face): name(card) for card in cards(match_course)},
        "suits": {suit: card_words().suit(suit) for suit in SUITS},
        "deals": [_deal(match_course, deal, deck) for deal in match_course.deals],
        "verdicts": [_verdict(match_course, case) for case in match_course.cases],
    }


def cards(match_course: MatchCourse) -> tuple[Card, ...]:
    """Return the cards that the page draws: the deck, then those that lay there and are none of it."""
    steps = [step for deal in match_course.deals for step in deal.steps]
    laid = {play.card.face for step in steps for play in (*step.trick.plays, *step.aside)}
    events = (step.event for step in steps)
    laid |= {event.card.face for event in events if isinstance(event, Played | Draw) and _is_drawn(event.card)}
    deck = faces(match_course.match.game.deck)
    return (*deck, *sorted(laid.difference(deck)))


def _is_drawn(card: Card) -> bool:
    """Whether there is such a card in any deck."""
    return any(is_of(deck, card) for deck in DECKS.values())


def _deal(match_course: MatchCourse, deal: DealCourse, deck: Sequence[Card]) -> Json:
    size = max((step.deal.size for step in deal.steps if step.deal and step.deal.number == deal.number), default=0)
    steps = [_step(match_course, step, deck) for step in deal.steps]
    return {"n": deal.number, "size": size, "steps": steps}


def _step(match_course: MatchCourse, step: CourseStep, deck: Sequence[Card]) -> Json:
    match, deal = step.match, step.deal
    text, spoken_text = _happened(step)
    tricks = deal is not None and counts_tricks(match, deal)
    return {
        "line": step.number,
        "say": rich(text),
        "ear": spoken_text,
        "t": step.trick_number,
        "open": bool(deal and match.running and deal.open.plays),
        "cards": [_play(play) for play in step.trick.plays],
        "won": _holder(step) if deal and deal.open.plays else step.trick.winner,
        "aside": [_play(play) for play in step.aside],
        "points": ["" if own is None else score_sheet.points_words(own, tricks=tricks) for own in step.points],
        "total": [signed(own) for own in match.total],
        "turn": -1 if match.turn is None else match.turn,
        "trump": deal.trump if deal and match.running and deal.trump in SUITS else "",
        "facts": rich(core(match.game.summary.facts(deal))) if deal and match.running else [],
        "hole": bool(deal and match.running and deal.incomplete),
        "moves": [to_fields(move) for move in step.moves],
        "notes": [rich(note) for note in _notes(match_course, step)],
        "v": list(step.proven),
        "hands": _hands(step.holdings, deck),
    }


def _play(play: Play) -> list[Any]:
    """Card as it looks, seat, line, whether nobody but people knows of it, and the card with its copy."""
    return [str(play.card.face), play.seat, play.event, int(play.told), str(play.card)]


def _holder(step: CourseStep) -> int | None:
    """Return the seat that is winning the open trick."""
    deal = step.deal
    return None if deal is None or deal.doubtful or not deal.open.plays else step.match.game.winner(deal, deal.open)


def _happened(step: CourseStep) -> tuple[str, str]:
    """Return the step in a few words, for the eye and for the ear."""
    names, event = step.match.names, step.event
    match event:
        case None:
            text = _("A correction that could not be made.")
            return text, text
        case Gap() if event.t is not None:
            seconds = round(float(event.t) - float(event.from_), 1)
            text = _("Nothing was seen for a moment.")
            if seconds:
                text = _("Nothing was seen for {seconds} seconds.").format(seconds=decimal(seconds))
            return text, text
        case Collect():
            text = words(names, event)
            return text, text
        case _:
            return words(names, event), spoken(names, event)


def _notes(match_course: MatchCourse, step: CourseStep) -> Iterator[str]:
    """List what is to be known of a step beside what happened."""
    names = step.match.names
    yield from (core(error.text) for error in step.errors)
    if not isinstance(step.event, Moved):
        yield from (movement_note(names, move) for move in step.moves if move.from_ != move.to)
    if step.account:
        yield words(names, step.account)
    yield from (_corrected(match_course, one) for one in step.corrections)
    if step.deal and step.match.running and step.deal.holes:
        yield _("Something went unseen in this deal; it has no score until that is told.")
    if step.result:
        yield from _scored(step.match, step.result)


def _corrected(match_course: MatchCourse, one: CourseCorrection) -> str:
    names = match_course.match.names
    if isinstance(one.event, Undo):
        steps = "; ".join(step_noun(names, line.event, match_course.events) for line in one.undone)
        return _("Taken back: {what}.").format(what=steps)
    if isinstance(one.event, Amend):
        return _("Corrected: {what}.").format(what=step_words(names, one.event, match_course.events))
    return _("This was missed at first and added later.")


def _scored(match: AnyMatch, result: DealResult) -> Iterator[str]:
    if "void" in result.detail:
        yield _("The deal is void.")
    elif result.score is None:
        unseen = bool(result.detail.get("holes"))
        yield _("No score: something went unseen.") if unseen else _("No score: cards are missing.")
    else:
        points = [(core(side.name), result.score[side.seats[0]]) for side in standing.sides(match)]
        parts = (f"{who} {signed(score)}".strip() for who, score in points)
        yield _("Score: {scores}").format(scores=", ".join(parts))
    yield from (core(sentence) for sentence in sentences(match, result))


def _hands(holdings: Holdings, deck: Sequence[Card]) -> Json:
    """Return the possible cards of each place, a letter a card of the deck.

    A card that exists twice has a letter for each.
    """
    letters = {card: chr(_FIRST + number) for number, card in enumerate(deck)}

    def written(some: Sequence[Card]) -> str:
        return "".join(letters[card.face] for card in some)

    def place(one: Holding) -> list[Any]:
        seat = -1 if one.seat is None else one.seat
        return [core(one.place), seat, one.room, *map(written, (one.must, one.ruled, one.may, one.against))]

    return {"lawful": holdings.lawful, "fits": holdings.fits, "places": [place(one) for one in holdings.places]}


def _verdict(match_course: MatchCourse, case: RecordedVerdict) -> Json:
    one, match = case.verdict, match_course.match
    ruling = match.rulings.get(case.number)
    seats = (one.seat,) if one.seat is not None else one.seats or ()
    exhibited = exhibits(case)
    return {
        "n": case.number,
        "line": one.event,
        "proved": one.proved,
        "who": [seat_name(match.names, seat) for seat in seats],
        "card": str(one.card) if one.card and one.seat is not None else "",
        "text": rich(core(one.text)),
        "ear": aloud(one.text),
        "ruling": decision_words(ruling),
        "by": (ruling.by or "") if ruling else "",
        "rule": one.rule,
        "rule_text": rule_words(rule_in_words(rule_texts.text(one.rule)), match),
        "shown": [[str(one.card), part_words(one)[0]] for one in exhibited.cards if one.card],
        "why": [_line(line) for line in verdict.argument(case) if line],
        "doubt": _last_doubt(exhibited.doubt),
    }


def _line(line: str) -> list[Any]:
    """Return a line of an argument: how far it is set in, and its words."""
    text = core(line)
    return [(len(text) - len(text.lstrip())) // 2, rich(text.strip())]


def _last_doubt(doubt: LastDoubt | None) -> Json | None:
    """Return the last lawful deal of the unseen cards before the proof, as hands; None where there was none."""
    if doubt is None:
        return None
    return {"hands": [[core(hand.name), [str(card) for card in hand.cards]] for hand in doubt.hands]}
