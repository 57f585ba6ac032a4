"""Faces drawn as pictures: for small screens, of our own board, of displays of letters and of strips of lights.

Public: letters, lights, oled, picture.
"""
