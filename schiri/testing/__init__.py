"""The laws of games, tried on random matches: ``python -m schiri.testing NAME`` (docs/adding.md)."""
