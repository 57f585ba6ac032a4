"""Words of Doppelkopf: the game that is played, then Re, Kontra and the refused levels (DOK-B, DOK-A)."""

from collections.abc import Iterable
from dataclasses import replace

from controller.games.doppelkopf.parties import (
    CLARIFIED_BY,
    Parties,
    cards_in_hand,
    clarifying,
    game_of,
    helper,
    is_clear,
    is_marriage,
    is_re,
    owed_solo,
    possible,
)
from controller.games.doppelkopf.pigs import weigh_pigs
from controller.games.doppelkopf.poverty import untaken
from controller.games.doppelkopf.state import (
    NORMAL,
    PARTIES,
    POVERTY,
    RE,
    REFUSALS,
    RESERVATION,
    SOLOS,
    DoppelkopfDeal,
    DoppelkopfState,
    SeatCall,
)
from controller.games.faults import illegal_bid, refused
from controller.record.events import Bid, Seat
from controller.record.message import Message
from controller.rules.parts import Outcome


def name_game(deal: DoppelkopfDeal, number: int, event: Bid) -> Outcome[DoppelkopfState] | Message:
    """Apply a seat's naming of the game (DOK-B1)."""
    state, names = deal.own, deal.rules.names
    if event.call == POVERTY and not deal.rules["poverty"]:
        return Message("{call} is not played at this table", call=event.call)
    if deal.phase != "before":
        return Message("{call} is said before the first card", call=event.call)
    before = [one.call for one in state.reservations if one.seat == event.seat]
    if before and (before != [RESERVATION] or event.call == RESERVATION):
        return Message("{name} has said already what is played", name=names[event.seat])
    if (taker := helper(deal)) is not None:
        return Message("{name} has taken the poverty", name=names[taker])
    if refused := _not_due(deal, event):
        return refused
    reservations = (*state.reservations, SeatCall(event.seat, event.call, number, deal.size))
    after = replace(deal, own=replace(state, reservations=reservations))
    game = game_of(after)
    call, seat = game or (None, None)
    # Whoever leads is known before the first card, and so is what is trump.
    leads = call in SOLOS and seat is not None and (deal.rules["solo"] == "soloist" or owed_solo(after) is not None)
    leader = seat if leads else (deal.dealer + 1) % deal.rules.seats
    return Outcome(replace(after, trump=SOLOS.get(call or "", "D"), leader=leader))


def _not_due(deal: DoppelkopfDeal, event: Bid) -> Message | None:
    """Explain why this cannot be named in a deal of a solo that is due; None: it can (DOK-O2)."""
    due, names = deal.own.due, deal.rules.names
    if due is None or (event.call in SOLOS if event.seat == due else event.call == NORMAL):
        return None
    return Message("no other deal is left for the solo that {name} owes; only that is named", name=names[due])


def announce(deal: DoppelkopfDeal, number: int, event: Bid) -> Outcome[DoppelkopfState] | Message:
    """Apply an announcement; an impossible one does not count (DOK-A1 to DOK-A5)."""
    if game_of(deal) is None:
        return Message("no game has been named")
    if waits := untaken(deal):
        return waits
    if event.call in [one.call for one in deal.own.announcements if one.seat == event.seat]:
        return Message("{name} has said {call} already", name=deal.rules.names[event.seat], call=event.call)
    word = SeatCall(event.seat, event.call, number, cards_in_hand(deal, event.seat))
    after = replace(deal, own=replace(deal.own, announcements=(*deal.own.announcements, word)))
    if broken := _fault(after, word):
        rule, why = broken
        return refused(deal, word, rule, why)
    is_open = is_in_time(after, word) is None
    return Outcome(replace(after, open_words=(*deal.open_words, number)) if is_open else after)


def weigh(deal: DoppelkopfDeal, event: int) -> Outcome[DoppelkopfState] | None:
    """Whether the cards show an open word to be right or wrong; None: not yet (DOK-A3, DOK-A5, DOK-W4).

    An answer by the other party than its player's is shown by the queens themselves, and by nothing else (DOK-A1).
    """
    if pigs := next((one for one in deal.own.pigs if one.event == event), None):
        return weigh_pigs(deal, pigs)
    word = next(one for one in deal.own.announcements if one.event == event)
    in_time = is_in_time(deal, word)
    if in_time:
        return Outcome(deal)
    if in_time is None or is_re(deal, word.seat) not in (None, word.call == RE):
        return None
    fault = illegal_bid(deal, word, "DOK-A3", _late(deal, word))
    return Outcome(deal, (replace(fault, event=event, proof=deal.open.cards[-1:]),))


