"""Commands for a table: run it, try it, set it up, check it.

Public: advise, config_cli, demo, display_cli, doctor, games, referee.
"""
