"""Calibration: the camera's position and lens, and measures of how well it sees.

Public: advice, collect, file, glare, overlay, rate_book, solve, survey.
"""
