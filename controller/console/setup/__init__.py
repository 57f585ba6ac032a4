"""The running parts that set-up pages change."""
