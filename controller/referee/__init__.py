"""The fold: event in, match and results out.

Public: announce, fold, judging, rulings, start, wording.
"""
