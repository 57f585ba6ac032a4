"""Schiri as the only thing that a small machine does: its service, its releases, its name on the network."""
