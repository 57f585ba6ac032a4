"""Buttons, lamp and buzzer on the pins of a Raspberry Pi.

Public: buttons, gpio, player.
"""
