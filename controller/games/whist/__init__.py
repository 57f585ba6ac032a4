"""Whist: tricks above six, honours, games and rubbers."""

from controller.games.whist.game import GAME

__all__ = ["GAME"]
