"""The players' names for cards and suits, in five languages; used by every room that speaks.

Public: cards, sheets.
"""
