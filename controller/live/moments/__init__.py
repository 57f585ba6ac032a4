"""Doubtful moments of a table: frames kept around them, blurred, exported as bundles, and read again.

Public: bundle, moment, moment_file, reading, recorder, store, wiring.
"""
