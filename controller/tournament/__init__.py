"""Tournaments and club evenings: entries, draw, seating, rounds, results and standings, all of it from one record.

Public: course, entries, fold, forms, lots, matching, movements, slips, standings, steps.
"""
