"""Pictures: cameras, films, folders, streams.

Public: phone, picture, settings, source.
"""
