"""Schnapsen: its talon, marriages, score and words."""

from controller.games.schnapsen.game import GAME

__all__ = ["GAME"]
