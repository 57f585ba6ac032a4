"""The desks of a hall: tournament on the disk, pages, slips and lists; access of organisers and arbiters.

Public: access, actions, book, exports, pages, papers, readings, routes, texts.
"""
