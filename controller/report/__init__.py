"""Reports of results: lines, text, tables.

Public: notation, replay, season, spreadsheet, statistics, statistics_rows, summary.
"""
