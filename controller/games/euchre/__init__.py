"""Euchre: its auction, going alone, places, score and words."""

from controller.games.euchre.game import GAME

__all__ = ["GAME"]
