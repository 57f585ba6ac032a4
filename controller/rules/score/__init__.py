"""The numbers behind a score: the breakdown of a deal.

Public: breakdown, slip.
"""
