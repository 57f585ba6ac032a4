"""Coiffeur: everything that knows its name."""

from controller.games.coiffeur.game import GAME

__all__ = ["GAME"]
