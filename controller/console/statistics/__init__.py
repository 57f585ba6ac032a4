"""Statistics as pictures: charts drawn on this machine, each with its table and its words.

Public: charts, child.
"""
