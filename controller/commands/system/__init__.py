"""Commands on the machine: firmware, releases, backups, a bundle for support, a package to begin with.

Public: backup_cli, firmware_cli, new, release_cli.
"""
