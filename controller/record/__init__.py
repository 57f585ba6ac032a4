"""The record: events as data, as text, as corrected, as chained.

Public: cards, chain, corrections, events, message, naming, text.
"""
