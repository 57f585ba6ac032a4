"""The fold: event in, match and results out.

Public: announce, fold, judging, ledger, plain, questions, rulings, step, wording.
"""
