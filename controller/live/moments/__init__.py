"""Doubtful moments of a table: frames kept around them, blurred, exported as bundles, and read again.

Public: blur, bundle, errors, moment, moment_file, pictures, reading, recorder, store, truth, wiring.
"""
