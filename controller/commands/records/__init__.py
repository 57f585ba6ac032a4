"""Commands on records: replay, list, verify, rule, export, import.

Public: cli, replay.
"""
