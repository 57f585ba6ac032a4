"""The cards of a verdict that lie open: what was led, laid and shown to have been held."""

from typing import Literal

from controller.record.cards import Card
from controller.rules.deal import Play
from controller.rules.match import AnyMatch
from controller.rules.results import ILLEGAL_PLAYS, Verdict

What = Literal["led", "laid", "held"]


def open_cards(match: AnyMatch, verdict: Verdict) -> tuple[tuple[Card, What], ...]:
    """Return the cards of a verdict of the newest deal; of whoever is accused."""
    plays = {play.card: play for play in seen_plays(match)}
    act = None if verdict.seat is None else next((one for one in plays.values() if one.event == verdict.event), None)
    led = _led(match, act)
    cards: list[tuple[Card, What]] = []
    if act and led and led != act.card:
        cards.append((led, "led"))
    if act:
        cards.append((act.card, "laid"))
    if verdict.kind in ILLEGAL_PLAYS:  # of other verdicts the proof may be cards of others
        proof = (card for card in verdict.proof or () if act is None or card != act.card)
        cards.extend((card, "held") for card in proof if card in plays)
    return tuple(cards)


def seen_plays(match: AnyMatch) -> list[Play]:
    """Return the cards that lie or lay open."""
    return [*match.deal.plays(), *match.deal.exposed] if match.deal else []


def _led(match: AnyMatch, act: Play | None) -> Card | None:
    """Return the card that led the trick of a play."""
    deal = match.deal
    if deal is None or act is None:
        return None
    tricks = (trick for trick in (*deal.tricks, deal.open) if act in trick.plays)
    return next((trick.plays[0].card for trick in tricks), None)
