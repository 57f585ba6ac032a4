"""Sight of the areas, likely courses of unseen play, and how people tell of it at the table.

Public: auction, candidates, choosing, course, laid_open, likely_courses, need, place_requests, shown_or_dealt,
sighting, turns, unread_trick.
"""
