"""The devices of a table beside the camera: displays, buttons, lamp, buzzer, voice.

Public: displays, panel.
"""
