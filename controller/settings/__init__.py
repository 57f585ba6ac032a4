"""The settings file in TOML: model, errors, edits.

Public: displays, edit, errors, model, names, peripherals, signals, small_file, text, toml, usual.
"""
