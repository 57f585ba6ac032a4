"""Requests: their route, context, snapshot of the table, templates, live streams.

Public: asker, card_drawings, confirmation, context, language, page_work, qr_svg, request, route, snapshot,
static_files, streams, templates.
"""
