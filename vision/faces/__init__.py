"""Card faces, drawn.

Public: brush, cards, courts, glyphs, pips, shapes, signs, svg.
"""
