"""People's account of a hole: it heals the score, the number, the trump and the turn, and accuses nobody."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Final

from controller.record.events import Missed, Seat
from controller.record.message import Listed, Message
from controller.referee.step import StepResult, error
from controller.referee.unseen import closing
from controller.referee.unseen.courses import courses, is_one_trick, list_in_turn
from controller.rules.copies import meant
from controller.rules.deal import Deal, Play, S, Trick
from controller.rules.doubt import CardSight
from controller.rules.match import Match
from controller.rules.parts import B
from controller.rules.results import Result, TrickResult, Verdict
from controller.rules.sight import HoleAccount

DISAGREE: Final = Message("the winners that were told of do not agree with the cards")
TOO_MANY: Final = Message("more tricks were told of than the deal has")
TRUMP: Final = Message("the trump that was told of does not agree with the cards")


def apply_account(match: Match[S, B], number: int, missing: Collection[Seat] | None = None) -> StepResult[S, B]:
    """Apply people's account of the hole at the event of this number; all of it or nothing.

    Args:
        match: with the hole.
        number: the event that left it.
        missing: the seats whose cards alone went unseen in a trick that was gathered; None: any cards may have.
    """
    account, deal = match.unseen.told.get(number), match.deal
    if account is None or deal is None or not match.running or _waits(match, deal, account):
        return match, ()
    match = replace(match, unseen=replace(match.unseen, weighed=match.unseen.weighed | {number}))
    if number not in deal.holes:
        return error(match, account.number, Message("nothing went unseen at event {n}", n=number))
    lay = tuple((play.seat, play.card) for play in deal.open.plays)
    noted = replace(
        match,
        unseen=replace(
            match.unseen, accounts=(*match.unseen.accounts, replace(account, lay=lay or match.unseen.sight.lay))
        ),
    )
    after = _apply_tricks(noted, account) if account.event.plays is None else _apply_cards(noted, account, missing)
    return error(match, account.number, after) if isinstance(after, Message) else after


def apply_accounts_of_auction(match: Match[S, B]) -> StepResult[S, B]:
    """Apply the accounts of holes in the auction, now that it may be over and the cards count."""
    results: tuple[Result, ...] = ()
    for number in match.deal.holes if match.deal and match.running else ():
        if number in match.unseen.told and number not in match.unseen.weighed:
            match, more = apply_account(match, number)
            results = (*results, *more)
    return match, results


def _waits(match: Match[S, B], deal: Deal[S], account: HoleAccount) -> bool:
    """Whether an account waits for the contract: the hole is in the auction, and until that is over no card counts."""
    return account.hole in deal.holes and not account.event.over and match.game.auction.playable(deal) is None


def _apply_cards(
    match: Match[S, B], account: HoleAccount, missing: Collection[Seat] | None
) -> StepResult[S, B] | Message:
    """Apply an account's cards and return the match; or return why they cannot have been played."""
    event, before = account.event, len(match.deal.tricks) if match.deal else 0
    since = before - _swept_unseen(match)
    if missing and sorted(missing) != sorted(seat for seat, _ in event.plays or ()):
        names = Listed(tuple(match.names[seat] for seat in sorted(missing)), "and")
        return Message("the trick was gathered, and what is to be told is the card of {names}", names=names)
    after, results = _lay_cards(match, account)
    if isinstance(after, Message):
        return after
    if event.won is not None and after.deal is not None and (why := _not_won(after.deal, event.won, before, since)):
        return why
    if after.deal and not _may_be_trump(after, after.deal, event):
        return TRUMP
    if after.deal is None or not after.running:
        return after, results
    after = replace(after, deal=_without_hole(after.deal, event, account.hole))
    after = _close_in_reading(after, account.hole, closed=bool(after.deal and len(after.deal.tricks) > before))
    if event.plays:
        after = replace(after, unseen=replace(after.unseen, whole=None, resumed=None))
    if event.over and after.deal:
        after, ends = closing.settle(
            after,
            replace(after.deal, unseen=replace(after.deal.unseen, holes=(*after.deal.holes, account.hole))),
        )
        return after, (*results, *ends)
    return after, results


