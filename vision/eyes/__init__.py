"""The eyes: frames in, observations out.

Public: laying, pipeline.
"""
