"""The mat: pixels to millimetres, places, seats, how cards lie.

Public: edges, finder, geometry, layout, lens, placed_cards, places, rectify, seating.
"""
