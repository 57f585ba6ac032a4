"""The devices of a table other than the camera: displays, buttons, lamp, buzzer, voice, home automation.

Public: buttons, displays, home, panel, voice.
"""
