"""Hearts: its house rules, leads and discards, and its score."""

from controller.games.hearts.game import GAME

__all__ = ["GAME"]
