"""Reports of results: lines, text, tables, plots.

Public: chronicle, notation, proposals, replay, sentences, statistics, summary.
"""
