"""Doppelkopf: its games, parties, announcements, score and words."""

from controller.games.doppelkopf.game import GAME

__all__ = ["GAME"]
