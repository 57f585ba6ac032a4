"""Card faces, drawn.

Public: cards, shapes.
"""
