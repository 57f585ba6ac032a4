"""Handjass: everything that knows its name."""

from controller.games.handjass.game import GAME

__all__ = ["GAME"]
