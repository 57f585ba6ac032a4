"""Steps of the fold where something may have gone unseen: a verdict says only what every course of events shows.

Public: adoption, holes, laying, openings, readings, telling, tricks.
"""
