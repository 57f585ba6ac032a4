"""Requests: their route, context, snapshot of the table, templates, live streams.

Public: card_drawings, confirmation, context, request, static_files, streams, templates.
"""
