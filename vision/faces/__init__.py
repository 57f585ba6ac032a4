"""Card faces, drawn.

Public: brush, cards, middles, signs, svg.
"""
