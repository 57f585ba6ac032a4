"""Objections to people's accounts of holes: an observation that contradicts an account, which is then left out."""

from collections.abc import Iterator

from controller.record.events import DealStart, Event, Played, Seat, Seen
from controller.record.message import Message
from controller.referee.unseen.same_deal import account_of, is_soon, may_match
from controller.rules.deal import Deal, Play, S
from controller.rules.match import Match
from controller.rules.parts import B
from controller.rules.sight import AT_ONCE, AccountObjection, HoleAccount


def find_objection(before: Match[S, B], after: Match[S, B], number: int, event: Event) -> AccountObjection | None:
    """Return the first objection to an account of the deal that the event of this number shows, or None."""
    return (
        next(_against(before, after, number, event), None) if after.unseen.accounts or before.unseen.accounts else None
    )


def _against(before: Match[S, B], after: Match[S, B], number: int, event: Event) -> Iterator[AccountObjection]:
    match event:
        case Played():
            yield from _by_card(before, number, event)
        case Seen():
            yield from _by_sight(before, number, event)
        case DealStart():
            yield from _by_number(before)
        case _:
            pass
    yield from _by_facts(after)


def _told(deal: Deal[S]) -> list[Play]:
    return [play for play in deal.plays() if play.told]


def _by_card(match: Match[S, B], number: int, event: Played) -> Iterator[AccountObjection]:
    """Yield an objection if an account's card is seen that was not just read late: it cannot have been played so."""
    deal = match.deal
    if deal is None:
        return
    for play in _told(deal):
        if play.card == event.card:
            if not may_match(match, play, event):
                yield _again(match, play, number, event)
            return
    newest = max((one for one in match.unseen.accounts if _ends(one)), key=_by_line, default=None)
    is_new = event.card in match.game.deck and deal.find(event.card) is None
    if newest is None or match.running or not is_new or not _too_early(deal, match, event, newest):
        return
    text = Message(
        "with what was told the deal was over, but {card} was played after it in line {n}", card=event.card, n=number
    )
    yield AccountObjection(newest.hole, text)


def _ends(account: HoleAccount) -> bool:
    """Whether a deal may have ended by an account: it names cards or tricks, or says that the deal was over."""
    return bool(account.event.plays or account.event.won or account.event.over)


def _again(match: Match[S, B], play: Play, number: int, event: Played) -> AccountObjection:
    hole = account_of(match, play).hole
    if play.seat != event.seat:
        return AccountObjection(hole, _elsewhere(match, play, number, event.seat))
    text = Message(
        "{card} was told of, but {name} played it later, in line {n}",
        card=play.card,
        name=match.names[play.seat],
        n=number,
    )
    return AccountObjection(hole, text)


def _elsewhere(match: Match[S, B], play: Play, number: int, seat: Seat) -> Message:
    other = match.names[seat] if match.rules.has(seat) else Message("seat {n}", n=seat)
    return Message(
        "{card} was told of {name}, but line {n} shows it with {other}",
        card=play.card,
        name=match.names[play.seat],
        n=number,
        other=other,
    )


def _by_line(account: HoleAccount) -> int:
    return account.number


def _too_early(deal: Deal[S], match: Match[S, B], event: Played, newest: HoleAccount) -> bool:
    """Whether a card that comes after the deal's end by an account is certainly of that deal still."""
    if not deal.holes and deal.over and newest.event.plays and deal.size * len(deal.seats) == len(match.game.deck):
        return True
    begins = [account.span[0] for account in match.unseen.accounts if account.span]
    ends = [play.seen.at[1] for play in deal.plays() if play.seen.at]
    return event.t is not None and bool(begins) and is_soon(event.t, (*begins, *ends))


def _by_sight(match: Match[S, B], number: int, event: Seen) -> Iterator[AccountObjection]:
    """Yield the objections of an observation: cards elsewhere than by the account, empty areas, or nothing lost."""
    deal = match.deal
    if deal is None:
        return
    for play in _told(deal):
        for seat, cards in event.lies.items():
            if play.card in cards and seat != play.seat:
                yield AccountObjection(account_of(match, play).hole, _elsewhere(match, play, number, seat))
    newest = max(match.unseen.accounts, key=lambda account: account.hole, default=None)
    if newest is None or not (match.running or newest.event.over) or not _is_first_look(deal, newest):
        return
    yield from _left_open(match, deal, newest, number, event)
    if not newest.silent and newest.lay and is_trick_unmoved(deal, dict(newest.lay), event):
        plays = newest.event.plays or ()
        if plays and all(card in event.lies.get(seat, ()) for seat, card in plays):
            return
        text = Message(
            "nothing went unseen at event {n}: in line {n2} the cards lie where they lay", n=newest.hole, n2=number
        )
        yield AccountObjection(newest.hole, text)


def _is_first_look(deal: Deal[S], account: HoleAccount) -> bool:
    """Whether nothing was played in sight since the table was seen again."""
    return (
        account.blind
        and max(deal.holes, default=0) <= account.hole
        and not any(play.event > account.hole and not play.told for play in deal.plays())
    )


def _left_open(
    match: Match[S, B], deal: Deal[S], account: HoleAccount, number: int, event: Seen
) -> Iterator[AccountObjection]:
    """Yield objections because a trick that is not full by the account cannot have been gathered.

    While something lies with a seat of which no card is known, the trick may be full, and the first grip taken.
    """
    if account.span is None or account.event.plays is None:
        return
    till = account.span[1] + AT_ONCE
    away = {seat for seat, begin in event.empty.items() if begin <= till}
    if not away.issuperset(set(deal.seats) - set(deal.open.seats)):
        return
    for play in deal.open.plays:
        if play.seat in away:
            text = Message(
                "with what was told {card} lies in the open trick, but line {n} shows the area of {name} empty",
                card=play.card,
                n=number,
                name=match.names[play.seat],
            )
            yield AccountObjection(account.hole, text)


def _by_number(match: Match[S, B]) -> Iterator[AccountObjection]:
    """Yield an objection if a deal ends with cards unplayed, though by the accounts nothing of it is missing."""
    deal = match.deal
    if (
        deal is None
        or not match.running
        or deal.phase != "play"
        or deal.holes
        or deal.over
        or not match.unseen.accounts
    ):
        return
    newest = max(match.unseen.accounts, key=_by_line)
    yield AccountObjection(newest.hole, Message("with what was told of, cards of the deal stay unplayed"))


def _by_facts(match: Match[S, B]) -> Iterator[AccountObjection]:
    """Yield objections if an account's card is known to be elsewhere: in another shown hand, laid away, exchanged."""
    deal = match.deal
    if deal is None or deal.phase != "play":
        return
    for play in _told(deal):
        is_exposed = any(other.card == play.card and other.seat != play.seat for other in deal.exposed)
        if is_exposed or (not deal.holes and match.game.layout(deal).excludes(play.seat, play.card)):
            text = Message(
                "{card} was told of {name}, but it is known to be elsewhere",
                card=play.card,
                name=match.names[play.seat],
            )
            yield AccountObjection(account_of(match, play).hole, text)


def is_trick_unmoved(deal: Deal[S], lay: dict[Seat, str], event: Seen) -> bool:
    """Whether each card of the trick lies where it lay, and every other seat is empty or shows one new card."""

    def as_it_was(seat: Seat) -> bool:
        cards = event.lies.get(seat, ())
        if seat in lay:
            return cards == (lay[seat],) and seat not in event.unread
        return seat not in event.unread and (seat in event.empty or len(cards) == 1)

    return all(map(as_it_was, {*deal.seats, *lay}))
