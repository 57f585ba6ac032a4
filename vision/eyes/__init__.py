"""The eyes: frames in, observations out.

Public: pipeline.
"""
