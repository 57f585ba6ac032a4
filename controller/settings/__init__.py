"""The settings file in TOML: model, errors, edits.

Public: console, displays, edit, errors, model, names, peripherals, reading, signals, text, toml, usual.
"""
