"""Coiffeur-Schieber: its auction, board, score and words."""

from controller.games.coiffeur.game import GAME

__all__ = ["GAME"]
