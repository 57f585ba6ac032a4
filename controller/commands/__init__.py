"""The commands of ``schiri``, one a file, and what they share: the terminal, progress bars, records that are named.

Public: help_text, log, terminal.
"""
