"""The wrapper round the plain referee: a verdict is given only if it holds whatever went unseen (unseen.md).

Public: accounts, closing, courses, holes, laying, objections, openings, orders, readings, same_deal, sight_faults,
step, tricks.
"""
