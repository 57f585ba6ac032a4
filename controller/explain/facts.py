"""The act of a verdict in words, and the facts behind verdicts that need no counting."""

from collections.abc import Iterable, Iterator, Sequence

from controller.explain.case import RecordedVerdict, cards, heading, line, name, naming, places, step
from controller.explain.why import cannot_be_filled
from controller.record.cards import Card
from controller.record.events import Collect, Played, Ruling
from controller.record.message import Listed, Message
from controller.record.text import to_line
from controller.referee.step import FoldStep
from controller.rules.deal import AnyDeal, Play
from controller.rules.worlds import shortage


def on_the_table(case: RecordedVerdict) -> Iterator[Message]:
    """Describe the act, the cards on the table then, and the seat to play."""
    deal, play, event = case.deal_before(case.act), case.play(case.act), case.stages[case.act].event
    yield from heading(Message("What happened at {why}", why=line(case.verdict.event, case)))
    if deal is None or event is None:
        return
    parts = (Message("Deal {n}", n=deal.number), _stage(deal), case.game.summary.facts(deal))
    yield step(Message.laid_out("{why}.", why=Message.join(", ", filter(None, parts))))
    if deal.open.plays:
        lying = Message.join(
            ", ", (Message.laid_out("{card} ({name})", card=one.card, name=name(case, one)) for one in deal.open.plays)
        )
        yield step(Message("On the table: {why}.", why=lying))
    elif play:
        yield step(Message("Nothing lay on the table yet."))
    if play is None:
        yield step(Message("The record says: {reason}", reason=to_line(event)))
        return
    yield step(_was_to_play(case, deal))
    yield step(Message("{name} put down {card}.", name=name(case, play), card=play.card))


def _was_to_play(case: RecordedVerdict, deal: AnyDeal) -> Message:
    """Name the seat to play, as far as it was known then."""
    if deal.to_play is None:
        return Message("Whoever held {card} was to lead.", card=deal.opener or "")
    turn = case.names[deal.to_play]
    return Message("{name} was to play.", name=turn) if deal.open.plays else Message("{name} was to lead.", name=turn)


def _stage(deal: AnyDeal) -> Message:
    match deal.phase:
        case "play":
            return Message("trick {n}", n=deal.number_of_trick)
        case "before":
            return Message("before the play")
        case "after":
            return Message("after the play")


def faults(case: RecordedVerdict) -> Iterator[Message]:
    """List the facts that make a verdict true, by its kind."""
    deal, play = case.deal_before(case.act), case.play(case.act)
    yield from heading(Message("Why ({code})", code=case.verdict.rule))
    if case.verdict.kind == "missed-rule":
        yield from _missed(case)
    elif case.verdict.kind == "short-trick" and deal:
        yield from _short(case, deal)
    elif play and deal:
        yield from _card(case, deal, play)
    else:
        yield from _spoken_lines(case)


def _card(case: RecordedVerdict, deal: AnyDeal, play: Play) -> Iterator[Message]:
    """Describe the fault of a card, or of the place it came from."""
    match case.verdict.kind:
        case "out-of-turn":
            yield from _turn(case, deal)
        case "second-card":
            first = next(one for one in deal.open.plays if one.seat == play.seat)
            who, n = name(case, play), first.event
            text = Message("{name} had {card} in this trick already (line {n}).", name=who, card=first.card, n=n)
            yield step(text)
            yield step(Message("It is no part of the trick; it lies open and may be played later."))
        case "foreign-card":
            deck = cards(case.game.deck)
            yield step(Message("{game} is played with: {cards}", game=case.game.title, cards=deck))
        case "duplicate-card" if before := deal.find(play.card):
            yield step(
                Message(
                    "{card} lies in trick {n}, where {name} played it (line {n2}).",
                    card=before.card,
                    n=deal.trick_of(before.event) or 0,
                    name=name(case, before),
                    n2=before.event,
                )
            )
            yield step(Message("A deck holds each card once: one of the two readings is wrong, or a card is."))
        case _:
            yield from _elsewhere(case, deal, play)


