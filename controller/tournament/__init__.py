"""Tournaments and club evenings: entries, draw, seating, rounds, results and standings, all of it from one record.

Public: entry_lists, fold, lots, movements, slips, standings, steps.
"""
