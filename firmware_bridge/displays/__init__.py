"""Displays, one a module: ``render(face)`` gives the bytes or the picture that the display is sent.

Public: backpack, characters, dialect, foreign, kiosk, lcdproc, pictures, qr, statuses, strangers, strip, text, wled.
"""