def _turn(case: RecordedVerdict, deal: AnyDeal) -> Iterator[Message]:
    """Yield the seat to play, and the reason."""
    seat = case.to_play()
    if seat is None:
        return
    turn = case.names[seat]
    if deal.open.plays:
        first, *others = (name(case, one) for one in deal.open.plays)
        text = Message("{name} led the trick.", name=first)
        if others:
            names = Listed(tuple(others), "and")
            text = Message("{name} led the trick; {names} had played to it.", name=first, names=names)
        yield step(text)
        yield step(
            Message(
                "In the order of play from {name} on, {other} was the first without a card in it.",
                name=first,
                other=turn,
            )
        )
    elif deal.tricks:
        yield step(Message("{name} had taken trick {n} and so leads.", name=turn, n=len(deal.tricks)))
    else:
        yield step(Message("{name} leads to the first trick.", name=turn))
        yield from _named(case, case.verdict.proof or (), case.at + 1)


def _elsewhere(case: RecordedVerdict, deal: AnyDeal, play: Play) -> Iterator[Message]:
    """Name the place where the card is known to be, and the lines that show it."""
    layout = case.game.layout(deal)
    if play.card in layout.gone:
        yield step(Message("{card} was used up or laid aside before the play.", card=play.card))
    elif play.card in layout.known:
        where = [layout.places[place].name for place in sorted(layout.known[play.card])]
        yield step(_known_place(play.card, where))
    yield from _named(case, (play.card,), case.act)


def _known_place(card: Card, where: Sequence[str]) -> Message:
    if not where:
        return Message("{card} was known to lie with nobody.", card=card)
    places = Listed(tuple(where), " or ")
    return Message("{card} was known to lie with {places}.", card=card, places=places)


def _short(case: RecordedVerdict, deal: AnyDeal) -> Iterator[Message]:
    plays = deal.open.plays
    lay = (Message("{card} ({name}, line {n})", card=one.card, name=name(case, one), n=one.event) for one in plays)
    missing = Listed(tuple(case.names[seat] for seat in case.verdict.seats or ()), "and")
    cards_text = Message.join(", ", lay)
    yield step(Message("The trick held {why}; no card of {names} was seen.", why=cards_text, names=missing))
    yield step(Message("If one lay there, an insert event adds it, and this verdict goes."))


def _spoken_lines(case: RecordedVerdict) -> Iterator[Message]:
    """List the lines that show a bid, a call, a discard or a declaration to be wrong."""
    verdict, proof = case.verdict, case.verdict.proof
    if proof:
        shows, show = Message("{cards} shows it.", cards=cards(proof)), Message("{cards} show it.", cards=cards(proof))
        yield step(shows if len(proof) == 1 else show)
        yield from _named(case, proof, case.at + 1)
    elif verdict.proved != verdict.event:
        yield step(Message("It follows from the cards seen up to {why}.", why=line(verdict.proved, case)))
    elif before := list(naming(case, (verdict.card,) if verdict.card else (), case.act)):
        yield step(Message("{card} was named before:", card=str(verdict.card)))
        yield from _quoted(before)
    else:
        yield step(Message("Said before it in this deal:"))
        stages = [one for one in case.of_this_deal(case.act) if not isinstance(one.event, Played | Collect | Ruling)]
        yield from _quoted(stages)


def _missed(case: RecordedVerdict) -> Iterator[Message]:
    """Explain that the cards seen fit no deal, or that a count is wrong."""
    facts = case.facts(case.at)
    if facts is None or facts.fitting.exists():
        yield step(Message("Every trick was full, and yet the count of the deal is not what it must be."))
        return
    yield from places(case, facts)
    room, unseen = sum(facts.fitting.rooms), facts.fitting.unseen.bit_count()
    if shortage_found := shortage(facts.fitting):
        yield from cannot_be_filled(case, facts, shortage_found)
    else:
        text = Message("The places have room for {n} cards, and {n2} are to be placed.", n=room, n2=unseen)
        yield step(text)
    yield step(Message("So a card was misread, or one is missing; nobody is accused in this deal."))


def _named(case: RecordedVerdict, some: Iterable[Card], before: int) -> Iterator[Message]:
    """List the lines of this deal, before a stage, that name one of the cards."""
    yield from _quoted(naming(case, some, before))


def _quoted(stages: Iterable[FoldStep]) -> Iterator[Message]:
    """Quote lines as the record has them; plays and gathered tricks have their own words."""
    for stage in stages:
        if stage.event:
            yield step(Message("Line {n}: {reason}", n=stage.number, reason=to_line(stage.event)))
