"""Steps of the play: a card comes to lie, a trick is gathered."""

from dataclasses import replace

from controller.record.events import Collect, Played
from controller.record.message import Listed, Message
from controller.referee import judging
from controller.referee.bidding import weigh_words
from controller.referee.settling import close_short_trick
from controller.referee.step import StepResult, error, no_deal, no_seat
from controller.referee.unseen.going_on import going_on
from controller.referee.unseen.late import read_late
from controller.referee.unseen.laying import lay
from controller.referee.unseen.tricks import break_off, close_full, seen_clear, unread
from controller.rules.deal import Deal, Play, S
from controller.rules.match import Match
from controller.rules.parts import B
from controller.rules.unseen.courses import composed, in_turn
from controller.rules.unseen.orders import in_order


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
    if isinstance(deal, str) and match.deal.holes:
        kept = (*match.deal.kept, match.sight.play(number, event, (), match.deal.seats))
        return replace(match, deal=replace(match.deal, kept=kept)), ()
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
    if not match.sight.watches(number, event):
        return Play(number, event.seat, event.card)
    play = match.sight.play(number, event, deal.open.plays, deal.seats, awaited=_awaited(deal, event))
    newest = deal.tricks[-1].plays if deal.tricks else ()
    is_left_over = match.sight.left_over(play, (*newest, *deal.open.plays))
    return replace(play, apart=True) if is_left_over else play


def _awaited(deal: Deal[S], event: Played) -> bool:
    """Whether a card is the next one of the open trick, of which nothing went unseen since it began."""
    plays = deal.open.plays
    if not plays or event.seat != deal.to_play:
        return not plays
    return in_turn(deal, plays[0].seat) and not any(play.event in deal.behind for play in plays)


def _next_for_certain(match: Match[S, B], deal: Deal[S], play: Play) -> bool:
    """Whether all is certain without looking further: what came before is known, and it is this card's turn.

    What people enter is in the order in which they say it.
    """
    if deal.doubt or deal.holes or match.whole:
        return False
    if play.at is None and all(one.at is None for one in deal.open.plays):
        return True
    if play.apart or not play.sole or deal.to_play not in (play.seat, None) or deal.find(play.card):
        return False
    if match.game.audit.undrawn(deal, play):
        return False
    if deal.leader is None:
        return not deal.open.plays and play.empty is not None and play.empty.issuperset({*deal.seats} - {play.seat})
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
        return unread(match, deal, number, event) if match.sight.watches(number, event) else (match, ())
    if all(play.told for play in deal.open.plays) and match.sight.cleared is None:
        return seen_clear(match, event), ()  # of the trick before: by the accounts the open one is not full
    match, results = _gathered(match, deal, number, event)
    return seen_clear(match, event), results


def _gathered(match: Match[S, B], deal: Deal[S], number: int, event: Collect) -> StepResult[S, B]:
    """An open trick was gathered with cards missing."""
    away = match.sight.missing(number, event, deal.open.plays)
    short = set(judging.missing(deal))
    if not composed(deal) or (away is not None and not short <= away):
        return break_off(match, deal, number, away or ())
    verdict = judging.gather_short(deal, number)
    match = replace(match, whole=None, resumed=None)
    if deal.doubt is None or not deal.doubt.mute:
        match = replace(match, verdicts=(*match.verdicts, verdict))
    said = match.verdicts[-1:] if match.verdicts[-1:] == (verdict,) else ()
    match, results = close_short_trick(match, replace(deal, short=True), number)
    return match, (*said, *results)
