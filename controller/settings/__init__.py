"""The settings file in TOML: model, errors, edits.

Public: displays, edit, errors, model, names, peripherals, signals, text, toml, usual.
"""
