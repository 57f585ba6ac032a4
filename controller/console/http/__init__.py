"""Requests: their route, context, snapshot of the table, templates, live streams.

Public: card_drawings, context, request, static_files, streams, templates.
"""