def _lay_cards(match: Match[S, B], account: HoleAccount) -> tuple[Match[S, B] | Message, tuple[Result, ...]]:
    """Lay an account's cards and return the match; or return why they cannot have been played."""
    results: tuple[Result, ...] = ()
    for seat, card in account.event.plays or ():
        deal = match.deal
        if deal is None or not match.running:
            return Message("{card} was told of, but the deal was over", card=card), ()
        begun = match.game.auction.begin_play(deal) if deal.phase == "before" else deal
        if isinstance(begun, str):
            return Message("{card} was told of, but {why}", card=card, why=begun), ()
        play = Play(account.number, seat, meant(match.game.deck, begun, seat, card), CardSight(told=True))
        if why := _unplayable(begun, match.game.deck, play):
            return why, ()
        begun = replace(
            begun, unseen=replace(begun.unseen, holes=tuple(one for one in begun.holes if one != account.hole))
        )
        led = begun.trump_led if begun.open.plays else begun.trump
        laid = replace(begun, open=Trick((*begun.open.plays, play)), trump_led=led)
        match = replace(match, deal=list_in_turn(match.game, match.game.played(laid)))
        if match.deal and match.deal.open_is_full:
            match, closed = closing.close_trick(match, match.deal, account.hole)
            results = (*results, *closed)
    return match, results


def _unplayable(deal: Deal[S], deck: Sequence[str], play: Play) -> Message | None:
    """Return why a card cannot have been played unseen, or None."""
    if play.seat not in deal.seats or play.card not in deck:
        return Message("{card} was told of, but that seat or card is not in the deal", card=play.card)
    if deal.find(play.card):
        return Message("{card} was told of, but it was played before", card=play.card)
    if play.seat in deal.open.seats:
        name = deal.rules.names[play.seat]
        return Message("{card} was told of, but {name} has a card in the trick", card=play.card, name=name)
    return None


def _not_won(deal: Deal[S], won: Sequence[Seat], before: int, since: int) -> Message | None:
    """Return why these cannot be the winners of the tricks that were gathered unseen, or None.

    Args:
        deal: with the account's cards.
        won: the account's winners.
        before: number of tricks that were full before these.
        since: how many of them were certainly gathered in sight; people may name the other's winner, or leave it out.
    """
    winners = [trick.winner for trick in deal.tricks]
    return None if list(won) in (winners[before:], winners[since:]) else DISAGREE


def _swept_unseen(match: Match[S, B]) -> bool:
    """Whether the newest trick was seen whole, and nobody saw it gathered before the hole."""
    deal = match.deal
    if deal is None or deal.open.plays or not deal.tricks:
        return False
    plays = deal.tricks[-1].plays
    return set(match.unseen.sight.lay) == {(play.seat, play.card) for play in plays} and set(deal.seats) <= {
        play.seat for play in plays
    }


def _may_have_taken(trick: Trick, seat: Seat) -> bool:
    """Whether a seat can have taken a trick that was seen whole; if something before it went unseen, any seat can."""
    return trick.winner == seat or (not trick.sure and seat in trick.seats)


def _may_be_trump(match: Match[S, B], deal: Deal[S], event: Missed) -> bool:
    """Whether the account's suit can be trump by all observations and accounts."""
    if event.trump is None:
        return True
    suit = None if event.trump == "none" else event.trump
    if event.plays is not None and not deal.holes:
        return suit == deal.trump
    trumps = {deal.trump} if deal.trump else set(match.game.unseen_trumps(deal))
    return suit in trumps


