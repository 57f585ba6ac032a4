"""The commands of ``schiri``, one a file."""
