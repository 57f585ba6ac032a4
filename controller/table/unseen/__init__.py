"""Sight of the areas, likely courses of unseen play, and how people tell of it at the table.

Public: auction, awaited_look, candidates, choosing, course, laid_open, last_trick_again, lay_there, likely_courses,
need, place_requests, sighting, turns, unread_trick.
"""