def _fault(deal: DoppelkopfDeal, word: SeatCall) -> tuple[str, Message] | None:
    """Return the rule that the newest announcement breaks, and how; None: it counts, or this is not known yet."""
    if not is_clear(deal):
        return "DOK-A4", Message("the marriage had no partner yet")
    is_mine = is_re(deal, word.seat)
    if word.call in PARTIES and is_mine is not None and is_mine != (word.call == RE):
        return "DOK-A1", Message("{name2} is of the other party", name2=deal.rules.names[word.seat])
    return ("DOK-A3", _late(deal, word)) if is_in_time(deal, word) is False else None


def _late(deal: DoppelkopfDeal, word: SeatCall) -> Message:
    least = min(_needs(deal, parties)[deal.own.announcements.index(word)] for parties in possible(deal))
    return Message("it is said with {n} cards in hand, and {n2} were left", n=least, n2=word.left)


def standing(deal: DoppelkopfDeal) -> tuple[SeatCall, ...]:
    """Return the announcements that count or may count, oldest first."""
    return tuple(one for one in deal.own.announcements if is_in_time(deal, one) is not False)


def is_in_time(deal: DoppelkopfDeal, word: SeatCall) -> bool | None:
    """Whether an announcement came in time; None: it rests on parties that nobody knows yet (DOK-A3, DOK-A5)."""
    if word.left >= _limit(deal, word.call):
        return True
    answers = {came_in_time(deal, word, parties) for parties in possible(deal)}
    return answers.pop() if len(answers) == 1 else None


def came_in_time(deal: DoppelkopfDeal, word: SeatCall, parties: Parties) -> bool:
    """Whether an announcement came in time if these are the parties (DOK-A3)."""
    return word.left >= _needs(deal, parties)[deal.own.announcements.index(word)]


def _needs(deal: DoppelkopfDeal, parties: Parties) -> list[int]:
    """Return the cards that the seat of each announcement must still hold; one fewer for an answer to the other party.

    An announcement that was let stand is answered as one in time.
    """
    needs, spoken = list[int](), _spoken(deal)
    for number, word in enumerate(deal.own.announcements):
        answers = [
            min(needs[before], one.left) - 1
            for before, one in enumerate(deal.own.announcements[:number])
            if one.seat != word.seat and (word.call != RE) in {*spoken[before], one.seat in parties.re}
        ]
        limit = _limit(deal, word.call)
        needs.append(min((limit, *answers)) if word.call in PARTIES else limit)
    return needs


def _spoken(deal: DoppelkopfDeal) -> list[set[bool]]:
    """Whether each announcement is of Re, by the words alone; no answer where they leave it open (DOK-A5)."""
    words, sides = deal.own.announcements, list[set[bool]]()
    for number, word in enumerate(words):
        announced = set[bool]().union(*sides)
        # It can only go on from what its party has said, and one alone has said something.
        goes_on = word.left < _limit(deal, RE) and all(sides) and len(announced) == 1
        sides.append(_named(words[: number + 1], word.seat) or (announced if goes_on else set()))
    return [before | _named(words, word.seat) for before, word in zip(sides, words, strict=True)]


def _named(words: Iterable[SeatCall], seat: Seat) -> set[bool]:
    return {one.call == RE for one in words if one.seat == seat and one.call in PARTIES}


def _limit(deal: DoppelkopfDeal, call: str) -> int:
    """Count the cards to hold: all but one for Re or Kontra, fewer for each step and for a late clarifying trick."""
    step = 0 if call in PARTIES else 1 + [*REFUSALS].index(call)
    return deal.size - 1 - step - _later(deal)


def _later(deal: DoppelkopfDeal) -> int:
    """Count the tricks that a marriage has taken to find its partner, but for the first (DOK-A4)."""
    if not is_marriage(deal):
        return 0
    return (clarifying(deal) or CLARIFIED_BY) - 1
