"""Differenzler: its numbers, open or secret, places, house rules and score."""

from controller.games.differenzler.game import GAME

__all__ = ["GAME"]
