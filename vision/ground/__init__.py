"""The background: the look of the empty mat, and where and when the picture differs from it.

Public: background, emptiness, pattern, texture.
"""