def _apply_tricks(match: Match[S, B], account: HoleAccount) -> StepResult[S, B] | Message:
    """Apply an account without cards: number, trump and turn may be known from it, the score stays open."""
    event, deal = account.event, match.deal
    if deal is None or not _may_be_trump(match, deal, event):
        return TRUMP
    if deal.trump is None and event.trump not in (None, "none"):
        deal = replace(deal, trump=event.trump)
    won = event.won or ()
    if won and _swept_unseen(match) and _may_have_taken(deal.tricks[-1], won[0]):
        # This trick is one of those gathered unseen; no other one was certainly played.
        deal, won = replace(deal, leader=won[0]), won[1:]
    if why := _cannot_win(match, deal, won):
        return why
    results: list[Result] = []
    for winner in won:
        trick = replace(deal.open, winner=winner, sure=False)
        deal = replace(deal, tricks=(*deal.tricks, trick), open=Trick(), leader=winner)
        results.append(TrickResult(deal.number, len(deal.tricks), None, winner, trick.cards, None))
    if event.won:
        match = _close_in_reading(match, account.hole, closed=True)
        match = replace(match, unseen=replace(match.unseen, whole=None, resumed=None)) if won else match
        doubt = deal.unseen.doubt and replace(deal.unseen.doubt, led=0)
        deal = replace(
            deal, unseen=replace(deal.unseen, doubt=doubt, behind=frozenset(play.event for play in deal.plays()))
        )
    match = replace(match, deal=deal)
    if event.over or deal.over:
        match, ends = closing.settle(match, deal)
        return match, (*results, *ends)
    return match, tuple(results)


def _cannot_win(match: Match[S, B], deal: Deal[S], won: Sequence[Seat]) -> Message | None:
    """Return why these cannot have taken the tricks that were gathered unseen, the open one first; or None."""
    if not won:
        return None
    if deal.phase != "play" or not set(won) <= set(deal.seats):
        return DISAGREE
    if len(deal.tricks) + len(won) > deal.size:
        return TOO_MANY
    if won[0] not in deal.open.seats or not is_one_trick(deal):
        return None
    may = {match.game.winner(course.deal, course.deal.open) for course in courses(match.game, deal)}
    return DISAGREE if may and won[0] not in may else None


def _without_hole(deal: Deal[S], event: Missed, number: int) -> Deal[S]:
    """Remove the hole from the deal; the account does not touch the deal's verdicts."""
    holes = tuple(one for one in deal.holes if one != number)
    trump = event.trump if deal.trump is None and event.trump not in (None, "none") else deal.trump
    return replace(deal, trump=trump, unseen=replace(deal.unseen, holes=holes))


def _close_in_reading(match: Match[S, B], number: int, *, closed: bool) -> Match[S, B]:
    """Remove the hole from the reading by accounts; ``closed``: with it a trick, whose winner leads the next."""
    worded = match.unseen.worded
    if worded is None:
        return match
    holes = tuple(one for one in worded.holes if one != number)
    return replace(
        match, unseen=replace(match.unseen, worded=replace(worded, holes=holes, doubt=None if closed else worded.doubt))
    )


def with_verdicts_of(
    untold: Match[S, B], untold_results: Sequence[Result], match: Match[S, B], results: Sequence[Result]
) -> StepResult[S, B]:
    """Return the step of a match with accounts, with the verdicts of the same match without any.

    Args:
        untold: the match without accounts, after the event.
        untold_results: the event's results in that match.
        match: with accounts, after the event.
        results: its results; a verdict that both matches have is worded as in this one, which knows more tricks.
    """
    by_accusation = {verdict.accusation: verdict for verdict in match.verdicts}
    found = tuple(by_accusation.get(one.accusation, one) for one in untold_results if isinstance(one, Verdict))
    verdicts = tuple(by_accusation.get(one.accusation, one) for one in untold.verdicts)
    others = tuple(one for one in results if not isinstance(one, Verdict))
    return replace(match, verdicts=verdicts, unseen=replace(match.unseen, untold=untold)), (*found, *others)
