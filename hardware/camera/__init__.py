"""Pictures: cameras, films, folders, streams.

Public: settings, source.
"""
