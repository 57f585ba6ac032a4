"""Storage on the disk: archive, journal, lock, pictures, backup.

Public: archive, atomic, backup, importing, journal, lock, match_journal, pictures, resume, settings_file,
spool, sqlite.
"""
