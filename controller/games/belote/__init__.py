"""Belote: its auctions, follow rule, announcements, score and words; with bids it is Coinche."""

from controller.games.belote.game import GAME

__all__ = ["GAME"]
