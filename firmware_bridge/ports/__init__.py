"""Wires and threads: a mailbox and a port for each way to a display.

Public: conversation, emulator, mailbox, serial_port, tcp_port, vendor.
"""
