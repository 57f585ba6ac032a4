"""Score slips: a table's own notes of its deals.

Public: slip.
"""
