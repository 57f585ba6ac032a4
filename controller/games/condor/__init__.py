"""Condor Whist: its auction, suits, score and words."""

from controller.games.condor.game import GAME

__all__ = ["GAME"]
