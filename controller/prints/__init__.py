"""The prints of a table: labels, whole cards, the mat, command cards and a check of the paper, as PDF.

Public: child, options, sheets.
"""
