"""The shared values of vision: pictures, observations, troubles, thresholds, and when to believe a reading.

Public: light, observation, picture, sticker, thresholds.
"""
