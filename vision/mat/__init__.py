"""The mat: pixels to millimetres, places, seats, the edges of its corner marks.

Public: edges, finder, geometry, layout, lens, rectify, seating.
"""
