"""What happened at the act, and the facts behind the verdicts that need no counting."""

from collections.abc import Iterable, Iterator

from controller.explain.case import AnyDeal, Case
from controller.explain.parts import cards, line, name, naming, places
from controller.explain.why import cannot_be_filled
from controller.record.cards import Card
from controller.record.events import Collect, Played, Ruling
from controller.record.text import to_line
from controller.referee.fold import Stage
from controller.rules.card_sets import together
from controller.rules.deal import Play
from controller.rules.shortage import shortage


def on_the_table(case: Case) -> Iterator[str]:
    """The act, what lay on the table then, and who was to play."""
    deal, play, event = case.deal_before(case.act), case.play(case.act), case.stages[case.act].event
    yield ""
    yield f"What happened at {line(case.verdict.event, case)}"
    if deal is None or event is None:
        return
    trick = f"trick {deal.number_of_trick}" if deal.phase == "play" else f"{deal.phase} the play"
    yield f"  {', '.join(filter(None, (f'Deal {deal.number}', trick, case.game.facts(deal))))}."
    if deal.open.plays:
        yield f"  On the table: {', '.join(f'{one.card} ({name(case, one)})' for one in deal.open.plays)}."
    elif play:
        yield "  Nothing lay on the table yet."
    if play:
        yield f"  {case.names[deal.to_play]} was to {'play' if deal.open.plays else 'lead'}."
        yield f"  {name(case, play)} put down {play.card}."
    else:
        yield f"  The record says: {to_line(event)}"


def faults(case: Case) -> Iterator[str]:
    """The facts that make a verdict true, by its kind."""
    deal, play = case.deal_before(case.act), case.play(case.act)
    yield ""
    yield f"Why ({case.verdict.rule})"
    if case.verdict.kind == "missed-rule":
        yield from _missed(case)
    elif case.verdict.kind == "short-trick" and deal:
        yield from _short(case, deal)
    elif play and deal:
        yield from _card(case, deal, play)
    else:
        yield from _said(case)


def _card(case: Case, deal: AnyDeal, play: Play) -> Iterator[str]:
    """What is wrong with a card, or with where it came from."""
    match case.verdict.kind:
        case "out-of-turn":
            yield from _turn(case, deal)
        case "second-card":
            first = next(one for one in deal.open.plays if one.seat == play.seat)
            yield f"  {name(case, play)} had {first.card} in this trick already (line {first.event})."
            yield "  It is no part of the trick; it lies open and may be played later."
        case "foreign-card":
            yield f"  {case.game.title} is played with: {cards(case.game.deck)}"
        case "duplicate-card" if before := deal.find(play.card):
            trick = deal.trick_of(before.event)
            yield f"  {before.card} lies in trick {trick}, where {name(case, before)} played it (line {before.event})."
            yield "  A deck holds each card once: one of the two readings is wrong, or a card is."
        case _:
            yield from _elsewhere(case, deal, play)


def _turn(case: Case, deal: AnyDeal) -> Iterator[str]:
    """Whose turn it was, and why."""
    turn = case.names[deal.to_play]
    if deal.open.plays:
        first, *others = (name(case, one) for one in deal.open.plays)
        yield f"  {first} led the trick{f'; {together(others)} had played to it' if others else ''}."
        yield f"  In the order of play from {first} on, {turn} was the first without a card in it."
    elif deal.tricks:
        yield f"  {turn} had taken trick {len(deal.tricks)} and so leads."
    else:
        yield f"  {turn} leads to the first trick."


def _elsewhere(case: Case, deal: AnyDeal, play: Play) -> Iterator[str]:
    """Where the card is known to be, and by which lines."""
    layout = case.game.layout(deal)
    if play.card in layout.gone:
        yield f"  {play.card} was used up or laid aside before the play."
    elif play.card in layout.known:
        where = [layout.places[place].name for place in sorted(layout.known[play.card])]
        yield f"  {play.card} was known to lie with {' or '.join(where) or 'nobody'}."
    yield from _named(case, (play.card,), case.act)


def _short(case: Case, deal: AnyDeal) -> Iterator[str]:
    lay = [f"{one.card} ({name(case, one)}, line {one.event})" for one in deal.open.plays]
    missing = [case.names[seat] for seat in case.verdict.seats or ()]
    yield f"  The trick held {', '.join(lay)}; no card of {together(missing)} was seen."
    yield "  If one lay there, an insert event adds it, and this verdict goes."


def _said(case: Case) -> Iterator[str]:
    """The lines that show a bid, a call, a discard or a declaration to be wrong."""
    verdict, proof = case.verdict, case.verdict.proof
    if proof:
        yield f"  {cards(proof)} {'shows' if len(proof) == 1 else 'show'} it."
        yield from _named(case, proof, case.at + 1)
    elif verdict.proved != verdict.event:
        yield f"  It follows from the cards seen up to {line(verdict.proved, case)}."
    elif before := list(naming(case, (verdict.card,) if verdict.card else (), case.act)):
        yield f"  {verdict.card} was named before:"
        yield from _quoted(before)
    else:
        yield "  Said before it in this deal:"
        said = [one for one in case.of_this_deal(case.act) if not isinstance(one.event, Played | Collect | Ruling)]
        yield from _quoted(said)


def _missed(case: Case) -> Iterator[str]:
    """That the cards seen fit no deal, or that a count is wrong."""
    facts = case.facts(case.at)
    if facts is None or facts.fitting.exists():
        yield "  Every trick was full, and yet the count of the deal is not what it must be."
        return
    yield from places(case, facts)
    room, unseen = sum(facts.fitting.rooms), facts.fitting.unseen.bit_count()
    if found := shortage(facts.fitting):
        yield from cannot_be_filled(case, facts, found)
    else:
        yield f"  The places have room for {room} cards, and {unseen} are to be placed."
    yield "  So a card was misread, or one is missing; nobody is accused in this deal."


def _named(case: Case, some: Iterable[Card], before: int) -> Iterator[str]:
    """The lines of this deal, before a stage, that name one of the cards."""
    yield from _quoted(naming(case, some, before))


def _quoted(stages: Iterable[Stage]) -> Iterator[str]:
    """Lines as the record has them; of plays and gathered tricks there are other words."""
    for stage in stages:
        if stage.event:
            yield f"  Line {stage.number}: {to_line(stage.event)}"
