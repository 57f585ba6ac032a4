"""The organiser's desk of a hall: its tournament on the disk, its pages, its slips and lists.

Public: access, actions, book, exports, pages, papers, readings, texts.
"""
