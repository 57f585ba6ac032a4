"""Pictures: cameras, films, folders, streams.

Public: picture, settings, source.
"""
