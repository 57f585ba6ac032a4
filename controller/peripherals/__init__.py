"""The devices of a table beside the camera: displays, buttons, lamp, buzzer, voice, and a home's automation.

Public: buttons, displays, home, panel, voice.
"""
