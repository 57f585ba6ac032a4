"""Camera, buttons, lamp and buzzer: thin adapters over the libraries that drive them.

Public: voice.
"""
