"""Sight of the areas, likely courses of unseen play, and how people tell of it at the table.

Public: auction, candidates, choosing, course, lying, need, place_requests, sighting, unread_trick.
"""
