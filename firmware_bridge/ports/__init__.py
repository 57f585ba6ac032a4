"""Wires and threads: a mailbox and a port for each way to a display."""
