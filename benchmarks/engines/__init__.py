"""Engines of other people, which play the same random deals as Schiri referees: legality, turns, tricks and scores.

Each program takes the first and the last seed: ``python -m benchmarks.engines.hearts_open_spiel 0 20000``. Whoever
compares installs the engine (docs/testing.md).
"""
