"""Buttons, lamp and buzzer on the pins of a Raspberry Pi.

Public: buttons, buzzer, gpio, lamp, pattern, player.
"""
