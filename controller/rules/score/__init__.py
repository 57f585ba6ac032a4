"""Score slips: what a table writes down of its deals.

Public: slip.
"""
