"""Work that takes long, in processes of their own with limits, so that the game is never in the way of it.

Public: children, match_figures, summaries.
"""
