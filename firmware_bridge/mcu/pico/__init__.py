"""The display's firmware for the Raspberry Pi Pico, in MicroPython; all but ``board`` and ``main`` runs anywhere.

Public: canvas, fitted, layout, picture, text.
"""
