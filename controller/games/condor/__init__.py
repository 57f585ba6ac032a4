"""Condor Whist: everything that knows its name."""

from controller.games.condor.game import GAME

__all__ = ["GAME"]
