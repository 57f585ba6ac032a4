"""The console: the pages of a table on the local network (docs/console.md).

Public: server.
"""
