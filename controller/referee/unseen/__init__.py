"""Steps of the fold where something may have gone unseen: a verdict says only what every course of events shows.

Public: adoption, going_on, holes, late, laying, listing, objections, one_deal, openings, readings, sight_faults,
telling, tricks, untold.
"""
