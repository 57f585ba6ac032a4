"""Commands for a hall: collect what its tables play, and enrol a table.

Public: hall_cli.
"""
