"""The record: events as data, as text, as corrected, as chained.

Public: cards, chain, corrections, effects, events, extensions, message, naming, numbers, seal, spelling,
text.
"""
