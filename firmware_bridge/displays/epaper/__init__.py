"""Displays of electronic paper.

Public: glass, waveshare.
"""
