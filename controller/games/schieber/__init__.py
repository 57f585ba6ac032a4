"""Schieber: its contract, Weis, score, slate and words."""

from controller.games.schieber.game import GAME

__all__ = ["GAME"]
