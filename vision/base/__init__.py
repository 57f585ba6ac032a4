"""The shared values of vision: observations, troubles, thresholds, and when to believe a reading.

Public: light, observation, sticker, thresholds.
"""
