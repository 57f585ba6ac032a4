"""French Tarot: its auction, dog, announcements, score and words."""

from controller.games.tarot.game import GAME

__all__ = ["GAME"]
