"""Storage on the disk: archive, journal, lock, pictures, backup.

Public: archive, atomic, backup, chain_file, importing, journal, lock, match_journal, pictures, record_bytes, resume,
settings_file, spool, sqlite.
"""
