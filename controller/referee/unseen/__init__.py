"""The wrapper round the plain referee: a verdict is given only if it holds whatever went unseen (unseen.md).

Public: accounts, checkpoints, closing, courses, holes, laying, objections, openings, readings, record, same_deal,
sight_faults, step, tricks.
"""
