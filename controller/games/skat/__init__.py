"""Skat: its auction, games, value, score and words."""

from controller.games.skat.game import GAME

__all__ = ["GAME"]
