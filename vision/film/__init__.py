"""Films of games that were never played: drawn, spoiled, written.

Public: cameras, noise, sidecar, table, write.
"""
