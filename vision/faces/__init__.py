"""Card faces, drawn.

Public: brush, cards, courts, pips, shapes, signs, svg.
"""
