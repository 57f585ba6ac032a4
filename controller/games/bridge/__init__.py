"""Bridge: its auction, dummy, house rules, and duplicate and rubber scores."""

from controller.games.bridge.game import GAME

__all__ = ["GAME"]
