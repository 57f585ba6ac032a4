"""Commands for a hall: collect what its tables play, enrol a table, run a tournament.

Public: hall_cli.
"""
