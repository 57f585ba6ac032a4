"""Replays: a whole match as one page that needs no network.

Public: child, document.
"""
