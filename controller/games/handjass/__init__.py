"""Handjass: its calls, Weis, slate, score and words."""

from controller.games.handjass.game import GAME

__all__ = ["GAME"]
