"""The shared values of vision: pictures, observations, troubles, and when to believe a reading.

Public: belief, extensions, light, observation, picture, sticker, trouble.
"""
