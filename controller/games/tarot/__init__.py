"""Tarot: everything that knows its name."""

from controller.games.tarot.game import GAME

__all__ = ["GAME"]
