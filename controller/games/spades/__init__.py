"""Spades: its bids, leads, house rules and score."""

from controller.games.spades.game import GAME

__all__ = ["GAME"]
