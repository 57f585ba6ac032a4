"""Doppelkopf: its cards, parties, announcements, house rules, score and words."""

from controller.games.doppelkopf.game import GAME

__all__ = ["GAME"]
