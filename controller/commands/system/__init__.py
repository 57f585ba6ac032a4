"""Commands on the machine: firmware, releases, backups, a bundle for support.

Public: backup_cli, firmware_cli, release_cli.
"""
