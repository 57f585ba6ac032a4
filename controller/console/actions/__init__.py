"""The actions that pages carry out at the table; one family of actions a file, found by its name.

Public: base, objections, runner.
"""
