"""Faces drawn as pictures: for small screens, and of our own board.

Public: picture.
"""
