"""Films of games that were never played: drawn, spoiled, written.

Public: noise, sidecar, table, write.
"""
