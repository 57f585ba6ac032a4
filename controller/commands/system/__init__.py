"""Commands on the machine: firmware, releases, backups, a bundle for support."""
