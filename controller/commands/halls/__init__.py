"""Commands for a hall: collect what its tables play, let a table in, run a tournament.

Public: hall_cli.
"""
