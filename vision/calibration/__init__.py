"""Calibration: the camera's position and lens, and measures of how well it sees.

Public: advice, collect, file, glare, overlay, read_rate, solve, survey.
"""
