"""The fold: event in, match and results out.

Public: accounts, announce, fold, judging, ledger, plain, questions, rulings, wording.
"""
