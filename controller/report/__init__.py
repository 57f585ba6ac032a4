"""Reports of results: lines, text, tables.

Public: chronicle, figures, luck, notation, pace, proposals, replay, season, sentences, spreadsheet, statistics,
statistics_rows, summary.
"""
