"""The desks of a hall: tournament on the disk, pages, slips and lists; access of organisers and arbiters.

Public: access, actions, book, exports, guide, pages, papers, readings, routes, texts.
"""
