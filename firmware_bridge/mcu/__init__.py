"""The display's own firmware: ``avr`` in C, ``pico`` in MicroPython, ``bench`` the board it is tried on.

Public: board, toolchain, typeface.
"""
